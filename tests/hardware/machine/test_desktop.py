"""The settings of desktops, according to their programs' answers and to their files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from fourth_seat.hardware.machine.desktop import Desktop

SESSION = {"DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"}


def answering(**answers: str) -> Callable[[Sequence[str]], str]:
    """Return a function that prints what programs do, by their names; gsettings answers by its key."""

    def printed(command: Sequence[str]) -> str:
        name = command[-1] if command[0] == "gsettings" else command[0]
        return answers.get(name.replace("-", "_"), "")

    return printed


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
def test_dark_by_what_programs_answer(answers: dict[str, str], dark: bool, tmp_path: Path) -> None:
    assert Desktop(answering(**answers), {**SESSION, "HOME": str(tmp_path)}, "linux").is_dark() is dark


@pytest.mark.quick
@pytest.mark.parametrize(("answer", "still"), [("false", True), ("true", False), ("", False)])
def test_still_by_what_programs_answer(answer: str, still: bool, tmp_path: Path) -> None:
    desktop = Desktop(answering(enable_animations=answer), {**SESSION, "HOME": str(tmp_path)}, "linux")
    assert desktop.is_still() is still


@pytest.mark.quick
@pytest.mark.parametrize(
    ("name", "line", "dark", "still"),
    [
        ("gtk-3.0/settings.ini", "gtk-application-prefer-dark-theme=1", True, False),
        ("gtk-4.0/settings.ini", "gtk-application-prefer-dark-theme=0", False, False),
        ("gtk-3.0/settings.ini", "gtk-theme-name=Adwaita-dark", True, False),
        ("kdeglobals", "ColorScheme=BreezeDark", True, False),
        ("kdeglobals", "ColorScheme=BreezeLight", False, False),
        ("gtk-3.0/settings.ini", "gtk-enable-animations=0", False, True),
        ("gtk-4.0/settings.ini", "gtk-enable-animations = false", False, True),
        ("gtk-4.0/settings.ini", "gtk-enable-animations=1", False, False),
        ("kdeglobals", "AnimationDurationFactor=0", False, True),
        ("kdeglobals", "AnimationDurationFactor=0.5", False, False),
        ("kdeglobals", "\x00\xff", False, False),
    ],
)
def test_what_files_say_where_nobody_can_be_asked(name: str, line: str, dark: bool, still: bool, tmp_path: Path) -> None:
    file = tmp_path / ".config" / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"[Settings]\n{line}\n")

    def nobody(command: Sequence[str]) -> str:
        raise AssertionError(f"{command} would begin a session")

    for variables in ({"HOME": str(tmp_path)}, {"XDG_CONFIG_HOME": str(tmp_path / ".config")}):
        desktop = Desktop(nobody, variables, "linux")
        assert (desktop.is_dark(), desktop.is_still()) == (dark, still)


def test_other_systems() -> None:
    told = Desktop(lambda command: "Dark" if command[-1] == "AppleInterfaceStyle" else "1", {}, "darwin")
    assert told.is_dark() and told.is_still()
    for system in ("darwin", "win32"):  # there is no registry here
        silent = Desktop(lambda _: "", {}, system)
        assert not silent.is_dark() and not silent.is_still()


def test_programs_that_are_missing_or_fail_say_nothing(tmp_path: Path) -> None:
    desktop = Desktop(variables={**SESSION, "HOME": str(tmp_path)}, system="linux")
    assert not desktop.is_dark() and not desktop.is_still()
