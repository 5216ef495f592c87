"""Sentences on displays of a few lines, and letters that such displays have."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fourth_seat.hardware.text.ascii_text import render_ascii, to_ascii
from fourth_seat.hardware.text.drivers import PanelSize
from fourth_seat.hardware.text.pages import MORE_SIGN, pages
from fourth_seat.words import Catalogue, say


@given(
    st.lists(st.text("abc ", min_size=1, max_size=90), max_size=6),
    st.builds(PanelSize, st.integers(8, 40), st.integers(1, 4)),
)
def test_every_word_is_shown_in_order(sentences: list[str], size: PanelSize) -> None:
    every = pages(sentences, size)
    assert every
    for page in every:
        assert len(page) == size.rows
        assert all(len(line) == size.columns for line in page)
    letters = "".join("".join(page) for page in every).replace(" ", "").replace(MORE_SIGN, "")
    assert letters == "".join(sentences).replace(" ", "")


def test_a_sentence_begins_a_line_and_leaves_none_behind_alone() -> None:
    every = pages(["Blue plays h8.", "one two three four five six seven eight"], PanelSize(20, 2))
    assert every == [
        ("Blue plays h8.      ", " " * 19 + MORE_SIGN),
        ("one two three four  ", "five six seven eight"),
    ]
    assert pages(["Blue plays h8.", "one two three four five six seven"], PanelSize(14, 3)) == [
        ("Blue plays h8.", "one two three ", "four five six "),
        ("seven         ", " " * 14, " " * 14),
    ]


@pytest.mark.parametrize(
    ("text", "ascii_"),
    [
        ("Grün überlegt", "Gruen ueberlegt"),
        ("Größe: ½", "Groesse: 1/2"),
        ("“so”, „so“ … – ·", '"so", "so" ... - -'),
        ("naïve café", "naive cafe"),
        ("דנה", "dnh"),
        ("a\\b~c", "a/b-c"),
        ("cafe\u0301, Mu\u0308ller", "cafe, Mueller"),
        ("Дмитрий, Юлия", "Dmitriy, Yuliya"),
        ("Ελένη, Γιώργος", "Eleni, Giorgos"),
        ("שָׁלוֹם", "shlvm"),
        ("محمد, فاطمة, ნინო, さくら, 민준, सीता", "mhmd, fatmh, nino, sakura, MinJun, sita"),
        ("Ανα 🎲", "Ana :game_die:"),
        ("猫", "Mao"),
        ("\ue000", "?"),
        ("a\x07b", "a?b"),
        ("\u2068h8\u2069", "h8"),
    ],
)
def test_what_a_display_cannot_show_is_written_otherwise(text: str, ascii_: str) -> None:
    assert to_ascii(text) == ascii_


def test_a_name_in_hebrew_letters_in_an_english_sentence() -> None:
    assert render_ascii(say("{name} has no hints left", name="דנה"), Catalogue("he")) == "dnh has no hints left"


def test_every_sentence_of_every_language_can_be_shown() -> None:
    """Nothing that the program says becomes a question mark."""
    from fourth_seat.words.catalogue import LOCALE_FOLDER
    from fourth_seat.words.extract import language_file

    for path in sorted(LOCALE_FOLDER.glob("*.po")):
        catalogue = Catalogue(path.stem)
        for message in language_file(path):
            if isinstance(message.id, str) and message.id:
                lost = render_ascii(say(message.id), catalogue)
                source = catalogue.render(say(message.id)) if catalogue.latin else message.id
                assert lost.count("?") == source.count("?"), lost
