"""A slow line: it delays all bytes and keeps their order. It needs no privileges."""

import asyncio
from contextlib import suppress
from threading import Event, Thread


class SlowLine:
    """Listens on its own port and forwards to the house's, `down` and `up` seconds later."""

    def __init__(self, house, down, up):
        self._port, self._down, self._up = house.port, down, up
        self._listening = Event()
        self._thread = Thread(target=lambda: asyncio.run(self._listen()))
        self._thread.start()
        self._listening.wait()

    def cut(self):
        self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join()

    async def _listen(self):
        self._loop, self._end, self._connections = asyncio.get_running_loop(), asyncio.Event(), set()
        server = await asyncio.start_server(self._forward, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        self._listening.set()
        await self._end.wait()
        server.close()
        for task in self._connections:
            task.cancel()
        await asyncio.gather(*self._connections, return_exceptions=True)

    async def _forward(self, from_browser, to_browser):
        task = asyncio.current_task()
        self._connections.add(task)
        task.add_done_callback(self._connections.discard)
        from_house, to_house = await asyncio.open_connection("127.0.0.1", self._port)
        with suppress(ConnectionError, asyncio.CancelledError):  # an end disconnects, or the line is cut
            await asyncio.gather(
                carry(from_browser, to_house, self._up), carry(from_house, to_browser, self._down)
            )
        to_house.close()
        to_browser.close()


async def carry(source, target, delay):
    """Delays every piece on its own, so that a continuous stream keeps its rate."""
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
