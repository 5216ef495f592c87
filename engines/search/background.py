"""Creates a game's own search, solver and appraiser in the background, because loading kernels, weights and tables is slow.

A failure does not end the game: it is reported in a notice, and a simpler method is used instead.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from random import Random
from typing import Any, Generic, TypeVar

from fourth_seat.engines.errors import taken
from fourth_seat.engines.protocol import Appraiser, Engine, GameSearch
from fourth_seat.engines.results import MoveValue
from fourth_seat.engines.search.evaluation import in_seat_order
from fourth_seat.engines.search.limit import SearchLimit
from fourth_seat.engines.solver import OnProgress, ShouldStop, Solver
from fourth_seat.words import Text, Value, fault_text, say

T = TypeVar("T", bound=GameSearch | Appraiser)
POLL_INTERVAL_S = 0.02  # between two checks whether to stop


class _Background:
    """Base class with the background thread and the user-facing messages."""

    def __init__(self) -> None:
        self._value: Any = None  # the search or the solver, once there is one
        self._failures: list[Text] = []
        self._thread: threading.Thread | None = None
        self._ended = threading.Event()

    def _begin(self, work: Callable[..., None], *arguments: object) -> None:
        """Start the work in the background unless it has already been started."""
        if self._thread is None:
            self._thread = threading.Thread(target=work, args=arguments, name=type(self).__name__, daemon=True)
            self._thread.start()

    @property
    def pending(self) -> bool:
        """Whether the preparation is still in progress."""
        return self._thread is not None and not self._ended.is_set()

    def notices(self) -> list[Text]:
        """Return and clear the pending user-facing messages, for example that a damaged table was rebuilt."""
        return taken(self._failures) + (taken(self._value.notices) if self._value else [])


class BackgroundMaker(_Background, Generic[T]):
    """Creates a search or an appraiser in a background thread."""

    def __init__(self, make: Callable[[], T | None], unavailable: Callable[[Value], Text]) -> None:
        """`make` is called once, in the background; it may return None if nothing is available. `unavailable` turns the
        reason of a failure into a message.
        """
        super().__init__()
        self._make, self._unavailable = make, unavailable

    def prepare(self) -> None:
        """Start creating the object in the background, unless this has already been done."""
        self._begin(self._run)

    def made(self, limit: SearchLimit) -> T | None:
        """Block until the object is ready or the limit is reached; return it, or None if it is not available."""
        self.prepare()
        while not self._ended.wait(POLL_INTERVAL_S):
            if limit.late():
                return None
        made: T | None = self._value
        return made

    def _run(self) -> None:
        try:
            try:
                self._value = self._make()
            except ImportError:  # of a module that another thread was importing: only another attempt shows what is missing
                self._value = self._make()
        except Exception as error:  # any failure of it
            self._failures.append(self._unavailable(fault_text(error)))
        finally:
            self._ended.set()


def no_search(reason: Value) -> Text:
    """Return the notice that the game's search could not be created."""
    return say("the search that the higher levels use is unavailable: {reason}", reason=reason)


def no_appraiser(reason: Value) -> Text:
    """Return the notice that the appraiser could not be created."""
    return say("the levels below 9 are unavailable, and a simpler player moves instead: {reason}", reason=reason)


class BackgroundSolver(_Background):
    """Runs a solver, which improves its tables while idle. Positions that it cannot solve in time are left to a search."""

    def __init__(self, engine: Engine, make: Callable[[], Solver], rng: Random) -> None:
        """`make` is called once, in the background."""
        super().__init__()
        self._engine, self._make, self._rng = engine, make, rng
        self._made, self._asked = threading.Event(), threading.Event()
        self._improving = threading.Thread()

    def prepare(self, on_progress: OnProgress = lambda *_: None) -> None:
        """Start loading or building the solver's tables in the background."""
        self._begin(self._prepare, on_progress)

    def _prepare(self, on_progress: OnProgress) -> None:
        try:
            self._value = self._make()
            self._made.set()
            self._value.prepare(on_progress, lambda: False)
        except Exception as error:  # no error of the solver may cost the game
            self._value = None
            self._failures.append(say("the solver is unavailable: {reason}", reason=fault_text(error)))
        finally:
            self._made.set()
            self._improve()
            self._ended.set()

    def _improve(self) -> None:
        if solver := self._value:
            work = solver.improve
            self._improving = threading.Thread(target=work, args=(self._asked.is_set,), name="improving", daemon=True)
            self._improving.start()

    @contextmanager
    def _asking(self) -> Iterator[None]:
        """Reserve the solver for one request, pausing its background improvement."""
        self._asked.set()
        if self._improving.is_alive():
            self._improving.join()
        try:
            yield
        finally:
            self._asked.clear()
            self._improve()

    def _waited(self, what: threading.Event, should_stop: ShouldStop, on_progress: OnProgress) -> Solver | None:
        self.prepare(on_progress)
        while not what.wait(POLL_INTERVAL_S):
            if should_stop():
                return None
        solver: Solver | None = self._value
        return solver

    def choose(self, state: Any, should_stop: ShouldStop, on_progress: OnProgress) -> Any | None:
        """Return one of the best moves, or of the most promising ones so far; None if time ran out."""
        solver = self._waited(self._made, should_stop, on_progress)
        if solver and solver.knows(state):
            return self._rng.choice(solver.best(state, should_stop, on_progress)[1])
        solver = self._waited(self._ended, should_stop, on_progress)
        if solver is None:
            return None
        with self._asking():
            _, best = solver.best(state, should_stop, on_progress)
        return self._rng.choice(best) if best else None

    def values(self, state: Any, most: int | None, should_stop: ShouldStop, on_progress: OnProgress) -> list[MoveValue]:
        """Return the moves with their proven bounds, best first; empty if time ran out."""
        solver = self._waited(self._ended, should_stop, on_progress)
        if solver is None:
            return []
        with self._asking():
            scored = solver.moves(state, should_stop, on_progress)
        return [self._with_shares(state, value) for value in scored[:most]]

    def ponder(self, state: Any, should_stop: ShouldStop) -> None:
        """Solve all moves of a position until stopped; the solver caches the results."""
        solver = self._waited(self._ended, should_stop, lambda *_: None)
        if solver:
            with self._asking():
                solver.moves(state, should_stop, lambda *_: None)

    def _with_shares(self, state: Any, value: MoveValue) -> MoveValue:
        """Return the value with shares of the win, from its bounds if they are decisive, otherwise from evaluation."""
        share, evaluate = value.proven.share(), self._engine.evaluate
        if share is None and evaluate:
            shares = evaluate(state.play_unchecked(value.move))
        else:
            shares = in_seat_order(state.seat, 0.5 if share is None else share)
        return replace(value, shares=shares, exact=value.proven.exact)
