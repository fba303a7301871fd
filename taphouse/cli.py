"""The command `taphouse`."""

from __future__ import annotations

import argparse
import errno
import os
import socket
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from taphouse import __version__
from taphouse.commands import (
    backup,
    bench,
    cluster,
    forget,
    key,
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
        "CLUSTER",
        "REPLICAS",
        "INTRODUCTIONS",
        "KEEP",
        "HTTPS",
        "BROWSER",
        "LOG_LEVEL",
        "JUDGE_URL",
        "JUDGE_MODEL",
        "JUDGE_KEY",
    )
}


def main(arguments: Sequence[str] | None = None) -> int:
    words = list(sys.argv[1:] if arguments is None else arguments)
    parser = _parser()
    if not words or (words[0].startswith("-") and words[0] not in ("-h", "--help", "--version")):
        words.insert(0, "serve")
    if words[0] == "serve":
        words[1:1] = _from_environment()
    asked = parser.parse_args(words)
    result: int = asked.run(asked)
    return result


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
        help="serve https, with a CERT and its KEY, or without files with a certificate made here",
    )
    serve.add_argument(
        "--durable",
        choices=["normal", "full"],
        default="normal",
        help="full: also survives a power cut (%(default)s)",
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
    import segno

    from taphouse.server.address import Address, public_url
    from taphouse.server.advisor import Service
    from taphouse.server.app import run
    from taphouse.server.certificate import NoCertificate
    from taphouse.server.logs import log_as_json
    from taphouse.server.proxies import networks

    log_as_json(asked.log_level)
    try:
        url = asked.url and public_url(asked.url)
        trusted = networks(asked.trusted_proxy)
    except ValueError as error:
        print(f"taphouse: {error}", file=sys.stderr)
        return 2
    judge = Service(asked.judge_url, asked.judge_model, asked.judge_key) if asked.judge_url else None
    try:
        listening = _listen(asked)
    except OSError as error:
        print(f"taphouse: cannot listen on {asked.host}: {error.strerror}", file=sys.stderr)
        return 1
    if isinstance(listening, int):
        return listening
    host = f"[{asked.host}]" if ":" in asked.host else asked.host
    address = Address(host, listening.getsockname()[1], url)
    try:
        certificate = _certificate(asked, address)
    except (NoCertificate, OSError) as error:
        print(f"taphouse: {error}", file=sys.stderr)
        return 1
    friends = address.for_friends("https" if certificate else "http")

    def invite() -> None:
        segno.make(friends).terminal(compact=True)
        print(_in_own_language("terminal.open", address=friends), flush=True)
        if certificate and certificate.is_self_made:
            print(_in_own_language("terminal.certificate", address=friends), flush=True)
        if asked.browser == "open":
            desktop.open_browser(friends)

    def serve() -> None:
        run(
            asked.data,
            address,
            listening,
            asked.durable,
            judge,
            certificate,
            _cluster(asked),
            asked.keep,
            invite,
            asked.introductions == "shown",
            trusted,
        )

    return exit_code(asked, serve)


def _listen(asked: argparse.Namespace) -> socket.socket | int:
    """The socket; or the exit code, if a house is open at this port already, or another program has it."""
    is_free_to_choose = desktop.IS_ONE_FILE and asked.port is None
    for port in desktop.PORTS if is_free_to_choose else [desktop.PORT if asked.port is None else asked.port]:
        try:
            return socket.create_server(
                (asked.host, port),
                family=socket.AF_INET6 if ":" in asked.host else socket.AF_INET,
                backlog=2048,
            )
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


def _certificate(asked: argparse.Namespace, address: Address) -> Certificate | None:
    """The given certificate, one made here, or `None`."""
    from taphouse.server import certificate

    if asked.https is None:
        return None
    match [word for named in asked.https for word in named.split() if word != "made"]:
        case []:
            return certificate.load_or_make(asked.data, address.names())
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
    words = Languages().words(asked.partition("_")[0].partition(".")[0], APP)
    return phrase(words[key], **params)


if __name__ == "__main__":
    sys.exit(main())
