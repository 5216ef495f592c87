"""Play sheshbesh against GNU Backgammon, pubeval and the seed document's player: all bars, in one run.

    uv run --with gnubg-nn python -m benchmarks.backgammon.match [--bar NAME ...] [--plies 0] [--games N] [--nets FILE]
                                                           [--without-luck]

Games are played in pairs with the same dice, without a cube, gammons and backgammons counted; +- is one standard error,
over pairs. The error rate needs the program gnubg (Debian: `apt install gnubg`); it comes from GNU Backgammon's analysis,
`--analysis` throws ahead, and is left out without the program.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.backgammon.match import error_rate, frozen, luck, players
from benchmarks.backgammon.match.games import pairs, points_a_game
from benchmarks.backgammon.match.program import program
from fourth_seat.engines.backgammon import bearoff, networks
from fourth_seat.engines.backgammon.evaluator import BackgammonEvaluator
from fourth_seat.engines.table_cache import TableCache
from fourth_seat.table.settings.tables import table_cache

GAME_COUNTS = {"gnubg": 20_000, "pubeval": 4_000, "seed": 4_000, "errors": 264, "one-ply": 60}
OTHER_BARS = "frozen", "tables"
MIN_POINTS_PER_GAME = {"gnubg": "-0.08", "pubeval": "+0.55", "seed": "+1.0"}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bar", nargs="+", choices=[*GAME_COUNTS, *OTHER_BARS], default=[*GAME_COUNTS, *OTHER_BARS])
    parser.add_argument("--plies", type=int, choices=(0, 1, 2), default=0, help="throws that ours looks ahead")
    parser.add_argument("--games", type=int, help="instead of each bar's number")
    parser.add_argument("--analysis", type=int, default=2, help="throws that GNU Backgammon's analysis looks ahead")
    parser.add_argument("--nets", type=Path, default=networks.NETWORKS_FILE, help="networks to play with")
    parser.add_argument("--seed", type=int, default=1, help="of the dice")
    parser.add_argument(
        "--without-luck",
        action="store_true",
        help="take the luck of the throws out as well, 0.1 s a game",
    )
    args = parser.parse_args()
    evaluator = BackgammonEvaluator(
        networks.read(args.nets), bearoff.kept(table_cache(), lambda notice: print(notice, file=sys.stderr))
    )
    for bar in args.bar:
        if bar == "tables":
            build()
        elif bar == "frozen":
            decide(evaluator, args.plies)
        else:
            report(bar, evaluator, args)
    return 0


def report(bar: str, evaluator: BackgammonEvaluator, args: argparse.Namespace) -> None:
    """Play and print one bar."""
    plies = 1 if bar == "one-ply" else args.plies
    if bar == "errors" and not program():
        print("error rate: left out; it needs the program gnubg (apt install gnubg)")
        return
    own = players.ours(evaluator, plies)
    peer = players.seed_player() if bar == "seed" else _peer(bar)
    both = list(pairs((own, peer), (args.games or GAME_COUNTS[bar]) // 2, args.seed))
    mean, error = points_a_game(both)
    match = f"{own.name} against {peer.name}, {2 * len(both):,} games"
    if bar == "errors":
        games = [game for pair in both for game in pair]
        decisions, rate, spread = error_rate.error_rate(games, args.analysis)
        print(
            f"{match}: {rate:.2f} +-{spread:.2f} thousandths lost in each of {decisions:,} decisions by gnubg "
            f"{args.analysis}-ply (must be 6)",
            flush=True,
        )
        return
    print(
        f"{match}: {mean:+.3f} +-{error:.3f} points a game"
        + (f" (must be {MIN_POINTS_PER_GAME[bar]})" if bar in MIN_POINTS_PER_GAME else ""),
        flush=True,
    )
    if args.without_luck:
        mean, error = luck.points_without(evaluator, both)
        print(f"{match}, luck taken out: {mean:+.3f} +-{error:.3f} points a game", flush=True)
    if bar == "gnubg":
        speeds = [player.looked / player.seconds for player in (own, peer)]
        print(
            f"turns judged a second of processor time: {speeds[0]:,.0f}, {peer.name} {speeds[1]:,.0f}: "
            f"{speeds[0] / speeds[1]:.1f}x (must be 0.7x)",
            flush=True,
        )
    if bar == "one-ply":
        print(
            f"{own.name}: {1000 * own.seconds / own.decisions:.1f} ms of processor time a decision, longest of "
            f"{own.decisions:,} {1000 * own.longest:.0f} ms (must be 300 ms)",
            flush=True,
        )


def decide(evaluator: BackgammonEvaluator, plies: int) -> None:
    """Print the loss of each player in a fixed set of decisions; ours looks 0, 1 and up to `plies` throws ahead."""
    decisions = frozen.read()
    for player in (*(players.ours(evaluator, ahead) for ahead in range(max(plies, 1) + 1)), players.seed_player()):
        losses = 1000 * frozen.losses_of(player, decisions)
        print(
            f"{player.name}, {len(losses):,} frozen decisions: {losses.mean():.2f} "
            f"+-{frozen.standard_error(losses):.2f} thousandths lost in each by gnubg 2-ply ({player.seconds:.1f} s)",
            flush=True,
        )


def _peer(bar: str) -> players.Player:
    peer = players.gnubg_nn()
    return players.pubeval(peer) if bar == "pubeval" else players.gnubg(peer)


def build() -> None:
    """Build the tables of exact endings in a folder that is removed afterwards."""
    with tempfile.TemporaryDirectory() as name:
        start, spent = time.monotonic(), time.process_time()
        bearoff.kept(TableCache(Path(name)), lambda notice: print(notice, file=sys.stderr))
        took, spent = time.monotonic() - start, time.process_time() - spent
        size = sum(path.stat().st_size for path in Path(name).iterdir())
    print(f"tables of endings: {took:.1f} s ({spent:.1f} s of processor time), {size / 1e6:.1f} MB (must be 180 s, 20 MB)")


if __name__ == "__main__":
    raise SystemExit(main())
