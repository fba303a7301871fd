"""NATS JetStream as a house needs it: every write names what it follows, and is kept once or refused."""

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

ANSWER = 1.0  # seconds until a question is put again: its server may be gone
FIRST_TIME = 10.0  # seconds to reach NATS; whoever was connected once never gives up
GATHERED = 30.0  # seconds until the servers have found each other
AGAIN = 0.1  # seconds between two tries
LONG = 10.0  # seconds without a leader that an election explains
BATCH = 1_000  # messages in one answer
AT_ONCE = 500  # subjects in one question: NATS answers for twice as many
WRONG_SEQUENCE = (10071, 10164)  # what JetStream calls a write that does not follow what it names
NO_ROOM = 10002  # the account's store is full: somebody will make room
NO_MESSAGE = 10037
WRITE_ID = "Taphouse-Mark"  # who wrote, and which of his writes: he knows it again when the answer was lost


class Found(NamedTuple):
    """A message as it is kept."""

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


class _Kept(msgspec.Struct):
    subject: str
    seq: int
    data: str = ""
    hdrs: str = ""


class _Answer(msgspec.Struct):
    message: _Kept | None = None
    error: _Error | None = None


class _State(msgspec.Struct):
    bytes: int = 0
    num_subjects: int = 0
    subjects: dict[str, int] = {}


class _About(msgspec.Struct):
    state: _State | None = None


class Refused(Exception):
    """JetStream would not, and asking again does not help."""


