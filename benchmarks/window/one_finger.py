"""A whole game of each of the five by left clicks alone.

    python -m uv run --group dev python -m benchmarks.window.one_finger [--games blokus] [--size 1024x600]

With names written on the keyboard of the screen and a level chosen in the set-up, a wrong tap, undo, a correction, another
level in mid-game, a person who plays for a computer and a computer that plays for a person, leaving and resuming. The
clicks are real events of the X server. For each game: the mean and the largest number of taps for a move, beside the
smallest possible one, and the total number of taps.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import tkinter as tk
from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from statistics import mean

from benchmarks.start_up import screen
from benchmarks.window.finger import Finger, shown
from fourth_seat.games import find, game_names
from fourth_seat.games.contents import Content
from fourth_seat.table.seats import HUMAN
from fourth_seat.ui.main_window import MainWindow
from fourth_seat.ui.seats.fields import ComputerFields, PersonFields
from fourth_seat.ui.seats.page import SeatsPage
from fourth_seat.ui.settings import ALWAYS, Settings
from fourth_seat.ui.table.page import TablePage
from fourth_seat.ui.theme.typeface import open_root
from fourth_seat.ui.widgets.choice import ChoiceBox
from fourth_seat.words import say

WRONG_TAPS = {"blokus": "j10", "kalah": "F", "backgammon": "1"}  # cells that cannot be tapped at first
PLAYER_NAME = "Zoë 2"
FIRST_LEVEL, LATER_LEVEL, SLEEPER_LEVEL = "2", "1", "3"  # of the set-up; after a change; of a person who is away


def least_taps(name: str, text: str) -> int:
    """Return the fewest taps that enter a move: one per sowing, one per column, two per checker; a piece is taken, laid and
    played.
    """
    if name == "connect4":
        return 1
    if name == "kalah":
        return len(text.split())
    if name == "backgammon":
        return 2 * text.count("/") if "/" in text else 2
    if name == "blokus":
        return 3
    return 1 if text.startswith("@") else 2


class Evening:
    """A game from the start page to its end."""

    def __init__(self, name: str, window: MainWindow, rng: Random) -> None:
        self.name, self.window, self.rng = name, window, rng
        self.finger = Finger(window)
        self.moves: list[tuple[int, int]] = []

    @property
    def page(self) -> TablePage:
        """The table page."""
        assert isinstance(self.window.page, TablePage), self.window.page
        return self.window.page

    def play(self) -> None:
        """Play the whole game."""
        finger, window = self.finger, self.window
        window.go_home()
        finger.pump(0.5)
        finger.tap_text(find(self.name).title)
        finger.pump(0.3)
        self._set_up()
        self._press_main()
        finger.until(lambda: isinstance(window.page, TablePage), "the table")
        finger.pump(0.5)
        events: Mapping[int, Callable[[], None]] = {
            1: self._wrong_tap,
            2: self._undo,
            3: self._correct,
            4: self._change_players,
            5: self._leave_and_go_on,
        }
        turn = 0
        while self.page.stage.table.result is None:
            if not self._ready():
                break
            turn += 1
            if turn in events:
                events[turn]()
                continue
            self._enter_one()
        assert self.page.stage.table.result is not None

    def _set_up(self) -> None:
        """Choose a level for the computers, and write the people's names."""
        page = self.window.page
        assert isinstance(page, SeatsPage)
        for row in page.rows:
            if isinstance(row.fields, ComputerFields):
                slider = row.fields.level
                x, y = slider.place_of(FIRST_LEVEL)
                self.finger.tap_at(slider.winfo_rootx() + x, slider.winfo_rooty() + y)
                assert row.fields.choice.level == FIRST_LEVEL
            elif isinstance(row.fields, PersonFields):
                self.finger.write(row.fields.names[0], PLAYER_NAME)
                assert row.fields.choice.names == (PLAYER_NAME,)

    def _press_main(self) -> None:
        main = [each for each in shown(self.window.root) if str(_style(each)).endswith("Accent.TButton")]
        assert main, "no main button"
        self.finger.tap(main[-1])

    def _ready(self) -> bool:
        """Press Done until a person has to move; return whether one has to."""
        table = self.page.stage.table
        while table.result is None:
            self.finger.until(
                lambda: table.pending or table.result or not table.computers_turn, f"{self.name}: a move of the computer"
            )
            if table.pending and not table.result:
                self.finger.tap(self.page.stage.panel.card.done)
                self.finger.pump(0.05)
            elif not table.computers_turn:
                return table.result is None
        return False

    def _enter_one(self) -> None:
        table = self.page.stage.table
        move = self.rng.choice(list(table.move_input.partial.moves))
        taps = self.finger.enter(self.page, move)
        self.moves.append((taps, least_taps(self.name, str(move))))

    def _wrong_tap(self) -> None:
        page, name = self.page, WRONG_TAPS.get(self.name, "")
        before = page.stage.table.history.at
        if name:
            self.finger.tap_place(page, name)
        else:
            self.finger.tap_at(page.stage.board.winfo_rootx() + 3, page.stage.board.winfo_rooty() + 3)
        assert page.stage.table.history.at == before
        if "clear" in page.actions.toolbar.shown:
            self.finger.tap(page.actions.toolbar.buttons["clear"])

    def _undo(self) -> None:
        if not self.page.stage.table.history.last_choice():
            self._enter_one()
            self._ready()
        before = self.page.stage.table.history.at
        self.finger.tap(self.page.actions.toolbar.buttons["undo"])
        self._ready()
        assert self.page.stage.table.history.at < before or self.page.stage.table.history.entries

    def _correct(self) -> None:
        """Take one piece off the board, and put it in the place of another one, or back."""
        finger, page = self.finger, self.page
        before = page.stage.table.state.cells()
        mine = [
            name for name, content in before.items() if page.stage.geometry[name].zone == "board" and self._movable(content)
        ]
        if not mine:
            self._enter_one()
            self._ready()
            self._correct()
            return
        source = mine[0]
        target = mine[-1] if before[source].count > 1 else source
        colour, faces = before[source].colour, before[source].faces
        bar = page.actions.toolbar
        if "correct" in bar.shown:
            finger.tap(bar.buttons["correct"])
        else:
            finger.tap_text(say("More"))
            finger.tap_text(say("Correct board"), below=page.sheet)
        finger.pump(0.2)
        assert page.correction.active
        correction = page.correction.bar
        finger.tap(correction.choices[-1])
        finger.tap_place(page, source)
        finger.tap(correction.choices[max(0, colour - 1)])
        finger.tap_place(page, target)
        for face in faces[:2]:
            finger.tap(correction.faces[face - 1])
        finger.tap(correction.done)
        assert not page.correction.active, f"{self.name}: the corrected board was refused"
        after = page.stage.table.state.cells()
        assert (after != before) == (source != target)

    def _movable(self, content: Content) -> bool:
        """Return whether a piece of a cell can be moved elsewhere, or put back."""
        if self.name in ("kalah", "backgammon"):
            return content.count > 1 and content.colour in (0, self.page.stage.table.state.mover)
        return True

    def _change_players(self) -> None:
        """Give a computer another level, and let a person play for it; then let a computer play for a person; and undo all
        of that.
        """
        seats = self.page.stage.table.seats
        computer = next(number for number, seat in enumerate(seats, 1) if not seat.people)
        person = next(number for number, seat in enumerate(seats, 1) if seat.people)
        self._reseat(computer, f"computer:{LATER_LEVEL}")
        self._reseat(computer, HUMAN)
        self._enter_one()
        if self._ready():
            self._enter_one()
        if self._ready():
            self._reseat(person, f"computer:{SLEEPER_LEVEL}")
            if self._ready():
                self._enter_one()
        self._reseat(person, HUMAN)
        self._reseat(computer, f"computer:{LATER_LEVEL}")
        self._ready()

    def _reseat(self, number: int, who: str) -> None:
        """Choose a seat and who plays for it from the lists."""
        finger, page = self.finger, self.page
        if page.stage.table.result is not None:
            return
        finger.tap_text(say("More"))
        finger.tap_text(say("Change players ..."), below=page.sheet)
        finger.pump(0.2)
        assert page.sheet
        seats, players = (each for each in shown(page.sheet) if isinstance(each, ChoiceBox))
        finger.choose(seats, number)
        finger.choose(players, next(each for each in players.names if each == who))
        finger.tap_text(say("Take over"), below=page.sheet)
        seat = page.stage.table.seats[number - 1]
        assert bool(seat.people) == (who == HUMAN) and (seat.people or seat.computer == who), f"{seat} plays, not {who}"

    def _leave_and_go_on(self) -> None:
        finger, window = self.finger, self.window
        at = self.page.stage.table.history.at
        if "leave" in self.page.actions.toolbar.shown:
            finger.tap(self.page.actions.toolbar.buttons["leave"])
        else:
            finger.tap_text(say("More"))
            finger.tap_text(say("Leave"), below=self.page.sheet)
        finger.until(lambda: not isinstance(window.page, TablePage), "the start page")
        finger.pump(0.5)
        title = window.text(find(self.name).title)
        cards = [each for each in shown(window.root) if _text(each) == title and "Strong" in _style(each)]
        assert cards, "the game is not among those to be continued"
        finger.tap(cards[0])
        finger.until(lambda: isinstance(window.page, TablePage), "the table again")
        finger.pump(0.5)
        assert self.page.stage.table.history.at == at


