"""The window's settings, saved in `settings.toml` in the data folder, which may also be edited by hand."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from fourth_seat.engines.table_cache import DEFAULT_LIMIT_MB
from fourth_seat.hardware.boards.description import Button
from fourth_seat.hardware.hues import PIECE_HUES, USUAL_HUES
from fourth_seat.hardware.sounds.sounds import MEDIUM, VOLUMES
from fourth_seat.table.seats import ENGINE, Seat
from fourth_seat.table.settings import config_file
from fourth_seat.table.settings.folders import home
from fourth_seat.ui.learned_button import LearnedButton, read_learned_button
from fourth_seat.ui.theme.palette import MODES, TEXT_SIZES
from fourth_seat.words.catalogue import languages

MIN_WINDOW_PX = (480, 480)
FIRST_WINDOW_PX = (1280, 800)  # at 96 dots an inch
AUTOMATIC, ALWAYS, NEVER = KEYBOARDS = ("automatic", "always", "never")  # when the keyboard on the screen appears
AS_SYSTEM = "system"  # light or dark, like the rest of this computer
MOTIONS = KEYBOARDS
BLANKS_MIN = (0, 5, 10, 30)  # minutes to choose from
MAX_BLANK_MIN = 1_440
MAX_NAMES = 12
USUAL_COMPUTER = Seat(computer="computer:5")
MAX_TABLES_MB = 1_000_000
MAX_WINDOW_PX = 16_384
CHOICES: Mapping[str, Collection[str]] = {
    "mode": (*MODES, AS_SYSTEM),
    "hues": PIECE_HUES,
    "text": TEXT_SIZES,
    "keyboard": KEYBOARDS,
    "motion": MOTIONS,
    "volume": VOLUMES,
}
"""The allowed words, keyed by setting."""
LIMITS = {
    "tables_mb": range(MAX_TABLES_MB + 1),
    "blank_min": range(MAX_BLANK_MIN + 1),
    "width": range(MIN_WINDOW_PX[0], MAX_WINDOW_PX + 1),
    "height": range(MIN_WINDOW_PX[1], MAX_WINDOW_PX + 1),
}
"""The allowed numbers, keyed by setting."""
OTHER_TABLES = ("buttons", "names", "last")  # settings that are not in the file's table `window`


@dataclass(frozen=True, slots=True)
class LastGame:
    """The settings of the last game of a given kind.

    Attributes:
        seats: the seats, in the format parsed by `table.seats`.
        options: the game's options, `k=v,...`.
        lots: whether lots were drawn to decide who begins.
    """

    seats: tuple[str, ...] = ()
    options: str = ""
    lots: bool = False


@dataclass(frozen=True, slots=True)
class Settings:
    """All saved settings of the window.

    Attributes:
        mode: one of `MODES`, or `AS_SYSTEM`.
        dark_system: whether the desktop of this computer was dark when last asked.
        contrast: whether the colours have high contrast.
        hues: the colours of pieces on the screen, one of `PIECE_HUES`.
        text: one of `TEXT_SIZES`.
        motion: whether moves are animated, one of `MOTIONS`; automatic follows the computer's setting.
        chime: whether sounds announce moves and the end of a game.
        volume: the volume of these sounds, one of `VOLUMES`.
        letters: whether pieces carry the letters of their colours, for people who cannot distinguish the hues.
        coordinates: whether the board's rim shows coordinates; the coordinates in an instruction are always shown.
        notation: whether lists write moves in notation instead of drawing them.
        awake: whether the machine is kept awake during a game.
        language: a two-letter code; empty for the system's language.
        text_display: the text display's address, in the format parsed by `hardware.text.drivers`; empty for none.
        voice: whether a voice reads out the text of displays.
        tables_mb: the disk space available for engines' tables, in MB; also read by `table.settings.tables`.
        keyboard: one of `KEYBOARDS`.
        blank_min: idle minutes after which a kiosk's screen goes dark; 0 for never.
        width, height: the size of the window in pixels; 0 before the first window is closed.
        folder: the folder of the last file opened; empty before the first file.
        toured: whether the tour of the first turn was completed or skipped.
        buttons: the learned buttons of other devices, keyed by function, without duplicates.
        names: the names of people who have played, most recent first.
        last: the settings of the last game of each kind.
    """

    mode: str = AS_SYSTEM
    text: str = "medium"
    contrast: bool = False
    hues: str = USUAL_HUES
    dark_system: bool = False
    motion: str = AUTOMATIC
    chime: bool = True
    volume: str = MEDIUM
    letters: bool = True
    coordinates: bool = True
    notation: bool = False
    awake: bool = True
    language: str = ""
    text_display: str = ""
    voice: bool = False
    tables_mb: int = DEFAULT_LIMIT_MB
    keyboard: str = AUTOMATIC
    blank_min: int = 10
    width: int = 0
    height: int = 0
    folder: str = ""
    toured: bool = False
    buttons: Mapping[Button, LearnedButton] = field(default_factory=dict)
    names: tuple[str, ...] = ()
    last: Mapping[str, LastGame] = field(default_factory=dict)

    @property
    def shown_mode(self) -> str:
        """The mode currently in effect, light or dark."""
        dark = self.dark_system if self.mode == AS_SYSTEM else self.mode == "dark"
        return "dark" if dark else "light"

    @property
    def look(self) -> tuple[str, str, bool, str]:
        """The settings on which the theme depends."""
        return self.shown_mode, self.text, self.contrast, self.hues

    def begun(self, game: str, last: LastGame, names: tuple[str, ...]) -> Settings:
        """Return the settings updated with a game that has just begun and the names of its players."""
        known = tuple(dict.fromkeys((*names, *self.names)))[:MAX_NAMES]
        return replace(self, names=known, last={**self.last, game: last})

    def drew_lots(self, game: str) -> Settings:
        """Return the settings updated to record that lots were drawn for the game that has just begun."""
        return replace(self, last={**self.last, game: replace(self.last[game], lots=True)})

    def without(self, player: Seat) -> Settings:
        """Return the settings with a failed third-party engine replaced by the default computer player."""
        if not player.computer.startswith(ENGINE):
            return self

        def usual(seat: str) -> str:
            return str(USUAL_COMPUTER) if seat == str(player) else seat

        return replace(
            self, last={game: replace(last, seats=tuple(map(usual, last.seats))) for game, last in self.last.items()}
        )


def path() -> Path:
    """Return the path of the settings file, which may not exist yet."""
    return home() / "settings.toml"


def load() -> Settings:
    """Load the saved settings, using the default for any that are missing or invalid.

    Raises:
        BadConfig: the file cannot be read at all.
    """
    values = config_file.load(path())
    known = {name: value for name, value in config_file.table_at(values, "window").items() if _fits(name, value)}
    known.pop("names", None)
    settings = Settings(**known)
    names = config_file.table_at(values, "people").get("names")
    last = {
        game: _last(entry) for game, entry in config_file.table_at(values, "last").items() if isinstance(entry, Mapping)
    }
    buttons = _buttons(config_file.table_at(values, "buttons"))
    return replace(settings, buttons=buttons, names=_texts(names), last=last)


def save(before: Settings, settings: Settings) -> None:
    """Save only the changes since `before`, because another window may have saved other settings.

    Raises:
        NotSaved: the file cannot be written.
    """
    changes = config_file.changed(_values(before), _values(settings))

    def edit(saved: Mapping[str, Any]) -> Mapping[str, Any]:
        if "people" not in changes:
            return changes
        others = _texts(config_file.table_at(saved, "people").get("names"))
        return {**changes, "people": {"names": list(dict.fromkeys((*settings.names, *others)))[:MAX_NAMES]}}

    config_file.change(path(), edit)


def _values(settings: Settings) -> dict[str, Any]:
    """Return the settings as stored in the file."""
    window = {item.name: getattr(settings, item.name) for item in fields(Settings) if item.name not in OTHER_TABLES}
    last = {
        game: {"seats": list(last.seats), "options": last.options, "lots": last.lots}
        for game, last in settings.last.items()
    }
    buttons = {button.value: str(settings.buttons.get(button, "")) for button in Button}
    return {"window": window, "buttons": buttons, "people": {"names": list(settings.names)}, "last": last}


def _fits(name: str, value: Any) -> bool:
    if name in CHOICES:
        return isinstance(value, str) and value in CHOICES[name]
    if name == "language":
        return isinstance(value, str) and (value == "" or value in languages())
    if name in ("text_display", "folder"):
        return isinstance(value, str)
    if name in ("chime", "contrast", "dark_system", "letters", "coordinates", "notation", "awake", "voice", "toured"):
        return isinstance(value, bool)
    return type(value) is int and value in LIMITS.get(name, ())


def _buttons(values: Mapping[str, Any]) -> dict[Button, LearnedButton]:
    found: dict[Button, LearnedButton] = {}
    for button in Button:
        learned = read_learned_button(values.get(button.value))
        if learned and learned not in found.values():
            found[button] = learned
    return found


def _last(entry: Mapping[str, Any]) -> LastGame:
    options = entry.get("options", "")
    return LastGame(_texts(entry.get("seats")), options if isinstance(options, str) else "", entry.get("lots") is True)


def _texts(value: Any) -> tuple[str, ...]:
    return tuple(text for text in value if isinstance(text, str)) if isinstance(value, list) else ()
