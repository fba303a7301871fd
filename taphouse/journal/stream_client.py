"""A client for NATS JetStream: every write names the message it follows, and is stored once or refused."""

from __future__ import annotations

import asyncio
import logging
import secrets
from base64 import b64decode
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from typing import Any, NamedTuple, TypeVar

import msgspec
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error
from nats.js.api import StreamConfig
from nats.js.errors import NotFoundError

from . import Closed, Stale

log = logging.getLogger(__name__)

T = TypeVar("T")

ANSWER = 1.0  # seconds until a request is repeated: its server may be gone
CONNECT = 10.0  # seconds to reach NATS; after the first connection the client never gives up
STARTUP = 30.0  # seconds in which the servers must have found each other
RETRY = 0.1  # seconds between two tries
OUTAGE = 10.0  # seconds: an election of a leader takes no longer
BATCH = 1_000  # messages in one response
AT_ONCE = 500  # subjects in one request: NATS allows twice as many
WRONG_SEQUENCE = (10071, 10164)  # JetStream's errors for a write that does not follow the message it names
NO_ROOM = 10002  # the account's store is full: the operator can make room
NO_MESSAGE = 10037
WRITE_ID = "Taphouse-Mark"  # names the writer and its write: it recognizes them when the answer was lost


class Found(NamedTuple):
    """A message as it is stored."""

    subject: str
    sequence: int
    payload: bytes
    headers: Mapping[str, str]


class _Error(msgspec.Struct):
    code: int
    err_code: int = 0
    description: str = ""


class _Ack(msgspec.Struct):
    seq: int = 0
    error: _Error | None = None


class _Stored(msgspec.Struct):
    subject: str
    seq: int
    data: str = ""
    hdrs: str = ""


class _Answer(msgspec.Struct):
    message: _Stored | None = None
    error: _Error | None = None


class _State(msgspec.Struct):
    bytes: int = 0
    num_subjects: int = 0
    subjects: dict[str, int] = {}


class _About(msgspec.Struct):
    state: _State | None = None


class WriteRefused(Exception):
    """JetStream refused the request, and repeating it does not help."""


