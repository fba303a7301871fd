"""A slow line: whatever goes through it arrives so much later, in order. Needs no rights of the machine."""

import asyncio
from contextlib import suppress
from threading import Event, Thread


class SlowLine:
    """Listens on a port of its own and passes on to the house's, `down` and `up` seconds later."""

    def __init__(self, house, down, up):
        self._there, self._down, self._up = house.port, down, up
        self._laid = Event()
        self._thread = Thread(target=lambda: asyncio.run(self._listen()))
        self._thread.start()
        self._laid.wait()

    def cut(self):
        self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join()

    async def _listen(self):
        self._loop, self._end, self._calls = asyncio.get_running_loop(), asyncio.Event(), set()
        server = await asyncio.start_server(self._call, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        self._laid.set()
        await self._end.wait()
        server.close()
        for call in self._calls:
            call.cancel()
        await asyncio.gather(*self._calls, return_exceptions=True)

    async def _call(self, from_browser, to_browser):
        call = asyncio.current_task()
        self._calls.add(call)
        call.add_done_callback(self._calls.discard)
        from_house, to_house = await asyncio.open_connection("127.0.0.1", self._there)
        with suppress(ConnectionError, asyncio.CancelledError):  # either end hangs up, or the line is cut
            await asyncio.gather(
                carry(from_browser, to_house, self._up), carry(from_house, to_browser, self._down)
            )
        to_house.close()
        to_browser.close()


async def carry(source, target, delay):
    """Every piece keeps its own distance: a stream that never stops is not slowed down."""
    clock, under_way = asyncio.get_running_loop().time, asyncio.Queue()

    async def receive():
        while data := await source.read(65_536):
            under_way.put_nowait((clock() + delay, data))
        under_way.put_nowait(None)

    async def deliver():
        while piece := await under_way.get():
            due, data = piece
            await asyncio.sleep(due - clock())
            target.write(data)
            await target.drain()
        target.write_eof()

    await asyncio.gather(receive(), deliver())
