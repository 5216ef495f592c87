"""Speed of the Blokus search in simulations, compared with Pentobi's in the same run.

    python -m uv run python -m benchmarks.blokus.speed [--pentobi PATH] [--seconds 3] [--rounds 5] [--move 5]

Prints the peak memory of an engine process at level 9 over a whole game, with `--move` seconds per move. Then, at the start
and when every colour has placed eight pieces: simulations per second of processor time, with playouts to the end, like
Pentobi's, and with playouts to the horizon as in games; and what a second thread gains in the same time. PATH is the
program `pentobi-gtp`, which plays at level 7.
"""

from __future__ import annotations

import argparse
import re
import resource
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from statistics import mean, median
from tempfile import TemporaryFile

from fourth_seat.engines.blokus.kernels.playout import TO_THE_END
from fourth_seat.engines.blokus.search import BlokusSearchParams, BlokusTree
from fourth_seat.engines.blokus.weights import weights
from fourth_seat.engines.players.engine_player import own_command
from fourth_seat.games import find
from fourth_seat.games.blokus.pieces import PIECES
from fourth_seat.games.blokus.rules import BlokusState, start

MEMORY_BYTES = 256 << 20
SLICE_SIMULATIONS = 1000  # after which the clock is read
PIECES_PLACED_EACH = 8
SIMULATIONS = re.compile(rb"\bSim (\d+)")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pentobi", metavar="PATH", help="the program pentobi-gtp")
    parser.add_argument("--seconds", type=float, default=3, help="of processor time for each figure")
    parser.add_argument(
        "--rounds", type=int, default=5, help="searches of Pentobi's for each figure, and of two threads and one"
    )
    parser.add_argument("--move", type=float, default=5, help="seconds for a move of the game for the memory")
    args = parser.parse_args()
    print(f"a game at level 9, {args.move} s a move: {memory(args.move):.0f} MB at most", flush=True)
    positions = (("at the start", list[str]()), ("eight pieces each", opening(4 * PIECES_PLACED_EACH)))
    for name, moves in positions:
        settings = BlokusSearchParams(horizon=TO_THE_END), BlokusSearchParams()
        whole, used = (
            rate(moves, BlokusTree(MEMORY_BYTES, 1, 1, params), args.seconds, time.process_time) for params in settings
        )
        line = f"{name}: simulations a CPU second: {whole:,.0f} to the end, {used:,.0f} as in games"
        if args.pentobi:
            theirs = pentobi(args.pentobi, moves, args.rounds)
            line += f"; Pentobi {theirs:,.0f} ({whole / theirs:.2f}x and {used / theirs:.2f}x)"
        print(line, flush=True)
    for name, moves in positions:
        ratios = []
        for _ in range(args.rounds):  # in turn, since the machine may be faster now and then
            one, two = (
                rate(moves, BlokusTree(MEMORY_BYTES, threads, 1), args.seconds, time.perf_counter) for threads in (1, 2)
            )
            ratios.append(two / one)
        print(f"{name}: two threads do {median(ratios):.2f}x the simulations of one (wall)", flush=True)
    return 0


def memory(seconds: float) -> float:
    """Return the peak memory of an engine process over a game against itself, in MB."""
    colours = [1 + turn % 4 for turn in range(4 * len(PIECES))]
    lines = ["level 9", f"time_per_move {seconds}", *(f"genmove {colour}" for colour in colours), "final_score", "quit"]
    subprocess.run(own_command(find("blokus")), input="\n".join(lines).encode(), capture_output=True, check=True)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024


def opening(plies: int) -> list[str]:
    """Return the first placements of a quick game against itself."""
    state, tree, moves = after([]), BlokusTree(MEMORY_BYTES, 1, seed=1), list[str]()
    while len(moves) < plies:
        tree.set_position(state, weights(state.setting))
        tree.search(50)
        moves.append(str(tree.best()))
        state = state.play(tree.best())
    return moves


def after(moves: list[str]) -> BlokusState:
    """Return the position after moves."""
    game = find("blokus")
    state = start(game.options())
    for move in moves:
        state = state.play(*game.parse(state, move))
    return state


def rate(moves: list[str], tree: BlokusTree, seconds: float, clock: Callable[[], float]) -> float:
    """Return simulations per second of a clock."""
    state = after(moves)
    tree.set_position(state, weights(state.setting))
    done, start = 0, clock()
    while (spent := clock() - start) < seconds:
        tree.search(SLICE_SIMULATIONS)
        done += SLICE_SIMULATIONS
    return done / spent


def pentobi(program: str, moves: list[str], rounds: int) -> float:
    """Return Pentobi's simulations per second of processor time; it prints their number after each search."""
    played = [f"play {1 + n % 4} {move}" for n, move in enumerate(moves)]
    mover = 1 + len(moves) % 4
    rates = []
    command = [str(Path(program)), "--game", "classic", "--nobook", "--level", "7", "--threads", "1"]
    for seed in range(1, rounds + 1):
        lines = [f"set_random_seed {seed}", *played, "cputime", f"genmove {mover}", "cputime", "quit"]
        with TemporaryFile() as errors:
            answers = subprocess.run(
                command, input="\n".join(lines).encode() + b"\n", stdout=subprocess.PIPE, stderr=errors, check=True
            ).stdout
            errors.seek(0)
            simulations = sum(map(int, SIMULATIONS.findall(errors.read())))
        before, _, spent = answers.split(b"\n\n")[len(played) + 1 : len(played) + 4]
        rates.append(simulations / (float(spent[2:]) - float(before[2:])))
    return mean(rates)


if __name__ == "__main__":
    raise SystemExit(main())
