"""A game of people against a computer in the terminal, whose moves are typed in at random."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Any

from fourth_seat.boundary.folders import HOME_VARIABLE
from fourth_seat.games import CHANCE, find
from fourth_seat.table.game_state import GameState
from fourth_seat.table.record.events import Begun, from_json

ROOT = Path(__file__).resolve().parents[2]
UNDO_PROBABILITY = 0.05  # probability that a person takes a move back instead of playing

Event = dict[str, Any]


class TypedGame:
    """A process of `companion.py play GAME --terminal --json`: a computer in the last seat, people in the others.

    Attributes:
        process: the running program.
        game_state: the result of its events so far; None before the first.
    """

    def __init__(self, game: str, home: Path, rng: random.Random, *, resume: bool, wrapper: Sequence[str] = ()) -> None:
        """Start it.

        Args:
            game: its name.
            home: the data folder.
            rng: chooses the moves.
            resume: go on with the latest game instead of beginning one.
            wrapper: a command that runs the program as its arguments.
        """
        found = find(game)
        seats = ",".join(["human"] * (found.seats(found.options()) - 1) + ["random"])
        command = [*wrapper, sys.executable, "companion.py", "play", game, "--terminal", "--json"]
        self.process = subprocess.Popen(
            [*command, "--resume"] if resume else [*command, "--seats", seats],
            cwd=ROOT,
            env={**os.environ, HOME_VARIABLE: str(home)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            bufsize=1,
        )
        self.game_state: GameState | None = None
        self._rng = rng

    @property
    def keyboard(self) -> IO[str]:
        """The standard input of the program."""
        assert self.process.stdin
        return self.process.stdin

    @property
    def over(self) -> bool:
        """Whether the game has ended and is recorded as ended."""
        return bool(self.game_state and self.game_state.result and self.game_state.ended)

    def events(self) -> Iterator[Event]:
        """Yield the events as they are shown, without refusals and notices."""
        assert self.process.stdout
        for line in self.process.stdout:
            if not line.endswith("\n"):
                return  # killed while it printed: a line that was cut was not shown
            event = json.loads(line)
            if event["event"] in ("refused", "notice"):
                continue
            self._follow(event)
            yield event

    def _follow(self, event: Event) -> None:
        read = from_json(event)
        if self.game_state is None:
            assert isinstance(read, Begun)
            self.game_state = GameState(read)
        else:
            self.game_state.prepare(read)()

    def type(self, pause_s: float) -> None:
        """Type a move, now and then an `undo`, if a person has to move; raise `BrokenPipeError` after the program's end.

        Args:
            pause_s: seconds before it is typed, on average.
        """
        state = self.game_state
        if state is None or state.result or state.computers_turn:
            return
        if pause_s:
            time.sleep(self._rng.expovariate(1 / pause_s))
        move = str(self._rng.choice(list(state.state.legal())))
        if state.history.last_choice() is not None and self._rng.random() < UNDO_PROBABILITY:
            move = "undo"
        elif state.state.to_move == CHANCE:
            move = f"dice {move}"
        self.keyboard.write(move + "\n")

    def leave(self) -> None:
        """End the input, which leaves the game, and wait for the program's end."""
        self.keyboard.close()
        for _ in self.events():
            pass
        self.process.wait()
        assert self.process.stdout
        self.process.stdout.close()
