"""Converts the games in a file to the events of a record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from fourth_seat.games import CHANCE
from fourth_seat.games.protocol import Ending, PlayedGame
from fourth_seat.table.game_state import GameState, forced_pass
from fourth_seat.table.record.events import Corrected, Event, Moved, Reseated, Resigned, Stopped, Thrown
from fourth_seat.table.seats import HUMAN, Person, Seat


def take_in(present: GameState, games: Sequence[PlayedGame], by: str = "human") -> list[Event]:
    """Return the events that replay the games of a file in a game that has just begun.

    Each game starts with the options and names from the file. The last game is continued by the players at the table, who
    keep their colours.

    Args:
        by: the origin of corrected positions (see `Corrected`).

    Raises:
        FourthSeatError: the games are invalid.
    """
    sitting = dict(zip(_hues(present), map(str, present.seats), strict=True))
    game_state, events = GameState(present.begun), list[Event]()
    game_state.seats = list(present.seats)

    def happen(event: Event) -> None:
        game_state.prepare(event)()
        events.append(event)

    for played in games:
        seats = tuple(str(Seat((Person(name),))) for name in played.names)
        begun = replace(present.begun, options=str(played.options), seats=seats)
        if events or begun != present.begun:
            happen(begun)
        for event in _played(game_state, played, by):
            happen(event)
    for number, (hue, named) in enumerate(zip(_hues(game_state), tuple(game_state.seats), strict=True), 1):
        if (seat := sitting.get(hue, HUMAN)) not in (HUMAN, str(named)):
            happen(Reseated(number, seat))
    return events


def _hues(game_state: GameState) -> list[str]:
    """Return the hue of each seat's first colour."""
    game, options = game_state.game, game_state.options
    sides = game.sides(options)
    return [sides[game.colours_of(seat, options)[0] - 1].hue for seat in range(1, game.seats(options) + 1)]


def _played(game_state: GameState, played: PlayedGame, by: str) -> Iterator[Event]:
    """Yield the events of a game. Each event must be applied before the next one is requested."""
    game = game_state.game
    for number, line in enumerate(played.lines):
        if number or line.start != game_state.state:
            yield Corrected(game.position(line.start), by=by)
        for move in line.moves:
            state = game_state.state
            if state.to_move == CHANCE:
                yield Thrown(str(move))
            else:
                forced = move == forced_pass(game, state)
                yield Moved(state.seat, str(move), "rule" if forced else "human")
    if played.ending:
        yield _ended(played.ending)
    if game_state.result:
        yield game_state.end()


def _ended(ending: Ending) -> Event:
    return Resigned(ending.seat, ending.worth) if ending.seat else Stopped()
