"""Strength of TriDice, and the exactness of its tables.

    uv run python -m benchmarks.tridice tables            rebuilds them: time, memory, size
    uv run python -m benchmarks.tridice values            values that are known, by the tables
    uv run python -m benchmarks.tridice loss              value lost per decision, with tables and without
    uv run python -m benchmarks.tridice wins              whether every win is brought home before the rules call a draw
    uv run python -m benchmarks.tridice match OPPONENT    seed, 2-ply or 3-ply; search: the same search, seeing everything
    uv run python -m benchmarks.tridice decisions         value lost per decision in games against 2-ply

`--rival`: our search's assumption about the other side: that it overlooks what comes after the answer to its turns, that it
sees everything, or whatever its turns show. `--seconds` of processor time for a turn, or `--simulations`; `--number` of
games or positions. Means come with their 95% interval; sides alternate, with the same throws in two consecutive games; a
draw counts half. A match's share is also given without the luck of the throws (`luck`): it has the same expectation and a
narrower interval.
"""

from __future__ import annotations

import argparse
import random
import resource
import sys
import tempfile
import time
from pathlib import Path
from statistics import mean

from benchmarks.tridice.decisions import Choose, DecisionJudge
from benchmarks.tridice.expectiminimax import Expectiminimax
from benchmarks.tridice.luck import luck
from fourth_seat.engines.arena.intervals import half_width, share_interval
from fourth_seat.engines.limits import MIB, EngineLimits
from fourth_seat.engines.search.limit import SearchLimit
from fourth_seat.engines.table_cache import TableCache
from fourth_seat.engines.tridice.baseline import seed
from fourth_seat.engines.tridice.kernels.ranking import unrank_of
from fourth_seat.engines.tridice.position import TriDicePosition, packed, state_of
from fourth_seat.engines.tridice.rival import Rival
from fourth_seat.engines.tridice.search import TriDiceSearch
from fourth_seat.engines.tridice.table_moves import table_moves
from fourth_seat.engines.tridice.table_store import TriDiceTableStore
from fourth_seat.engines.tridice.tables import Material, TriDiceTables, materials_of
from fourth_seat.engines.tridice.tree import TriDiceTree
from fourth_seat.engines.tridice.weights import weights
from fourth_seat.games import CHANCE, find
from fourth_seat.games.tridice.moves import TriDiceMove
from fourth_seat.games.tridice.rules import TriDiceState
from fourth_seat.table.settings.tables import table_cache

GAME = find("tridice")
LOW_BITS = 0xFFFFFFFF
OPEN_KINDS = {"2 against 2, hands empty": (2, 2, 0, 0), "2 against 1 with one in hand": (2, 1, 0, 1),
              "1 against 1 with one in hand each": (1, 1, 1, 1)}  # fmt: skip
MAX_MEAN_LOSS = {
    "2 against 2, hands empty": 0.01,
    "2 against 1 with one in hand": 0.04,
    "1 against 1 with one in hand each": 0.08,
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["tables", "values", "loss", "wins", "match", "decisions"])
    parser.add_argument("opponent", nargs="?", choices=["seed", "1-ply", "2-ply", "3-ply", "search"], default="2-ply")
    parser.add_argument("--rival", choices=["learned", "overlooks", "sees"], default="learned")
    parser.add_argument("--seconds", type=float, default=0.25, help="for a turn")
    parser.add_argument("--simulations", type=int, help="for a turn, instead")
    parser.add_argument("--number", type=int, default=400, help="of games or positions")
    parser.add_argument("--threads", type=int, default=1, help="for building tables")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    commands = {"tables": build, "values": values, "loss": loss, "wins": wins, "match": match, "decisions": decisions}
    return commands[args.what](args)


def ready() -> TriDiceTables:
    """Return all tables; those that are missing are built first."""
    endings = TriDiceTableStore(table_cache(), 1 << 30, 1)
    endings.load()
    endings.build(lambda done: print(f"\rtables {done:.0%}", end="", file=sys.stderr, flush=True))
    return endings.tables


