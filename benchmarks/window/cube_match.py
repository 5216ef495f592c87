"""Games of backgammon with the doubling cube by left clicks alone, a person against a computer that plays at random.

    python -m uv run --group dev python -m benchmarks.window.cube_match [--moves 60] [--size 1024x600]

The clicks are real events of the X server. It prints the taps per turn, of the person (with the cube, the dice and the
checkers) and of the computer (its dice, and "Done" once its checkers have been moved); and how often "Done" was pressed for
a turn of the computer.
"""

from __future__ import annotations

import argparse
import os
from dataclasses import dataclass, field
from random import Random
from statistics import mean

from benchmarks.start_up import screen
from benchmarks.window.finger import Finger
from benchmarks.window.inside import TablePage, open_window, show_table

OPTIONS = "cube=on,match=25,first=1"
DOUBLES = 0.15  # share of the person's turns with a possible double in which it doubles
PERSON, COMPUTER = 1, 2


@dataclass
class Counts:
    """Counts of presses in some games.

    Attributes:
        taps: of each turn, by the seat whose turn it was.
        dones: of each turn of the computer in which it moved checkers, how often "Done" was pressed.
        said: the decisions about the cube, by seat and word.
    """

    taps: dict[int, list[int]] = field(default_factory=lambda: {PERSON: [], COMPUTER: []})
    dones: list[int] = field(default_factory=list)
    said: set[tuple[int, str]] = field(default_factory=set)


def play(moves: int, seed: int = 1, size: tuple[int, int] = (1024, 600)) -> Counts:
    """Play whole games on the present screen, until the computer has moved at least this many times.

    How long a game lasts depends on who drops a double.
    """
    window, counts = open_window(size), Counts()
    finger = Finger(window)
    try:
        while len(counts.dones) < moves:
            page = show_table(window, "backgammon", OPTIONS, ["human:Anna", "computer:1"])
            finger.pump(1.0)  # nobody aims at something that has just appeared
            _play_one(finger, page, counts, Random(seed))
            seed += 1
    finally:
        finger.close()
        window.close()
    return counts


def _play_one(finger: Finger, page: TablePage, counts: Counts, rng: Random) -> None:
    table = page.stage.table
    taps, pressed, at = finger.taps, 0, 0
    while table.result is None or table.pending:
        finger.until(lambda: table.pending or table.result or not table.computers_turn, "a move of the computer")
        if table.pending:
            finger.tap(page.stage.panel.card.done)
            pressed += 1
        elif table.result is None:
            moves = list(table.move_input.partial.moves)
            words = [move for move in moves if str(move) in ("double", "take", "drop")]
            doubles = len(words) == 1 and rng.random() < DOUBLES
            finger.enter(
                page, words[0] if doubles else rng.choice([move for move in moves if len(words) != 1 or move not in words])
            )
        for entry in table.history.standing[at:]:
            if str(entry.move) in ("double", "take", "drop"):
                counts.said.add((entry.seat, str(entry.move)))
            at += 1
            if entry.seat and ":" in str(entry.move) and not (table.pending and at == table.history.at):
                counts.taps[entry.seat].append(finger.taps - taps)
                if entry.seat == COMPUTER and entry.by == "computer":
                    counts.dones.append(pressed)
                taps, pressed = finger.taps, 0
            elif table.pending and at == table.history.at and ":" in str(entry.move):
                at -= 1  # it is counted once it lies on the board
                break


def main() -> int:
    """Print the figures; the exit status is 1 if a turn of the computer took other than one "Done"."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--moves", type=int, default=60)
    parser.add_argument("--size", default="1024x600")
    args = parser.parse_args()
    width, height = map(int, args.size.split("x"))
    with screen(f"{width}x{height}x24") as display:
        os.environ.update(DISPLAY=display, FOURTH_SEAT_LANGUAGE="en")
        counts = play(args.moves, size=(width, height))
    for seat, who in ((PERSON, "person"), (COMPUTER, "computer")):
        taps = counts.taps[seat]
        print(f"{who:9} {len(taps):4} turns: {mean(taps):.2f} taps a turn, {max(taps)} at most")
    print(f"{len(counts.dones)} moves of the computer: {mean(counts.dones):.2f} Dones each, {max(counts.dones)} at most")
    return 0 if set(counts.dones) == {1} else 1


if __name__ == "__main__":
    raise SystemExit(main())
