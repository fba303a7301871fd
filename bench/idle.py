"""What an idle line costs: opens many on a real house and prints its memory and what it sends.

python bench/idle.py [--lines 1000] [--seconds 30]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect


class Idle(WSListener):
    """Says hello, answers pings, counts what it hears."""

    heard = {"messages": 0, "pings": 0}

    def on_ws_connected(self, transport: WSTransport) -> None:
        transport.send(WSMsgType.TEXT, b'{"type":"hello","v":1}')

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.PING:
            self.heard["pings"] += 1
            transport.send_pong(frame.get_payload_as_bytes())
        elif frame.msg_type == WSMsgType.TEXT:
            self.heard["messages"] += 1


def memory(pid: int) -> float:
    """Resident megabytes."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024  # type: ignore[index]


async def measure(lines: int, seconds: float) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as data:
        command = [
            sys.executable,
            "-m",
            "taphouse.cli",
            "serve",
            "--host",
            "127.0.0.1",
            "--port",
            "0",
            "--data",
            data,
        ]
        house = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            address = next(m[0] for line in house.stdout if (m := re.search(r"http://\S+", line)))  # type: ignore[union-attr]
            return await _measure(house.pid, address, lines, seconds)
        finally:
            house.terminate()
            house.wait()


async def _measure(pid: int, address: str, lines: int, seconds: float) -> dict[str, float]:
    empty = memory(pid)
    transports = []
    for number in range(lines):
        if number % 4 == 0:
            request = urllib.request.Request(f"{address}/api/tables", b'{"game":"tip-tap"}')
            while True:
                try:
                    code = json.load(urllib.request.urlopen(request))["code"]
                    break
                except urllib.error.HTTPError:  # the house opens so many tables a second and no more
                    await asyncio.sleep(0.1)
        transport, _ = await ws_connect(
            Idle, f"{address.replace('http', 'ws')}/ws/{code}", enable_auto_pong=False
        )
        transports.append(transport)
    await asyncio.sleep(5)  # the first pings tell the weather
    Idle.heard.update(messages=0, pings=0)
    await asyncio.sleep(seconds)
    full = memory(pid)
    for transport in transports:
        transport.disconnect()
    return {
        "lines": lines,
        "house_mb": round(full, 1),
        "house_mb_empty": round(empty, 1),
        "kib_per_line": round((full - empty) * 1024 / lines, 1),
        "messages_per_line_and_minute": round(Idle.heard["messages"] / lines / seconds * 60, 3),
        "pings_per_line_and_minute": round(Idle.heard["pings"] / lines / seconds * 60, 2),
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, default=1_000)
    parser.add_argument("--seconds", type=float, default=30)
    asked = parser.parse_args()
    print(json.dumps(asyncio.run(measure(asked.lines, asked.seconds)), indent=2))
