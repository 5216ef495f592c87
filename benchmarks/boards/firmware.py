"""Boards whose sensors a Nano reads: its machine code in simavr, on contacts that bounce and lines that are noisy."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.boards.hands import BoardType, FeltGame, Tally
from fourth_seat.games import find
from fourth_seat.games.contents import Content
from fourth_seat.hardware.boards.description import SensorKind
from fourth_seat.hardware.boards.nano import NanoBoard, nano_board
from tests.hardware.emulation.stepped_board import BOOT_S, SteppedBoard

BOARDS: dict[str, tuple[BoardType, dict[str, Any]]] = {
    "Connect 4, 7 light barriers": (BoardType("connect4", SensorKind.PASSAGE), {"leds": 42}),
    "Connect 4, 42 contacts": (BoardType("connect4", SensorKind.PRESENCE), {"rows": 7, "leds": 42}),
    "Blokus, 400 contacts": (BoardType("blokus", SensorKind.PRESENCE), {"rows": 20, "leds": 400}),
    "TriDice, 16 contacts": (BoardType("tridice", SensorKind.PRESENCE), {"rows": 4}),
}
TELL_TOO_LITTLE: dict[str, tuple[BoardType, dict[str, Any]]] = {
    "Kalah, 14 light sensors under the pits": (BoardType("kalah", SensorKind.PRESENCE), {"present_if_open": True}),
    "sheshbesh, 26 contacts": (BoardType("backgammon", SensorKind.PRESENCE), {}),
}
"""Boards that a Nano can read as well, but that cannot tell all moves without counts; they are measured, without a bar."""
FIRMWARE_GAMES, MAX_MOVES = 20, 60
RAM_BYTES, MIN_STACK_BYTES = 2048, 200


def board_of(kind: BoardType, more: dict[str, Any]) -> NanoBoard:
    """Return a board as read by a Nano; it states all its options, like simulated boards, and so has the same signature."""
    game = find(kind.game)
    options = game.options(kind.options)
    board = nano_board(game, options, [kind.kind], **more)
    return replace(board, description=replace(board.description, options=str(options)))


class FirmwareGame(FeltGame):
    """A game of simulated hands on a board that a Nano reads; its messages come over a pseudo-terminal."""

    def __init__(self, kind: BoardType, rng: Random, stepped: SteppedBoard) -> None:
        self._stepped = stepped
        self._opened = 0
        self._lain: dict[str, Content] = {}
        super().__init__(kind, rng)

    def _carry(self) -> None:
        """Let time pass on the board, too, and handle its messages, as the board's process does."""
        stepped, session, link = self._stepped, self.session, self._stepped.link
        self.board.out.clear()
        self._lay()
        stepped.advance(self.t + BOOT_S - stepped.t)
        for line in link.lines(self.t):
            self._report(session.hear(line, self.t))
        if link.opened != self._opened:
            self._opened = link.opened
            session.listener.begin()
        if question := session.listener.due(self.t):
            link.send(question, self.t)
        self._report(session.step(self.t))
        self.bridge.step()
        while self.sends:
            name, _, rest = self.sends.pop(0).partition(" ")
            self._report(session.obey(name, rest))

    def _lay(self) -> None:
        """Put on the contacts what hands have put on the board."""
        now = {place: content for place, content in self.board.pieces.items() if self._stepped.has(place)}
        for place in now.keys() ^ self._lain.keys():
            self._stepped.lay(place, place in now)
        self._lain = now

    def _drop(self, cell: str) -> None:
        super()._drop(cell)
        area = next(area for area in self.game.geometry(self.options).tap_areas if cell in area.cells)
        self._stepped.drop(area.name)


def measure_firmware(count: int, seed: int) -> None:
    """Play this many games through the firmware on each board that has a bar; print a row for each board, and the
    memory."""
    print("board, read by a Nano | games | people's moves | wrong | lost | asked | needlessly | tapped | 95 % | lines lost")
    total, damaged, memory = Tally(), 0, []
    for name, (kind, more) in {**BOARDS, **TELL_TOO_LITTLE}.items():
        tally, lost, board = Tally(), 0, board_of(kind, more)
        for n in range(max(1, count // len(BOARDS))):
            with TemporaryDirectory() as folder:
                port = Path(folder) / "port"
                with SteppedBoard(port, board, lit_is_high=n % 2 == 1, seed=seed + n) as stepped:
                    stepped.advance(BOOT_S)
                    game = FirmwareGame(kind, Random(f"{seed} {name} {n}"), stepped)
                    tally.add(game.play(MAX_MOVES))
                    lost += game.session.listener.damaged
                    memory.append((*stepped.nano.memory(), name))
        if name in BOARDS:
            total.add(tally)
            damaged += lost
        _print_row(name, tally, lost)
    _print_row("all but the last two", total, damaged)
    variables, _, largest = max(memory)
    deepest = max(stack for _, stack, _ in memory)
    print(f"memory: {RAM_BYTES - variables} of {RAM_BYTES} bytes left to the stack ({largest}); deepest: {deepest}")


def _print_row(name: str, tally: Tally, damaged: int) -> None:
    delays = sorted(tally.delays)
    slow = f"{delays[int(0.95 * (len(delays) - 1))]:.2f} s" if delays else "-"
    share = tally.needless / max(1, tally.moves)
    print(
        f"{name} | {tally.games} | {tally.moves} | {tally.wrong} | {tally.lost} | {tally.asked} | "
        f"{tally.needless} ({share:.2%}) | {tally.tapped} | {slow} | {damaged}; {dict(tally.notes)}",
        flush=True,
    )
