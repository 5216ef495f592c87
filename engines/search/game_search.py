"""What a search of a game's own offers beside the generic one."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Protocol

from engines.limits import EngineLimits
from engines.search.choice import Found
from engines.search.limit import SearchLimit
from engines.solver import OnProgress
from games.options import Options
from words import Text


class GameSearch(Protocol):
    """Searches the positions of one game, one after another. What it cannot answer in time it leaves to the generic search.

    Attributes:
        notices: what people should know, such as why it cannot work.
    """

    notices: list[Text]

    def prepare(self) -> None:
        """Begins, in the background, to load what it needs; returns at once."""

    def choose(self, state: Any, limit: SearchLimit, on_progress: OnProgress) -> Any | None:
        """The move to play; None where there was no time to look."""

    def values(self, state: Any, most: int | None, limit: SearchLimit, on_progress: OnProgress) -> list[Found]:
        """The most promising moves with what they are worth, the one to play first; none where there was no time."""

    def ponder(self, state: Any, limit: SearchLimit) -> None:
        """Searches for the next question about a position that follows from this one."""


MakeSearch = Callable[[Options, EngineLimits, Random], GameSearch | None]
"""Makes one for a game with these options, None where it knows nothing of them. Only when it is prepared or asked are
compilers and the like imported.
"""
