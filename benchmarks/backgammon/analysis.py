"""Compare our analysis of games, and our rollouts of positions, with those of GNU Backgammon.

    uv run python -m benchmarks.backgammon.analysis [--games 4] [--positions 6] [--trials 360] [--throws 7]

Games without a cube between 0-ply and the seed document's player: each side's lost points and luck according to both
programs, at two plies (luck: ours at one, gnubg's its own way). Then both roll out positions of these games with variance
reduction, gnubg playing at 0-ply: equity, standard error, processor time, and the standard error after one second of
processor time. It calls the program gnubg (Debian: `apt install gnubg`), and contains no part of it.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import mean
from typing import Any

from benchmarks.backgammon.match import error_rate, players, program
from benchmarks.backgammon.match.games import Game, pairs
from fourth_seat.engines.backgammon import bearoff, networks
from fourth_seat.engines.backgammon.analysis import judged
from fourth_seat.engines.backgammon.evaluator import MONEY_POINTS, BackgammonEvaluator, board_of
from fourth_seat.engines.backgammon.rollout import RolloutPlan, rolled_out
from fourth_seat.games.backgammon import GAME
from fourth_seat.games.backgammon.formats import gnuid, mat
from fourth_seat.games.backgammon.rules import BackgammonPhase, BackgammonState
from fourth_seat.games.backgammon.turns import turns
from fourth_seat.table.settings.tables import table_cache

JUDGE_PLIES = 2
RESULT = re.compile(
    r"final results\.\s+Current Position:\s+[^\[]*CL\s+(?P<equity>[-+]\d+\.\d+)\s+\[[^\]]*CL\s+(?P<error>\d+\.\d+)\]"
)
GNUBG_SCRIPT = """
import json, os, time
import gnubg
for line in ("set automatic game off", "set automatic roll off", "set automatic move off", "set jacoby off",
             "set cube use off", "set threads 2", "set confirm new off", "set confirm save off", "set analysis cube off",
             "set analysis luck on", "set analysis chequerplay type evaluation",
             "set analysis chequerplay evaluation cubeful off", "set analysis chequerplay evaluation plies 2",
             'import mat "' + os.environ["MATCH"] + '"'):
    gnubg.command(line)
begun = time.process_time()
gnubg.command("analyse session")
spent = time.process_time() - begun
match = gnubg.match(1, 0, 1, 1)
sides = {match["match-info"][side]["name"]: side for side in "XO"}
found = [{name: [game["stats"][side]["moves"]["error-skill"], game["stats"][side]["dice"]["luck"],
                 game["stats"][side]["moves"]["unforced-moves"]] for name, side in sides.items()}
         for game in match["games"]]
cube = gnubg.cubeinfo(1, -1, 1, 0, (0, 0), 0, 0)
for line in ("set player 0 human", "set player 1 human", "set rollout cubeful off", "set rollout varredn on",
             "set rollout trials " + os.environ["TRIALS"], "set rollout truncation enable on",
             "set rollout truncation plies " + os.environ["THROWS"], "set rollout initial off",
             "set rollout quasirandom on", "set rollout chequerplay plies 0", "set rollout cubedecision plies 0",
             "set rollout chequerplay cubeful off", "set rollout truncation chequerplay plies 0",
             "set rollout truncation cubedecision plies 0", "set rollout limit enable off", "set rollout jsd stop off",
             "new session"):
    gnubg.command(line)
times = []
for text in json.loads(os.environ["POSITIONS"]):
    gnubg.command("set gnubgid %s:%s" % (text, gnubg.matchid(cube, gnubg.posinfo(1, 0, 0, 1, (0, 0)))))
    begun = time.process_time()
    gnubg.command("rollout")
    times.append(time.process_time() - begun)
with open(os.environ["ANSWER"], "w") as file:
    json.dump({"games": found, "spent": spent, "times": times}, file)