def _style(widget: tk.Misc) -> str:
    return str(widget.cget("style")) if "style" in widget.keys() else ""  # noqa: SIM118 - a widget is no mapping


def _text(widget: tk.Misc) -> str:
    return str(widget.cget("text")) if "text" in widget.keys() else ""  # noqa: SIM118 - a widget is no mapping


def evening(name: str, size: tuple[int, int], seed: int = 1) -> Evening:
    """Play one game by taps in a window of this size."""
    settings = replace(Settings(), chime=False, awake=False, keyboard=ALWAYS, width=size[0], height=size[1])
    window = MainWindow(open_root(), settings)
    window.root.geometry(f"{size[0]}x{size[1]}+0+0")
    played = Evening(name, window, Random(seed))
    try:
        played.play()
    finally:
        played.finger.close()
        window.close()
    return played


def main() -> int:
    """Print a line for each game; the exit status is 1 if one could not be played to its end."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default=",".join(game_names()))
    parser.add_argument("--size", default="1024x600")
    args = parser.parse_args()
    width, height = map(int, args.size.split("x"))
    # one screen for all games: Tk ends the program when its first one goes away
    with screen(f"{width}x{height}x24") as display:
        os.environ.update(DISPLAY=display, FOURTH_SEAT_LANGUAGE="en")
        failed = [name for name in args.games.split(",") if not _played(name, (width, height))]
    return 1 if failed else 0


def _played(name: str, size: tuple[int, int]) -> bool:
    """Play a game with an empty data folder and print its line; return whether it was played to its end."""
    with tempfile.TemporaryDirectory() as home:
        os.environ["FOURTH_SEAT_HOME"] = home
        try:
            played = evening(name, size)
        except AssertionError as error:
            print(f"{name:12} {error}", flush=True)
            return False
    taps = [taps for taps, _ in played.moves]
    least = [least for _, least in played.moves]
    print(
        f"{name:12} {len(taps):3} moves: {mean(taps):.2f} taps a move, {max(taps)} at most; "
        f"the least possible {mean(least):.2f}, {max(least)}; {played.finger.taps} taps in all",
        flush=True,
    )
    return True


if __name__ == "__main__":
    raise SystemExit(main())
