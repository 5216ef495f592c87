"""Strength of the generic search's prior (`BlokusPrior`) alone, without any search, against the seed document's player.

uv run python -m benchmarks.blokus.knowledge [--games N]
"""

from __future__ import annotations

import argparse

from tests.engines.blokus.prior_match import play


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    games = parser.parse_args().games
    for options in ("", "variant=duo"):
        match = play(games, options)
        print(
            f"highest prior against seed, {games} games {options or 'classic'}: {match.difference} points, "
            f"{match.share} of the wins, {match.pieces} pieces against {match.their_pieces}"
        )


if __name__ == "__main__":
    main()
