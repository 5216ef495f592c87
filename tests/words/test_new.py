"""A language is begun with one command, and can be tried before it is complete."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from gettext import GNUTranslations, c2py
from io import BytesIO
from pathlib import Path

import pytest
from babel import Locale

from fourth_seat.words import po
from fourth_seat.words.catalogue import LOCALE_FOLDER
from fourth_seat.words.extract import compiled, sentences
from fourth_seat.words.new import _ONE, PLURALS, begin

ROOT = Path(__file__).resolve().parents[2]
FRENCH = {
    "play a game, in the window or in the terminal": "jouer, dans la fenêtre ou dans le terminal",
    "{name}'s turn ({colour}).": "C'est à {name} ({colour}).",
    "red": "rouge",
}


def run(home: Path, *command: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run Python as on a machine without the developers' tools: Babel cannot be imported."""
    barred = home / "barred"
    barred.mkdir(exist_ok=True)
    (barred / "babel.py").write_text("raise ImportError('a developers tool was used')\n", "utf-8")
    return subprocess.run(
        [sys.executable, *command],
        input=typed,
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "FOURTH_SEAT_HOME": str(home), "PYTHONPATH": str(barred), "PYTHONIOENCODING": "utf-8"},
        check=False,
        timeout=280,
    )


def fill_in(file: Path, translations: dict[str, str]) -> None:
    """Translate sentences as somebody would in an editor."""
    text = file.read_text("utf-8")
    for english, french in translations.items():
        assert text.count(f'msgid "{english}"\nmsgstr ""\n') == 1, english
        text = text.replace(f'msgid "{english}"\nmsgstr ""\n', f'msgid "{english}"\nmsgstr "{french}"\n')
    file.write_text(text, "utf-8")


def test_a_language_is_begun_translated_in_part_and_played_in(tmp_path: Path) -> None:
    begun = run(tmp_path, "-m", "fourth_seat.words.new", "fr")
    assert begun.returncode == 0, begun.stderr
    file = tmp_path / "addons" / "fourth-seat-fr" / "fourth_seat_fr" / "fr.po"
    assert f"{file}: 0 of " in begun.stdout
    fill_in(file, FRENCH)
    again = run(tmp_path, "-m", "fourth_seat.words.new", "fr")
    assert f"{file}: 3 of " in again.stdout
    assert run(tmp_path, "companion.py", "addons", "--allow", "fourth-seat-fr").returncode == 0
    arguments = ("--language", "fr", "play", "connect4", "--terminal", "--seats", "human:Anna,human:Ben")
    played = run(tmp_path, "companion.py", *arguments, typed="4\nquit\n")
    assert played.returncode == 0, played.stderr
    assert "C'est à Anna (rouge)." in played.stdout
    assert "C'est à Ben (yellow)." in played.stdout  # what is not translated stays English
    assert (
        FRENCH["play a game, in the window or in the terminal"]
        in run(tmp_path, "companion.py", "--language", "fr", "help").stdout
    )


def test_sentences_are_those_of_the_developers_tools(tmp_path: Path) -> None:
    entries = begin("fr", tmp_path)
    wanted = {(message.context, message.id) for message in sentences() if message.id}
    assert {(e.context, e.key if e.plural is None else (e.key, e.plural)) for e in entries} == wanted


def test_what_was_translated_stays_and_what_cannot_be_used_stays_english(tmp_path: Path) -> None:
    begin("fr", tmp_path)
    file = tmp_path / "fourth_seat_fr" / "fr.po"
    fill_in(file, {**FRENCH, "yellow": "{jaune}"})
    before = begin("fr", tmp_path)
    written = file.read_text("utf-8")
    assert begin("fr", tmp_path) == before and file.read_text("utf-8") == written
    (wrong,) = (entry for entry in before if entry.translated and entry.trouble)
    assert (wrong.key, wrong.trouble) == ("yellow", "{jaune} is not in the English sentence")
    assert written.splitlines()[wrong.line - 1] == 'msgid "yellow"'
    french = GNUTranslations(BytesIO(file.with_suffix(".mo").read_bytes()))
    assert (french.gettext("red"), french.gettext("yellow")) == ("rouge", "yellow")


