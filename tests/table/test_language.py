"""The language: the option, the environment, the settings, the system, in this order."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from fourth_seat.table.settings import language
from fourth_seat.table.settings.language import BadLanguage, catalogue, name_of, named, of_the_system
from fourth_seat.words.catalogue import languages


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FOURTH_SEAT_HOME", str(tmp_path))
    monkeypatch.delenv(language.VARIABLE, raising=False)
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    return tmp_path


def test_the_order(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert catalogue().language == "en"
    monkeypatch.setenv("LANG", "de_AT.UTF-8")
    assert catalogue().language == "de"
    (home / "settings.toml").write_text('[window]\nlanguage = "he"\n')
    assert catalogue().language == "he"
    monkeypatch.setenv(language.VARIABLE, "en")
    assert catalogue().language == "en"


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(
    ("variables", "spoken"),
    [
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "he_IL"}, "he"),
        ({"LANG": "de_DE", "LC_MESSAGES": "he_IL"}, "he"),
        ({"LANG": "de_DE", "LC_ALL": "C"}, "en"),
    ],
)
def test_the_systems_language(monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], spoken: str) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert of_the_system() == spoken


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(("name", "spoken"), [("German_Austria", "de"), ("he_IL", "he"), ("fr_FR", "en"), (None, "en")])
def test_the_language_of_windows_and_macos(monkeypatch: pytest.MonkeyPatch, name: str | None, spoken: str) -> None:
    monkeypatch.setenv("LANG", "he_IL" if spoken != "he" else "de_DE")
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr("locale.getlocale", lambda: (name, "UTF-8"))
    assert of_the_system() == spoken


@pytest.mark.usefixtures("home")
def test_a_language_that_there_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(language.VARIABLE, "xx")
    with pytest.raises(BadLanguage, match="there is no language xx; the languages are: en, de, he"):
        catalogue()


def test_unreadable_settings_are_no_reason_to_be_silent(home: Path) -> None:
    (home / "settings.toml").write_text("[[[")
    assert catalogue().language == "en"


def test_every_language_has_a_name_of_its_own() -> None:
    assert len({name_of(each) for each in languages()}) == len(languages())
    assert named("he").right_to_left
    assert not named("de").right_to_left
