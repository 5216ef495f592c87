"""The film of README: an evening with the program, from a piece that a finger lays to the page for the wall.

    python -m uv run --group dev --all-extras python -m docs.make_film [--language de] [--twice] [--stills FOLDER]

The window, the page for phones and the lights are the program's own, driven by real events; the players are its engine. The
clock and all randomness are fixed, so that the film has the same bytes each time it is made on one machine. The command
prints its size, its scenes, and its smallest texts; the exit status is 1 if a bar is missed. It needs Xvfb and chromium.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.start_up import screen
from docs.film.captions import CAPTIONS
from docs.film.game import FILMED_AT, play, table_after, way, whole_game
from docs.film.night import NightBoard
from docs.film.phone import film_page, film_tap, on_phone
from docs.film.reel import FRAME_S, PICTURE, Reel, between, frames_of
from docs.film.wall import SHOTS, WALL_PX, WallSheet, on_wall
from docs.film.window import Camera, spot
from fourth_seat.hardware.paper.keepsake_page import draw_keepsake, keepsake_script
from fourth_seat.processes.start import python
from fourth_seat.table.analysis.keepsake import keepsake
from fourth_seat.table.settings.language import named
from fourth_seat.table.table import Table
from fourth_seat.ui.table.shown import SHOWN_AS_MADE_S
from fourth_seat.words.catalogue import languages

ROOT = Path(__file__).resolve().parents[1]
RUN_HERE = (
    "import runpy, sys; sys.path.insert(0, sys.argv.pop(1)); runpy.run_module('docs.make_film', None, '__main__', True)"
)
"""Runs this module from a checkout, with nothing from the current folder or from variables."""
FILM = ROOT / "docs" / "pictures" / "film.webp"
MAX_BYTES, LEAST_S, MOST_S, MIN_SCENE_S, MIN_TEXT_PX = 3_000_000, 15.0, 25.0, 1.5, 14
PLAYED_IN, ENDED_IN = (1064, 640), (1100, 490)
"""Width and height of the window, which make the board with its trays as wide as the film, and the result as high."""
SCREEN = "1100x1100x24"  # large enough for the part shown below the window


@dataclass(frozen=True, slots=True)
class Film:
    """The common basis of all scenes: the film so far, the captions, and the game."""

    reel: Reel
    language: str
    moves: Sequence[Any]

    def begin(self, scene: str, who: str = "") -> None:
        headline, line = CAPTIONS.get(self.language, CAPTIONS["en"])[scene]
        self.reel.begin(scene, headline.format(who=who), line)

    # -- at the window -----------------------------------------------------------------------------------------------------

    def open(self, camera: Camera) -> None:
        """The game in its present state."""
        camera.sit_down(table_after(self.moves[:FILMED_AT]))
        camera.look(camera.towards(camera.page.stage.board))
        self.begin("start")
        camera.show(2.0)

    def lay(self, camera: Camera) -> None:
        """A finger drags a piece from its tray onto the board, and taps on it."""
        stage = camera.page.stage
        tray, over, turns, flipped = way(stage.table, self.moves[FILMED_AT])
        assert not turns and not flipped, "film a piece that lies as in its tray"
        start, end = spot(stage.board, tray), spot(stage.board, over)
        self.begin("piece", stage.table.person(stage.table.state.seat).name)
        camera.finger = (camera.size[0] * 0.55, camera.size[1] - 40.0)
        camera.move(start, seconds=0.6)
        camera.press()
        camera.show(0.18)
        camera.move(between(start, end, 0.5), end, seconds=1.2)
        camera.lift()
        camera.show(0.5)
        camera.tap()
        assert stage.table.history.at == FILMED_AT + 1, stage.line.message

    def answer(self, camera: Camera) -> None:
        """The computer's move flies half transparent to its place, and appears beside the board."""
        stage = camera.page.stage
        camera.until(lambda: stage.table.pending)
        self.begin("answer")
        camera.finger = None
        camera.settle()
        camera.run_motion(pace=0.5)
        camera.show(0.4)
        camera.pan(camera.towards(stage.panel, 0))
        camera.show(1.1)

    def lights(self, camera: Camera) -> None:
        """The lights blink where the piece belongs, and shine around the board in the colour that moves."""
        with closing(NightBoard(camera, camera.page.stage.table)) as board:
            self.begin("lights")
            for n in range(round(2.4 / FRAME_S)):
                self.reel.show(board.picture(n * FRAME_S))

    def set_down(self, camera: Camera) -> None:
        """A finger presses Done."""
        done = camera.page.stage.panel.card.done
        where = done.winfo_rootx() + 0.62 * done.winfo_width(), done.winfo_rooty() + 0.55 * done.winfo_height()
        self.begin("done")
        camera.show(0.4)
        camera.finger = (where[0] + 120, camera.size[1] - 90.0)
        camera.move(where, seconds=0.6)
        camera.tap()
        camera.show(0.3)
        camera.move((where[0] + 150, camera.size[1] - 60.0), seconds=0.36)
        camera.finger = None
        camera.show(0.5)

    def end(self, camera: Camera) -> Table:
        """The last move is made: confetti, and the winner's card. Return the table."""
        last = len(self.moves) - 1
        page = camera.sit_down(table_after(self.moves[:last]))
        camera.look(camera.towards(page.stage.board))
        page.stage.enter(partial(play, page.stage.table, self.moves[last]))
        begun = time.monotonic()
        # While the film's clock stops: the move is no longer shown in motion, and everything is known about the game.
        camera.until(lambda: time.monotonic() - begun > SHOWN_AS_MADE_S + 0.5 and page.stage.review.wanted() is None)
        result = page.stage.table.result
        assert result and len(result.winners) == 1, "film a game that somebody wins"
        self.begin("ending", page.stage.table.person(result.winners[0]).name)
        camera.run(1.26)
        camera.pan(camera.towards(page.stage.panel, 4))
        camera.show(1.3)
        return page.stage.table

    # -- elsewhere ---------------------------------------------------------------------------------------------------------

    def phone(self) -> None:
        """Somebody takes a piece on a phone with the board enlarged, and plays it in its place."""
        at = FILMED_AT + 2
        table = table_after(self.moves[:at])
        tray, over, turns, flipped = way(table, self.moves[at])
        self.begin("phone")
        with on_phone(table, self.language, over) as hand:
            piece = f".tray .piece[aria-label*='{tray.partition(':')[2]}']"
            hand.page.locator(piece).scroll_into_view_if_needed()
            film_page(self.reel, hand, 0.5)
            film_tap(self.reel, hand, piece)
            hand.until(lambda: table.move_input.in_hand)
        if flipped:
            table.flip_piece()
        table.turn_piece(turns - table.move_input.tapped.turns)
        table.lay(over)
        assert table.move_input.laid and table.move_input.laid.move == self.moves[at]
        with on_phone(table, self.language, over) as hand:
            film_page(self.reel, hand, 0.6)
            film_tap(self.reel, hand, "#main-action")
            hand.until(lambda: table.history.at > at)
            hand.pass_time(0.6)
            film_page(self.reel, hand, 0.8)

    def keep(self, table: Table, camera: Camera) -> None:
        """The page to keep: its upper part on the wall, and, closer, its board."""
        kept = keepsake(table, camera.page.stage.review)
        self.begin("page")
        for dots, top, bottom, seconds in SHOTS:
            sheet = WallSheet(dots, keepsake_script(kept, camera.window.catalogue))
            draw_keepsake(sheet, kept)
            hung = on_wall(sheet.picture(), top, bottom)
            self.reel.show(hung(0), seconds)
            if bottom > top:
                self.reel.glide(hung, 0.72)
            self.reel.show(hung(1), seconds)
            self.reel.texts += sheet.texts(top - WALL_PX, bottom - WALL_PX + PICTURE[1])


