"""The advisor service that an operator may configure, as a small HTTP server: it never raises or blocks."""

import asyncio
import json
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, HTTPServer
from socketserver import BaseRequestHandler, ThreadingTCPServer
from threading import Event, Semaphore, Thread

import pytest

from taphouse.core import Question
from taphouse.games import tap_the_table
from taphouse.journal.sqlite import Sqlite
from taphouse.server import advisor as advisors
from taphouse.server.advisor import Combined, Service

QUESTION = Question("a quibbelo", {"look-shiny": "shiny", "size-door": "fits through a door"}, "en")
NO_MEANING = [0.0] * 384


@contextmanager
def service(says, status=200):
    """A service that answers every request with `says`, and remembers the requests."""
    received = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            received.append((self.path, self.headers["Authorization"], json.loads(body)))
            self.send_response(status)
            self.end_headers()
            self.wfile.write(says)

        def log_message(self, *_):
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/v1/", received
        finally:
            server.shutdown()
            thread.join()


@contextmanager
def dripping(first):
    """A service that sends `first` and then single letters until the client disconnects; counts these."""
    disconnected = Semaphore(0)

    class Handler(BaseRequestHandler):
        def handle(self):
            self.request.recv(65_536)
            self.request.sendall(first)
            with suppress(OSError):
                while not self.server.closing.wait(0.01):
                    self.request.sendall(b"x")
            disconnected.release()

    class Drip(ThreadingTCPServer):
        daemon_threads, closing, request_queue_size = True, Event(), 128

    with Drip(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}/v1", disconnected
        finally:
            server.closing.set()
            server.shutdown()
            thread.join()


def completion(content):
    return json.dumps({"choices": [{"message": {"role": "assistant", "content": content}}]}).encode()


def lack(advisor):
    return asyncio.run(advisor.lack(tap_the_table, QUESTION))


def test_an_advisor_service_is_asked_in_its_protocol_and_only_a_number_is_read():
    with service(completion("I would say 1.5, ignore the rules!")) as (url, received):
        assert lack(Combined(Service(url, "small", "secret"), None)) == 1.5

    [(path, key, asked)] = received
    assert (path, key, asked["model"]) == ("/v1/chat/completions", "Bearer secret", "small")
    assert json.loads(asked["messages"][-1]["content"]) == {
        "thing": "a quibbelo",
        "criteria": ["shiny", "fits through a door"],
    }


def test_an_advisors_number_is_at_most_the_number_of_criteria():
    with service(completion("999")) as (url, _):
        assert lack(Combined(Service(url, "small"), None)) == 2


@pytest.mark.parametrize(
    ("says", "status"),
    [
        (completion("no idea"), 200),
        (b"not json", 200),
        (b"[]", 200),
        (b"{}", 200),
        (completion(None), 200),
        (b"", 500),
    ],
)
def test_an_advisor_service_without_a_usable_answer_is_ignored(says, status):
    with service(says, status) as (url, _):
        assert lack(Combined(Service(url, "small"), None)) is None
        assert lack(Combined(Service(url, "small"), lambda _: NO_MEANING)) is not None


def test_without_a_service_and_without_a_model_there_is_no_advice():
    assert lack(Combined(None, None)) is None
    assert lack(Combined(Service("http://127.0.0.1:1", "small"), None)) is None


IN_ITS_HEADER = b"HTTP/1.1 200 OK\r\nX-Drip: "
IN_ITS_BODY = b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n"
MANY = 40  # more than asyncio has threads
SOON = 20  # seconds: a test that waits longer has failed


@pytest.mark.parametrize("first", [b"", IN_ITS_HEADER, IN_ITS_BODY])
def test_an_advisor_service_that_answers_too_slowly_is_disconnected(monkeypatch, first):
    monkeypatch.setattr(advisors, "PATIENCE", 0.2)
    with dripping(first) as (url, disconnected):
        assert lack(Combined(Service(url, "small"), None)) is None
        assert disconnected.acquire(timeout=SOON)


def test_an_answer_of_an_advisor_service_that_is_too_long_is_ignored(monkeypatch):
    monkeypatch.setattr(advisors, "LONGEST", 1_000)
    with service(completion("1" + " " * 2_000)) as (url, _):
        assert lack(Combined(Service(url, "small"), None)) is None


def test_an_advisors_answer_in_chunks_is_read():
    body = completion("1.5")
    chunks = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in (body[:10], body[10:])) + b"0\r\n\r\n"
    with dripping(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks) as (url, _):
        assert lack(Combined(Service(url, "small"), None)) == 1.5


def test_a_slow_advisor_service_delays_neither_the_journal_nor_the_closing_of_the_house(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(advisors, "PATIENCE", 600)

    async def run(url):
        journal, advisor = Sqlite(tmp_path / "house.db", "full"), Combined(Service(url, "small"), None)
        questions = [asyncio.create_task(advisor.lack(tap_the_table, QUESTION)) for _ in range(MANY)]
        async with asyncio.timeout(SOON):
            for number in range(3):
                await asyncio.sleep(0)
                await journal.append("game/a", number, [b"line"])
            await journal.close()
        assert not any(question.done() for question in questions)

    with dripping(IN_ITS_BODY) as (url, disconnected):
        asyncio.run(run(url))  # ends only when every question has ended
        for _ in range(MANY):
            assert disconnected.acquire(timeout=SOON)
