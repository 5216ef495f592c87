"""Light or dark as the rest of the computer: what desktops answer, and what their files say."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from fourth_seat.hardware.machine.colour_scheme import Ask, is_dark

SESSION = {"DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"}


def answering(**answers: str) -> Ask:
    """Return an `ask` of programs, by name; gsettings answers by its key."""

    def ask(command: Sequence[str]) -> str:
        name = command[-1] if command[0] == "gsettings" else command[0]
        return answers.get(name.replace("-", "_"), "")

    return ask


@pytest.mark.quick
@pytest.mark.parametrize(
    ("answers", "dark"),
    [
        ({"gdbus": "(<<uint32 1>>,)"}, True),
        ({"gdbus": "(<<uint32 2>>,)", "color_scheme": "'prefer-dark'"}, False),
        ({"gdbus": "(<<uint32 0>>,)", "color_scheme": "'default'", "gtk_theme": "'Adwaita'"}, False),
        ({"busctl": "v v u 1"}, True),
        ({"busctl": "v v u 2"}, False),
        ({"color_scheme": "'prefer-dark'"}, True),
        ({"color_scheme": "'default'", "gtk_theme": "'Yaru-dark'"}, True),
        ({"xfconf_query": "Greybird-dark"}, True),
        ({"xfconf_query": "Greybird"}, False),
        ({}, False),
    ],
)
def test_what_desktops_answer(answers: dict[str, str], dark: bool, tmp_path: Path) -> None:
    assert is_dark(answering(**answers), {**SESSION, "HOME": str(tmp_path)}, "linux") is dark


@pytest.mark.quick
@pytest.mark.parametrize(
    ("name", "text", "dark"),
    [
        ("gtk-3.0/settings.ini", "[Settings]\ngtk-application-prefer-dark-theme=1\n", True),
        ("gtk-4.0/settings.ini", "[Settings]\ngtk-application-prefer-dark-theme=0\n", False),
        ("gtk-3.0/settings.ini", "[Settings]\ngtk-theme-name=Adwaita-dark\n", True),
        ("kdeglobals", "[General]\nColorScheme=BreezeDark\n", True),
        ("kdeglobals", "[General]\nColorScheme=BreezeLight\n", False),
    ],
)
def test_what_files_say_where_nobody_can_be_asked(name: str, text: str, dark: bool, tmp_path: Path) -> None:
    file = tmp_path / ".config" / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)

    def nobody(command: Sequence[str]) -> str:
        raise AssertionError(f"{command} would begin a session")

    assert is_dark(nobody, {"HOME": str(tmp_path)}, "linux") is dark
    assert is_dark(nobody, {"XDG_CONFIG_HOME": str(tmp_path / ".config")}, "linux") is dark


def test_other_systems() -> None:
    assert is_dark(lambda command: "Dark" if command[0] == "defaults" else "", {}, "darwin")
    assert not is_dark(lambda _: "", {}, "darwin")
    assert not is_dark(lambda _: "", {}, "win32")  # there is no registry here


def test_programs_that_are_missing_or_fail_say_nothing(tmp_path: Path) -> None:
    assert not is_dark(None, {**SESSION, "HOME": str(tmp_path)}, "linux")
