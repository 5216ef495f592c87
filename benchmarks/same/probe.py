"""The writing and reading of a checkout, as JSON: run by the Python of that checkout, with this one's modules.

    write FOLDER   play games by script, export them, save every setting and calibration there; print what was refused
    read FOLDER    print what the files there mean

It uses only names that all checkouts have, up to `RENAMED` in `benchmarks.same.__main__`.
"""

from __future__ import annotations

import inspect
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from fourth_seat.calibration.camera import CameraCalibration, load_cameras, save_camera
from fourth_seat.calibration.camera_settings import CameraSettings, load_camera_settings, save_camera_settings
from fourth_seat.calibration.lens import Lens, load_lens, save_lens
from fourth_seat.calibration.orientation import Orientation, load_orientation, save_orientation
from fourth_seat.games import CHANCE, AnyGame, find, game_names
from fourth_seat.games.formats import formats_of
from fourth_seat.games.protocol import PlayedGame
from fourth_seat.hardware.lights.regular import default_layout
from fourth_seat.hardware.lights.settings import (
    LightsSettings,
    load_layout,
    load_lights_settings,
    save_layout,
    save_lights_settings,
)
from fourth_seat.hardware.lights.usb_lookup import UsbDevice, load_usb_device, save_usb_device
from fourth_seat.page.mqtt.broker import save_address, saved_address
from fourth_seat.table.library.files import import_file, write_games
from fourth_seat.table.record.cell_text import read_cells
from fourth_seat.table.record.saved import saved_game
from fourth_seat.table.seats import read_seat
from fourth_seat.table.settings.engine_commands import EngineCommands
from fourth_seat.table.table import Table
from fourth_seat.ui.settings import LastGame, Settings, load, save
from fourth_seat.words import FourthSeatError

SCRIPTS = 12  # games of each kind
STEPS = 70  # of a script: few games of Blokus end within them, but most of the others do
SAVED = ("options", "seats", "begun", "moves", "when", "end", "blank", "evening")  # what a list of games shows
WHEN = datetime(2026, 11, 22, 19, 30, tzinfo=UTC)


def clock() -> datetime:
    """Always return the same time."""
    return WHEN


def options_of(game: AnyGame, rng: Random) -> Any:
    """Return options of a game at random; the usual ones in every second script."""
    while rng.random() < 0.5:
        rules = [option for option in game.declared_options if not getattr(option, "handicap", "")]  # older ones have none
        chosen = [option for option in rules if rng.random() < 0.3]
        with suppress(FourthSeatError):  # some cannot be combined
            options = game.options(",".join(f"{option.name}={written(rng.choice(option.choices))}" for option in chosen))
            game.start(options)
            return options
    return game.options("")


def written(choice: object) -> str:
    """Return a choice in the form of options."""
    return ("off", "on")[choice] if isinstance(choice, bool) else str(choice)


