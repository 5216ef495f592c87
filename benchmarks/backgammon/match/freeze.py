"""Make the frozen decisions: positions and throws from games, and GNU Backgammon's equity of every turn.

    uv run python -m benchmarks.backgammon.match.freeze [--decisions 2000] [--plies 2] [--seed 1] [--nets FILE]

Run once; `benchmarks.backgammon.match --bar frozen` measures players by its result. Positions come from self-play games of
the networks, one of `KEPT_DECISION_INTERVAL` decisions with two turns or more. GNU Backgammon (Debian: `apt install gnubg`)
evaluates the position after every turn at 0 ply, and at `--plies` if the turn is not behind the best by more than
`FAR_POINTS`.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path

import numpy as np

from benchmarks.backgammon.match import frozen, players
from benchmarks.backgammon.match.games import pairs
from benchmarks.backgammon.match.program import query
from benchmarks.outputs import output_file
from fourth_seat.engines.backgammon import bearoff, networks
from fourth_seat.engines.backgammon.evaluator import BackgammonEvaluator, Positions
from fourth_seat.engines.backgammon.kernels.turns import EACH, OPPONENT_HOME, SIDE
from fourth_seat.table.settings.tables import table_cache

KEPT_DECISION_INTERVAL = 12  # decisions of the games, of which one is kept
FAR_POINTS = 0.25  # no turn this far behind at 0 ply is best after a deeper look

GNUBG_SCRIPT = """
gnubg.command("set cube use off")
money = gnubg.cubeinfo(1, -1, 1, 0, (0, 0), 0, 0)
money["jacoby"], money["gammonprice"] = 0, ((1.0, 1.0), (1.0, 1.0))
look = gnubg.evalcontext(0, given["plies"], 1, 1, 0.0)
answer = [round(gnubg.evaluate(board, money, look)[5], 6) for board in given["boards"]]
"""
# No cube, no match; a look without noise, and the same each time.


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decisions", type=int, default=2_000)
    parser.add_argument("--plies", type=int, default=2, help="throws that GNU Backgammon looks ahead")
    parser.add_argument("--seed", type=int, default=1, help="of the games")
    parser.add_argument("--nets", type=Path, default=networks.NETWORKS_FILE, help="networks that play")
    parser.add_argument("--file", type=output_file, default=frozen.DECISIONS_FILE)
    args = parser.parse_args()
    evaluator = BackgammonEvaluator(
        networks.read(args.nets), bearoff.kept(table_cache(), lambda notice: print(notice, file=sys.stderr))
    )
    own = players.ours(evaluator, 0)
    positions, dice = draw_decisions((own, own), args.decisions, args.seed)
    turns = [frozen.candidates(here, throw) for here, throw in zip(positions, dice, strict=True)]
    counts = np.array([len(each) for each in turns], np.int16)
    after = np.concatenate(turns)
    equities = -judge(after, 0)  # judged for the side that is on roll after the turn
    begins = np.cumsum(counts, dtype=np.int64) - counts
    near = equities > np.repeat(np.maximum.reduceat(equities, begins), counts) - FAR_POINTS
    equities[near] = -judge(after[near], args.plies)
    frozen.Decisions(positions, dice, counts, equities.astype(np.float32)).write(args.file)
    print(
        f"{len(positions):,} decisions, {len(equities):,} turns, {near.sum():,} of them by a deep look: "
        f"{args.file.stat().st_size:,} bytes"
    )
    return 0


def draw_decisions(pair: tuple[players.Player, players.Player], number: int, seed: int) -> tuple[Positions, Positions]:
    """Draw positions (n, 52) and throws (n, 2) with a choice from games of two players."""
    rng = random.Random(seed)
    found: list[tuple[Positions, tuple[int, int]]] = []
    for both in pairs(pair, number, seed):
        for game in both:
            for dice, here, _ in game.steps:
                if rng.random() < 1 / KEPT_DECISION_INTERVAL and len(frozen.candidates(here, dice)) > 1:
                    found.append((here, dice))
        if len(found) >= number:
            break
    return np.array([here for here, _ in found[:number]]), np.array([dice for _, dice in found[:number]], np.int8)


def judge(positions: Positions, plies: int) -> frozen.Floats:
    """Return the equity of each position for the side on roll, by GNU Backgammon; exact if the game is over."""
    values = np.zeros(len(positions))
    going = positions[:, SIDE] < EACH
    home = positions[:, OPPONENT_HOME:SIDE].sum(1) > 0
    values[~going] = np.where(positions[~going, 0] > 0, -1, np.where(home[~going], -3, -2))
    boards = [(here[SIDE + 1 :].tolist(), here[1:SIDE].tolist()) for here in positions[going]]
    values[going] = query(GNUBG_SCRIPT, {"boards": boards, "plies": plies})
    return values


if __name__ == "__main__":
    raise SystemExit(main())
