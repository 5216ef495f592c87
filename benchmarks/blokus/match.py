"""Matches of Blokus against Pentobi; docs/figures.md has the bar that each has to reach.

    python -m uv run python -m benchmarks.blokus.match --pentobi PATH [--bar NAME ...] [--games N] [--seconds S] [--log F]

PATH is the program `pentobi-gtp`. Every player plays each colour equally often. It prints for each bar, over all its games:
the points by which ours is ahead of the mean of the rivals it is compared with (in `beside-7` only level 7), its share of
the win, the pieces it placed, and the processor time per move of each player's whole process tree, pondering included. The
intervals are 95 %, over games. A log keeps each game on a line, so that an interrupted run resumes there.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import partial
from random import Random
from statistics import mean

from benchmarks.outputs import output_file
from fourth_seat.engines.arena.intervals import half_width, share_interval
from fourth_seat.engines.arena.tournament import SeatUsage, Tournament, TournamentGame, cpu_per_move
from fourth_seat.engines.players.from_text import AnyPlayer, player
from fourth_seat.games import AnyGame, find
from fourth_seat.games.options import Options

OUR_NAME, OUR_LEVEL = "ours", "9"


@dataclass(frozen=True, slots=True)
class PentobiBar:
    """A match to win.

    Attributes:
        seatings: the players, `ours` or a level of Pentobi's, in order of seats before these are rotated; the last
            fills the remaining seats.
        games: those of each seating.
        seconds: ours, per move.
        against: the players that ours is compared with.
    """

    name: str
    options: str
    seatings: tuple[tuple[str, ...], ...]
    games: int
    seconds: float
    against: str


BARS = (
    PentobiBar("level-1", "score=advanced", ((OUR_NAME, "1"),), 40, 0.3, "1"),
    PentobiBar("level-5", "score=advanced", ((OUR_NAME, "5"),), 40, 2.5, "5"),
    PentobiBar("swift-5", "score=advanced", ((OUR_NAME, "5"),), 80, 0.028, "5"),
    PentobiBar("beside-7", "score=advanced", ((OUR_NAME, "7", "5"), ("7", OUR_NAME, "5")), 60, 2.5, "7"),
    PentobiBar("level-7", "score=advanced", ((OUR_NAME, "7"),), 100, 2.5, "7"),
    PentobiBar("duo-5", "variant=duo,score=advanced", ((OUR_NAME, "5"),), 100, 0.012, "5"),
    PentobiBar("duo-7", "variant=duo,score=advanced", ((OUR_NAME, "7"),), 100, 2.0, "7"),
)


@dataclass(frozen=True, slots=True)
class SeatResult:
    """Result of one seat in a game.

    Attributes:
        who: the player, named as in the logs of earlier runs.
        share: that of the win.
        pieces: how many it placed.
        cpu: seconds of processor time; None if it could not be measured.
        faults: the number of its notices.
    """

    who: str
    points: int
    share: float
    pieces: int
    cpu: float | None
    faults: int


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pentobi", required=True, metavar="PATH", help="the program pentobi-gtp")
    parser.add_argument("--bar", nargs="+", choices=[bar.name for bar in BARS], default=[bar.name for bar in BARS])
    parser.add_argument("--games", type=int, help="instead of the bar's number, for each seating")
    parser.add_argument("--seconds", type=float, help="for a move of ours, instead of the bar's")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--log", type=output_file, help="where the games are kept")
    args = parser.parse_args()
    for bar in BARS:
        if bar.name in args.bar:
            report(bar, list(games_of(bar, args)))
    return 0


def games_of(bar: PentobiBar, args: argparse.Namespace) -> Iterable[list[SeatResult]]:
    """Yield the games of a bar: those in the log, then those still to be played."""
    done = [json.loads(line) for line in args.log.read_text("utf-8").splitlines()] if args.log and args.log.exists() else []
    for number, seating in enumerate(bar.seatings):
        known = [entry for entry in done if entry["bar"] == bar.name and entry["seating"] == number]
        for entry in known:
            yield [SeatResult(**seat) for seat in entry["seats"]]
        yield from play_games(bar, number, seating, len(known), args)


def play_games(
    bar: PentobiBar, number: int, seating: tuple[str, ...], known: int, args: argparse.Namespace
) -> Iterable[list[SeatResult]]:
    game = find("blokus")
    options = game.options(bar.options)
    makers = [partial(make_player, name, game, options, args, args.seconds or bar.seconds) for name in seating]
    arena = Tournament(game, options, makers, seed=1)
    try:
        for one in arena.play(args.games or bar.games, known):
            seats = seats_of(one, seating)
            if args.log:
                entry = {"bar": bar.name, "seating": number, "seats": [asdict(seat) for seat in seats], "moves": one.moves}
                with args.log.open("a", encoding="utf-8") as file:
                    print(json.dumps(entry), file=file, flush=True)
            yield seats
    finally:
        arena.close()


def make_player(
    name: str, game: AnyGame, options: Options, args: argparse.Namespace, seconds: float, rng: Random
) -> AnyPlayer:
    """Return a player by name; `seconds` is our player's time per move."""
    if name == OUR_NAME:
        return player(OUR_LEVEL, game, options, seconds=seconds, threads=args.threads, rng=rng)
    command = f"gtp:{args.pentobi} --game {options['variant']} --nobook --noresign --level {name} --threads 1"
    return player(command, game, options, rng=rng)