class StreamClient:
    """A connection that survives the loss of any one server. All answers arrive in one inbox."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self._inbox = f"_INBOX.{secrets.token_hex(11)}"
        self._pending: dict[str, asyncio.Queue[Msg | None]] = {}
        self._writes = self._requests = 0
        self._closed = False
        self.problems: dict[str, str] = {}
        """By stream: why it has not stored anything for long."""
        self.lost: Callable[[], None] | None = None
        """Called when the connection to NATS is lost."""
        self.found: Callable[[], None] | None = None
        """Called when the connection is back."""

    @classmethod
    async def connect(cls, servers: str, client: Client | None = None) -> StreamClient:
        """`client`: one that is not connected yet; a simulation has its own."""
        client = client or Client()
        connection = cls(client)
        try:
            async with asyncio.timeout(CONNECT):
                await client.connect(
                    servers.split(","),
                    disconnected_cb=connection._lost,
                    reconnected_cb=connection._found,
                    max_reconnect_attempts=-1,
                    reconnect_time_wait=0.1,  # type: ignore[arg-type]  # fractions of a second work
                    connect_timeout=1,
                    ping_interval=1,
                    max_outstanding_pings=2,
                    error_cb=_log_error,
                )
        except TimeoutError:
            raise OSError(f"no NATS server answers at {servers}") from None
        await client.subscribe(f"{connection._inbox}.*", cb=connection._answered)
        return connection

    async def _lost(self) -> None:
        if self.lost is not None and not self._closed:
            self.lost()

    async def _found(self) -> None:
        for answers in self._pending.values():
            answers.put_nowait(None)  # the server that was asked may be gone, and a lease cannot wait for it
        if self.found is not None:
            self.found()

    async def close(self) -> None:
        self._closed = True
        await self.client.close()

    # ---- streams ----

    async def have_stream(self, config: StreamConfig) -> None:
        """Makes the stream if it does not exist; an existing one keeps its configuration."""
        assert config.name is not None
        if not await self.has_stream(config.name):
            await self._in_time(config.name, lambda: self.client.jsm().add_stream(config))

    async def has_stream(self, name: str) -> bool:
        async def check() -> bool:
            with suppress(NotFoundError):
                await self.client.jsm().stream_info(name)
                return True
            return False

        return await self._in_time(name, check)

    async def _in_time(self, stream: str, ask: Callable[[], Awaitable[T]]) -> T:
        """Repeats a request until it succeeds: servers that were just started have to find each other."""
        clock = asyncio.get_running_loop().time
        until = clock() + STARTUP
        while True:
            try:
                return await ask()
            except (Error, TimeoutError) as error:
                if clock() > until:
                    raise OSError(f"NATS does not provide {stream}: {error}") from error
            await self._pause()

    async def publish(self, subject: str, payload: bytes, after: int, keep: int | None = None) -> int:
        """Stores a message after message `after` on this subject (0: as the first), or raises `Stale`.

        It is stored for good, or for `keep` seconds. Returns its sequence. `WriteRefused` if it never can be.
        """
        self._writes += 1
        mine = f"{self._inbox}/{self._writes}"
        headers = {"Nats-Expected-Last-Subject-Sequence": str(after), WRITE_ID: mine}
        if keep is not None:
            headers["Nats-TTL"] = f"{keep}s"
        if (size := len(payload) + _length(headers)) > self.client.max_payload:
            raise WriteRefused(f"{subject}: {size} bytes, but NATS allows {self.client.max_payload}")
        try:
            return await self._store(subject, payload, headers, after)
        finally:  # a write that still waits reports the problem again
            self.problems.pop(_stream(subject), None)

    async def _store(self, subject: str, payload: bytes, headers: dict[str, str], after: int) -> int:
        clock = asyncio.get_running_loop().time
        began = clock()
        while True:
            answer = await self._ask(subject, payload, headers)
            ack = None if answer is None or _status(answer) else _read_ack(answer.data)
            if ack is not None and ack.error is None:
                return ack.seq
            if ack is not None and ack.error and ack.error.err_code in WRONG_SEQUENCE:
                last = await self.last(subject)
                if last is not None and last.headers.get(WRITE_ID) == headers[WRITE_ID]:
                    return last.sequence  # it was stored, and only the answer was lost
                if (last.sequence if last else 0) != after:
                    raise Stale(f"{subject} does not end at {after}")
            elif ack is not None and ack.error and _is_final(ack.error):
                raise WriteRefused(ack.error.description)
            elif clock() - began > OUTAGE:
                self._report(_stream(subject), ack.error.description if ack and ack.error else "no answer")
            await self._pause()

    def _report(self, stream: str, why: str) -> None:
        """Reports a stream's problem once, until one of its writes is done."""
        if stream not in self.problems:
            self.problems[stream] = (
                f"NATS stores nothing in {stream} ({why}): a server whose disk was full"
                " must be restarted when there is room"
            )
            log.warning(self.problems[stream])

    async def last(self, subject: str) -> Found | None:
        """The newest message on a subject, as the stream's leader knows it."""
        return await self._of_leader(subject, {"last_by_subj": subject})

    async def since(self, subject: str, after: int, until: int) -> list[Found]:
        """The messages on a subject after message `after`, in order, at least up to message `until`.

        Any replica may answer, and it may be behind or stuck: the leader is asked for the missing messages,
        then also for those after `until`. A message may be replaced before anybody asks for it by its number.
        """
        found, end = list[Found](), after
        while more := await self._batch(subject, end + 1):
            found += more
            end = more[-1].sequence
            if end >= until:
                return found
        if end < until and (last := await self.last(subject)) is not None:
            until = max(until, last.sequence)
        while end < until:
            one = await self._of_leader(subject, {"seq": end + 1, "next_by_subj": subject})
            if one is None:
                break  # it was erased meanwhile
            found.append(one)
            end = one.sequence
        return found

    async def subjects(self, pattern: str) -> tuple[dict[str, int], int]:
        """The number of messages of each subject, and the bytes of all of them."""
        counts = dict[str, int]()
        while True:
            request = msgspec.json.encode({"subjects_filter": pattern, "offset": len(counts)})
            reply = await self._ask(f"$JS.API.STREAM.INFO.{_stream(pattern)}", request)
            about = None if reply is None or _status(reply) else _read_about(reply.data).state
            if about is None:
                await self._pause()
                continue
            counts |= about.subjects
            if not about.subjects or len(counts) >= about.num_subjects:
                return counts, about.bytes

    async def begun_before(self, subjects: list[str], moment: int) -> list[str]:
        """The subjects with a message before `moment`. One that no replica reported may be missing."""
        then, found = datetime.fromtimestamp(moment, UTC).isoformat(), list[str]()
        for start in range(0, len(subjects), AT_ONCE):
            some = subjects[start : start + AT_ONCE]
            request = {"multi_last": some, "up_to_time": then, "batch": AT_ONCE}
            found += [one.subject for one in await self._many(_stream(some[0]), request)]
        return found

    async def purge(self, subject: str) -> None:
        """Deletes all messages on this subject."""
        request = msgspec.json.encode({"filter": subject})
        while True:
            reply = await self._ask(f"$JS.API.STREAM.PURGE.{_stream(subject)}", request)
            if reply is not None and not _status(reply) and _read_ack(reply.data).error is None:
                return
            await self._pause()

    async def _of_leader(self, subject: str, which: dict[str, str | int]) -> Found | None:
        """A message from the stream's leader; `None` if it does not exist."""
        request = msgspec.json.encode(which)
        while True:
            reply = await self._ask(f"$JS.API.STREAM.MSG.GET.{_stream(subject)}", request)
            answer = None if reply is None or _status(reply) else _read_answer(reply.data)
            if answer is not None and answer.message is not None:
                stored = answer.message
                return Found(stored.subject, stored.seq, b64decode(stored.data), _headers(stored.hdrs))
            if answer is not None and answer.error is not None and answer.error.err_code == NO_MESSAGE:
                return None
            await self._pause()

    async def _batch(self, subject: str, start: int) -> list[Found]:
        request = {"seq": start, "next_by_subj": subject, "batch": BATCH}
        return await self._many(_stream(subject), request)

    async def _many(self, stream: str, request: dict[str, Any]) -> list[Found]:
        """Reads many messages with one request: the last answer is empty."""
        found: list[Found] = []
        with (
            self._answers() as (inbox, answers),
            suppress(Error, TimeoutError),
        ):  # the caller asks for the rest again
            await self.client.publish(f"$JS.API.DIRECT.GET.{stream}", msgspec.json.encode(request), inbox)
            while not _status(answer := await _next(answers)):
                headers = answer.headers or {}
                found.append(
                    Found(headers["Nats-Subject"], int(headers["Nats-Sequence"]), answer.data, headers)
                )
        return found

    # ---- requests ----

    async def _ask(self, subject: str, payload: bytes, headers: dict[str, str] | None = None) -> Msg | None:
        """The answer; `None` if it did not arrive in time."""
        with self._answers() as (inbox, answers), suppress(Error, TimeoutError):
            await self.client.publish(subject, payload, inbox, headers)
            return await _next(answers)
        return None

    @contextmanager
    def _answers(self) -> Iterator[tuple[str, asyncio.Queue[Msg | None]]]:
        """A reply subject for one request, and the queue of its answers."""
        if self._closed:
            raise Closed
        self._requests += 1
        token, answers = str(self._requests), asyncio.Queue[Msg | None]()
        self._pending[token] = answers
        try:
            yield f"{self._inbox}.{token}", answers
        finally:
            del self._pending[token]

    async def _answered(self, answer: Msg) -> None:
        if answers := self._pending.get(answer.subject.rpartition(".")[2]):
            answers.put_nowait(answer)

    async def _pause(self) -> None:
        if self._closed:
            raise Closed
        await asyncio.sleep(RETRY)


