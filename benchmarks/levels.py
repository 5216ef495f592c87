"""Comparison of levels 1, 5 and 9: in every game the higher of two meets the lower, with rotated seats.

python -m uv run python -m benchmarks.levels [--times N] [--seconds S] [--each] [GAME ...]

With `--each` the levels 2 to 7 each meet the one below instead. Prints one line for each pair: the higher level's share of
the win with its 95% interval (an even match gives 1 / seats), and the processor time per move of each. Exits with 1 if an
interval is not wholly above that.
"""

from __future__ import annotations

import argparse

from fourth_seat.engines.arena.tournament import MakePlayer, Tournament, standings
from fourth_seat.engines.players.from_text import player
from fourth_seat.games import find, game_names

LEVEL_PAIRS = (("5", "1", 200), ("9", "5", 40))  # higher, lower, and games: cheap levels can afford many
NEIGHBOUR_PAIRS = tuple((str(level + 1), str(level), 200) for level in range(1, 7))
MOVE_TIME_S = 0.3  # of level 9, whose own 5 s would take days; its lead is smaller with this


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*", metavar="GAME", default=list(game_names()))
    parser.add_argument("--times", type=float, default=1, help="as many games as usual, times this")
    parser.add_argument("--seconds", type=float, default=MOVE_TIME_S, help="for a move, at most (default %(default)s)")
    parser.add_argument("--each", action="store_true", help="each level against the one below")
    args = parser.parse_args()
    differ = [
        match(name, higher, lower, round(number * args.times), args.seconds)
        for name in args.games
        for higher, lower, number in (NEIGHBOUR_PAIRS if args.each else LEVEL_PAIRS)
    ]
    return 0 if all(differ) else 1


def match(name: str, higher: str, lower: str, number: int, seconds: float) -> bool:
    """Play and print one pair; return whether the higher level is certainly the stronger one."""
    game = find(name)
    options = game.options()

    def maker(level: str) -> MakePlayer:
        return lambda rng: player(level, game, options, seconds=seconds, rng=rng)

    arena = Tournament(game, options, [maker(higher), maker(lower)], seed=1)
    try:
        table = standings([higher, lower], list(arena.play(number)), opened=False)
    finally:
        arena.close()
    up, low = sorted(table, key=lambda row: row.name != higher)
    even = 1 / game.seats(options)
    least, most = up.interval or (0.0, 1.0)
    share = f"{up.share:4.0%} of the win ({least:.0%} to {most:.0%}, even {even:.0%})"
    spent = " and ".join("-" if row.cpu_per_move is None else f"{row.cpu_per_move:.3f}" for row in (up, low))
    print(f"{name:10} {higher} against {lower}: {share} in {number} games, {spent} CPU s/move", flush=True)
    return least > even


if __name__ == "__main__":
    raise SystemExit(main())
