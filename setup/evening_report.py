"""A report on one evening, for the program's developers, with the kinds and numbers of games and devices used.

The report is created only on request, can be read in full before it is saved, and is not sent anywhere. It consists of the
program's own texts, and of words and numbers that have been validated. It never quotes records, settings or engine
commands, so it cannot contain names, addresses, paths or passwords.
"""

from __future__ import annotations

import os
import platform
import re
import sys
import zipfile
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import Any

from fourth_seat.boundary.files import write_file
from fourth_seat.boundary.numbers import parse_integer
from fourth_seat.calibration import store
from fourth_seat.calibration.sight import load_sight
from fourth_seat.hardware.declared import own
from fourth_seat.hardware.device_url import WEB, DeviceUrl
from fourth_seat.hardware.hues import PIECE_HUES, USUAL_HUES
from fourth_seat.processes.installation import FORM, version
from fourth_seat.table.analysis.evening import (
    BY_BOARD,
    BY_CAMERA,
    BY_COMPUTER,
    BY_PEOPLE,
    BY_PHOTO,
    EveningGame,
    last_evening,
)
from fourth_seat.table.errors import BadConfig, NotSaved
from fourth_seat.table.settings import config_file
from fourth_seat.table.settings.folders import home, records
from fourth_seat.words import FourthSeatError, Text, Value, error_text, say

NAME = "evening"  # of the file, and of the text in an archive
PICTURE_NAME = "board.png"
TEXTS, LIGHTS = "fourth_seat.hardware.text.drivers", "fourth_seat.hardware.lights.drivers"
LAST_LIGHTS, WLED_LIGHTS = "auto", "ddp"  # without a driver: those used last, and those at the address of a web page
MAX_SIDE_PX = 1 << 15
_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,23}")  # a system's name or version


class NoEvening(FourthSeatError, LookupError):
    """No game has been played."""


def evening_report() -> list[Text]:
    """Return the report on the last evening as a list of lines.

    Raises:
        NoEvening: there is no game in the records.
        BadConfig: the user has no home folder.
    """
    games = last_evening(records())
    if not games:
        raise NoEvening(say("there is nothing to report yet: no game has been played"))
    lines = [*_program(), *_devices({game.name for game in games if game.name})]
    for number, game in enumerate(games, 1):
        lines += _game(number, game)
    return lines


def written(lines: list[Text], render: Callable[[Text], str]) -> str:
    """Render the report as the contents of a text file."""
    return "".join(f"{render(line)}\n" for line in lines)


def save_report(path: Path, text: str, picture: bytes | None = None) -> None:
    """Write a report to a text file or, together with a PNG picture, to a ZIP archive.

    Raises:
        NotSaved: the file cannot be written.
    """
    data = text.encode()
    if picture is not None:
        packed = BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(f"{NAME}.txt", data)
            archive.writestr(PICTURE_NAME, picture)
        data = packed.getvalue()
    try:
        write_file(path, data)
    except OSError as error:
        raise NotSaved(say("{file} cannot be written: {reason}", file=str(path), reason=error_text(error))) from None


# -- the program and its computer ------------------------------------------------------------------------------------------


def _program() -> Iterator[Text]:
    yield say("Fourth Seat {version}, {form}", version=version(), form=FORM.name)
    yield say(
        "Python {version}; {system}; processors: {processors}",
        version=platform.python_version(), system=" ".join(_system()), processors=os.cpu_count() or 1,
    )  # fmt: skip
    hues = _settings("window").get("hues")
    known = isinstance(hues, str) and hues in PIECE_HUES
    yield say("Colours of the pieces: {hues}", hues=str(hues) if known else USUAL_HUES)


def _system() -> Iterator[str]:
    """Yield the type and version of the operating system, but no host name or kernel release, which users can choose."""
    here = platform.uname()
    found = [here.system, here.machine]
    if sys.platform == "win32":
        found.append(platform.win32_ver()[0])
    elif sys.platform == "darwin":
        found.append(platform.mac_ver()[0])
    else:
        with suppress(OSError):
            release = platform.freedesktop_os_release()
            found += [release.get("ID", ""), release.get("VERSION_ID", "")]
    return (each for each in found if _PLAIN.fullmatch(each))


# -- devices ---------------------------------------------------------------------------------------------------------------


def _devices(games: Collection[str]) -> Iterator[Text]:
    devices: list[Value] = [*_at_boards(sorted(games)), *_at_table()]
    yield say("Devices: {devices}", devices=tuple(dict.fromkeys(devices))) if devices else say("Devices: none")


