"""A solver that is prepared in the background, and chooses and values moves within a time limit."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from random import Random
from typing import Any

from fourth_seat.boundary.faults import fault
from fourth_seat.engines.errors import taken
from fourth_seat.engines.protocol import Engine
from fourth_seat.engines.results import MoveValue
from fourth_seat.engines.search.evaluation import in_seat_order
from fourth_seat.engines.solver import OnProgress, ShouldStop, Solver
from fourth_seat.words import Text, say

POLL_INTERVAL_S = 0.05  # between two checks of `should_stop`


class BackgroundSolver:
    """Runs a solver, which improves its tables while it is idle. Positions that it cannot solve in time are left to the
    searches.
    """

    def __init__(self, engine: Engine, make: Callable[[], Solver], rng: Random) -> None:
        """`make` is called once, in the background."""
        self._engine, self._make, self._rng = engine, make, rng
        self._solver: Solver | None = None
        self._failures: list[Text] = []
        self._made, self._ready, self._asked = threading.Event(), threading.Event(), threading.Event()
        self._preparing: threading.Thread | None = None
        self._improving = threading.Thread()

    def prepare(self, on_progress: OnProgress = lambda *_: None) -> None:
        """Begin to load or build the solver's tables; return at once."""
        if self._preparing is None:
            self._preparing = threading.Thread(target=self._prepare, args=(on_progress,), name="solver", daemon=True)
            self._preparing.start()

    def _prepare(self, on_progress: OnProgress) -> None:
        try:
            self._solver = self._make()
            self._made.set()
            self._solver.prepare(on_progress, lambda: False)
        except Exception as error:  # no error of the solver may cost the game
            self._solver = None
            self._failures.append(say("the solver is unavailable: {reason}", reason=fault(error)))
        finally:
            self._made.set()
            self._improve()
            self._ready.set()

    def _improve(self) -> None:
        if solver := self._solver:
            work = solver.improve
            self._improving = threading.Thread(target=work, args=(self._asked.is_set,), name="improving", daemon=True)
            self._improving.start()

    @contextmanager
    def _asking(self) -> Iterator[None]:
        """Hold the solver for one question: pause its improvement meanwhile."""
        self._asked.set()
        if self._improving.is_alive():
            self._improving.join()
        try:
            yield
        finally:
            self._asked.clear()
            self._improve()

    @property
    def pending(self) -> bool:
        """Whether the solver is being prepared."""
        return self._preparing is not None and not self._ready.is_set()

    def notices(self) -> list[Text]:
        """Return messages for people, such as that a damaged table was rebuilt, and forget them."""
        return taken(self._failures) + (taken(self._solver.notices) if self._solver else [])

    def _waited(self, what: threading.Event, should_stop: ShouldStop, on_progress: OnProgress) -> Solver | None:
        self.prepare(on_progress)
        while not what.wait(POLL_INTERVAL_S):
            if should_stop():
                return None
        return self._solver

    def choose(self, state: Any, should_stop: ShouldStop, on_progress: OnProgress) -> Any | None:
        """Return one of the best moves, or of those that seem best so far; None where the time did not suffice."""
        solver = self._waited(self._made, should_stop, on_progress)
        if solver and solver.knows(state):
            return self._rng.choice(solver.best(state, should_stop, on_progress)[1])
        solver = self._waited(self._ready, should_stop, on_progress)
        if solver is None:
            return None
        with self._asking():
            _, best = solver.best(state, should_stop, on_progress)
        return self._rng.choice(best) if best else None

    def values(self, state: Any, most: int | None, should_stop: ShouldStop, on_progress: OnProgress) -> list[MoveValue]:
        """Return the moves with their proven bounds, the best first; none where there was no time."""
        solver = self._waited(self._ready, should_stop, on_progress)
        if solver is None:
            return []
        with self._asking():
            scored = solver.moves(state, should_stop, on_progress)
        return [self._with_shares(state, value) for value in scored[:most]]

    def ponder(self, state: Any, should_stop: ShouldStop) -> None:
        """Solve the moves until stopped; the solver remembers the results."""
        solver = self._waited(self._ready, should_stop, lambda *_: None)
        if solver:
            with self._asking():
                solver.moves(state, should_stop, lambda *_: None)

    def _with_shares(self, state: Any, value: MoveValue) -> MoveValue:
        """Return the value with shares of the win: from its bounds where they decide, else by static evaluation."""
        share, evaluate = value.proven.share(), self._engine.evaluate
        if share is None and evaluate:
            shares = evaluate(state.play_unchecked(value.move))
        else:
            shares = in_seat_order(state.seat, 0.5 if share is None else share)
        return replace(value, shares=shares, exact=value.proven.exact)
