"""The connection to a board under real conditions: a simulated board behind TCP, whose cable is pulled and which is
reset."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable
from functools import partial
from random import Random

from fourth_seat.games import find
from fourth_seat.hardware.boards.description import SensorKind
from fourth_seat.hardware.boards.session import proved_text
from fourth_seat.hardware.boards.simulated import SimulatedBoard, description_of
from fourth_seat.hardware.boards.worker import BoardWorker
from fourth_seat.processes.worker import Message

UNPLUGS, RESETS = 20, 5
TIMEOUT_S = 15.0


class BoardOnTcp:
    """A simulated board behind TCP, in its own thread."""

    def __init__(self, board: SimulatedBoard) -> None:
        self.board, self.lock = board, threading.Lock()
        self._server = socket.create_server(("127.0.0.1", 0))
        self.address = f"tcp://127.0.0.1:{self._server.getsockname()[1]}"
        self._host: socket.socket | None = None
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def unplug(self) -> None:
        """Pull the cable; it is plugged in again at once."""
        with self.lock:
            if self._host:
                self._host.close()
                self._host = None

    def close(self) -> None:
        """End everything."""
        self._ended.set()
        self.unplug()
        self._thread.join()
        self._server.close()

    def _serve(self) -> None:
        self._server.settimeout(0.05)
        received, beat = b"", 0.0
        while not self._ended.is_set():
            try:
                host, _ = self._server.accept()
                host.settimeout(0.005)
                with self.lock:
                    self._host, received = host, b""
            except TimeoutError:
                pass
            while self._host and not self._ended.is_set():
                try:
                    received += self._host.recv(4096) or self._gone()
                except TimeoutError:
                    pass
                except (OSError, AttributeError):
                    break
                with self.lock:
                    *lines, received = received.split(b"\n")
                    for line in lines:
                        self.board.hear(line)
                    if time.monotonic() - beat > 1.0:
                        beat = time.monotonic()
                        self.board.beat()
                    out, self.board.out[:] = b"".join(self.board.out), []
                    try:
                        if self._host:
                            self._host.sendall(out)
                    except OSError:
                        break

    @staticmethod
    def _gone() -> bytes:
        raise OSError("the host has gone")


def measure_line() -> None:
    """Play moves while the cable is pulled and the board is reset; print what was lost."""
    game = find("connect4")
    options = game.options("")
    board = SimulatedBoard(description_of(game, options, SensorKind.COLOUR, 1))
    tcp = BoardOnTcp(board)
    said: list[Message] = []
    settings = {"address": tcp.address, "game": game.name, "options": "", "position": game.position(game.start(options))}
    worker = BoardWorker(
        {**settings, "proved": proved_text(range(len(board.description.sensors)), board.description)}, said.append
    )
    rng, state = Random(59), game.start(options)
    lost, played = 0, 0
    try:
        for n in range(UNPLUGS + RESETS):
            if state.over:
                state = game.start(options)
                with tcp.lock:
                    board.pieces = {}
                    board.tell()
                worker.obey(f"position {game.position(state)}")
            _wait(worker, lambda: worker.heard)
            move = rng.choice(state.legal())
            after = state.play(move)
            pulled = threading.Timer(rng.uniform(0.0, 0.2), tcp.unplug)
            if n < UNPLUGS:
                pulled.start()
            with tcp.lock:
                if n >= UNPLUGS:
                    board.restart(n)
                board.pieces = dict(after.cells())
                board.tell()
            said.clear()
            found = _wait(worker, partial(_is_told, said, str(move)))
            played += 1
            lost += not found
            if n < UNPLUGS:
                pulled.join()
            state = after
            worker.obey(f"position {game.position(state)}")
        print(f"cable pulled {UNPLUGS} times, board reset {RESETS} times: {played} moves, {lost} lost")
    finally:
        worker.close()
        tcp.close()


def _is_told(said: list[Message], move: str) -> bool:
    return any(line.get("moves") == [move] for line in said)


def _wait(worker: BoardWorker, come: Callable[[], bool]) -> bool:
    until = time.monotonic() + TIMEOUT_S
    while time.monotonic() < until:
        worker.step()
        if come():
            return True
    return False
