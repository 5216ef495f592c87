"""Sentences: rendering, plurals, other languages, and the translators' template."""

from __future__ import annotations

from pathlib import Path

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from words import Catalogue, say, say_many
from words.catalogue import DOMAIN
from words.extract import TEMPLATE, template

GERMAN = """
msgid ""
msgstr "Content-Type: text/plain; charset=utf-8\\nPlural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "red"
msgstr "rot"

msgid "{colour} passes"
msgstr "{colour} setzt aus"

msgid "one seed"
msgid_plural "{n} seeds"
msgstr[0] "ein Stein"
msgstr[1] "{n} Steine"
"""


@pytest.fixture
def german(tmp_path: Path) -> Catalogue:
    folder = tmp_path / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (tmp_path / "de.po").write_text(GERMAN)
    with (tmp_path / "de.po").open("rb") as source, (folder / f"{DOMAIN}.mo").open("wb") as compiled:
        write_mo(compiled, read_po(source))
    return Catalogue("de", tmp_path)


def test_english_is_the_key() -> None:
    assert str(say("{colour} passes", colour=say("red"))) == "red passes"
    assert str(say("100% {sure")) == "100% {sure"  # no values, no formatting
    assert str(say("on {cells}", cells=("a1", "b2"))) == "on a1, b2"
    assert [str(say_many("one seed", "{n} seeds", n)) for n in (0, 1, 2)] == ["0 seeds", "one seed", "2 seeds"]


def test_another_language_reaches_into_the_values(german: Catalogue) -> None:
    assert german.render(say("{colour} passes", colour=say("red"))) == "rot setzt aus"
    assert german.render(say_many("one seed", "{n} seeds", 3)) == "3 Steine"
    assert german.render(say("never translated {n}", n=1)) == "never translated 1"


def test_texts_are_values() -> None:
    assert say("a {x}", x=1) == say("a {x}", x=1)
    assert len({say("a {x}", x=1), say("a {x}", x=1), say("a {x}", x=2)}) == 2


def test_the_translators_template_is_up_to_date() -> None:
    assert TEMPLATE.read_text(encoding="utf-8") == template(), "run: python -m words.extract"