class StreamClient:
    """A connection that outlives any one server of the cluster. Answers come back to one inbox."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self._inbox = f"_INBOX.{secrets.token_hex(11)}"
        self._asked: dict[str, asyncio.Queue[Msg | None]] = {}
        self._writes = 0
        self._closed = False
        self.troubles: dict[str, str] = {}
        """By stream: why it has kept nothing for long."""
        self.lost: Callable[[], None] | None = None
        """Called when the way to NATS is lost."""
        self.found: Callable[[], None] | None = None
        """Called when it is found again."""

    @classmethod
    async def connect(cls, servers: str) -> StreamClient:
        client = Client()
        connection = cls(client)
        try:
            async with asyncio.timeout(FIRST_TIME):
                await client.connect(
                    servers.split(","),
                    disconnected_cb=connection._lost,
                    reconnected_cb=connection._found,
                    max_reconnect_attempts=-1,
                    reconnect_time_wait=0.1,  # type: ignore[arg-type]  # parts of a second are fine
                    connect_timeout=1,
                    ping_interval=1,
                    max_outstanding_pings=2,
                    error_cb=_noted,
                )
        except TimeoutError:
            raise OSError(f"no NATS server answers at {servers}") from None
        await client.subscribe(f"{connection._inbox}.*", cb=connection._answered)
        return connection

    async def _lost(self) -> None:
        if self.lost is not None and not self._closed:
            self.lost()

    async def _found(self) -> None:
        for answers in self._asked.values():
            answers.put_nowait(None)  # whoever was asked may be gone: a lease does not wait for him
        if self.found is not None:
            self.found()

    async def close(self) -> None:
        self._closed = True
        await self.client.close()

    # ---- streams ----

    async def have_stream(self, config: StreamConfig) -> None:
        """It is made if it is not there; whoever made it first decides how."""
        assert config.name is not None
        if not await self.has_stream(config.name):
            await self._in_time(config.name, lambda: self.client.jsm().add_stream(config))

    async def has_stream(self, name: str) -> bool:
        async def look() -> bool:
            with suppress(NotFoundError):
                await self.client.jsm().stream_info(name)
                return True
            return False

        return await self._in_time(name, look)

    async def _in_time(self, stream: str, ask: Callable[[], Awaitable[T]]) -> T:
        """Asked until there is an answer: servers that are just started have to find each other."""
        clock = asyncio.get_running_loop().time
        until = clock() + GATHERED
        while True:
            try:
                return await ask()
            except (Error, TimeoutError) as error:
                if clock() > until:
                    raise OSError(f"NATS does not keep {stream}: {error}") from error
            await self._pause()

    async def publish(self, subject: str, payload: bytes, after: int, keep: int | None = None) -> int:
        """Kept as what follows message `after` on this subject (0: as the first), or `Stale`.

        For good, or for `keep` seconds. Returns its number. `Refused` if it never will be.
        """
        self._writes += 1
        mine = f"{self._inbox}/{self._writes}"
        headers = {"Nats-Expected-Last-Subject-Sequence": str(after), WRITE_ID: mine}
        if keep is not None:
            headers["Nats-TTL"] = f"{keep}s"
        if (size := len(payload) + _length(headers)) > self.client.max_payload:
            raise Refused(f"{subject}: {size} bytes, and NATS carries {self.client.max_payload} at once")
        try:
            return await self._kept(subject, payload, headers, after)
        finally:  # whoever still waits will say so again
            self.troubles.pop(_stream(subject), None)

    async def _kept(self, subject: str, payload: bytes, headers: dict[str, str], after: int) -> int:
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
                    return last.sequence  # it was kept, and only the answer was lost
                if (last.sequence if last else 0) != after:
                    raise Stale(f"{subject} does not end at {after}")
            elif ack is not None and ack.error and _is_final(ack.error):
                raise Refused(ack.error.description)
            elif clock() - began > LONG:
                self._complain(_stream(subject), ack.error.description if ack and ack.error else "no answer")
            await self._pause()

    def _complain(self, stream: str, why: str) -> None:
        """Once, until something that waited waits no more."""
        if stream not in self.troubles:
            self.troubles[stream] = (
                f"NATS keeps nothing in {stream} ({why}): a server whose disk was full"
                " must be started again when there is room"
            )
            log.warning(self.troubles[stream])

    async def last(self, subject: str) -> Found | None:
        """The newest message on a subject, as the stream's leader knows it."""
        return await self._of_leader(subject, {"last_by_subj": subject})

    async def since(self, subject: str, after: int, until: int) -> list[Found]:
        """What came on a subject after message `after`, in order, at least as far as message `until`.

        Any replica may answer, and it may be behind, or stuck: the leader is asked for what it lacks.
        """
        found, end = list[Found](), after
        while more := await self._batch(subject, end + 1):
            found += more
            end = more[-1].sequence
            if end >= until:
                return found
        while end < until:
            one = await self._of_leader(subject, {"seq": end + 1, "next_by_subj": subject})
            if one is None:
                break  # it was erased meanwhile
            found.append(one)
            end = one.sequence
        return found

    async def subjects(self, pattern: str) -> tuple[dict[str, int], int]:
        """How many messages each subject has, and how many bytes all of them take."""
        counts = dict[str, int]()
        while True:
            question = msgspec.json.encode({"subjects_filter": pattern, "offset": len(counts)})
            told = await self._ask(f"$JS.API.STREAM.INFO.{_stream(pattern)}", question)
            about = None if told is None or _status(told) else _read_about(told.data).state
            if about is None:
                await self._pause()
                continue
            counts |= about.subjects
            if not about.subjects or len(counts) >= about.num_subjects:
                return counts, about.bytes

    async def begun_before(self, subjects: list[str], moment: int) -> list[str]:
        """Those of them on which something came before then. One that no replica told of may be missing."""
        then, found = datetime.fromtimestamp(moment, UTC).isoformat(), list[str]()
        for start in range(0, len(subjects), AT_ONCE):
            some = subjects[start : start + AT_ONCE]
            question = {"multi_last": some, "up_to_time": then, "batch": AT_ONCE}
            found += [one.subject for one in await self._many(_stream(some[0]), question)]
        return found

    async def purge(self, subject: str) -> None:
        """Nothing was ever on this subject."""
        question = msgspec.json.encode({"filter": subject})
        while True:
            told = await self._ask(f"$JS.API.STREAM.PURGE.{_stream(subject)}", question)
            if told is not None and not _status(told) and _read_ack(told.data).error is None:
                return
            await self._pause()

    async def _of_leader(self, subject: str, which: dict[str, str | int]) -> Found | None:
        """`None` if there is no such message."""
        question = msgspec.json.encode(which)
        while True:
            told = await self._ask(f"$JS.API.STREAM.MSG.GET.{_stream(subject)}", question)
            answer = None if told is None or _status(told) else _read_answer(told.data)
            if answer is not None and answer.message is not None:
                kept = answer.message
                return Found(kept.subject, kept.seq, b64decode(kept.data), _headers(kept.hdrs))
            if answer is not None and answer.error is not None and answer.error.err_code == NO_MESSAGE:
                return None
            await self._pause()

    async def _batch(self, subject: str, start: int) -> list[Found]:
        question = {"seq": start, "next_by_subj": subject, "batch": BATCH}
        return await self._many(_stream(subject), question)

    async def _many(self, stream: str, question: dict[str, Any]) -> list[Found]:
        """Many messages for one question: the last answer is empty."""
        found: list[Found] = []
        with (
            self._answers() as (inbox, answers),
            suppress(Error, TimeoutError),
        ):  # the rest is asked for again
            await self.client.publish(f"$JS.API.DIRECT.GET.{stream}", msgspec.json.encode(question), inbox)
            while not _status(answer := await _next(answers)):
                headers = answer.headers or {}
                found.append(
                    Found(headers["Nats-Subject"], int(headers["Nats-Sequence"]), answer.data, headers)
                )
        return found

    # ---- questions ----

    async def _ask(self, subject: str, payload: bytes, headers: dict[str, str] | None = None) -> Msg | None:
        """The answer; `None` if none came in time."""
        with self._answers() as (inbox, answers), suppress(Error, TimeoutError):
            await self.client.publish(subject, payload, inbox, headers)
            return await _next(answers)
        return None

    @contextmanager
    def _answers(self) -> Iterator[tuple[str, asyncio.Queue[Msg | None]]]:
        """Where answers to one question are to be sent, and where they are found."""
        if self._closed:
            raise Closed
        token, answers = secrets.token_hex(8), asyncio.Queue[Msg | None]()
        self._asked[token] = answers
        try:
            yield f"{self._inbox}.{token}", answers
        finally:
            del self._asked[token]

    async def _answered(self, answer: Msg) -> None:
        if answers := self._asked.get(answer.subject.rpartition(".")[2]):
            answers.put_nowait(answer)

    async def _pause(self) -> None:
        if self._closed:
            raise Closed
        await asyncio.sleep(AGAIN)