def make(language: str) -> Reel:
    """Film everything."""
    reel = Reel(right_to_left=named(language).right_to_left)
    with tempfile.TemporaryDirectory() as home, screen(SCREEN) as display:
        os.environ.update(FOURTH_SEAT_HOME=home, DISPLAY=display)
        film = Film(reel, language, whole_game())
        with closing(Camera(reel, language, PLAYED_IN)) as camera:
            film.open(camera)
            film.lay(camera)
            film.answer(camera)
            film.lights(camera)
            film.set_down(camera)
        film.phone()
        with closing(Camera(reel, language, ENDED_IN)) as camera:
            film.keep(film.end(camera), camera)
    return reel


def made_anew(language: str) -> bytes:
    """Return the film made by another process: Tk does not outlive its first screen."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, FILM.name)
        command = python("-c", RUN_HERE, str(ROOT), "--language", language, "--to", str(path))
        subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, check=False)  # which prints the bars, too
        return path.read_bytes()


def report(data: bytes, reel: Reel) -> bool:
    """Print the film's figures; return whether it keeps to the bars."""
    print(f"{len(data):,} bytes (at most {MAX_BYTES:,}), {reel.seconds:.1f} s ({LEAST_S:.0f} to {MOST_S:.0f})")
    for scene in reel.scenes:
        print(f"  {scene.seconds:4.1f} s  {scene.headline} | {scene.line}")
    smallest = sorted(set(reel.texts))[:3]
    print("smallest texts:", "; ".join(f"{size:.1f} px {text!r}" for size, text in smallest), f"(at least {MIN_TEXT_PX})")
    shortest = min(scene.seconds for scene in reel.scenes)
    return (
        len(data) <= MAX_BYTES
        and LEAST_S <= reel.seconds <= MOST_S
        and shortest >= MIN_SCENE_S
        and smallest[0][0] >= MIN_TEXT_PX
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--language", default="en", choices=sorted(languages()))
    parser.add_argument("--to", type=Path, help="the file; otherwise docs/pictures/film.webp, with the language's letters")
    parser.add_argument("--twice", action="store_true", help="make it twice, and compare the bytes")
    parser.add_argument("--stills", type=Path, help="a folder for a picture of each frame")
    args = parser.parse_args()
    reel = make(args.language)
    data = reel.webp()
    kept = report(data, reel)
    path = args.to or (FILM if args.language == "en" else FILM.with_stem(f"film-{args.language}"))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    if args.twice:
        same = made_anew(args.language) == data
        print("made twice: the same bytes" if same else "made twice: other bytes")
        kept &= same
    if args.stills:
        args.stills.mkdir(parents=True, exist_ok=True)
        at = 0.0
        for picture, seconds in frames_of(path):
            picture.save(args.stills / f"{at:06.2f}.png")
            at += seconds
    print(path)
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
