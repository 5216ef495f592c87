"""What people have seen of a game, and the position that follows from it by the rules alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fourth_seat.games import CHANCE, AnyState, find


@dataclass(frozen=True)
class Entry:
    """A move, throw, correction or agreed end: the position after it, who made it, whether it ended the game."""

    state: AnyState
    by: str
    ends: bool = False


class Model:
    """A game as described by the events shown; nothing from the table is used.

    Attributes:
        events: all events that were shown, as JSON.
        entries: what happened to the position; the first `at` of them count.
        ended: whether the result was shown, and nothing has been taken back since.
    """

    def __init__(self, begun: dict[str, Any]) -> None:
        self.game = find(begun["game"])
        self.events = [begun]
        self._game(begun)

    def _game(self, begun: dict[str, Any]) -> None:
        """Begin the game, or the next one of a match in the same record."""
        assert begun["event"] == "game" and begun["game"] == self.game.name
        self.options = self.game.options(begun["options"])
        self.seats: list[str] = list(begun["seats"])
        self.start = self.game.start(self.options)
        self.entries: list[Entry] = []
        self.at = 0
        self.taps: list[str] = []
        self.ended = False

    @property
    def state(self) -> AnyState:
        """The position."""
        return self.entries[self.at - 1].state if self.at else self.start

    @property
    def over(self) -> bool:
        """Whether the game is over, by its rules or by agreement."""
        return self.state.over or (self.at > 0 and self.entries[self.at - 1].ends)

    @property
    def throws(self) -> bool:
        """Whether dice have to be thrown."""
        return not self.over and self.state.to_move == CHANCE

    @property
    def person_moves(self) -> bool:
        """Whether a person has to move or to throw."""
        return not self.over and (self.throws or self.seats[self.state.seat - 1].startswith("human"))

    def show(self, event: dict[str, Any]) -> None:
        """Take in an event; fail if it cannot follow those before it."""
        getattr(self, f"_{event['event'].replace('-', '_')}")(event)
        self.events.append(event)

    # -- the kinds of events -----------------------------------------------------------------------------------------------

    def _move(self, event: dict[str, Any]) -> None:
        state = self.state
        assert not self.over and event["seat"] == state.seat and state.to_move != CHANCE
        (move,) = self.game.parse(state, event["move"])
        if event["by"] == "rule":
            assert list(state.legal()) == [move] and self.game.is_pass(move)
        self._add(Entry(state.play(move), event["by"]))

    def _dice(self, event: dict[str, Any]) -> None:
        assert self.throws
        (throw,) = self.game.parse(self.state, event["dice"])
        self._add(Entry(self.state.play(throw), event.get("by", "human")))

    def _correction(self, event: dict[str, Any]) -> None:
        assert not self.over
        self._add(Entry(self.game.parse_position(event["position"], self.options), "correction"))

    def _resign(self, event: dict[str, Any]) -> None:
        assert not self.over and 1 <= event["seat"] <= len(self.seats)
        self._add(Entry(self.state, "human", True))

    def _stop(self, _: dict[str, Any]) -> None:
        assert not self.over
        self._add(Entry(self.state, "human", True))

    def _add(self, entry: Entry) -> None:
        self.entries[self.at :] = [entry]
        self.at += 1
        self.taps = []

    def _rewind(self, event: dict[str, Any]) -> None:
        assert 0 <= event["to"] <= len(self.entries)
        self.at = event["to"]
        self.taps, self.ended = [], False

    def _taps(self, event: dict[str, Any]) -> None:
        assert not self.over
        self.taps = event.get("taps", [])

    def _seat(self, event: dict[str, Any]) -> None:
        self.seats[event["seat"] - 1] = event["player"]

    def _result(self, event: dict[str, Any]) -> None:
        assert self.over and not self.ended and len(event["scores"]) == len(self.seats)
        self.ended = True

    def _hint(self, event: dict[str, Any]) -> None:
        assert event["seat"] == self.state.seat

    def _values(self, _: dict[str, Any]) -> None: ...

    def _set_down(self, _: dict[str, Any]) -> None: ...
