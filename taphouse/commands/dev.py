"""taphouse dev: serve a game to its designer: saved files are played at once."""

from __future__ import annotations

import logging
import socket
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from tempfile import TemporaryDirectory

from taphouse.shelf import Shelf, whole_shelf

PORT = 8000


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", help="the game's slug (the game of the package in this folder)")
    parser.add_argument(
        "--host", default="127.0.0.1", help="address to listen on; 0.0.0.0: also for phones (%(default)s)"
    )
    parser.add_argument("--port", type=int, default=PORT, help="port to listen on (%(default)s)")
    parser.add_argument(
        "--data", type=Path, help="folder that keeps the tables (none: they end with the command)"
    )


def run(args: Namespace) -> int:
    sys.dont_write_bytecode = True  # a file that is saved twice in a second must be read twice
    with TemporaryDirectory(prefix="taphouse-") as scratch:
        try:
            slug, shelf = _found(args.game, Path(scratch) / "path")
            listening = socket.create_server((args.host, args.port))
        except (ValueError, OSError) as error:
            print(f"taphouse: {error}", file=sys.stderr)
            return 2
        return _serve(args, slug, shelf, listening, args.data or Path(scratch) / "data")


def _found(slug: str | None, scratch: Path) -> tuple[str, Shelf]:
    """The game and the shelf with it. Raises `ValueError` if there is none."""
    from taphouse.dev.package import package_in, put_on_path

    here = Path.cwd()
    for folder in (here, here / slug) if slug else (here,):
        package = package_in(folder)
        if package and (slug is None or slug in package.games):
            put_on_path(package, scratch)
            slug = slug or next(iter(package.games))
            break
    shelf = whole_shelf()
    if slug is None:
        raise ValueError("no package with a game is in this folder: name a game")
    if slug not in shelf:
        why = "; ".join(problem for problem in shelf.problems if f" {slug} " in problem)
        raise ValueError(why or f"there is no game {slug!r}. There are: {', '.join(shelf)}")
    return slug, shelf


def _serve(args: Namespace, slug: str, shelf: Shelf, listening: socket.socket, data: Path) -> int:
    from taphouse.dev.part import DevPart, Failures
    from taphouse.dev.source import Source
    from taphouse.server.address import Address
    from taphouse.server.app import Settings, run

    logging.basicConfig(format="%(levelname)s %(name)s: %(message)s", level=logging.WARNING)
    part = DevPart(Source(slug, shelf), lambda line: print(line, flush=True))
    logging.getLogger("taphouse.house").addHandler(Failures(part))
    address, opened = Address(args.host, listening.getsockname()[1]), list[bool]()

    def tell() -> None:
        if not opened:  # the house opens again with each change
            print(f"{slug} and its debug table: {address.on_this_computer()}/dev")
            if address.choices():
                print(f"for other devices: {address.for_friends()}")
            print(
                f"Files are read again when you save them in {shelf.folder(slug)}. Stop with Ctrl C.",
                flush=True,
            )
        opened.append(True)

    run(Settings(shelf=shelf, data=data, part=part), address, listening, when_open=tell)
    return 0
