"""Options with which one side begins with a handicap, found from what each game declares."""

from __future__ import annotations

from collections.abc import Iterator

from fourth_seat.games import AnyGame
from fourth_seat.games.errors import BadOption
from fourth_seat.games.options import Option, Options


def uneven(game: AnyGame) -> list[Options]:
    """Return options for each handicap of a game alone, as large as it can be, with whatever other rule it needs."""
    return [_with(game, option) for option in game.declared_options if option.handicap]


def one_uneven(game: AnyGame) -> list[Options]:
    """Return options with one handicap of a game; none if it has no handicaps."""
    return uneven(game)[:1]


def _with(game: AnyGame, option: Option) -> Options:
    most = option.choices[0] if isinstance(option.default, bool) else option.choices[-1]
    for other in _others(game):
        found = Options(game.declared_options, {**other, option.name: most})
        try:
            game.start(found)
        except BadOption:
            continue
        if game.handicaps(found) == (option,):
            return found
    raise AssertionError(f"{game.name}: {option.name} is never a handicap")


def _others(game: AnyGame) -> Iterator[Options]:
    """Yield the usual rules, then rules of which one is the last choice that is not usual."""
    yield game.options()
    for option in game.declared_options:
        unusual = [choice for choice in option.choices if choice != option.default]
        if unusual and not option.handicap:
            yield Options(game.declared_options, {option.name: unusual[-1]})
