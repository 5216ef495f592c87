"""A connection to the page's server that can be cut: data for one port is passed on to another."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress

HERE = "127.0.0.1"
BLOCK_BYTES = 65_536


class CutLine:
    """Passes connections on, in its own thread.

    Attributes:
        port: where it listens.
        whole: whether connections get through.
    """

    def __init__(self, to: int) -> None:
        """`to` is the port to which it passes them on."""
        self.port, self._to = 0, to
        self.whole = True
        self._writers: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="line", daemon=True)
        self._listening = threading.Event()

        self._thread.start()
        self._listening.wait()

    def close(self) -> None:
        """End it, and all connections with it."""
        self.cut()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    def cut(self) -> None:
        """Break all connections at once, without notice, and refuse new ones."""
        self._call(self._cut)

    def mend(self) -> None:
        """Let connections through again."""
        self.whole = True

    def _call(self, act: Callable[[], None]) -> None:
        done = threading.Event()
        self._loop.call_soon_threadsafe(act)
        self._loop.call_soon_threadsafe(done.set)
        done.wait()

    def _cut(self) -> None:
        self.whole = False
        for writer in self._writers:
            writer.transport.abort()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(asyncio.start_server(self._accepted, HERE, 0))
        self.port = server.sockets[0].getsockname()[1]
        self._listening.set()
        self._loop.run_forever()
        server.close()
        for task in asyncio.all_tasks(self._loop):
            task.cancel()
        self._loop.run_until_complete(asyncio.sleep(0.05))  # broken connections end
        self._loop.close()

    async def _accepted(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        try:
            if self.whole:
                there, to = await asyncio.open_connection(HERE, self._to)
                self._writers.add(to)
                await asyncio.gather(self._pass_on(reader, to), self._pass_on(there, writer))
        except OSError:
            pass
        finally:
            writer.transport.abort()
            self._writers.discard(writer)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while block := await reader.read(BLOCK_BYTES):
                writer.write(block)
                await writer.drain()
        writer.transport.abort()
        self._writers.discard(writer)
