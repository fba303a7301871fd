"""The command `taphouse`."""

from __future__ import annotations

import argparse
import errno
import os
import socket
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from taphouse import __version__
from taphouse.commands import (
    backup,
    bench,
    book,
    cluster,
    dev,
    forget,
    key,
    new,
    replay,
    restore,
    rules,
    simulate,
    verify,
    words,
)
from taphouse.commands.durations import duration
from taphouse.commands.stored_house import exit_code
from taphouse.languages import APP, Languages, phrase
from taphouse.server import desktop
from taphouse.shelf import own_shelf, whole_shelf

if TYPE_CHECKING:
    from taphouse.server.address import Address
    from taphouse.server.app import Cluster
    from taphouse.server.certificate import Certificate

COMMANDS = {
    "simulate": simulate,
    "replay": replay,
    "verify": verify,
    "key": key,
    "rules": rules,
    "words": words,
    "bench": bench,
    "cluster": cluster,
    "forget": forget,
    "new": new,
    "dev": dev,
    "book": book,
    "backup": backup,
    "restore": restore,
}
ENVIRONMENT = {
    f"TAPHOUSE_{name}": f"--{name.lower().replace('_', '-')}"
    for name in (
        "HOST",
        "PORT",
        "DATA",
        "URL",
        "TRUSTED_PROXY",
        "DURABLE",
        "WORKERS",
        "CLUSTER",
        "REPLICAS",
        "INTRODUCTIONS",
        "BOOK",
        "KEEP",
        "HTTPS",
        "HTTPS_PORT",
        "ADDRESS",
        "ANNOUNCE",
        "HOTSPOT",
        "BROWSER",
        "LOG_LEVEL",
        "JUDGE_URL",
        "JUDGE_MODEL",
        "JUDGE_KEY",
    )
}


def main(arguments: Sequence[str] | None = None) -> int:
    asked = parsed(sys.argv[1:] if arguments is None else arguments)
    result: int = asked.run(asked)
    return result


