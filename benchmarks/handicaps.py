"""The worth of handicaps: the share of the win of the colour that has one, between equal players.

    python -m uv run python -m benchmarks.handicaps [GAME ...] [--level 5] [--games 200]

All seats are played by one level. Where `first` says who begins, each colour begins in half of the games. Prints the share
in the even game and with each handicap, with 95 % intervals.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from random import Random

from fourth_seat.engines.arena.intervals import share_interval
from fourth_seat.engines.levels import level
from fourth_seat.engines.move_selector import MoveSelector
from fourth_seat.engines.search.evaluation import throw
from fourth_seat.games import CHANCE, AnyGame, AnyState, find
from fourth_seat.games.options import Options
from fourth_seat.games.protocol import BEGINNER

MAX_PLIES = 2_000  # after that, a game is scored as it stands
HANDICAPS = {
    "kalah": ("south-ahead=1", "south-ahead=3", "south-ahead=6", "south-ahead=10"),
    "connect4": ("red-ahead=1", "red-ahead=2"),
    "blokus": ("blue-aside=1", "blue-aside=2", "blue-aside=4"),
    "tridice": ("red-fewer=1", "red-fewer=2"),
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("played", nargs="*", metavar="GAME", default=[*HANDICAPS])
    parser.add_argument("--level", default="5")
    parser.add_argument("--games", type=int, default=200)
    args = parser.parse_args()
    for name in args.played:
        game = find(name)
        hue = game.handicaps(game.options(HANDICAPS[name][0]))[0].handicap
        for text in ("", *HANDICAPS[name]):
            shares = shares_of(game, game.options(text), hue, args.level, args.games)
            print(f"{name} {text or 'even'}: {shown(shares)}", flush=True)
    return 0


def shown(shares: Sequence[float]) -> str:
    """Return a mean share in per cent with its interval."""
    low, high = share_interval(shares) or (0.0, 1.0)
    return f"{100 * sum(shares) / len(shares):.0f} ({100 * low:.0f}-{100 * high:.0f}) %"


def shares_of(game: AnyGame, options: Options, hue: str, spec: str, games: int) -> list[float]:
    """Return the share of the win of the seat that plays a colour, in each of some games of equal players."""
    ways = [*game.beginnings(options).values()] if BEGINNER in options else [options]
    found = []
    for number in range(games):
        chosen = ways[number % len(ways)]
        colour = next(n for n, side in enumerate(game.sides(chosen), 1) if side.hue == hue)
        seats = range(1, game.seats(chosen) + 1)
        seat = next(each for each in seats if colour in game.colours_of(each, chosen))
        found.append(float(played(game, chosen, spec, number).standing().share(seat)))
    return found


def played(game: AnyGame, options: Options, spec: str, number: int) -> AnyState:
    """Return the end of a game in which a level plays all seats."""
    rng = Random(f"{options} {number}")
    players = [MoveSelector(game, options, level(spec, game.name), rng) for _ in range(game.seats(options))]
    state: AnyState = game.start(options)
    for _ in range(MAX_PLIES):
        if state.over:
            break
        if state.to_move == CHANCE:
            state = state.play_unchecked(throw(state, rng))
        else:
            state = state.play_unchecked(players[state.seat - 1].choose(state, lambda: False, lambda *_: None))
    return state


if __name__ == "__main__":
    raise SystemExit(main())
