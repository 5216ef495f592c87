"""The entry by which a desktop starts this program automatically."""

from __future__ import annotations

import configparser
import re
from pathlib import Path

import pytest

from fourth_seat.processes.installation import ROOT, autostart


def entry(path: Path) -> dict[str, str]:
    """Return the entry as desktops read it."""
    read = configparser.RawConfigParser(interpolation=None)
    read.optionxform = str  # type: ignore[method-assign, assignment]
    read.read_string(path.read_text("utf-8"))
    assert read.sections() == ["Desktop Entry"]
    return dict(read["Desktop Entry"])


def arguments(value: str) -> list[str]:
    """Return a command as parsed by desktops: the escapes of the value, then the quotes, then the percent signs."""
    unescaped = value.replace("\\\\", "\0").replace("\\t", "\t").replace("\\n", "\n").replace("\0", "\\")
    found = re.findall(r'"((?:[^"\\]|\\.)*)"|([^\s"]+)', unescaped)
    return [re.sub(r"\\(.)", r"\1", quoted).replace("%%", "%") or plain.replace("%%", "%") for quoted, plain in found]


def test_an_entry_is_written_and_removed(tmp_path: Path) -> None:
    assert not autostart.remove(tmp_path)
    path = autostart.install(["kiosk"], tmp_path)
    assert path == tmp_path / "autostart" / "fourth-seat.desktop"
    written = entry(path)
    assert written["Type"] == "Application"
    assert written["Name"]
    assert arguments(written["Exec"])[1:] == [str(ROOT / "companion.py"), "kiosk"]
    assert written["Path"] == str(ROOT)
    assert autostart.install(["kiosk"], tmp_path) == path, "a second time"
    assert autostart.remove(tmp_path)
    assert not path.exists()


def test_it_lies_where_desktops_look(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert autostart.entry_path() == tmp_path / "autostart" / "fourth-seat.desktop"
    monkeypatch.delenv("XDG_CONFIG_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert autostart.entry_path() == tmp_path / ".config" / "autostart" / "fourth-seat.desktop"


@pytest.mark.parametrize(
    "argument", ["plain", "two words", 'a "quote"', "back\\slash", "100%", "$HOME", "`x`", "", "tab\there"]
)
def test_any_folder_is_named_rightly(argument: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(autostart, "own_command", lambda: ("/usr/bin/python3", argument))
    path = autostart.install(["kiosk"], tmp_path)
    assert arguments(entry(path)["Exec"]) == ["/usr/bin/python3", argument, "kiosk"]
