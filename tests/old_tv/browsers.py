"""Real Chromium binaries of the years in which today's TVs were sold, and a page in one of them."""

import base64
import json
import re
import subprocess
from contextlib import ExitStack
from pathlib import Path
from time import monotonic

import httpx
from websockets.sync.client import connect

QUIET = (
    "--headless --no-sandbox --disable-gpu --no-first-run --disable-sync"
    " --disable-background-networking --disable-dev-shm-usage --hide-scrollbars --mute-audio"
    " --remote-debugging-port=0 about:blank"
).split()
TIMEOUT = 30  # seconds


HERE = Path(__file__).parent
VERSIONS = (64, 67, 72, 78, 88)
"""Of Chromium. `package.json` beside this file says which package holds which."""


def binary_of(version: int, folder: Path) -> Path:
    """The binary of a version, unpacked into the folder if it is not there yet."""
    unpacked = folder / f"chromium-{version}"
    if not unpacked.exists():
        packed = next((HERE / f"node_modules/chromium-{version}/bin").glob("chromium*.br"))
        script = (
            "const [from, to] = process.argv.slice(1), fs = require('fs'), zlib = require('zlib');"
            "fs.writeFileSync(to, zlib.brotliDecompressSync(fs.readFileSync(from)), { mode: 0o755 })"
        )
        half = unpacked.with_suffix(".half")
        subprocess.run(["node", "-e", script, packed, half], check=True)
        half.rename(unpacked)
    return unpacked


class OldBrowser:
    """A running binary and its one page, driven by the DevTools protocol of its time."""

    def __init__(self, binary: Path, profile: Path, size: tuple[int, int]):
        self._closing = ExitStack()
        log = self._closing.enter_context((profile.parent / f"{profile.name}.log").open("w+"))
        command = [str(binary), *QUIET, f"--user-data-dir={profile}", "--window-size={},{}".format(*size)]
        self.process = subprocess.Popen(command, stderr=log, stdout=log, cwd=binary.parent)
        self._closing.callback(self._kill)
        self.errors: list[str] = []
        self._answers: dict[int, dict] = {}
        self._asked = 0
        self._line = self._closing.enter_context(
            connect(self._page_of(log, profile), max_size=None, compression=None, ping_interval=None)
        )
        self.ask("Page.enable")
        self.ask("Runtime.enable")
        self.ask("Log.enable")
        self.resize(*size)

    def _page_of(self, log, profile: Path) -> str:
        end = monotonic() + TIMEOUT
        while monotonic() < end and self.process.poll() is None:
            log.seek(0)
            if found := re.search(r"DevTools listening on ws://(\S+?)/", log.read()):
                return f"ws://{found[1]}/devtools/page/{self._target(found[1])}"
            try:
                self.process.wait(0.1)
            except subprocess.TimeoutExpired:
                continue
        log.seek(0)
        raise AssertionError(f"the browser did not start: {log.read()[-600:]}")

    @staticmethod
    def _target(address: str) -> str:
        pages = httpx.get(f"http://{address}/json").json()
        return next(page["id"] for page in pages if page["type"] == "page")

    def ask(self, method: str, **params):
        self._asked += 1
        asked = self._asked
        self._line.send(json.dumps({"id": asked, "method": method, "params": params}))
        while asked not in self._answers:
            self._read(TIMEOUT)
        answer = self._answers.pop(asked)
        if "error" in answer:
            raise AssertionError(f"{method}: {answer['error']}")
        return answer["result"]

    def _read(self, timeout: float) -> None:
        message = json.loads(self._line.recv(timeout))
        if "id" in message:
            self._answers[message["id"]] = message
        elif message["method"] == "Runtime.exceptionThrown":
            details = message["params"]["exceptionDetails"]
            thrown = details.get("exception", {}).get("description", "")
            self.errors.append(f"{details['text']} {thrown} {details.get('url', '')}"[:2000])
        elif message["method"] == "Runtime.consoleAPICalled" and message["params"]["type"] == "error":
            self.errors.append(str([arg.get("value", arg) for arg in message["params"]["args"]])[:2000])
        elif message["method"] == "Log.entryAdded":
            entry = message["params"]["entry"]
            if entry["level"] == "error" and entry["source"] != "intervention":  # a TV does not vibrate
                self.errors.append(f"{entry['text']} {entry.get('url', '')}")

    def run(self, script: str):
        """The value of an expression in the page; a promise is awaited."""
        answer = self.ask("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise AssertionError(f"{script}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def go(self, url: str, before: str = "") -> None:
        """Opens an address. `before` runs in the page before its own scripts."""
        if before:
            self.ask("Page.addScriptToEvaluateOnNewDocument", source=before)
        self.ask("Page.navigate", url=url)

    def wait(self, condition: str, most: float = TIMEOUT) -> None:
        end = monotonic() + most
        while not self.run(f"Boolean({condition})"):
            assert monotonic() < end, f"never true: {condition}; errors: {self.errors}; {self.run(SHOWN)}"
            self.pause(100)

    def pause(self, milliseconds: int) -> None:
        self.run(f"new Promise(done => setTimeout(done, {milliseconds}))")

    def has(self, selector: str) -> bool:
        return self.run(f"document.querySelector({json.dumps(selector)}) !== null")

    def resize(self, width: int, height: int) -> None:
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.ask("Emulation.setDeviceMetricsOverride", **metrics)
        self.pause(300)

    def picture(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self.ask("Page.captureScreenshot")["data"]))

    def _kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def close(self) -> None:
        self._closing.close()


SHOWN = "document.body ? document.body.innerText.slice(0, 400) : 'no body'"