def _at_boards(games: Collection[str]) -> Iterator[Value]:
    """Yield the kinds of cameras, with their picture sizes, and the kinds of lights selected for these games."""
    for game in games:
        with suppress(BadConfig):
            camera, lights = store.load(game, "watched"), store.load(game, "lit")
            if camera.get("on") is True and isinstance(source := camera.get("source"), str):
                yield (_camera(source), size) if (size := _size(game)) else _camera(source)
            if lights.get("on") is True and isinstance(url := lights.get("url"), str):
                yield say("lights ({kind})", kind=_scheme(url, {*own(LIGHTS), LAST_LIGHTS}))


def _camera(source: str) -> Text:
    if "://" in source:
        return say("a camera on the network")
    if parse_integer(source.strip(), 0, 999) is not None or source.strip().startswith("/dev/"):
        return say("a camera on this computer")
    return say("a video or a picture")


def _size(game: str) -> str:
    """Return the size of the pictures in which the board was last found, or an empty string if unknown."""
    size = store.load(game, "camera").get("size")
    sound = isinstance(size, list) and len(size) == 2 and all(type(side) is int and 0 < side < MAX_SIDE_PX for side in size)
    return f"{size[0]} x {size[1]}" if sound and size else ""


def _at_table() -> Iterator[Text]:
    """Yield the other devices in the settings."""
    window = _settings("window")
    if isinstance(url := window.get("text_display"), str) and url:
        yield say("text display ({kind})", kind=_scheme(url, own(TEXTS)))
    if window.get("voice") is True:
        yield say("voice")
    if _settings("mqtt").get("address"):
        yield say("MQTT")


def _scheme(url: str, known: Collection[str]) -> str | Text:
    """Return the scheme of a device URL if it is built in."""
    try:
        scheme = WLED_LIGHTS if url.strip().lower().startswith(WEB) else DeviceUrl.parse(url).scheme
    except ValueError:
        scheme = ""
    return scheme if scheme in known else say("from an add-on")


def _settings(section: str) -> Mapping[str, Any]:
    with suppress(BadConfig):
        return config_file.table_at(config_file.load(home() / "settings.toml"), section)
    return {}


# -- games -----------------------------------------------------------------------------------------------------------------


def _game(number: int, game: EveningGame) -> Iterator[Text]:
    yield say("Game {n}: {game}, {ending}", n=number, game=game.title, ending=game.ending)
    if game.options:
        yield say("- options: {options}", options=game.options)
    yield say("- at the table: {players}", players=game.seats)
    if game.minutes is not None:
        yield say("- minutes: {n}", n=game.minutes)
    yield say(
        "- moves: {people} entered by people, {camera} by the camera, {computer} by computers",
        people=game.moves[BY_PEOPLE], camera=game.moves[BY_CAMERA], computer=game.moves[BY_COMPUTER],
    )  # fmt: skip
    yield say(
        "- undo: {undone}, redo: {redone}, hints: {hints}, seats handed over: {reseated}",
        undone=game.undone, redone=game.redone, hints=game.hints, reseated=game.reseated,
    )  # fmt: skip
    yield say(
        "- corrections: {hand} by hand, {camera} by the camera, {photo} from a photo; illegal moves allowed: {allowed}",
        hand=game.corrections[BY_PEOPLE], camera=game.corrections[BY_CAMERA], photo=game.corrections[BY_PHOTO],
        allowed=game.allowed,
    )  # fmt: skip
    if game.moves[BY_BOARD] or game.corrections[BY_BOARD]:
        yield say(
            "- by the board's sensors: {moves} moves, {corrections} corrections",
            moves=game.moves[BY_BOARD], corrections=game.corrections[BY_BOARD],
        )  # fmt: skip
    yield from _sight(game)
    if game.damaged:
        yield say("- part of the record cannot be read")


def _sight(game: EveningGame) -> Iterator[Text]:
    with suppress(BadConfig):
        if game.name and (sight := load_sight(game.name, game.record)):
            if sight.share is not None:
                yield say(
                    "- in its test, the camera guessed {percent} % of the hidden cells correctly",
                    percent=round(100 * sight.share),
                )
            yield say(
                "- questions asked by the camera: {asked}; times that the board did not match the game: "
                "{puzzled}",
                asked=sight.asked, puzzled=sight.puzzled,
            )  # fmt: skip