def parsed(arguments: Sequence[str]) -> argparse.Namespace:
    """What is asked for. Wrong words end the process with an error."""
    words = list(arguments)
    parser = _parser()
    if not words or (words[0].startswith("-") and words[0] not in ("-h", "--help", "--version")):
        words.insert(0, "serve")
    if words[0] == "serve":
        words[1:1] = _from_environment()
    return parser.parse_args(words)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="taphouse", description="A house of tapping games.")
    parser.add_argument("--version", action="version", version=f"taphouse {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    serve = commands.add_parser("serve", help="open the house (the default command)")
    serve.set_defaults(run=_serve)
    serve.add_argument("--host", default="0.0.0.0", help="address to listen on (%(default)s)")
    serve.add_argument("--port", type=int, help=f"port to listen on ({desktop.PORT})")
    serve.add_argument(
        "--data", type=Path, default=desktop.data_folder(), help="folder for stored data (%(default)s)"
    )
    serve.add_argument("--url", help="public address of the house, if it has one: https://example.org/games/")
    serve.add_argument(
        "--trusted-proxy",
        metavar="ADDRESS",
        default="",
        help="addresses or networks of proxies on other machines, separated by commas: their headers count",
    )
    serve.add_argument(
        "--https",
        nargs="*",
        metavar="FILE",
        help="serve https with a CERT and its KEY; without files, also https, with a certificate made here",
    )
    serve.add_argument(
        "--https-port", type=int, help="port of https beside http (8443, or 443 if --port is 80)"
    )
    serve.add_argument(
        "--address", help="which of this computer's addresses guests get: 192.168.1.5 or wlan0 (the best one)"
    )
    serve.add_argument(
        "--announce",
        metavar="NAME",
        default="taphouse",
        help="name in the local network, opened as NAME.local; none: announce nothing (%(default)s)",
    )
    serve.add_argument(
        "--hotspot",
        nargs="?",
        choices=["on", "off"],
        const="on",
        default="off",
        help="this computer is the guests' WiFi: answer what phones ask there (%(default)s)",
    )
    serve.add_argument(
        "--durable",
        choices=["normal", "full"],
        default="normal",
        help="full: also survives a power cut (%(default)s)",
    )
    serve.add_argument(
        "--workers",
        metavar="N",
        type=_worker_count,
        default=1,
        help="processes that share the port and the tables, one for each core; auto: all cores (%(default)s)",
    )
    serve.add_argument(
        "--cluster", metavar="NATS", help="run as a node of a cluster: addresses of NATS, separated by commas"
    )
    serve.add_argument(
        "--replicas", type=int, help="NATS servers that store each entry (as many as named, at most 3)"
    )
    serve.add_argument(
        "--keep",
        type=duration,
        metavar="SPAN",
        help="age such as 90d, 8w or 1y: drop older games that nobody can watch any more (never)",
    )
    serve.add_argument(
        "--introductions",
        choices=["shown", "none"],
        default="shown",
        help="none: games begin without title card and countdown (%(default)s)",
    )
    serve.add_argument(
        "--book",
        nargs="?",
        choices=["on", "off"],
        const="on",
        default="off",
        help="remember who played, won and was fastest, also after the evening (%(default)s)",
    )
    serve.add_argument(
        "--decks",
        choices=["off", "tables"],
        default="tables",
        help="off: nobody plays with own decks (%(default)s)",
    )
    serve.add_argument(
        "--deck",
        action="append",
        type=Path,
        metavar="FILE",
        default=[],
        help="file of an own deck that everybody finds here; once for each file",
    )
    serve.add_argument(
        "--browser",
        choices=["open", "none"],
        default="open" if desktop.IS_ONE_FILE and desktop.has_screen() else "none",
        help="open: open the browser on this computer as well (%(default)s)",
    )
    serve.add_argument(
        "--log-level",
        choices=["debug", "info", "warning", "error"],
        default="warning",
        help="least level that is logged (%(default)s)",
    )
    judge = serve.add_argument_group("bots can ask an OpenAI-compatible service about words they do not know")
    judge.add_argument("--judge-url", help="address of the service, such as http://localhost:11434/v1")
    judge.add_argument("--judge-model", default="", help="model of the service")
    judge.add_argument("--judge-key", default="", help="key of the service; safer as an environment variable")
    serve.epilog = f"Each option is also an environment variable: {', '.join(ENVIRONMENT)}."

    for name, command in COMMANDS.items():
        words = (command.__doc__ or "").partition(": ")[2].rstrip(".")
        asked = commands.add_parser(name, help=words)
        command.arguments(asked)
        asked.set_defaults(run=command.run)
    return parser


def _serve(asked: argparse.Namespace) -> int:
    from taphouse.server.address import Address, public_url
    from taphouse.server.advisor import Service
    from taphouse.server.announce import is_name
    from taphouse.server.app import Settings, run, run_workers
    from taphouse.server.certificate import NoCertificate
    from taphouse.server.deck_files import house_decks
    from taphouse.server.logs import log_as_json
    from taphouse.server.proxies import networks
    from taphouse.server.terminal import Terminal
    from taphouse.server.workers import listen_together

    log_as_json(asked.log_level)
    shelf = whole_shelf()
    try:
        url = asked.url and public_url(asked.url)
        trusted = networks(asked.trusted_proxy)
        if asked.book == "on" and asked.cluster is not None:
            raise ValueError("--book is for a house on one machine: a cluster has no book")
        if asked.workers > 1 and (asked.cluster, asked.https, asked.hotspot) != (None, None, "off"):
            raise ValueError(
                "--workers is for plain http on one machine: not with --cluster, --https, --hotspot"
            )
        decks = house_decks(shelf, asked.deck)
        if not is_name(asked.announce):
            raise ValueError(f"--announce needs a name such as taphouse, not {asked.announce!r}")
    except ValueError as error:
        print(f"taphouse: {error}", file=sys.stderr)
        return 2
    has_both = asked.https is not None and not _certificate_files(asked)
    try:
        listening = _open_port(asked)
        if isinstance(listening, int):
            return listening
        secure = _listen(asked.host, _https_port(asked)) if has_both else None
    except OSError as error:
        print(f"taphouse: {error.strerror}", file=sys.stderr)
        return 1
    address = Address(
        asked.host,
        listening.getsockname()[1],
        url,
        "http" if has_both or asked.https is None else "https",
        secure.getsockname()[1] if secure else None,
        asked.address,
    )
    try:
        certificate = _certificate(asked, address)
    except (NoCertificate, OSError) as error:
        print(f"taphouse: {error}", file=sys.stderr)
        return 1
    terminal = Terminal(address, _in_own_language, has_both, shelf)

    def invite() -> None:
        terminal.open()
        terminal.listen()
        if asked.browser == "open":
            desktop.open_browser(address.on_this_computer())

    settings = Settings(
        shelf=shelf,
        data=asked.data,
        durable=asked.durable,
        cluster=_cluster(asked),
        keep=asked.keep,
        introduces=asked.introductions == "shown",
        has_book=asked.book == "on",
        decks=asked.decks,
        house_decks=decks,
        advisor=Service(asked.judge_url, asked.judge_model, asked.judge_key) if asked.judge_url else None,
        certificate=certificate,
        trusted=trusted,
        is_hotspot=asked.hotspot == "on",
        name=None if asked.announce == "none" else asked.announce,
    )
    if asked.workers == 1:
        serve = partial(run, settings, address, listening, secure)
    else:
        listening.close()
        shared = listen_together(asked.host, address.port, asked.workers)
        serve = partial(run_workers, asked.workers, settings, address, shared)
    return exit_code(asked, lambda: serve(when_open=invite, when_named=terminal.named))


def _open_port(asked: argparse.Namespace) -> socket.socket | int:
    """The socket; or the exit code, if a house is open at this port already, or another program has it."""
    is_free_to_choose = desktop.IS_ONE_FILE and asked.port is None
    for port in desktop.PORTS if is_free_to_choose else [desktop.PORT if asked.port is None else asked.port]:
        try:
            return _listen(asked.host, port)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise
        if desktop.is_house(port):
            address = f"http://127.0.0.1:{port}"
            print(_in_own_language("terminal.open-already", address=address), file=sys.stderr)
            if asked.browser == "none":
                return 1
            desktop.open_browser(address)
            return 0
    print(_in_own_language("terminal.port-taken", port=str(port), other=str(port + 1)), file=sys.stderr)
    return 1


def _listen(host: str, port: int) -> socket.socket:
    try:
        return socket.create_server(
            (host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET, backlog=2048
        )
    except OSError as error:
        raise OSError(error.errno, f"cannot listen on {host}:{port}: {error.strerror}") from error


def _worker_count(text: str) -> int:
    """A number of processes; more than one only where the kernel divides the connections of a port."""
    most = len(os.sched_getaffinity(0)) if sys.platform == "linux" else 1
    count = most if text == "auto" else int(text)
    if count < 1 or (count > 1 and sys.platform != "linux"):
        raise ValueError
    return count


def _https_port(asked: argparse.Namespace) -> int:
    """The port that belongs to `--port`, unless one is given; any free one beside any free one."""
    usual = {0: 0, 80: 443}.get(asked.port, 8443)
    port: int = usual if asked.https_port is None else asked.https_port
    return port


def _certificate_files(asked: argparse.Namespace) -> list[str]:
    return [word for named in asked.https or [] for word in named.split() if word != "made"]


def _certificate(asked: argparse.Namespace, address: Address) -> Certificate | None:
    """The given certificate, one made here, or `None`."""
    from taphouse.server import certificate

    if asked.https is None:
        return None
    match _certificate_files(asked):
        case []:
            return certificate.load_or_make(asked.data, [*address.names(), f"{asked.announce}.local"])
        case [chain, key]:
            return certificate.from_files(Path(chain), Path(key))
    raise certificate.NoCertificate("--https takes a certificate and its key, or nothing")


def _cluster(asked: argparse.Namespace) -> Cluster | None:
    """Stores everything on as many NATS servers as are named, at most three."""
    from taphouse.server.app import Cluster

    if asked.cluster is None:
        return None
    return Cluster(asked.cluster, asked.replicas or min(3, len(asked.cluster.split(","))))


def _from_environment() -> list[str]:
    """The environment as options before the typed ones: parsed alike, and overridden by them."""
    return [f"{option}={os.environ[name]}" for name, option in ENVIRONMENT.items() if name in os.environ]


def _in_own_language(key: str, **params: str) -> str:
    asked = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    words = Languages(own_shelf()).words(asked.partition("_")[0].partition(".")[0], APP)
    return phrase(words[key], **params)


if __name__ == "__main__":
    sys.exit(main())
