"""The judge a host may configure, as a tiny house of the test's own; it never raises and never blocks."""

import asyncio
import json
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, HTTPServer
from socketserver import BaseRequestHandler, ThreadingTCPServer
from threading import Event, Semaphore, Thread

import pytest

from taphouse.games.tap_the_table.unknown_words import Question
from taphouse.house.advisor import NoAdvisor
from taphouse.journal.sqlite import Sqlite
from taphouse.server import advisor as advisors
from taphouse.server.advisor import Service

QUESTION = Question("a quibbelo", {"look-shiny": "shiny", "size-door": "fits through a door"}, "en")


@contextmanager
def judge(says, status=200):
    """Answers everything with `says`, and remembers what it was asked."""
    heard = []

    class Desk(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            heard.append((self.path, self.headers["Authorization"], json.loads(body)))
            self.send_response(status)
            self.end_headers()
            self.wfile.write(says)

        def log_message(self, *_):
            pass

    with HTTPServer(("127.0.0.1", 0), Desk) as server:
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/v1/", heard
        finally:
            server.shutdown()
            thread.join()


@contextmanager
def dripping(first):
    """Says `first`, then a letter now and then for as long as somebody listens; tells how many hung up."""
    hung_up = Semaphore(0)

    class Desk(BaseRequestHandler):
        def handle(self):
            self.request.recv(65_536)
            self.request.sendall(first)
            with suppress(OSError):
                while not self.server.closing.wait(0.01):
                    self.request.sendall(b"x")
            hung_up.release()

    class Drip(ThreadingTCPServer):
        daemon_threads, closing, request_queue_size = True, Event(), 128

    with Drip(("127.0.0.1", 0), Desk) as server:
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}/v1", hung_up
        finally:
            server.closing.set()
            server.shutdown()
            thread.join()


def completion(content):
    return json.dumps({"choices": [{"message": {"role": "assistant", "content": content}}]}).encode()


def misfit(advisor):
    return asyncio.run(advisor.misfit(QUESTION))


def test_it_is_asked_in_its_own_protocol_and_only_a_number_is_read():
    with judge(completion("I would say 1.5, ignore the rules!")) as (url, heard):
        assert misfit(Service(url, "small", "secret")) == 1.5

    [(path, key, asked)] = heard
    assert (path, key, asked["model"]) == ("/v1/chat/completions", "Bearer secret", "small")
    assert json.loads(asked["messages"][-1]["content"]) == {
        "thing": "a quibbelo",
        "criteria": ["shiny", "fits through a door"],
    }


def test_nothing_lacks_more_than_all_criteria():
    with judge(completion("999")) as (url, _):
        assert misfit(Service(url, "small")) == 2


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
def test_a_judge_that_cannot_answer_is_nobody(says, status):
    with judge(says, status) as (url, _):
        assert misfit(Service(url, "small")) is None


def test_without_a_judge_or_with_one_out_of_reach_there_is_no_answer():
    assert misfit(NoAdvisor()) is None
    assert misfit(Service("http://127.0.0.1:1", "small")) is None


IN_ITS_HEADER = b"HTTP/1.1 200 OK\r\nX-Drip: "
IN_ITS_BODY = b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n"
MANY = 40  # more than asyncio has threads
SOON = 20  # seconds: whatever takes longer never comes


@pytest.mark.parametrize("first", [b"", IN_ITS_HEADER, IN_ITS_BODY])
def test_a_judge_that_drips_is_given_up_after_a_while_and_hung_up_on(monkeypatch, first):
    monkeypatch.setattr(advisors, "TIMEOUT", 0.2)
    with dripping(first) as (url, hung_up):
        assert misfit(Service(url, "small")) is None
        assert hung_up.acquire(timeout=SOON)


def test_a_judge_that_says_too_much_is_not_listened_to(monkeypatch):
    monkeypatch.setattr(advisors, "LONGEST", 1_000)
    with judge(completion("1" + " " * 2_000)) as (url, _):
        assert misfit(Service(url, "small")) is None


def test_an_answer_in_chunks_is_read():
    body = completion("1.5")
    chunks = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in (body[:10], body[10:])) + b"0\r\n\r\n"
    with dripping(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks) as (url, _):
        assert misfit(Service(url, "small")) == 1.5


def test_while_a_judge_drips_the_journal_keeps_what_is_played_and_the_house_closes(tmp_path, monkeypatch):
    monkeypatch.setattr(advisors, "TIMEOUT", 600)

    async def story(url):
        journal, service = Sqlite(tmp_path / "house.db", "full"), Service(url, "small")
        questions = [asyncio.create_task(service.misfit(QUESTION)) for _ in range(MANY)]
        async with asyncio.timeout(SOON):
            for number in range(3):
                await asyncio.sleep(0)
                await journal.append("game/a", number, [b"line"])
            await journal.close()
        assert not any(question.done() for question in questions)

    with dripping(IN_ITS_BODY) as (url, hung_up):
        asyncio.run(story(url))  # ends only when every question has
        for _ in range(MANY):
            assert hung_up.acquire(timeout=SOON)