class Script:
    """A game in which people and a computer do things at random; refusals are kept, and change nothing.

    Attributes:
        said: the sentences of refusals, in order.
    """

    def __init__(self, name: str, number: int, folder: Path) -> None:
        self.rng = Random(f"{name} {number}")
        game = find(name)
        options = options_of(game, self.rng)
        count = game.seats(options)
        names = ["human:Anna", "human:Ben?takebacks=off&hints=2", "human:נועה", "computer:5"]
        seats = [*names[: count - 1], "computer:7" if number % 2 else "human:Dora"]
        self.table = Table.begin(game, options, [read_seat(seat) for seat in seats], folder, clock)
        self.said: list[str] = []

    def run(self) -> None:
        """Run the script to its end."""
        doings = [self.move] * 12 + [self.set_down] * 6 + [self.tap] * 5
        doings += [
            self.undo,
            self.redo,
            self.correct,
            self.position,
            self.hint,
            self.value,
            self.reseat,
            self.back,
            self.turn,
        ]
        rare = [self.resign, self.stop, self.following]
        for _ in range(STEPS):
            self.do(self.rng.choice(doings if self.rng.random() < 0.97 else rare))
        self.table.close()

    def do(self, doing: Callable[[], object]) -> None:
        """Do one thing, or record the reason of its refusal."""
        try:
            doing()
        except FourthSeatError as error:
            self.said.append(f"{doing.__name__}: {error}")

    def a_move(self) -> Any:
        """Return a legal move of the position, at random."""
        legal = sorted(self.table.state.legal(), key=str)
        return self.rng.choice(legal) if legal else ""

    def move(self) -> None:
        """Play a move or throw the dice; now and then as a computer."""
        move = self.a_move()
        if self.table.state.to_move == CHANCE:
            if self.rng.random() < 0.5:
                self.table.roll(self.rng)
            else:
                self.table.throw(str(move))
        elif self.table.computers_turn:
            self.table.play_computer(move)
        else:
            self.table.play(str(move))

    def tap(self) -> None:
        """Tap a cell of the board, or take a tap back."""
        board = self.table.game.geometry(self.table.options)
        name = self.rng.choice([cell.name for cell in board.cells])
        self.rng.choice([self.table.tap, self.table.tap, self.table.untap])(name)

    def set_down(self) -> None:
        """Confirm that the computer's move is on the board."""
        self.table.set_down()

    def undo(self) -> None:
        """Take back."""
        self.table.undo()

    def redo(self) -> None:
        """Play again what was taken back."""
        self.table.redo()

    def back(self) -> None:
        """Go to an earlier position."""
        self.table.back_to(self.rng.randrange(6))

    def turn(self) -> None:
        """Turn a piece in hand, or turn it over."""
        self.rng.choice([self.table.turn_piece, self.table.flip_piece])()

    def correct(self) -> None:
        """Correct one or two cells."""
        board = self.table.game.geometry(self.table.options)
        sides = [str(side.name).lower() for side in self.table.game.sides(self.table.options)]
        what = [*sides, "-", "5", f"{sides[0]}:3", "nothing"]
        text = " ".join(
            f"{self.rng.choice(board.cells).name}={self.rng.choice(what)}" for _ in range(self.rng.choice((1, 1, 2)))
        )
        self.table.correct(read_cells(self.table.game, self.table.state, text))

    def position(self) -> None:
        """Set up the board again: in its position, or in an impossible one."""
        text = self.table.game.position(self.table.state)
        self.table.set_position(text if self.rng.random() < 0.7 else text[: len(text) // 2])

    def hint(self) -> None:
        """Show a hint."""
        self.table.hinted(self.a_move())

    def value(self) -> None:
        """Record an estimate."""
        self.table.valued([self.rng.random() for _ in range(2)])

    def reseat(self) -> None:
        """Let somebody else play a seat."""
        self.table.reseat(self.rng.randrange(1, 3), read_seat(self.rng.choice(["human:Eva", "computer:3", "human"])))

    def resign(self) -> None:
        """Give up."""
        self.table.resign(self.rng.randrange(1, 3), self.rng.choice((1, 2, 3)))

    def stop(self) -> None:
        """Stop the game and score it as it stands."""
        self.table.stop()

    def following(self) -> None:
        """Begin the next game of a match."""
        self.table.next_game()


def write(folder: Path) -> dict[str, Any]:
    """Write all kinds of files; return the refusals on the way, by name."""
    said: dict[str, Any] = {}
    for name in game_names():
        for number in range(SCRIPTS):
            place = folder / "records" / f"{name}-{number}"
            place.mkdir(parents=True)
            script = Script(name, number, place)
            script.run()
            said[f"{name}-{number}"] = script.said
            said.update(exported(script.table, folder / "exports", f"{name}-{number}"))
    os.environ["FOURTH_SEAT_HOME"] = str(folder / "home")
    (folder / "home").mkdir()
    said["settings"] = [str(refusal) for refusal in save_settings()]
    save_calibrations()
    return said


def exported(table: Table, folder: Path, stem: str) -> Iterator[tuple[str, str]]:
    """Export a game in every format that its game has, and yield those that cannot hold it, with the reason."""
    folder.mkdir(exist_ok=True)
    for form in formats_of(table.game):
        try:
            write_games(folder / f"{stem}{form.suffix}", form, table.games)
        except FourthSeatError as error:
            yield f"{stem}{form.suffix}", str(error)


def save_settings() -> list[object]:
    """Save settings of the window, engines and links, each different from its default; return the refusals."""
    last = {
        "kalah": LastGame(("human:Anna", "computer:7"), "pits=5,seeds=3"),
        "blokus": LastGame(("human:Anna", "human:Ben", "human:נועה", "computer:9")),
    }
    settings = Settings(
        mode="dark", text="huge", chime=False, letters=False, coordinates=False, awake=False, language="he",
        text_display="lcdproc://localhost", voice=True, tables_mb=700, keyboard="always", blank_min=5, width=1366,
        height=768, folder="/somewhere", toured=True, names=("Anna", "Ben", "נועה"), last=last,
    )  # fmt: skip
    if len(inspect.signature(save).parameters) == 1:
        save(settings)  # type: ignore[call-arg]
    else:
        save(Settings(), settings)
    save_address("mqtts://ann@192.168.1.2/kitchen")
    refused: list[object] = []
    engines = EngineCommands.load(refused.append)
    for name, command in (("gnubg", "gnubg -t"), ("Pento bi", '"/opt/pento bi" --gtp'), ("", "true"), ("bad", '"open')):
        try:
            engines.put(name, command)
        except FourthSeatError as error:
            refused.append(error)
    engines.put("gnubg 2", "gnubg -t -q", before="gnubg")
    engines.add("pachi -e")
    engines.remove("Pento bi")
    engines.save(refused.append)
    return refused


def save_calibrations() -> None:
    """Save all kinds of calibrations."""
    corners = np.array([[10.5, 20.25], [600.0, 22.0], [610.125, 470.0], [5.0, 465.5]])
    for name in game_names():
        for number in range(3):
            calibration = CameraCalibration(
                f"http://phone{number}.local:8080/video",
                (1280, 720),
                corners + number,
                {"hues": [1, 2.5], "mean": number},
                f"set {number}",
                date(2026, 11, 20 + number),
            )
            save_camera(name, calibration)
        save_camera_settings(name, CameraSettings("2", True))
        save_orientation(name, Orientation(3, mirror=name == "blokus"))
        save_lights_settings(name, LightsSettings("ddp://wled.local", True, 900, 0.4))
        game = find(name)
        geometry = game.geometry(game.options(""))
        save_layout(game, geometry, default_layout(geometry))
    save_lens("2", (640, 480), Lens(800.25, (321.5, 238.0), 0.25, -0.5))
    save_usb_device(UsbDevice("adalight:///dev/ttyUSB0?baud=115200", 0x1A86, 0x7523, "", "1-1.2"))


def read(folder: Path) -> dict[str, Any]:
    """Return the meaning of a folder's files, by their names."""
    found: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as scratch:
        for path in sorted(folder.glob("records/**/*.jsonl")):
            copy = Path(shutil.copy(path, Path(scratch) / f"2026-11-22-{path.name.partition('-')[0]}-1.jsonl"))
            found[path.relative_to(folder).as_posix()] = refused_or(partial(record_facts, copy))
            copy.unlink()
        for path in sorted(folder.glob("exports/*")):
            found[path.relative_to(folder).as_posix()] = refused_or(partial(import_facts, path, Path(scratch)))
    if (folder / "home").is_dir():
        os.environ["FOURTH_SEAT_HOME"] = str(folder / "home")
        found |= {f"home: {name}": value for name, value in settings_facts().items()}
    return found


def refused_or(facts: Callable[[], Any]) -> Any:
    """Return facts, or the reason that they are unavailable."""
    try:
        return facts()
    except FourthSeatError as error:
        return str(error)


def record_facts(path: Path) -> dict[str, Any]:
    """Return a record's content, as a table and in the list of games, and its text after opening."""
    saved = saved_game(path, WHEN.timestamp())
    table = Table.resume(path, clock)
    facts = table_facts(table) | {"saved": repr([getattr(saved, name) for name in SAVED])}
    table.close()
    return facts | {"text": path.read_text("utf-8")}


def table_facts(table: Table) -> dict[str, Any]:
    """Return a table's game."""
    return {
        "game": table.game.name,
        "position": table.game.position(table.state),
        "games": [moves_of(played) for played in table.games],
        "seats": [str(seat) for seat in table.seats],
        "to_move": str(table.state.to_move),
        "result": repr(table.result),
        "events": len(table.events),
        "notices": [str(notice) for notice in table.notices],
    }


def moves_of(played: PlayedGame) -> list[list[str]]:
    """Return the moves of a game, starting again after each correction."""
    return [[str(move) for move in line.moves] for line in played.lines]


def import_facts(path: Path, scratch: Path) -> dict[str, Any]:
    """Return the record made from an exported file."""
    folder = Path(tempfile.mkdtemp(dir=scratch))
    os.utime(path, (WHEN.timestamp(), WHEN.timestamp()))
    import_file(path, folder, clock)
    (record,) = folder.glob("*.jsonl")
    return record_facts(record)


def settings_facts() -> dict[str, str]:
    """Return the meaning of all settings and calibrations of the data folder."""
    settings = load()
    facts = {
        "settings": " ".join(f"{name}={getattr(settings, name)}" for name in Settings.__dataclass_fields__),
        "engines": repr(dict(EngineCommands.load(lambda _: None).commands)),
        "broker": saved_address(),
        "lens": repr(load_lens("2", (640, 480))),
        "usb": repr(load_usb_device()),
    }
    for name in game_names():
        game = find(name)
        facts[name] = repr(
            [
                [
                    (camera.source, camera.size, camera.corners.tolist(), camera.appearance, camera.name, camera.used)
                    for camera in load_cameras(name)
                ],
                load_camera_settings(name),
                load_orientation(name),
                load_lights_settings(name),
                layout_facts(load_layout(game, game.geometry(game.options("")))),
            ]
        )
    return facts


def layout_facts(layout: Any) -> Any:
    """Return the content of a layout of LEDs, whatever its class is called."""
    return layout and (layout.rim, [vars_of(panel) for panel in layout.panels], dict(layout.cells))


def vars_of(panel: Any) -> dict[str, Any]:
    """Return the fields of a panel."""
    return {name: getattr(panel, name) for name in panel.__dataclass_fields__}


if __name__ == "__main__":
    print(json.dumps({"write": write, "read": read}[sys.argv[1]](Path(sys.argv[2]))))
