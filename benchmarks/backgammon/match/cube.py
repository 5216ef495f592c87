"""Measure the doubling cube and match play of sheshbesh.

    uv run python -m benchmarks.backgammon.match.cube [--bar table decisions positions matches] [--games N] [--plies 0]
                                                  [--cube-plies 1] [--nets FILE]

- table: the match equity table against GNU Backgammon's (by default Kazaross-XG2's), and its time.
- decisions: the cube actions in games of ours against itself, single games and matches to 5, by GNU Backgammon
  `--analysis` throws ahead: thousandths of a point (of the cube) lost in each decision.
- positions: 600 positions of games without a cube, money, the cube in the middle: whether to double and, if so, whether to
  take, as decided by level 9 (two throws ahead, close ones by rollouts) and judged by GNU Backgammon; the loss is counted
  if the decision is close or wrong.
- matches: to 5 against the same networks that never double and always take, in pairs with the same dice.

All but the last need the program gnubg (Debian: `apt install gnubg`); without it they are left out. +- is one standard
error.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from statistics import mean

from benchmarks.backgammon.match.cube_errors import judge_actions, judge_games, summarize
from benchmarks.backgammon.match.cube_games import CubeGame, game, match, ours, winner, without_cube
from benchmarks.backgammon.match.players import Throws
from benchmarks.backgammon.match.program import program, query
from fourth_seat.engines.arena.intervals import standard_error
from fourth_seat.engines.backgammon import bearoff, networks
from fourth_seat.engines.backgammon.cube.at_stake import ranked
from fourth_seat.engines.backgammon.cube.janowski import CubeDecision
from fourth_seat.engines.backgammon.cube.match_table import MatchEquityTable
from fourth_seat.engines.backgammon.cube_rollout import corrected, is_close
from fourth_seat.engines.backgammon.decisions import doubling
from fourth_seat.engines.backgammon.evaluator import BackgammonEvaluator, Floats
from fourth_seat.engines.backgammon.search import MAX_PLIES
from fourth_seat.engines.search.limit import SearchLimit
from fourth_seat.games.backgammon.match import DECLARED_OPTIONS, MAX_MATCH_POINTS
from fourth_seat.games.backgammon.moves import CubeAction
from fourth_seat.games.backgammon.rules import BackgammonPhase, BackgammonState
from fourth_seat.games.options import Options, OptionValue
from fourth_seat.table.settings.tables import table_cache

SAMPLE_COUNTS = {"decisions": 100, "positions": 600, "matches": 400}  # games, positions or matches
MAX_ERROR_THOUSANDTHS = {"doubles": 2.2, "takes": 8.0}  # of a point
POSITION_DISTANCE_TURNS = 12  # between two positions of a game, on average
MONEY_OPTIONS: Mapping[str, OptionValue] = {"cube": True, "backgammon": True}
MATCH_OPTIONS: Mapping[str, OptionValue] = {**MONEY_OPTIONS, "match": 5}
MAX_USUAL_MATCH_POINTS = 9  # of the matches that people play

TABLE_SCRIPT = f"answer = gnubg.met({MAX_MATCH_POINTS})"


def main() -> int:
    bars = {"table": table, "decisions": decisions, "positions": positions, "matches": matches}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bar", nargs="+", choices=bars, default=list(bars))
    parser.add_argument("--games", type=int, help="games, positions or matches, instead of each bar's number")
    parser.add_argument("--plies", type=int, choices=(0, 1, 2), default=0, help="throws ahead for turns")
    parser.add_argument("--cube-plies", type=int, choices=(0, 1, 2), default=1, help="throws ahead for the cube")
    parser.add_argument("--analysis", type=int, default=2, help="throws that GNU Backgammon looks ahead")
    parser.add_argument("--nets", type=Path, default=networks.NETWORKS_FILE, help="networks to play with")
    parser.add_argument("--seed", type=int, default=1, help="of the dice")
    args = parser.parse_args()
    for bar in args.bar:
        if bar != "matches" and not program():
            print(f"{bar}: left out; it needs the program gnubg (apt install gnubg)")
        else:
            bars[bar](args)
    return 0


def table(_: argparse.Namespace) -> None:
    """Compare the match equity tables before the Crawford game and after it."""
    begun = time.process_time()
    known = MatchEquityTable(gammons=True, cube=True)
    scores = [(own, other) for own in range(1, MAX_MATCH_POINTS + 1) for other in range(1, MAX_MATCH_POINTS + 1)]
    before = {score: known.chance(*score, True) for score in scores}
    after = {other: known.chance(1, other, False) for other in range(1, MAX_MATCH_POINTS + 1)}
    spent = time.process_time() - begun
    theirs, behind, _ = query(TABLE_SCRIPT, None)
    for longest in (MAX_USUAL_MATCH_POINTS, MAX_MATCH_POINTS):
        gaps = [100 * abs(before[score] - theirs[score[0] - 1][score[1] - 1]) for score in scores if max(score) <= longest]
        later = [100 * abs(1 - after[other] - behind[other - 1]) for other in range(1, longest + 1)]
        print(
            f"match table against gnubg's, to {longest} points: mean difference {mean(gaps):.2f} %, "
            f"largest {max(gaps):.2f} %; after the Crawford game {mean(later):.2f} %, {max(later):.2f} %"
        )
    print(f"{len(scores)} scores in {1000 * spent:.0f} ms of processor time", flush=True)


def decisions(args: argparse.Namespace) -> None:
    """Play games, judge their cube actions, and print single games and matches separately."""
    player = ours(_evaluator(args), args.plies, args.cube_plies)
    for name, options in (("single games", MONEY_OPTIONS), ("matches to 5", MATCH_OPTIONS)):
        games: list[CubeGame] = []
        throws = Throws()
        while len(games) < (args.games or SAMPLE_COUNTS["decisions"]):
            games += match((player, player), Options(DECLARED_OPTIONS, options), f"{args.seed} {len(games)}", throws)
        found = [each for each in judge_games(games, args.analysis) if each.is_decision]
        answers = [each for each in found if each.action in (CubeAction.TAKE, CubeAction.DROP)]
        for kind, chosen in (("all actions", found), ("takes and drops", answers)):
            total = summarize(chosen)
            print(
                f"{name} ({len(games)} games), {kind}: {total.loss:.1f} +-{total.error:.1f} thousandths lost in each of "
                f"{total.decisions} decisions by gnubg {args.analysis}-ply, {100 * total.wrong:.0f} % wrong",
                flush=True,
            )


def positions(args: argparse.Namespace) -> None:
    """Judge both cube actions in positions with the cube in the middle, and print doubles and takes separately."""
    evaluator = _evaluator(args)
    actions: dict[str, list[tuple[BackgammonState, CubeAction]]] = {"doubles": [], "takes": []}
    for state in centred(evaluator, args.games or SAMPLE_COUNTS["positions"], args.seed):
        found, shares = doubling(evaluator, state, MAX_PLIES)  # the same once the double has been offered
        for name, asked_at in (("doubles", state), ("takes", state.play(CubeAction.DOUBLE))):
            decision = highest_level(evaluator, asked_at, found, shares)
            actions[name].append((asked_at, ranked(asked_at.phase, decision)[0]))
    for name, taken in actions.items():
        every = judge_actions(taken, args.analysis)
        total = summarize([each for each in every if each.close])
        print(
            f"{name}, {len(every)} positions: {total.loss:.1f} +-{total.error:.1f} thousandths lost in each of the "
            f"{total.decisions} that are close or wrong (must be {MAX_ERROR_THOUSANDTHS[name]}), "
            f"{100 * total.wrong:.0f} % wrong; in all of them {1000 * mean(each.loss for each in every):.2f}",
            flush=True,
        )


def highest_level(
    evaluator: BackgammonEvaluator, state: BackgammonState, found: CubeDecision, shares: Floats
) -> CubeDecision:
    """Return the equities by which level 9 decides after this search, with unlimited time."""
    return corrected(evaluator, state, found, shares, SearchLimit())[0] if is_close(found, state.phase) else found


def centred(evaluator: BackgammonEvaluator, number: int, seed: int) -> list[BackgammonState]:
    """Return positions of games for money before a double, before a throw."""
    rng, throws, player = random.Random(f"centred {seed}"), Throws(), without_cube(evaluator)
    found: list[BackgammonState] = []
    while len(found) < number:
        played = game((player, player), Options(DECLARED_OPTIONS, MONEY_OPTIONS), rng, throws)
        before = [state for state, _ in played.decisions if state.phase is BackgammonPhase.CUBE]
        found += [state for state in before if rng.random() < 1 / POSITION_DISTANCE_TURNS]
    return found[:number]


def matches(args: argparse.Namespace) -> None:
    """Play pairs of matches and print the share that ours wins."""
    evaluator = _evaluator(args)
    own, peer = ours(evaluator, args.plies, args.cube_plies), without_cube(evaluator)
    throws, wins = Throws(), []
    for pair in range((args.games or SAMPLE_COUNTS["matches"]) // 2):
        seed = f"{args.seed} {pair}"
        white = winner(list(match((own, peer), Options(DECLARED_OPTIONS, MATCH_OPTIONS), seed, throws))) == 1
        black = winner(list(match((peer, own), Options(DECLARED_OPTIONS, MATCH_OPTIONS), seed, throws))) == 2
        wins.append((white + black) / 2)
    print(
        f"matches to 5 against {peer.name}: {100 * mean(wins):.1f} +-{100 * standard_error(wins):.1f} % of "
        f"{2 * len(wins)} won",
        flush=True,
    )


def _evaluator(args: argparse.Namespace) -> BackgammonEvaluator:
    return BackgammonEvaluator(
        networks.read(args.nets), bearoff.kept(table_cache(), lambda notice: print(notice, file=sys.stderr))
    )


if __name__ == "__main__":
    raise SystemExit(main())