async def _next(answers: asyncio.Queue[Msg | None]) -> Msg:
    """Not by the client's own `next_msg`, under which a task that is cancelled may go on."""
    async with asyncio.timeout(ANSWER):
        answer = await answers.get()
    if answer is None:
        raise TimeoutError
    return answer


def _stream(subject: str) -> str:
    """Streams are called like the first two words of their subjects."""
    return "-".join(subject.split(".")[:2])


def _status(answer: Msg) -> str | None:
    """Set if an answer says only that there is nothing, or nobody to ask."""
    return (answer.headers or {}).get("Status")


def _length(headers: Mapping[str, str]) -> int:
    """Of headers as they travel: they count like the message itself."""
    return len("NATS/1.0\r\n\r\n") + sum(len(f"{name}: {value}\r\n") for name, value in headers.items())


def _is_final(error: _Error) -> bool:
    """Asking again does not help."""
    return 400 <= error.code < 500 and error.err_code != NO_ROOM


def _headers(encoded: str) -> dict[str, str]:
    lines = b64decode(encoded).decode().split("\r\n")[1:]
    return dict(line.split(": ", 1) for line in lines if ": " in line)


async def _noted(error: Exception) -> None:
    """Whoever waits for an answer asks again."""
    log.info("NATS: %r", error)


_read_ack = msgspec.json.Decoder(_Ack).decode
_read_about = msgspec.json.Decoder(_About).decode
_read_answer = msgspec.json.Decoder(_Answer).decode

__all__ = ["Found", "Refused", "StreamClient", "StreamConfig"]