async def _next(answers: asyncio.Queue[Msg | None]) -> Msg:
    """The next answer. Unlike the client's own `next_msg`, it reliably stops when its task is cancelled."""
    if answers.empty():  # a batch of answers needs one timer
        late = asyncio.get_running_loop().call_later(ANSWER, answers.put_nowait, None)
        try:
            answer = await answers.get()
        finally:
            late.cancel()
    else:
        answer = answers.get_nowait()
    if answer is None:
        raise TimeoutError
    return answer


def _stream(subject: str) -> str:
    """The name of a subject's stream: the first two words of the subject."""
    return "-".join(subject.split(".")[:2])


def _status(answer: Msg) -> str | None:
    """The status of an answer without content: no message, or no server that answers; else `None`."""
    return (answer.headers or {}).get("Status")


def _length(headers: Mapping[str, str]) -> int:
    """The encoded size of headers in bytes: they count towards the size of the message."""
    return len("NATS/1.0\r\n\r\n") + sum(len(f"{name}: {value}\r\n") for name, value in headers.items())


def _is_final(error: _Error) -> bool:
    """True if repeating the request does not help."""
    return 400 <= error.code < 500 and error.err_code != NO_ROOM


def _headers(encoded: str) -> dict[str, str]:
    lines = b64decode(encoded).decode().split("\r\n")[1:]
    return dict(line.split(": ", 1) for line in lines if ": " in line)


async def _log_error(error: Exception) -> None:
    """Only logs: every request is repeated until it has an answer."""
    log.info("NATS: %r", error)


_read_ack = msgspec.json.Decoder(_Ack).decode
_read_about = msgspec.json.Decoder(_About).decode
_read_answer = msgspec.json.Decoder(_Answer).decode

__all__ = ["Found", "StreamClient", "StreamConfig", "WriteRefused"]
