"""Sentences on displays of a few lines, and letters that such displays have."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.text.letters import shown, told
from hardware.text.pages import MORE, pages
from hardware.text.protocol import Size
from words import Catalogue, say


@given(
    st.lists(st.text("abc ", min_size=1, max_size=90), max_size=6),
    st.builds(Size, st.integers(8, 40), st.integers(1, 4)),
)
def test_every_word_is_shown_in_order(sentences: list[str], size: Size) -> None:
    every = pages(sentences, size)
    assert every
    for page in every:
        assert len(page) == size.rows
        assert all(len(line) == size.columns for line in page)
    letters = "".join("".join(page) for page in every).replace(" ", "").replace(MORE, "")
    assert letters == "".join(sentences).replace(" ", "")


def test_a_sentence_begins_a_line_and_leaves_none_behind_alone() -> None:
    every = pages(["Blue plays h8.", "one two three four five six seven eight"], Size(20, 2))
    assert every == [
        ("Blue plays h8.      ", " " * 19 + MORE),
        ("one two three four  ", "five six seven eight"),
    ]
    assert pages(["Blue plays h8.", "one two three four five six seven"], Size(14, 3)) == [
        ("Blue plays h8.", "one two three ", "four five six "),
        ("seven         ", " " * 14, " " * 14),
    ]


@pytest.mark.parametrize(
    ("text", "ascii_"),
    [
        ("Grün überlegt", "Gruen ueberlegt"),
        ("Größe: ½", "Groesse: 1?2"),
        ("“so”, „so“ … – ·", '"so", "so" ... - -'),
        ("naïve café", "naive cafe"),
        ("דנה", "dnh"),
        ("a\\b~c", "a/b-c"),
        ("猫", "?"),
        ("\u2068h8\u2069", "h8"),
    ],
)
def test_what_a_display_cannot_show_is_written_otherwise(text: str, ascii_: str) -> None:
    assert shown(text) == ascii_


def test_a_name_in_hebrew_letters_in_an_english_sentence() -> None:
    assert told(say("{name} has no hints left", name="דנה"), Catalogue("he")) == "dnh has no hints left"


def test_every_sentence_of_every_language_can_be_shown() -> None:
    """Nothing that the program says becomes a question mark."""
    from words.catalogue import LOCALES
    from words.extract import language_file

    for path in sorted(LOCALES.glob("*.po")):
        catalogue = Catalogue(path.stem)
        for message in language_file(path):
            if isinstance(message.id, str) and message.id:
                lost = told(say(message.id), catalogue)
                source = catalogue.render(say(message.id)) if catalogue.latin else message.id
                assert lost.count("?") == source.count("?"), lost