def seats_of(one: TournamentGame, seating: tuple[str, ...]) -> list[SeatResult]:
    """Return the results of the seats of a game."""
    return [
        SeatResult(seating[name], points, share, record.moves, record.cpu, len(record.notices))
        for name, points, share, record in zip(one.seating.players, one.points, one.shares, one.usage, strict=True)
    ]


def report(bar: PentobiBar, games: list[list[SeatResult]]) -> None:
    """Print the result of a bar's games."""
    ours = [next(seat for seat in game if seat.who == OUR_NAME) for game in games]
    others = [[seat for seat in game if seat.who == bar.against] for game in games]
    leads = [own.points - mean(seat.points for seat in rivals) for own, rivals in zip(ours, others, strict=True)]
    pieces = [seat.pieces for seat in ours]
    low, high = share_interval([seat.share for seat in ours]) or (0.0, 1.0)
    seats = [seat for game in games for seat in game]
    print(
        f"{bar.name:9} {len(games):3} games: {mean(leads):+.1f} +-{half_width(leads):.1f} points; "
        f"{mean(seat.share for seat in ours):.0%} of the win ({low:.0%} to {high:.0%}); "
        f"{mean(pieces):.1f} +-{half_width(pieces):.1f} pieces, at least 15 in {mean(n >= 15 for n in pieces):.0%}; "
        f"CPU s/move {', '.join(f'{name} {cpu_text(seats, name)}' for name in names(bar))}; "
        f"{sum(seat.faults for seat in seats)} faults",
        flush=True,
    )
    for colour in range(len(games[0])) if "duo" in bar.options else ():
        shares = [game[colour].share for game in games if game[colour].who == OUR_NAME]
        low, high = share_interval(shares) or (0.0, 1.0)
        print(
            f"          as colour {colour + 1}: {mean(shares):.0%} of {len(shares)} games ({low:.0%} to {high:.0%})",
            flush=True,
        )


def cpu_text(seats: list[SeatResult], name: str) -> str:
    """Return the processor time per move over all seats of a player, as text; a dash if one could not be measured."""
    spent = cpu_per_move([SeatUsage(seat.pieces, seat.cpu) for seat in seats if seat.who == name])
    return "-" if spent is None else f"{spent:.4f}"


def names(bar: PentobiBar) -> list[str]:
    """Return the names of a bar's players, ours first."""
    return sorted({name for seating in bar.seatings for name in seating}, key=lambda name: name != OUR_NAME)


if __name__ == "__main__":
    raise SystemExit(main())
