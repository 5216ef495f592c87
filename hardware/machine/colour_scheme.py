"""Whether the other windows of this computer are light or dark, as far as it says so."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from fourth_seat.boundary.files import read_bytes
from fourth_seat.processes.output import output_of
from fourth_seat.processes.start import find_program

TIMEOUT_S = 3.0  # for a program that is asked
MAX_CONFIG_BYTES = 100_000
_PORTAL = "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop"
_KEY = "org.freedesktop.appearance", "color-scheme"
# The first that answers counts: the desktop portal (0: no preference, 1: dark, 2: light), then desktops of their own.
ON_LINUX = (
    ("gdbus", "call", "--session", "--dest", _PORTAL[0], "--object-path", _PORTAL[1],
     "--method", "org.freedesktop.portal.Settings.Read", *_KEY),
    ("busctl", "--user", "call", *_PORTAL, "org.freedesktop.portal.Settings", "Read", "ss", *_KEY),
    ("gsettings", "get", "org.gnome.desktop.interface", "color-scheme"),
    ("gsettings", "get", "org.gnome.desktop.interface", "gtk-theme"),
    ("xfconf-query", "--channel", "xsettings", "--property", "/Net/ThemeName"),
)  # fmt: skip
ON_MACOS = (("defaults", "read", "-g", "AppleInterfaceStyle"),)
CONFIGURATIONS = ("gtk-4.0/settings.ini", "gtk-3.0/settings.ini", "kdeglobals")  # in the folder of configurations
DARK = re.compile(r"prefer-dark|uint32 1\b|\bu 1\b|[-_ ]?dark\b", re.IGNORECASE)
LIGHT = re.compile(r"prefer-light|uint32 2\b|\bu 2\b", re.IGNORECASE)
DARK_FILE = re.compile(
    r"^(gtk-application-prefer-dark-theme=(1|true)|(gtk-theme-name|ColorScheme|Name)=.*dark)\s*$",
    re.IGNORECASE | re.MULTILINE,
)

Ask = Callable[[Sequence[str]], str]


def is_dark(ask: Ask | None = None, variables: Mapping[str, str] = os.environ, system: str = sys.platform) -> bool:
    """Return whether this computer's windows are dark; False where nothing says so. It may take seconds.

    `ask` runs a command and returns what it prints, empty where it cannot.
    """
    ask = ask or _ask
    if system == "win32":
        return _is_dark_on_windows()
    if system == "darwin":
        return any(DARK.search(ask(command)) for command in ON_MACOS)
    if _has_bus(variables):
        for command in ON_LINUX:
            answer = ask(command)
            if DARK.search(answer):
                return True
            if LIGHT.search(answer):
                return False
    folder = Path(variables.get("XDG_CONFIG_HOME") or Path(variables.get("HOME", "/"), ".config"))
    return any(DARK_FILE.search(_read(folder / name)) for name in CONFIGURATIONS)


def _has_bus(variables: Mapping[str, str]) -> bool:
    """Return whether there is a session whose desktop can be asked; without one the programs would begin it."""
    return "DBUS_SESSION_BUS_ADDRESS" in variables or Path(variables.get("XDG_RUNTIME_DIR", "/nowhere"), "bus").exists()


def _ask(command: Sequence[str]) -> str:
    if find_program(command[0]) is None:
        return ""
    try:
        return "\n".join(output_of(command, TIMEOUT_S))
    except OSError:
        return ""


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