def test_a_translation_that_is_no_longer_needed_is_kept_until_it_is(tmp_path: Path) -> None:
    begin("fr", tmp_path)
    file = tmp_path / "fourth_seat_fr" / "fr.po"
    fill_in(file, FRENCH)
    text = file.read_text("utf-8")
    file.write_text(text.replace('msgid "red"\n', 'msgid "reddish"\n'), "utf-8")
    for _ in range(2):
        gone = [entry for entry in begin("fr", tmp_path) if entry.obsolete]
        assert [(entry.key, entry.forms) for entry in gone] == [("reddish", ("rouge",))]
        assert '\n#~ msgid "reddish"\n#~ msgstr "rouge"\n' in file.read_text("utf-8")
    french = GNUTranslations(BytesIO(file.with_suffix(".mo").read_bytes()))
    assert french.gettext("reddish") == "reddish"
    file.write_text(file.read_text("utf-8").replace('#~ msgid "reddish"\n', '#~ msgid "blue"\n'), "utf-8")
    back = {entry.key: entry for entry in begin("fr", tmp_path)}
    assert back["blue"].forms == ("rouge",) and not any(entry.obsolete for entry in back.values())


@pytest.mark.parametrize(
    ("key", "plural", "forms", "trouble"),
    [
        ("to {cell}", None, ["vers {cell}"], ""),
        ("to {cell}", None, ["vers"], "{cell} is missing"),
        ("to {cell}", None, ["vers {cell"], "a brace is not closed, or not opened"),
        ("one seed", "{n} seeds", ["une graine", "{n} graines"], ""),
        ("one seed", "{n} seeds", ["une graine", "des graines"], "{n} is missing"),
        ("one seed", "{n} seeds", ["{m} graine", "{n} graines"], "{m} is not in the English sentence"),
    ],
)
def test_values_are_filled_in_as_in_english(key: str, plural: str | None, forms: list[str], trouble: str) -> None:
    assert po.Entry(key, plural, None, tuple(forms)).trouble == trouble


@pytest.mark.parametrize("language", ["de", "he"])
def test_a_file_of_translations_is_read_as_the_developers_tools_read_it(language: str) -> None:
    file = LOCALE_FOLDER / f"{language}.po"
    ours = GNUTranslations(BytesIO(po.compiled(po.read(file.read_text("utf-8")))))
    theirs = GNUTranslations(BytesIO(compiled(file)))
    known, wanted = (vars(each)["_catalog"] for each in (ours, theirs))
    assert {key: text for key, text in known.items() if key} == {key: text for key, text in wanted.items() if key}
    assert [ours.plural(n) for n in range(200)] == [theirs.plural(n) for n in range(200)]  # type: ignore[attr-defined]


@pytest.mark.parametrize("text", ['msgid "a\n', "Bonjour\n", '"alone"\n', 'msgid "a"\nmsgstr b\n'])
def test_a_line_that_is_none_is_named(text: str) -> None:
    with pytest.raises(po.BadTranslations, match=r"line \d is no line of a \.po file"):
        po.read(text)


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("nplurals=3; plural=(((n==1 ? 0 : 1);", "does not give a number from 0 to 2 for every n"),
        ("nplurals=2; plural=(n==1 ? 0 : n==2 ? 1 : 2);", "does not give a number from 0 to 1 for every n"),
        ("nplurals=2; plural=(n / 0);", "does not give a number from 0 to 1 for every n"),
        ("plural=(n > 1);", "needs a line such as Plural-Forms: nplurals=2; plural=(n != 1);"),
        ("nplurals=1; plural=0;", "has more translations than the 1 plural forms"),
    ],
)
def test_a_wrong_formula_for_plurals_changes_nothing(line: str, fault: str, tmp_path: Path) -> None:
    begin("fr", tmp_path)
    file = tmp_path / "fourth_seat_fr" / "fr.po"
    text = file.read_text("utf-8").replace('msgstr[1] ""', 'msgstr[1] "x {n}"').replace(PLURALS["fr"], line)
    file.write_text(text, "utf-8")
    with pytest.raises(po.BadTranslations, match=re.escape(fault)):
        begin("fr", tmp_path)
    assert file.read_text("utf-8") == text


@pytest.mark.quick
@pytest.mark.parametrize("language", [*PLURALS, "es", "it", "nl", "sv"])
def test_plural_forms_divide_numbers_as_unicode_does(language: str) -> None:
    plural = c2py(PLURALS.get(language, _ONE).partition("plural=")[2].rstrip(";"))
    ours = [plural(n) for n in range(300)]
    theirs = [Locale(language).plural_form(n) for n in range(300)]
    pairs = set(zip(ours, theirs, strict=True))
    assert len({one for one, _ in pairs}) == len({other for _, other in pairs}) == len(pairs)


@pytest.mark.parametrize(
    ("words", "reason"), [((), "name one language"), (("de",), "comes with the program"), (("Français",), "name one")]
)
def test_what_cannot_be_begun_is_said(words: tuple[str, ...], reason: str, tmp_path: Path) -> None:
    done = run(tmp_path, "-m", "fourth_seat.words.new", *words)
    assert done.returncode == 1 and reason in done.stderr and not (tmp_path / "addons").exists()
