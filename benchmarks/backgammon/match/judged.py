"""Compare level 9 with GNU Backgammon 2-ply, by the equities of GNU Backgammon 3-ply.

    uv run --with gnubg-nn python -m benchmarks.backgammon.match.judged [--decisions 1200] [--nets FILE ...] [--plies 2]

Decisions come from games of the networks against gnubg 0-ply, with other dice than in training. If the players choose the
same turn, none loses; otherwise GNU Backgammon evaluates the position after each turn chosen, `--judge` throws ahead, and
the loss of a player is the distance of its turn from the best of them. Times are processor time. It calls the program gnubg
(Debian: `apt install gnubg`), and contains no part of it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.backgammon.match import freeze, frozen, players
from benchmarks.backgammon.match.frozen import standard_error
from benchmarks.backgammon.match.program import query
from fourth_seat.engines.backgammon import bearoff, networks
from fourth_seat.engines.backgammon.evaluator import BackgammonEvaluator, Positions
from fourth_seat.engines.backgammon.kernels.turns import BAR, SIDE
from fourth_seat.table.settings.tables import table_cache

MAX_ERROR_THOUSANDTHS, MAX_TIME_RATIO = 1.0, 1.2  # of a point a decision; to gnubg's time

GNUBG_SCRIPT = """
import time
money = gnubg.cubeinfo(1, -1, 1, 0, (0, 0), 0, 0)
money["jacoby"], money["gammonprice"] = 0, ((1.0, 1.0), (1.0, 1.0))
gnubg.command("set cube use off")
look = gnubg.evalcontext(0, given["plies"], 1, 1, 0.0)
begun = time.process_time()
hops = [gnubg.findbestmove(board, money, look, tuple(dice)) for board, dice in given["decisions"]]
answer = {"hops": hops, "seconds": time.process_time() - begun}
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decisions", type=int, default=1_200)
    parser.add_argument("--nets", type=Path, nargs="+", default=[networks.NETWORKS_FILE], help="networks to play with")
    parser.add_argument("--plies", type=int, default=2, help="throws that all look ahead")
    parser.add_argument("--judge", type=int, default=3, help="throws that the judge looks ahead")
    parser.add_argument("--seed", type=int, default=27, help="of the games")
    args = parser.parse_args()
    tables = bearoff.kept(table_cache(), lambda notice: print(notice, file=sys.stderr))
    own = [BackgammonEvaluator(networks.read(path), tables) for path in args.nets]
    pair = players.ours(BackgammonEvaluator(networks.read(), tables), 0), players.gnubg(players.gnubg_nn())
    positions, dice = freeze.draw_decisions(pair, args.decisions, args.seed)
    found = [frozen.candidates(here, (int(one), int(two))) for here, (one, two) in zip(positions, dice, strict=True)]
    chosen, spent = gnubg_choices(positions, dice, found, args.plies)
    names, choices, seconds = ["gnubg"], [chosen], [spent]
    for path, evaluator in zip(args.nets, own, strict=True):
        player = players.ours(evaluator, args.plies)
        turns = zip(positions, dice, found, strict=True)
        choices.append(np.array([player.turn(here, (int(one), int(two)), after) for here, (one, two), after in turns]))
        names.append(path.name)
        seconds.append(player.seconds)
    lost = losses(found, choices, args.judge)
    for name, each, spent in zip(names, lost, seconds, strict=True):
        behind = each - lost[0]
        print(
            f"{name}, {args.plies}-ply: {each.mean():.2f} +-{standard_error(each):.2f} thousandths lost in each of "
            f"{len(each):,} decisions by gnubg {args.judge}-ply (must be {MAX_ERROR_THOUSANDTHS}), "
            f"{behind.mean():+.2f} +-{standard_error(behind):.2f} beside gnubg; "
            f"{1000 * spent / len(each):.0f} ms each, {spent / seconds[0]:.2f}x (must be {MAX_TIME_RATIO}x)",
            flush=True,
        )
    return 0


def gnubg_choices(
    positions: Positions, dice: Positions, found: Sequence[Positions], plies: int
) -> tuple[NDArray[np.int64], float]:
    """Return the numbers of the turns that GNU Backgammon chooses at a depth in throws, and its time in seconds."""
    boards = [
        [[here[SIDE + 1 :].tolist(), here[1:SIDE].tolist()], throw.tolist()]
        for here, throw in zip(positions, dice, strict=True)
    ]
    answer = query(GNUBG_SCRIPT, {"decisions": boards, "plies": plies})
    numbers = []
    for here, hops, after in zip(positions, answer["hops"], found, strict=True):
        own, other = here[:SIDE].copy(), here[SIDE:].copy()
        for start, end in zip(hops[::2], hops[1::2], strict=True):
            if start > 0:
                own[start] -= 1
                own[max(end, 0)] += 1
                if 0 < end < BAR and other[BAR - end]:
                    other[BAR - end], other[BAR] = 0, other[BAR] + 1
        numbers.append(int(np.flatnonzero((after == np.concatenate([other, own])).all(1))[0]))
    return np.array(numbers), float(answer["seconds"])


def losses(found: Sequence[Positions], choices: Sequence[NDArray[np.int64]], plies: int) -> frozen.Floats:
    """Return each player's loss against the best turn chosen, in thousandths of a point: (players, decisions)."""
    numbers = np.array(choices)
    lost_points = np.zeros(numbers.shape)
    disagreements = np.flatnonzero((numbers != numbers[0]).any(0))
    if not len(disagreements):
        return lost_points
    turns = [np.array([found[n][chosen] for chosen in numbers[:, n]]) for n in disagreements.tolist()]
    positions, index = np.unique(np.concatenate(turns), axis=0, return_inverse=True)
    values = -freeze.judge(positions, plies)[index].reshape(len(disagreements), -1).T
    lost_points[:, disagreements] = 1000 * (values.max(0) - values)
    return lost_points


if __name__ == "__main__":
    raise SystemExit(main())
