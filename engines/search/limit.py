"""Search limits: a number of simulations, a time, or a request to stop."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from fourth_seat.engines.solver import OnProgress

# The clock is read after each slice of a search, which at first is this long, later a hundredth of a second.
MIN_SLICE_SIMULATIONS = 64
SLICES_PER_S = 100


class SearchLimit:
    """A search limit: a number of simulations, a time, or a request to stop, whichever comes first."""

    def __init__(
        self,
        simulations: int | None = None,
        seconds: float | None = None,
        should_stop: Callable[[], bool] = lambda: False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Start the clock. None means no limit; `should_stop` is called between simulations and must be cheap."""
        self._simulations, self._seconds = simulations, seconds
        self._stopped, self._clock = should_stop, clock
        self._began = clock()

    @property
    def counted(self) -> bool:
        """Whether there is a limit on the number of simulations, not just on the time."""
        return self._simulations is not None

    def at_most(self, simulations: int) -> SearchLimit:
        """Return a limit with at most this many simulations that shares this limit's clock."""
        most = simulations if self._simulations is None else min(simulations, self._simulations)
        limit = SearchLimit(most, self._seconds, self._stopped, self._clock)
        limit._began = self._began
        return limit

    def reached(self, done: int) -> bool:
        """Return whether the search should stop after `done` simulations."""
        return self.left(done) <= 0 or self._stopped()

    def late(self) -> bool:
        """Return whether time is up or a stop was requested, in which case any simulation in progress must end as well."""
        return self._stopped() or (self._seconds is not None and self._clock() - self._began >= self._seconds)

    def left(self, done: int) -> float:
        """Estimate the number of simulations left after `done` simulations, based on the speed so far."""
        left = float("inf") if self._simulations is None else self._simulations - done
        if self._seconds is not None:
            spent = self._clock() - self._began
            if spent >= self._seconds:
                return 0.0
            if done and spent:
                left = min(left, done * (self._seconds - spent) / spent)
        return left

    def pace(self, done: int) -> float:
        """Return the average number of simulations per second."""
        return done / max(self._clock() - self._began, 1e-6)

    def progress(self, done: int) -> float:
        """Return the progress, from 0 to 1."""
        left = self.left(done)
        return 0.0 if left == float("inf") else done / (done + left) if done + left else 1.0


def searched_in_slices(search: Callable[[int], None], limit: SearchLimit, on_progress: OnProgress) -> Iterator[int]:
    """Search in slices until the limit is reached or the caller stops iterating; yield the number of simulations after each
    slice.

    Args:
        search: runs the given number of simulations, at least one.
    """
    done, slice_size = 0, MIN_SLICE_SIMULATIONS
    while not limit.reached(done):
        now = int(max(1, min(slice_size, limit.left(done))))
        search(now)
        done += now
        yield done
        slice_size = max(MIN_SLICE_SIMULATIONS, int(limit.pace(done) / SLICES_PER_S))
        on_progress(limit.progress(done), f"{done} simulations")
    if not done:
        search(1)
