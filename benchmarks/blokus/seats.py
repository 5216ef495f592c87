"""Find the player that plays a seat best from some ply on: the others, and the positions, are the same for all.

    python -m uv run python -m benchmarks.blokus.seats LOG --pentobi PATH [--ply 40] [--players 7 ours] [--others 6]

LOG holds games that `benchmarks.blokus.match --log` kept, PATH is the program `pentobi-gtp`; a player is `ours` or a level
of Pentobi's. From each seat of each game in turn, each player plays on, the others' level on all other seats. It prints its
lead over the others' mean in points, the difference from the first player (95 % interval, over positions), and the
processor time per move. The differences vary far less than the results of whole games.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from contextlib import ExitStack, closing
from itertools import islice
from pathlib import Path
from random import Random
from statistics import mean

from benchmarks.blokus.match import BARS, OUR_NAME, make_player
from fourth_seat.engines.arena.intervals import half_width
from fourth_seat.engines.arena.tournament import FinishedGame, SeatUsage, cpu_per_move, play_on
from fourth_seat.games import AnyGame, find
from fourth_seat.games.options import Options
from fourth_seat.games.protocol import Line

PRINTED_EVERY = 10  # positions


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("log", type=Path, metavar="LOG")
    parser.add_argument("--pentobi", required=True, metavar="PATH", help="the program pentobi-gtp")
    parser.add_argument("--ply", type=int, default=40)
    parser.add_argument("--players", nargs="+", default=["7", OUR_NAME])
    parser.add_argument("--others", default="6", help="a level of Pentobi's")
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=3.0, help="for a move of ours")
    parser.add_argument("--threads", type=int, default=1)
    args = parser.parse_args()
    game = find("blokus")
    leads: dict[str, list[float]] = {name: [] for name in args.players}
    spent: dict[str, list[SeatUsage]] = {name: [] for name in args.players}
    number = 0
    for number, (options, line, seat) in enumerate(islice(positions(game, args.log, args.ply), args.positions), start=1):
        for name in args.players:
            names = [name if n == seat else args.others for n in range(game.seats(options))]
            played = play(names, line, options, args, number)
            points = played.line.state.standing().scores
            leads[name].append(points[seat] - mean(points[:seat] + points[seat + 1 :]))
            spent[name].append(played.usage[seat])
        if number % PRINTED_EVERY == 0:
            report(number, leads, spent)
    if number % PRINTED_EVERY:
        report(number, leads, spent)
    return 0


def play(names: list[str], line: Line, options: Options, args: argparse.Namespace, seed: int) -> FinishedGame:
    """Play a game on with new players of these names, by seat."""
    with ExitStack() as stack:
        seated = []
        for n, name in enumerate(names):
            one = make_player(name, line.game, options, args, args.seconds, Random(f"{seed} {n}"))
            seated.append(stack.enter_context(closing(one)))
            one.prepare().wait()
        return play_on(line, seated, Random(seed))


def positions(game: AnyGame, log: Path, ply: int) -> Iterator[tuple[Options, Line, int]]:
    """Yield the options, the game so far and a seat, for each seat of each game in a log; seats count from 0."""
    options_of = {bar.name: game.options(bar.options) for bar in BARS}
    for text in log.read_text("utf-8").splitlines():
        entry = json.loads(text)
        options = options_of[entry["bar"]]
        line = Line.begin(game, game.start(options))
        for move in entry["moves"][:ply]:
            line = line.play(game.parse(line.state, move)[0])
        for seat in range(game.seats(options)):
            yield options, line, seat


def report(number: int, leads: dict[str, list[float]], spent: dict[str, list[SeatUsage]]) -> None:
    """Print the result of each player after this many positions."""
    baseline, first = next(iter(leads.items()))
    for name, ahead in leads.items():
        differences = [own - other for own, other in zip(ahead, first, strict=True)]
        cpu = cpu_per_move(spent[name])
        print(
            f"{number:4} positions, {name:4}: {mean(ahead):+.1f} points; compared with {baseline} "
            f"{mean(differences):+.1f} +-{half_width(differences):.1f}; "
            f"{'-' if cpu is None else f'{cpu:.3f}'} s of processor time a move",
            flush=True,
        )


if __name__ == "__main__":
    raise SystemExit(main())
