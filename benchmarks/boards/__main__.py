"""Boards with sensors: games of simulated hands, faults of sensors, pulled cables, and the time that a move takes.

    python -m benchmarks.boards                             # all rows; 1,000 games
    python -m benchmarks.boards games --games 40            # some games on each board
    python -m benchmarks.boards faults --games 5
    python -m benchmarks.boards line
    python -m benchmarks.boards firmware --games 20         # through the machine code of a Nano in simavr
    python -m benchmarks.boards lights                      # at the same port as busy sensors
    python -m benchmarks.boards buttons --presses 200       # of foot switches, presenters ... beside the board; over MQTT

Hands make contacts bounce (5 % of changes), lift pieces and put them back (10 %), knock pieces off (1 %), slide pieces over
others' places (25 %, if pieces slide) and set the computer's move down in a wrong place (2 %). Boards and hands are
simulated; time is virtual, except in `line`, `lights` and `buttons`. No real board was at hand. The last three need simavr
or Xvfb, and are not included in "all rows".
"""

from __future__ import annotations

import argparse
from pathlib import Path

from benchmarks.boards.buttons import measure_buttons
from benchmarks.boards.firmware import FIRMWARE_GAMES, measure_firmware
from benchmarks.boards.hands import BoardType, Tally
from benchmarks.boards.lights import measure_lights
from benchmarks.boards.line import measure_line
from benchmarks.boards.matches import FAULTS, Kept, Match
from fourth_seat.hardware.boards.description import SensorKind

BOARDS = {
    "Connect 4, 7 light barriers": BoardType("connect4", SensorKind.PASSAGE),
    "Connect 4, 42 colours": BoardType("connect4", SensorKind.COLOUR),
    "Kalah, 14 scales": BoardType("kalah", SensorKind.COUNT),
    "sheshbesh, 26 counts": BoardType("backgammon", SensorKind.COUNT),
    "Blokus, 400 contacts": BoardType("blokus", SensorKind.PRESENCE),
    "Blokus Duo, 196 contacts": BoardType("blokus", SensorKind.PRESENCE, options="variant=duo"),
    "TriDice, 16 contacts": BoardType("tridice", SensorKind.PRESENCE),
}
ALSO = {"sheshbesh, 26 contacts": BoardType("backgammon", SensorKind.PRESENCE)}
"""A board whose sensors tell too little for most moves; it is measured, but has no bar."""
GAMES, MAX_MOVES, FAULT_MOVES = 1000, 60, 30
ROWS, MORE_ROWS = ["games", "faults", "line"], ["firmware", "lights", "buttons"]


def games(count: int, seed: int, jobs: int, kept: Kept) -> None:
    """Play games on sound boards; print a row for each board."""
    boards = {**BOARDS, **ALSO}
    number = max(1, count // len(BOARDS))
    tallies = kept.played(
        [Match(board, f"{seed} {name} {n}", MAX_MOVES) for n in range(number) for name, board in boards.items()], jobs
    )
    print(
        "board | games | people's moves | wrong | lost | asked | needlessly | tapped | put right unasked | 95 % | "
        "faults named | notes"
    )
    total = Tally()
    for at, name in enumerate(boards):
        tally = Tally()
        for each in tallies[at :: len(boards)]:
            tally.add(each)
        if name in BOARDS:
            total.add(tally)
        _print_row(name, tally)
    _print_row("all but the last", total)


def _print_row(name: str, tally: Tally) -> None:
    delays = sorted(tally.delays)
    slow = f"{delays[int(0.95 * (len(delays) - 1))]:.2f} s" if delays else "-"
    share = tally.needless / max(1, tally.moves)
    notes = "; ".join(f"{n} {note}" for note, n in tally.notes.most_common(4))
    print(
        f"{name} | {tally.games} | {tally.moves} | {tally.wrong} | {tally.lost} | {tally.asked} | "
        f"{tally.needless} ({share:.2%}) | {tally.tapped} | {tally.corrected} | {slow} | {tally.misnamed} | {notes}",
        flush=True,
    )


def faults(count: int, seed: int, jobs: int, kept: Kept) -> None:
    """Play games on boards that have had one fault from the beginning, and have never been seen to work; print a row
    each. Only moves at which a sensor reports something wrong are counted until its fault is named.
    """
    rows = [(name, kind) for name in BOARDS for kind in FAULTS]
    tallies = kept.played(
        [Match(BOARDS[name], f"{seed} {name} {kind} {n}", FAULT_MOVES, kind) for n in range(count) for name, kind in rows],
        jobs,
    )
    print(
        "board | fault | games | to be noticed in | named in | after moves, at most | not named, for moves at most | "
        "misnamed | wrong moves"
    )
    for at, (name, kind) in enumerate(rows):
        these = tallies[at :: len(rows)]
        named = [tally.faults[0][2] for tally in these if tally.faults]
        longest = max((tally.off for tally in these if not tally.faults), default=0)
        print(
            f"{name} | {kind} | {count} | {sum(bool(tally.off) for tally in these)} | {len(named)} | "
            f"{max(named, default=0)} | {longest} | {sum(tally.misnamed for tally in these)} | "
            f"{sum(tally.wrong for tally in these)}",
            flush=True,
        )


def main() -> None:
    """Print what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", choices=[*ROWS, *MORE_ROWS, []], default=ROWS)
    parser.add_argument("--games", type=int)
    parser.add_argument("--presses", type=int, default=200, help="of each kind of device")
    parser.add_argument("--seed", type=int, default=59)
    parser.add_argument("--jobs", type=int, default=1, help="games played at once")
    parser.add_argument("--kept", type=Path, help="file of the games played so far; the same command goes on with it")
    args = parser.parse_args()
    kept = Kept(args.kept)
    if "games" in args.what:
        games(args.games or GAMES, args.seed, args.jobs, kept)
    if "faults" in args.what:
        faults(max(1, (args.games or GAMES) // 50), args.seed, args.jobs, kept)
    if "line" in args.what:
        measure_line()
    if "firmware" in args.what:
        measure_firmware(args.games or FIRMWARE_GAMES, args.seed)
    if "lights" in args.what:
        measure_lights()
    if "buttons" in args.what:
        measure_buttons(args.presses, args.seed)


if __name__ == "__main__":
    main()
