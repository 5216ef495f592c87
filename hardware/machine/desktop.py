"""The dark mode and reduced motion settings of this computer's desktop, where available.

Reading them may take several seconds.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from fourth_seat.boundary.files import read_bytes
from fourth_seat.processes.output import output_of
from fourth_seat.processes.start import find_program

TIMEOUT_S = 3.0  # for a program that is asked
MAX_CONFIG_BYTES = 100_000
_PORTAL = "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop"
_KEY = "org.freedesktop.appearance", "color-scheme"
# The first one that answers counts: the desktop portal (0: no preference, 1: dark, 2: light), then the desktops' own
# settings.
COLOUR_SCHEME = (
    ("gdbus", "call", "--session", "--dest", _PORTAL[0], "--object-path", _PORTAL[1],
     "--method", "org.freedesktop.portal.Settings.Read", *_KEY),
    ("busctl", "--user", "call", *_PORTAL, "org.freedesktop.portal.Settings", "Read", "ss", *_KEY),
    ("gsettings", "get", "org.gnome.desktop.interface", "color-scheme"),
    ("gsettings", "get", "org.gnome.desktop.interface", "gtk-theme"),
    ("xfconf-query", "--channel", "xsettings", "--property", "/Net/ThemeName"),
)  # fmt: skip
COLOUR_SCHEME_ON_MACOS = "defaults", "read", "-g", "AppleInterfaceStyle"
DARK = re.compile(r"prefer-dark|uint32 1\b|\bu 1\b|[-_ ]?dark\b", re.IGNORECASE)
LIGHT = re.compile(r"prefer-light|uint32 2\b|\bu 2\b", re.IGNORECASE)
ANIMATIONS = "gsettings", "get", "org.gnome.desktop.interface", "enable-animations"
REDUCE_MOTION_ON_MACOS = "defaults", "read", "com.apple.universalaccess", "reduceMotion"
SPI_GETCLIENTAREAANIMATION = 0x1042  # of Windows
CONFIGURATIONS = "gtk-4.0/settings.ini", "gtk-3.0/settings.ini", "kdeglobals"  # in the folder of configurations
DARK_LINE = re.compile(
    r"^(gtk-application-prefer-dark-theme=(1|true)|(gtk-theme-name|ColorScheme|Name)=.*dark)\s*$",
    re.IGNORECASE | re.MULTILINE,
)
STILL_LINE = re.compile(
    r"^\s*(gtk-enable-animations\s*=\s*(0|false)|AnimationDurationFactor\s*=\s*0(\.0)?)\s*$", re.IGNORECASE | re.MULTILINE
)


def _printed(command: Sequence[str]) -> str:
    """Return the output of a command, or an empty string if the program does not exist or fails."""
    if find_program(command[0]) is None:
        return ""
    try:
        return "\n".join(output_of(command, TIMEOUT_S))
    except OSError:
        return ""


@dataclass(frozen=True, slots=True)
class Desktop:
    """A computer's desktop.

    Attributes:
        printed: returns the output of a command, or an empty string if it fails.
        variables: the environment variables.
        system: the platform, as in `sys.platform`.
    """

    printed: Callable[[Sequence[str]], str] = _printed
    variables: Mapping[str, str] = field(default_factory=lambda: os.environ)
    system: str = sys.platform

    def is_dark(self) -> bool:
        """Return whether the desktop uses dark mode; False if unknown."""
        if self.system == "win32":
            return _is_dark_on_windows()
        if self.system == "darwin":
            return bool(DARK.search(self.printed(COLOUR_SCHEME_ON_MACOS)))
        for command in COLOUR_SCHEME if self._has_session() else ():
            answer = self.printed(command)
            if DARK.search(answer):
                return True
            if LIGHT.search(answer):
                return False
        return self._is_configured(DARK_LINE)

    def is_still(self) -> bool:
        """Return whether motion should be reduced; False if unknown."""
        if self.system == "win32":
            return _is_still_on_windows()
        if self.system == "darwin":
            return self.printed(REDUCE_MOTION_ON_MACOS).strip() == "1"
        if self._has_session() and self.printed(ANIMATIONS).strip() == "false":
            return True
        return self._is_configured(STILL_LINE)

    def _has_session(self) -> bool:
        """Return whether a D-Bus session is running; without one, the programs would start it."""
        bus = Path(self.variables.get("XDG_RUNTIME_DIR", "/nowhere"), "bus")
        return "DBUS_SESSION_BUS_ADDRESS" in self.variables or bus.exists()

    def _is_configured(self, line: re.Pattern[str]) -> bool:
        """Return whether any GTK or KDE configuration file contains a matching line."""
        home = self.variables.get("HOME", "/")
        folder = Path(self.variables.get("XDG_CONFIG_HOME") or Path(home, ".config"))
        return any(line.search(_read(folder / name)) for name in CONFIGURATIONS)


def _read(path: Path) -> str:
    try:
        return read_bytes(path, MAX_CONFIG_BYTES).decode("utf-8", "replace")
    except OSError:
        return ""


def _is_dark_on_windows() -> bool:
    if sys.platform != "win32":
        return False
    import winreg

    place = r"Software\Microsoft\Windows\CurrentVersion\Themes\Personalize"
    try:
        with winreg.OpenKey(winreg.HKEY_CURRENT_USER, place) as key:
            return winreg.QueryValueEx(key, "AppsUseLightTheme")[0] == 0
    except OSError:
        return False


def _is_still_on_windows() -> bool:
    if sys.platform != "win32":
        return False
    import ctypes

    on = ctypes.c_int(1)
    asked = ctypes.windll.user32.SystemParametersInfoW(SPI_GETCLIENTAREAANIMATION, 0, ctypes.byref(on), 0)
    return bool(asked) and not on.value
