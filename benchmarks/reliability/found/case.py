"""One fault found from outside, as a test for any checkout."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from benchmarks.reliability.checkout import Checkout


@dataclass(frozen=True)
class Case:
    """A case: the source of the report, and a function that returns whether a checkout holds.

    The function's docstring describes the case in one line.
    """

    report: str
    holds: Callable[[Checkout], bool]
    quick: bool = False
    """Whether it takes at most three seconds, so that the default suite tries it too."""

    @property
    def summary(self) -> str:
        """Its description in one line."""
        return " ".join((self.holds.__doc__ or "").split())

    def tried(self, root: Path) -> bool:
        """Return whether a checkout holds, in a new folder."""
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            return self.holds(Checkout(root, Path(folder)))