gnubg.command("quit")
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--positions", type=int, default=6)
    parser.add_argument("--trials", type=int, default=360)
    parser.add_argument("--throws", type=int, default=7)
    parser.add_argument("--seed", type=int, default=1, help="of the dice")
    args = parser.parse_args()
    if not program.program():
        raise SystemExit("the program gnubg is missing: apt install gnubg")
    evaluator = BackgammonEvaluator(
        networks.read(), bearoff.kept(table_cache(), lambda notice: print(notice, file=sys.stderr))
    )
    both = pairs((players.ours(evaluator, 0), players.seed_player()), -(-args.games // 2), args.seed)
    played = [game for pair in both for game in pair][: args.games]
    steps = [step for game in played for step in game.steps]
    chosen = [steps[n * len(steps) // args.positions][1] for n in range(args.positions)]
    reference = by_gnubg(played, [gnuid.position_id(board_of(each)) for each in chosen], args)
    compare_games(evaluator, played, reference)
    compare_rollouts(evaluator, chosen, reference, args)
    return 0


def state_of(board: Any, dice: tuple[int, int] | None) -> BackgammonState:
    """Return a position of the rules, with the side on roll as white."""
    phase = BackgammonPhase.PLAY if dice else BackgammonPhase.THROW
    return BackgammonState(GAME.options("first=throw,backgammon=on"), board, 1, phase, dice)


def by_gnubg(games: Sequence[Game], positions: Sequence[str], args: argparse.Namespace) -> Any:
    """Return GNU Backgammon's analysis of games and positions."""
    command = program.program()
    assert command
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        match = mat.MatMatch(0, tuple(game.to_mat(error_rate.PLAYER_NAMES) for game in games))
        (folder / "match.mat").write_text(mat.write(match), "utf-8")
        (folder / "script.py").write_text(GNUBG_SCRIPT, "utf-8")
        variables = {
            "HOME": name, "MATCH": str(folder / "match.mat"), "ANSWER": str(folder / "answer.json"),
            "POSITIONS": json.dumps(positions), "TRIALS": str(args.trials), "THROWS": str(args.throws),
        }  # fmt: skip
        # Results of rollouts are printed for terminals only: `script` is one.
        arguments = [
            "script",
            "-qec",
            shlex.join([command, "-t", "-q", "-r", "-p", str(folder / "script.py")]),
            "/dev/null",
        ]
        done = subprocess.run(
            arguments,
            env={**os.environ, **variables},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            text=True,
        )
        if not (folder / "answer.json").exists():
            raise SystemExit(f"gnubg failed: {done.stdout[-1500:]}")
        answer = json.loads((folder / "answer.json").read_text("utf-8"))
    answer["rolled"] = [(float(one["equity"]), float(one["error"])) for one in RESULT.finditer(done.stdout)]
    if len(answer["rolled"]) != len(positions):
        raise SystemExit(f"gnubg printed no results: {done.stdout[-1500:]}")
    return answer


def compare_games(evaluator: BackgammonEvaluator, games: Sequence[Game], reference: Any) -> None:
    """Print errors and luck of both sides in each game, and for all together."""
    start = time.process_time()
    own = [[list(side) for side in ours(evaluator, game)] for game in games]
    spent = time.process_time() - start
    rows = []
    for number, (game, other) in enumerate(zip(own, reference["games"], strict=True), 1):
        for name, (lost, luck, decisions) in zip(error_rate.PLAYER_NAMES, game, strict=True):
            their_lost, their_luck, their_decisions = other[name]
            rows.append((lost, their_lost, luck, their_luck))
            print(
                f"game {number}, {name}: {decisions:.0f} decisions (gnubg {their_decisions}), lost {lost:.3f} "
                f"(gnubg {their_lost:.3f}), luck {luck:+.3f} (gnubg {their_luck:+.3f})",
                flush=True,
            )
    lost, their_lost = sum(row[0] for row in rows), sum(row[1] for row in rows)
    luck_gap = mean(abs(row[2] - row[3]) for row in rows)
    print(
        f"all: lost {lost:.3f} (gnubg {their_lost:.3f}); luck of a side in a game apart by {luck_gap:.3f} in the mean; "
        f"processor time {spent:.1f} s (gnubg {reference['spent']:.1f} s)",
        flush=True,
    )


def ours(evaluator: BackgammonEvaluator, game: Game) -> Iterator[tuple[float, float, float]]:
    """Return for both players: points given away, luck, decisions."""
    sums = [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]
    for number, (dice, here, after) in enumerate(game.steps):
        thrown = max(dice), min(dice)
        board = board_of(here)
        other, own = board_of(after)
        state = state_of(board, thrown)
        found = judged(evaluator, state, turns(board, thrown)[own, other], JUDGE_PLIES)
        best, played = found.best.forecast, found.played.forecast
        assert best and played
        sums_of_side = sums[(game.first + number) % 2]
        sums_of_side[0] += best.equity - played.equity
        sums_of_side[1] += found.luck
        sums_of_side[2] += found.choices > 1
    return iter([(lost, luck, decisions) for lost, luck, decisions in sums])


def compare_rollouts(
    evaluator: BackgammonEvaluator, positions: Sequence[Any], reference: Any, args: argparse.Namespace
) -> None:
    """Print the results of rollouts by both programs for each position."""
    theirs = zip(reference["rolled"], reference["times"], strict=True)
    for number, (position, ((their_equity, their_error), their_time)) in enumerate(zip(positions, theirs, strict=True), 1):
        start = time.process_time()
        *_, last = rolled_out(evaluator, position[None], MONEY_POINTS, RolloutPlan(args.trials, args.throws))
        spent = time.process_time() - start
        equity, error = float(last[0].shares @ MONEY_POINTS), last[0].error
        print(
            f"position {number}: {equity:+.4f} +-{error:.4f}, {1000 * spent / last[0].trials:.1f} ms a trial "
            f"(gnubg {their_equity:+.4f} +-{their_error:.4f}, {1000 * their_time / args.trials:.1f} ms); error a second "
            f"leaves {error * spent**0.5:.4f} (gnubg {their_error * their_time**0.5:.4f})",
            flush=True,
        )


if __name__ == "__main__":
    raise SystemExit(main())
