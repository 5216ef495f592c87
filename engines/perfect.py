"""A solver at work: prepared in the background, it chooses moves and values them for as long as there is time."""

from __future__ import annotations

import threading
from collections.abc import Callable
from random import Random
from typing import Any

from engines.exact import Bounds, Report, Solver, Stopped
from engines.protocol import Engine
from engines.search import Found
from words import Text, say

WAITING = 0.05  # seconds between two looks at whether to stop


class Perfect:
    """Asks a solver. What it cannot answer in time is left to others."""

    def __init__(self, engine: Engine, make: Callable[[], Solver], dice: Random) -> None:
        """`make` is called once, in the background."""
        self._engine, self._make, self._dice = engine, make, dice
        self._solver: Solver | None = None
        self._failures: list[Text] = []
        self._made, self._ready = threading.Event(), threading.Event()
        self._preparing: threading.Thread | None = None

    def prepare(self, report: Report = lambda *_: None) -> None:
        """Begins to load or build what the solver looks up; returns at once."""
        if self._preparing is None:
            self._preparing = threading.Thread(target=self._prepare, args=(report,), name="solver", daemon=True)
            self._preparing.start()

    def _prepare(self, report: Report) -> None:
        try:
            self._solver = self._make()
            self._made.set()
            self._solver.prepare(report, lambda: False)
        except Exception as error:  # whatever keeps it from its work must not cost the game
            self._solver = None
            self._failures.append(say("the solver cannot be used: {reason}", reason=repr(error)))
        finally:
            self._made.set()
            self._ready.set()

    def notices(self) -> list[Text]:
        """What people should know, such as that a damaged table was built anew; told once."""
        told, self._failures = self._failures, []
        if self._solver:
            told, self._solver.notices = [*told, *self._solver.notices], []
        return told

    def _waited(self, what: threading.Event, stopped: Stopped, report: Report) -> Solver | None:
        self.prepare(report)
        while not what.wait(WAITING):
            if stopped():
                return None
        return self._solver

    def choose(self, state: Any, stopped: Stopped, report: Report) -> Any | None:
        """One of the best moves, or of those that look best; None where the time was too short to say anything."""
        solver = self._waited(self._made, stopped, report)
        if solver and not solver.knows(state):
            solver = self._waited(self._ready, stopped, report)
        if solver is None:
            return None
        _, best = solver.best(state, stopped, report)
        return self._dice.choice(best) if best else None

    def values(self, state: Any, most: int | None, stopped: Stopped, report: Report) -> list[Found]:
        """The moves with what is proven of them, the best first; nothing where the time was too short."""
        solver = self._waited(self._ready, stopped, report)
        scored = solver.moves(state, stopped, report) if solver else []
        return [self._found(state, move.move, move.bounds, move.line) for move in scored[:most]]

    def ponder(self, state: Any, stopped: Stopped) -> None:
        """Values the moves until stopped; what the solver finds out it remembers."""
        solver = self._waited(self._ready, stopped, lambda *_: None)
        if solver:
            solver.moves(state, stopped, lambda *_: None)

    def _found(self, state: Any, move: Any, bounds: Bounds, line: tuple[Any, ...]) -> Found:
        share = bounds.share()
        seat = state.seat - 1
        if share is None:
            after = state.play_unchecked(move)
            evaluate = self._engine.evaluate
            shares = evaluate(after) if evaluate else (0.5, 0.5)
        else:
            shares = (share, 1 - share) if seat == 0 else (1 - share, share)
        return Found(move, shares, bounds.exact, line, 0, bounds)
