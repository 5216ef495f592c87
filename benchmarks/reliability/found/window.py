"""Findings in the window: real clicks, sent through the X server, at visible places."""

from __future__ import annotations

from collections.abc import Mapping

from benchmarks.reliability.checkout import Checkout, Outcome
from benchmarks.reliability.found.case import Case
from benchmarks.start_up import screen

IMPORTS = """
import sys, time, tkinter as tk
from Xlib import X
from Xlib.ext import xtest
from benchmarks.window.finger import Finger, shown
from fourth_seat.table.settings.language import named
from fourth_seat.ui.settings import Settings
from fourth_seat.words import say
try:
    from fourth_seat.games import find
    from fourth_seat.table.seats import read_seat
    from fourth_seat.ui.main_window import MainWindow as Window
    from fourth_seat.ui.table.page import begin as begin_game
except ImportError:  # older checkouts
    from fourth_seat.ui.window import Window

"""
OPEN = """
language = sys.argv[1]
window = Window(tk.Tk(), Settings(toured=True, chime=False, width=1600, height=900), catalogue=named(language))
finger = Finger(window)
finger.pump(0.3)

def begin(game, options, *seats):
    global stage, toolbar
    if hasattr(window, "begin"):
        window.begin(game, options, seats)
        stage, toolbar = window.page, window.page.toolbar
    else:
        page = begin_game(window, find(game), find(game).options(options), list(map(read_seat, seats)))
        stage, toolbar = page.stage, page.actions.toolbar
    finger.pump(0.6)
    return window.page

def spot(widget):
    return (widget.winfo_rootx() + widget.winfo_width() / 2, widget.winfo_rooty() + widget.winfo_height() / 2)

def tap_twice(place, seconds):
    for pause in (seconds, 0.6):
        xtest.fake_input(finger._display, X.MotionNotify, x=round(place[0]), y=round(place[1]))
        for kind in (X.ButtonPress, X.ButtonRelease):
            xtest.fake_input(finger._display, kind, 1)
        finger._display.sync()
        finger.pump(pause)
"""
"""Opens a window in the language of the first argument; `begin` begins a game and returns the table's page."""

DICE = """
page = begin("backgammon", "", "human:Anna", "human:Ben")
finger.enter(page, stage.table.game.parse(stage.table.state, "31")[0])
finger.enter(page, stage.table.state.legal()[0])
finger.pump(0.6)
board = stage.board
x, y = board.projection.pixel(board.geometry["throw:5"].foot)
for place in [spot(toolbar.buttons[name]) for name in toolbar.shown if name == "throw:5"] or [
    (board.winfo_rootx() + x, board.winfo_rooty() + y)
]:
    tap_twice(place, 0.15)
print("thrown", [entry.text for entry in stage.table.history.entries][-1])
"""
DONE = """
page = begin("connect4", "", "human:Anna", "computer:1")
for column in "4152":
    finger.until(lambda: not stage.table.computers_turn, "the person's turn")
    finger.tap_place(page, column)
    finger.until(lambda: stage.table.pending, "the computer's move")
    finger.pump(0.6)
    tap_twice(spot(stage.panel.card.done), 0.1)
    print("shown", stage.shown.viewing, "at", stage.table.history.at, stage.table.pending)
    stage.view(None)
"""
NEXT_GAME = """
page = begin("backgammon", "match=3", "human:Anna", "human:Ben")
stage.table.resign(1, 1)
stage.refresh()
finger.pump(0.6)
before = stage.table.record.path.read_text()
finger.tap_text(say("Next game"))
finger.pump(0.8)
shown = getattr(window.page, "stage", window.page)
print("games", shown.table.record.path.read_text().count('"event": "game"'), "notice", window.notices.shown)
"""
TURN = """
page = begin("blokus", "", "human:Anna", "human:Ben", "human:Cleo", "human:Dan")
finger.tap_place(page, next(cell.name for cell in stage.geometry.cells if cell.zone == "tray"))
place = spot(toolbar.buttons.get("turn_piece") or stage.panel.hand.right)
stage.do(lambda: stage.table.play(str(next(iter(stage.table.state.legal())))))
finger.pump(0.6)
finger.tap_at(*place)
finger.pump(0.6)
print("moves", stage.table.history.at)
"""
WORDS = """
import re
page = begin("backgammon", "match=3,cube=yes", "human:Anna", "human:Ben")
finger.enter(page, stage.table.game.parse(stage.table.state, "31")[0])
finger.enter(page, stage.table.state.legal()[0])
stage.do(lambda: stage.table.play("double"))
finger.pump(0.3)
texts = [stage.board.itemcget(item, "text") for item in stage.board.find_all() if stage.board.type(item) == "text"]
stage.do(lambda: stage.table.play("take"))
stage.do(lambda: stage.table.play("31"))
finger.pump(0.6)
texts += [stage.board.itemcget(item, "text") for item in stage.board.find_all() if stage.board.type(item) == "text"]
moves = stage.panel.moves
if hasattr(moves, "words"):
    texts += moves.words()
else:  # before moves were drawn
    texts += [moves.tree.item(row, "text") for row in moves.tree.get_children()]
texts += [str(button.cget("text")) for button in toolbar.buttons.values()]
words = {word for text in texts for word in re.findall("[A-Za-z]{3,}", text)} - {"Anna", "Ben"}
if language == "de":
    words &= {"roll", "double", "take", "drop", "bar", "off", "tray", "pass"}
print("english", sorted(words))
"""


