"""The judge a host may configure, as a tiny house of the test's own; it never raises and never blocks."""

import asyncio
import json
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest

from taphouse.core import Question
from taphouse.games import tap_the_table
from taphouse.server.counsel import Service, Wise

QUESTION = Question("a quibbelo", {"look-shiny": "shiny", "size-door": "fits through a door"}, "en")
NO_MEANING = [0.0] * 384


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


def completion(content):
    return json.dumps({"choices": [{"message": {"role": "assistant", "content": content}}]}).encode()


def lack(counsel):
    return asyncio.run(counsel.lack(tap_the_table, QUESTION))


def test_it_is_asked_in_its_own_protocol_and_only_a_number_is_read():
    with judge(completion("I would say 1.5, ignore the rules!")) as (url, heard):
        assert lack(Wise(Service(url, "small", "secret"), None)) == 1.5

    [(path, key, asked)] = heard
    assert (path, key, asked["model"]) == ("/v1/chat/completions", "Bearer secret", "small")
    assert json.loads(asked["messages"][-1]["content"]) == {
        "thing": "a quibbelo",
        "criteria": ["shiny", "fits through a door"],
    }


def test_nothing_lacks_more_than_all_criteria():
    with judge(completion("999")) as (url, _):
        assert lack(Wise(Service(url, "small"), None)) == 2


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
        assert lack(Wise(Service(url, "small"), None)) is None
        assert lack(Wise(Service(url, "small"), lambda _: NO_MEANING)) is not None


def test_without_a_judge_and_without_the_extra_nobody_knows():
    assert lack(Wise(None, None)) is None
    assert lack(Wise(Service("http://127.0.0.1:1", "small"), None)) is None
