"""Describes the end of a game in words. Also determines the ranking of the players."""

from __future__ import annotations

from dataclasses import replace

from fourth_seat.games.protocol import Ending
from fourth_seat.games.steps import is_for_hands
from fourth_seat.table.game_state import GameState
from fourth_seat.words import Text, Value, all_of, say, say_many


def outcome(game_state: GameState) -> Text:
    """Describe how the game ended."""
    result = game_state.result
    assert result
    return _by_people(game_state) or _by_name(game_state, result.reason)


def reason(game_state: GameState) -> Text:
    """Describe how the game ended, referring to players by colour. This is shown next to the `verdict`."""
    result = game_state.result
    assert result
    return _by_people(game_state) or result.reason


def verdict(game_state: GameState) -> Text:
    """Return a short text with the winner of a finished game, or with the score if the game was stopped."""
    result = game_state.result
    assert result
    if _stopped(game_state):
        return outcome(game_state)
    if len(result.winners) == len(game_state.seats):
        return say("A draw")
    names = tuple(game_state.name(seat) for seat in result.winners)
    if len(names) > 1:
        return say("{names} share the win!", names=all_of(names))
    return say_many("{names} wins", "{names} win", game_state.seat(result.winners[0]).players, names=names)


def champions(game_state: GameState) -> tuple[int, ...]:
    """Return the winning seats of a finished game. Empty if the game was drawn or stopped."""
    result = game_state.result
    if result is None or _stopped(game_state) or len(result.winners) == len(game_state.seats):
        return ()
    return result.winners


def gave_up(game_state: GameState) -> int:
    """Return the seat that resigned, or 0 if none did."""
    last = game_state.history.last
    return last.ending.seat if last and last.ending else 0


def ranks(game_state: GameState) -> tuple[int, ...]:
    """Return the rank of each seat, with 1 for the winners. Empty if the game is not over."""
    result = game_state.result
    if result is None:
        return ()
    last = gave_up(game_state)
    keys = [(seat != last, score) for seat, score in enumerate(result.scores, 1)]
    return tuple(1 + sum(other > key for other in keys) for key in keys)


def _stopped(game_state: GameState) -> bool:
    """Return whether the game was stopped by the players before its end."""
    last = game_state.history.last
    return bool(last and last.ending and not last.ending.seat)


def _by_people(game_state: GameState) -> Text | None:
    """Describe an end decided by a player. Returns None if the game was ended by its rules."""
    result, last = game_state.result, game_state.history.last
    if result and last and last.ending and last.ending.seat:
        return _given_up(game_state, last.ending, result.winners)
    return _dropped(game_state)


def _dropped(game_state: GameState) -> Text | None:
    """Describe a last move that did not change the board, such as dropping a double. Returns None for any other move."""
    game, history = game_state.game, game_state.history
    if history.last is None or history.last.move is None or not history.last.seat:
        return None
    before, move = history.line_at(history.at - 1).state, history.last.move
    for_hands = is_for_hands(game.steps(before, move), game.geometry(game_state.options))
    return None if for_hands else game.remark(before, move, game_state.names)


def _given_up(game_state: GameState, ending: Ending, winners: tuple[int, ...]) -> Text:
    seat = game_state.seat(ending.seat)
    what = say_many("{who} gives up", "{who} give up", seat.players, who=game_state.name(ending.seat))
    then = say("the others win")
    if len(winners) == 1:
        count = game_state.seat(winners[0]).players
        then = say_many("{names} wins", "{names} win", count, names=game_state.name(winners[0]))
    return say("{what}: {then}.", what=what, then=then)


def _by_name(game_state: GameState, text: Text) -> Text:
    """Replace colours in a text with the names of their players. Colours shared by two people are not replaced."""
    names: dict[Value, Value] = {
        game_state.game.colour_name(colour, game_state.options): game_state.name(number)
        for number, seat in enumerate(game_state.seats, 1)
        if seat.players == 1
        for colour in game_state.game.colours_of(number, game_state.options)
    }

    def named(value: Value) -> Value:
        if isinstance(value, tuple):
            return tuple(map(named, value))
        if not isinstance(value, Text) or value in names:
            return names.get(value, value)
        players = {names.get(part) for _, part in value.values}
        whole = players.pop() if len(value.values) > 1 and len(players) == 1 else None  # all colours of one seat
        return whole or _with(value)

    def _with(text: Text) -> Text:
        return replace(text, values=tuple((key, named(value)) for key, value in text.values))

    return _with(text)
