"""A searchable list of the games in a folder, read a few at a time so that the window stays responsive."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from pathlib import Path

from fourth_seat.games.errors import UnknownGame
from fourth_seat.table.errors import EmptyRecord
from fourth_seat.table.record.saved import Saved, left_aside, record_files, saved_game
from fourth_seat.ui.library.wording import findable, is_found
from fourth_seat.words import FourthSeatError, Text, say


class Kind(Enum):
    """A filter for the games to show."""

    ALL = "all"
    UNFINISHED = "unfinished"
    FINISHED = "finished"
    DELETED = "deleted"


@dataclass(frozen=True, slots=True)
class Listed:
    """A game and its searchable words."""

    saved: Saved
    words: str


class GameListing:
    """The games in a folder, most recent first.

    Attributes:
        games: the games read so far.
    """

    def __init__(self, folder: Path, now: datetime, render: Callable[[Text], str]) -> None:
        self._folder, self._now, self._render = folder, now, render
        self._aside: list[Text] = []
        self._unknown: dict[str, Text] = {}
        self.games: list[Listed] = []
        self._reading = self._read()

    def read(self, seconds: float) -> bool:
        """Continue reading for this many seconds, and return whether there may be more games."""
        end = time.perf_counter() + seconds
        return any(time.perf_counter() >= end for _ in self._reading)

    def find(self, words: str, kind: Kind = Kind.ALL) -> list[Saved]:
        """Return the games read so far that match the search."""
        wanted = {Kind.UNFINISHED: False, Kind.FINISHED: True}.get(kind)
        games = (game for game in self.games if wanted in (None, game.saved.end is not None))
        return [game.saved for game in games if is_found(words, game.words)]

    def forget(self, path: Path) -> None:
        """Remove a deleted game from the list."""
        self.games = [game for game in self.games if game.saved.path != path]

    @property
    def notice(self) -> Text | None:
        """A notice about files that are not records or games that cannot currently be played, if any."""
        if self._aside:
            return left_aside(self._folder, self._aside)
        for name, reason in self._unknown.items():
            return say("Your games of {name} are still there, but cannot be listed: {reason}", name=name, reason=reason)
        return None

    def _read(self) -> Iterator[None]:
        for changed, path in record_files(self._folder):
            try:
                saved = saved_game(path, changed)
                self.games.append(Listed(saved, findable(saved, self._now, self._render)))
            except EmptyRecord:  # the program ended as it started a game: nothing is lost
                continue
            except UnknownGame as error:
                self._unknown.setdefault(error.name, error.text)
            except FourthSeatError as error:
                self._aside.append(error.text)
            yield
