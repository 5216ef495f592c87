"""Boards with sensors: games of simulated hands, faults of sensors, cables that are pulled, and the time that a move takes.

    python -m benchmarks.boards                             # all rows; 1,000 games
    python -m benchmarks.boards games --games 40            # eight games on each of five boards
    python -m benchmarks.boards faults --games 5
    python -m benchmarks.boards line
    python -m benchmarks.boards firmware --games 20         # through the machine code of a Nano in simavr
    python -m benchmarks.boards lights                      # at the same port as busy sensors

Hands make contacts bounce (5 % of changes), lift pieces and put them back (10 %), knock pieces off (1 %), slide pieces over
others' places (25 %, where pieces slide) and set the computer's move down in a wrong place (2 %). Boards and hands are
simulated; time is virtual, except in `line` and `lights`. No real board was at hand. The last two need simavr, and do not
belong to all rows.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from random import Random

from benchmarks.boards.firmware import FIRMWARE_GAMES, measure_firmware
from benchmarks.boards.hands import BoardType, FeltGame, Tally
from benchmarks.boards.lights import measure_lights
from benchmarks.boards.line import measure_line
from fourth_seat.hardware.boards.description import SensorKind

BOARDS = {
    "Connect 4, 7 light barriers": BoardType("connect4", SensorKind.PASSAGE),
    "Connect 4, 42 colours": BoardType("connect4", SensorKind.COLOUR),
    "Kalah, 14 scales": BoardType("kalah", SensorKind.COUNT),
    "sheshbesh, 26 counts": BoardType("backgammon", SensorKind.COUNT),
    "Blokus Duo, 196 contacts": BoardType("blokus", SensorKind.PRESENCE, options="variant=duo"),
    "TriDice, 16 contacts": BoardType("tridice", SensorKind.PRESENCE),
}
ALSO = {"sheshbesh, 26 contacts": BoardType("backgammon", SensorKind.PRESENCE)}
"""A board whose sensors tell too little for most moves; it is measured, but has no bar."""
GAMES, MAX_MOVES, FAULT_MOVES = 1000, 60, 30
ROWS, ON_A_NANO = ["games", "faults", "line"], ["firmware", "lights"]


def games(count: int, seed: int) -> None:
    """Play games on sound boards, and print a row for each."""
    print("board | games | people's moves | wrong | lost | asked | needlessly | tapped | put right unasked | 95 % | notes")
    total = Tally()
    for name, board in {**BOARDS, **ALSO}.items():
        tally = Tally()
        for n in range(max(1, count // len(BOARDS))):
            tally.add(FeltGame(board, Random(f"{seed} {name} {n}")).play(MAX_MOVES))
        if name in BOARDS:
            total.add(tally)
        _print_row(name, tally)
    _print_row("all but the last", total)


def _print_row(name: str, tally: Tally) -> None:
    delays = sorted(tally.delays)
    slow = f"{delays[int(0.95 * (len(delays) - 1))]:.2f} s" if delays else "-"
    share = tally.asked_needlessly / max(1, tally.moves)
    notes = "; ".join(f"{n} {note}" for note, n in tally.notes.most_common(4))
    print(
        f"{name} | {tally.games} | {tally.moves} | {tally.wrong} | {tally.lost} | {tally.asked} | "
        f"{tally.asked_needlessly} ({share:.2%}) | {tally.tapped} | {tally.corrected} | {slow} | {notes}",
        flush=True,
    )


def faults(count: int, seed: int) -> None:
    """Play games on boards that have had one fault from the beginning, which nobody has seen working; print a row for each
    fault and board.
    """
    print("board | fault | games | named in | after moves, at most | not named, for moves at most | wrong moves")
    for name, board in BOARDS.items():
        for kind in ("dead", "stuck", "swapped"):
            named, most, longest, wrong = 0, 0, 0, 0
            for n in range(count):
                rng = Random(f"{seed} {name} {kind} {n}")
                game = FeltGame(board, rng, fault=_fault(kind, rng), proved=False, careless=False)
                tally = game.play(FAULT_MOVES)
                wrong += tally.wrong
                named += bool(tally.faults)
                most = max([most, *(moves for _, _, moves in tally.faults[:1])])
                longest = longest if tally.faults else max(longest, tally.off)
            print(f"{name} | {kind} | {count} | {named} | {most} | {longest} | {wrong}", flush=True)


def _fault(kind: str, rng: Random) -> Callable[[list[int]], list[int]]:
    """Return what the sensors of a board report if one of them, or two neighbours, have this fault."""
    at = rng.randrange(3)

    def told(values: list[int]) -> list[int]:
        wrong = list(values)
        if kind == "swapped":
            wrong[at], wrong[at + 1] = values[at + 1], values[at]
        else:
            wrong[at] = 0 if kind == "dead" else 1
        return wrong

    return told


def main() -> None:
    """Print what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", choices=[*ROWS, *ON_A_NANO, []], default=ROWS)
    parser.add_argument("--games", type=int)
    parser.add_argument("--seed", type=int, default=59)
    args = parser.parse_args()
    if "games" in args.what:
        games(args.games or GAMES, args.seed)
    if "faults" in args.what:
        faults(max(1, (args.games or GAMES) // 50), args.seed)
    if "line" in args.what:
        measure_line()
    if "firmware" in args.what:
        measure_firmware(args.games or FIRMWARE_GAMES, args.seed)
    if "lights" in args.what:
        measure_lights()


if __name__ == "__main__":
    main()