def seen(checkout: Checkout, code: str, language: str = "en", size: str = "1600x900x24") -> Outcome:
    """Return the texts of a window on a separate screen."""
    with screen(size) as display:
        return checkout.python(IMPORTS + OPEN + code, language, DISPLAY=display)


def dice_that_stay(checkout: Checkout) -> bool:
    """Tap on a five twice, at the same place, wherever the window has one: double five is thrown."""
    return "thrown 55" in seen(checkout, DICE).out


def done_twice(checkout: Checkout) -> bool:
    """Tap on "Done" twice within a tenth of a second: the present position stays in sight."""
    outcome = seen(checkout, DONE)
    return outcome.sound and outcome.out.count("shown") == 4 and outcome.out.count("shown None") == 4


def next_game_of_a_match(checkout: Checkout) -> bool:
    """Give up a game of a match, and press "Next game": it begins, and nothing goes wrong."""
    outcome = seen(checkout, NEXT_GAME)
    return outcome.sound and "games 2 notice None" in outcome.out


def turn_that_stays(checkout: Checkout) -> bool:
    """Place a piece of Blokus, then tap where "Turn" was: the move is not taken back."""
    return "moves 1" in seen(checkout, TURN).out


def words_of_the_language(checkout: Checkout) -> bool:
    """Play with the doubling cube in German and in Hebrew: there is no English word on the board, in the list, or on a
    button.
    """
    return all("english []" in seen(checkout, WORDS, language).out for language in ("de", "he"))


DAMAGED_TCL = """
import _tkinter, runpy, sys

def create(*_, **__):
    raise _tkinter.TclError("Can't find a usable init.tcl in the following directories: \\n    /tools/lib/tcl8.6\\n")

_tkinter.create = create
sys.path.insert(0, "")
sys.argv = ["companion.py"]
runpy.run_path("companion.py", run_name="__main__")
"""
"""Python as it comes in some archives: its Tcl looks for its files where they were built."""
NO_FONTS = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig></fontconfig>"""
FIRST_WINDOW = """
from pathlib import Path
window = Window(tk.Tk(), Settings(toured=True, chime=False))
(getattr(window, "go_home", None) or window.show_start)()
for _ in range(30):
    window.root.update()
    time.sleep(0.02)
print("width", window.root.winfo_width(), "of", window.root.winfo_screenwidth())
"""
OWN_LETTERS = """
from tkinter.font import Font
try:
    from fourth_seat.ui.theme.typeface import open_root
except ImportError:  # older checkouts
    open_root = tk.Tk
window = Window(open_root(), Settings(toured=True, chime=False))
window.root.update()
print("wide", Font(window.root, family="Open Sans", size=-16).measure("letters"))
"""


def damaged_tcl(checkout: Checkout) -> bool:
    """Open the window with a Python whose Tcl is damaged: Tcl's message appears, and not that there is no screen."""
    with screen() as display:
        outcome = checkout.python(DAMAGED_TCL, DISPLAY=display)
    return outcome.sound and "no screen" not in outcome.err and "init.tcl" in outcome.err


def no_fonts(checkout: Checkout) -> bool:
    """Open the window on a computer without any font: it brings its own letters."""
    fonts = checkout.folder / "fonts.conf"
    fonts.write_text(NO_FONTS)
    with screen() as display:
        outcome = checkout.python(
            IMPORTS + OWN_LETTERS, DISPLAY=display, FONTCONFIG_FILE=str(fonts), FONTCONFIG_PATH=str(checkout.folder)
        )
    return outcome.sound and "wide" in outcome.out and int(outcome.out.split()[1]) > 20


def first_window_on_a_dense_screen(checkout: Checkout) -> bool:
    """Open the first window on a screen of 277 dots an inch: it is as large there as on an ordinary one."""
    with screen("3840x2400x24", "-dpi", "277") as display:
        outcome = checkout.python(IMPORTS + FIRST_WINDOW, DISPLAY=display)
    return outcome.sound and "of 3840" in outcome.out and int(outcome.out.split()[1]) > 3000


CASES: Mapping[str, Case] = {
    "dice-stay": Case("window 1", dice_that_stay),
    "done-twice": Case("window 2", done_twice),
    "next-game": Case("window 3", next_game_of_a_match),
    "turn-stays": Case("window 4", turn_that_stays),
    "words": Case("window 10", words_of_the_language),
    "fonts-none": Case("window 22", no_fonts, quick=True),
    "tcl-damaged": Case("outside E", damaged_tcl, quick=True),
    "screen-dense": Case("outside J", first_window_on_a_dense_screen),
}
