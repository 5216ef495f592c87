"""Sentences: rendering, plurals, other languages, and the translators' template."""

from __future__ import annotations

from pathlib import Path

import pytest

from fourth_seat.boundary.shipped import NotAsMade, list_files
from fourth_seat.words import Catalogue, say, say_many, sentence
from fourth_seat.words.direction import ISOLATE_END_SIGN, ISOLATE_SIGN
from fourth_seat.words.extract import TEMPLATE_FILE, compiled, template

GERMAN = """
msgid ""
msgstr "Content-Type: text/plain; charset=utf-8\\nPlural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "red"
msgstr "rot"

#. a comment
msgid "{colour} passes"
msgstr ""
"{colour} setzt "
"aus"

msgid "one seed"
msgid_plural "{n} seeds"
msgstr[0] "ein Stein"
msgstr[1] "{n} Steine"

#, fuzzy
msgid "perhaps"
msgstr "vielleicht"

msgid "said \\"so\\""
msgstr "sagte \\"so\\""

msgctxt "of a room"
msgid "light"
msgstr "hell"

msgctxt "of a weight"
msgid "light"
msgstr "leicht"

msgctxt "steps"
msgid "one move"
msgid_plural "{n} moves"
msgstr[0] "ein Schritt"
msgstr[1] "{n} Schritte"
"""


@pytest.fixture
def german(tmp_path: Path) -> Catalogue:
    source = tmp_path / "de.po"
    source.write_text(GERMAN)
    source.with_suffix(".mo").write_bytes(compiled(source))
    list_files(tmp_path)
    return Catalogue("de", tmp_path)


def test_english_is_the_key() -> None:
    assert str(say("{colour} passes", colour=say("red"))) == "red passes"
    assert str(say("100% {sure")) == "100% {sure"  # no values, no formatting
    assert str(say("on {cells}", cells=("a1", "b2"))) == "on a1, b2"
    assert [str(say_many("one seed", "{n} seeds", n)) for n in (0, 1, 2)] == ["0 seeds", "one seed", "2 seeds"]


def test_another_language_reaches_into_the_values(german: Catalogue) -> None:
    assert german.render(say("{colour} passes", colour=say("red"))) == "rot setzt aus"
    assert [german.render(say_many("one seed", "{n} seeds", n)) for n in (1, 3)] == ["ein Stein", "3 Steine"]
    assert german.render(say("never translated {n}", n=1)) == "never translated 1"
    assert german.render(say("perhaps")) == "perhaps"  # nobody has looked at that one yet
    assert german.render(say('said "so"')) == 'sagte "so"'


def test_the_context_tells_two_meanings_of_a_word_apart(german: Catalogue) -> None:
    room, weight = say("light", context="of a room"), say("light", context="of a weight")
    assert (german.render(room), german.render(weight)) == ("hell", "leicht")
    assert str(room) == str(weight) == "light"
    assert german.render(say("light")) == "light"  # without a context it is a third message, not yet translated
    steps = [german.render(say_many("one move", "{n} moves", n, context="steps")) for n in (1, 3)]
    assert steps == ["ein Schritt", "3 Schritte"]


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "de.mo").write_bytes(b"what is this")
    with pytest.raises(NotAsMade):
        Catalogue("de", tmp_path)


def test_hebrew_counts_one_two_and_many() -> None:
    hebrew = Catalogue("he")
    games = [hebrew.render(say_many("one game", "{n} games", n)) for n in (1, 2, 3)]
    assert games == ["משחק אחד", "שני משחקים", "3 משחקים"]


def test_values_keep_their_own_order_among_hebrew() -> None:
    rendered = Catalogue("he").render(say("{colour} plays {move}.", colour=say("white"), move="31: 8/5 6/5"))
    assert rendered == f"לבן משחק {ISOLATE_SIGN}31: 8/5 6/5{ISOLATE_END_SIGN}."


def test_texts_are_values() -> None:
    assert say("a {x}", x=1) == say("a {x}", x=1)
    assert len({say("a {x}", x=1), say("a {x}", x=1), say("a {x}", x=2)}) == 2


def test_the_translators_template_is_up_to_date() -> None:
    assert TEMPLATE_FILE.read_text(encoding="utf-8") == template(), "run: python -m fourth_seat.words.extract"


def test_a_line_begins_with_a_capital_but_for_names_of_files_and_addresses() -> None:
    assert sentence("it is the computer's turn") == "It is the computer's turn"
    assert sentence("no.moves: games are kept in other files") == "no.moves: games are kept in other files"
    assert sentence("/home/ann is full") == "/home/ann is full"
    assert sentence("a=x: enter how many there are") == "a=x: enter how many there are"  # in Kalah, A is another pit
    assert sentence("fe80::1 is there") == "fe80::1 is there"
    assert sentence("") == ""
