"""nginx and Caddy as processes, with the configuration that the documentation shows."""

import re
import shutil
import socket
import subprocess
from pathlib import Path
from time import monotonic, sleep

DOCS = Path(__file__).resolve().parents[2] / "docs/reverse-proxy.md"
PATH = "/games"
NGINX = "daemon off; pid nginx.pid; error_log stderr; events {{}} http {{ access_log off; {} }}"
WAIT = 30  # seconds


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as found:
        return found.getsockname()[1]


def documented(language):
    return re.search(rf"```{language}\n(.*?)```", DOCS.read_text(), re.DOTALL)[1]


class Proxy:
    """Listens on its own port. The house has to listen on `house_port`."""

    def __init__(self, folder):
        self.port, self.house_port = free_port(), free_port()
        self._process = subprocess.Popen(self._command(folder), cwd=folder)
        end = monotonic() + WAIT
        while not self._listens():
            assert monotonic() < end
            assert self._process.poll() is None
            sleep(0.05)

    def _listens(self):
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def _configuration(self, language, *replaced):
        text = documented(language)
        for old, new in (("127.0.0.1:8000", f"127.0.0.1:{self.house_port}"), *replaced):
            assert old in text
            text = text.replace(old, new)
        return text

    def stop(self):
        self._process.terminate()
        self._process.wait()


class Nginx(Proxy):
    def _command(self, folder):
        self.url = f"https://127.0.0.1:{self.port}{PATH}"
        certificate, key = folder / "home.pem", folder / "home.key"
        made = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=home.example"
        subprocess.run([*made.split(), "-keyout", key, "-out", certificate], check=True, capture_output=True)
        text = self._configuration(
            "nginx",
            ("listen 443 ssl", f"listen 127.0.0.1:{self.port} ssl"),
            ("/etc/ssl/home.example.pem", str(certificate)),
            ("/etc/ssl/home.example.key", str(key)),
        )
        (folder / "nginx.conf").write_text(NGINX.format(text))
        program = shutil.which("nginx") or "/usr/sbin/nginx"
        return [program, "-p", str(folder), "-c", str(folder / "nginx.conf")]


class Caddy(Proxy):
    def _command(self, folder):
        self.url = f"http://127.0.0.1:{self.port}{PATH}"
        text = self._configuration("caddy", ("home.example {", f"http://127.0.0.1:{self.port} {{"))
        (folder / "Caddyfile").write_text("{\n\tadmin off\n}\n" + text)
        return ["caddy", "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]