def build(args: argparse.Namespace) -> int:
    """Build all tables in a folder that is removed afterwards."""
    with tempfile.TemporaryDirectory() as name:
        started, spent = time.monotonic(), time.process_time()
        endings = TriDiceTableStore(TableCache(Path(name)), 1 << 30, args.threads)
        endings.build()
        took, spent = time.monotonic() - started, time.process_time() - spent
        size = sum(path.stat().st_size for path in Path(name).glob("*.table"))
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        started = time.process_time()
        TriDiceTableStore(TableCache(Path(name)), 1 << 30, 1).load()
        reading = time.process_time() - started
    in_memory = endings.tables.size / 1e6
    print(f"built by {args.threads} thread(s) in {took:.0f} s ({spent:.0f} s of processor time; must be 900 on one core)")
    print(f"kept: {size / 1e6:.0f} MB (must be 250), {in_memory:.0f} MB in memory, read in {reading:.1f} s; peak {peak} MB")
    return 0


def values(_: argparse.Namespace) -> int:
    """Compare the values of the empty board with some dice each."""
    tables = ready()
    for dice, expected in ((1, -0.167), (2, -0.065)):
        entry = tables.look_up(TriDicePosition(packed([]), packed([]), dice, dice))
        assert entry is not None
        print(f"empty board, {dice} each in hand: {entry.value:+.4f} for the first player (known: {expected:+.3f})")
    return 0


def at_random(kind: Material, rng: random.Random) -> TriDiceState:
    """Return a position of a kind, the first colour to move."""
    sides = int(unrank_of(rng.randrange(kind.positions), kind.own, kind.other))
    position = TriDicePosition(sides & LOW_BITS, sides >> 32 & LOW_BITS, kind.own_hand, kind.other_hand)
    return state_of(position, GAME.options())


def loss(args: argparse.Namespace) -> int:
    """Measure the loss of the chosen turn in random positions in which turns differ in value."""
    tables, rng = ready(), random.Random(args.seed)
    searcher = TriDiceSearch(GAME.options(), EngineLimits(table_cache()), random.Random(args.seed))
    tree = TriDiceTree(256 * MIB, weights(), tables)
    failed = False
    for name, counts in OPEN_KINDS.items():
        losses: list[float] = []
        with_tables: list[float] = []
        while len(losses) < args.number:
            state = at_random(Material(*counts), rng)
            turns = table_moves(state, tables)
            if not turns:
                continue
            worth = {turn.move: turn.value for turn in turns}
            tree.set_position(state, with_tables=False)
            searched(tree, args)
            losses.append(turns[0].value - worth[tree.best().move])
            chosen = searcher.choose(state, 9, SearchLimit(None, 60.0), lambda *_: None)
            assert chosen is not None
            with_tables.append(turns[0].value - worth[chosen])
        half = half_width(losses)
        failed |= mean(losses) > MAX_MEAN_LOSS[name] or max(with_tables) > 1e-9
        print(
            f"{name}: without tables {mean(losses):.4f} ± {half:.4f} (must be {MAX_MEAN_LOSS[name]}), "
            f"with {mean(with_tables):.4f}"
        )
    return failed


def searched(tree: TriDiceTree, args: argparse.Namespace) -> None:
    """Grow a tree for the time, or the simulations, of a turn."""
    if args.simulations:
        tree.search(args.simulations)
        return
    end = time.process_time() + args.seconds
    while time.process_time() < end and not tree.solved:
        tree.search(500)


def wins(args: argparse.Namespace) -> int:
    """Play won positions on: one side as usual, the other holding out as long as possible."""
    tables, rng = ready(), random.Random(args.seed)
    kinds = [kind for stage in range(tables.ready) for kind in materials_of(stage) if kind.positions > 1]
    won, longest, played = 0, 0, 0
    while played < args.number:
        state = at_random(rng.choice(kinds), rng)
        turns = table_moves(state, tables)
        if not turns or abs(turns[0].value) < 1:
            continue
        winner = state.turn if turns[0].value > 0 else 3 - state.turn
        played += 1
        while not state.over:
            if state.to_move == CHANCE:
                state = state.play(rng.choice(state.legal()))
                continue
            turns = table_moves(state, tables)
            assert turns
            state = state.play(rng.choice([turn.move for turn in turns if turn.merit == turns[0].merit]))
            longest = max(longest, state.quiet)
        won += state.standing().winners == (winner,)
    print(f"{won} of {played} won positions were won; at most {longest} turns passed without a placement or a capture")
    return won < played


class FixedRival(Rival):
    """A rival about whom nothing is learned."""

    def __init__(self, *, overlooks: bool) -> None:
        super().__init__()
        self._fixed = overlooks

    @property
    def overlooks(self) -> bool:
        return self._fixed

    def turn_to(self, state: TriDiceState) -> None:
        """Learn nothing."""


def by_search(searcher: TriDiceSearch, args: argparse.Namespace) -> Choose:
    """Return a player that searches for the time or the simulations given."""

    def chosen(state: TriDiceState) -> TriDiceMove:
        by_time = SearchLimit(None, args.seconds, clock=time.process_time)
        limit = SimulationLimit(args.simulations) if args.simulations else by_time
        return searcher.choose(state, 9, limit, lambda *_: None)

    return chosen


def match(args: argparse.Namespace) -> int:
    """Play the search with its tables against a yardstick."""
    judge = TriDiceTree(16 * MIB, weights(), ready())
    rival = Rival() if args.rival == "learned" else FixedRival(overlooks=args.rival == "overlooks")
    searcher, seer = (
        TriDiceSearch(GAME.options(), EngineLimits(table_cache()), random.Random(args.seed), each)
        for each in (rival, FixedRival(overlooks=False))
    )
    for each in (searcher, seer):  # the first call prepares the player, untimed
        each.choose(GAME.start(GAME.options()), 9, SimulationLimit(1), lambda *_: None)
    rng = random.Random(f"{args.opponent} {args.seed}")
    plies = {"1-ply": 1, "2-ply": 2, "3-ply": 3}.get(args.opponent)
    other: Choose = Expectiminimax(plies, rng).choose if plies else lambda state: seed(state, rng)
    if args.opponent == "search":
        other = by_search(seer, args)
    ours = by_search(searcher, args)
    spent = {True: 0.0, False: 0.0}
    turns = {True: 0, False: 0}

    shares: list[float] = []
    adjusted: list[float] = []
    for game in range(args.number):
        first = game % 2 == 0
        state: TriDiceState = GAME.start(GAME.options())
        throws = random.Random(f"{args.seed} throws {game // 2}")
        gained = 0.0  # by the throws, for the first colour
        while not state.over:
            if state.to_move == CHANCE:
                thrown, state = state, state.play_unchecked(throws.choice(state.legal()))
                gained += luck(thrown, state, judge)
                continue
            mine = (state.turn == 1) == first
            started = time.process_time()
            state = state.play((ours if mine else other)(state))
            spent[mine] += time.process_time() - started
            turns[mine] += 1
        shares.append(state.standing().share(1 if first else 2))
        adjusted.append(shares[-1] - (gained if first else -gained))
        if (game + 1) % 20 == 0 or game + 1 == args.number:
            low, high = share_interval(_in_pairs(shares)) or (0.0, 1.0)
            half = half_width(_in_pairs(adjusted)) if len(adjusted) > 3 else 1.0
            counts = f"{shares.count(1.0)}-{shares.count(0.5)}-{shares.count(0.0)}"
            cpu = " and ".join(f"{spent[mine] / turns[mine]:.3f}" for mine in (True, False))
            share = f"{mean(shares):.1%} ({low:.1%} to {high:.1%})"
            print(
                f"{args.rival}, against {args.opponent}: {share} in {game + 1} games, {counts}; {cpu} CPU s a turn;",
                end=" ",
            )
            print(f"without the luck of the throws {mean(adjusted):.1%} ± {half:.1%}", flush=True)
    return 0


def decisions(args: argparse.Namespace) -> int:
    """Judge unsolved turns of games against 2-ply, chosen as if no side overlooked anything, by a far longer search."""
    tables, rng = ready(), random.Random(args.seed)
    judge, tree = DecisionJudge(tables), TriDiceTree(256 * MIB, weights(), tables)
    losses: list[float] = []
    for state in judge.hard(Expectiminimax(2, rng).choose, rng):
        tree.set_position(state)
        searched(tree, args)
        losses.append(judge.lost(state, tree.best().move))
        if len(losses) % 20 == 0 or len(losses) == args.number:
            worst = sum(loss > 0.05 for loss in losses)
            print(f"{mean(losses):.4f} ± {half_width(losses):.4f} in {len(losses)} decisions, {worst} over .05", flush=True)
        if len(losses) == args.number:
            break
    return 0


def _in_pairs(values: list[float]) -> list[float]:
    """Return the means of two games with the same throws, which are not independent."""
    return [mean(pair) for pair in zip(values[::2], values[1::2], strict=False)]


class SimulationLimit(SearchLimit):
    """Limit a search by simulations, with tables all the same."""

    @property
    def counted(self) -> bool:
        return False


if __name__ == "__main__":
    sys.exit(main())
