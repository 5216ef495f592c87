"""Other people's texts as they reach the terminal, the window and the displays."""

from __future__ import annotations

import io
import json
from unicodedata import category

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fourth_seat.boundary.streams import write_json_line
from fourth_seat.boundary.text import MAX_SHOWN_CHARS, printable, shorten, shown_json, well_formed
from fourth_seat.words import Catalogue, say
from fourth_seat.words.direction import without_marks

TURNS = {*"\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"}
ANY_TEXT = st.text(st.characters(codec=None)) | st.text(
    st.sampled_from("\x00\x07\x1b[2J\x7f\x9b\u2028\u202e\ud800\t\r\nab")
)


def is_harmless(text: str) -> bool:
    """Return whether a text stays on its line, and changes nothing around it."""
    return not any(category(sign) in ("Cc", "Cs", "Zl", "Zp") or sign in TURNS for sign in text)


@settings(deadline=None)  # the first reads the catalogues
@given(ANY_TEXT)
def test_every_value_of_a_sentence_is_printable(text: str) -> None:
    for language in ("en", "de", "he"):
        catalogue = Catalogue(language)
        nested = say("{file} cannot be read: {reason}", file=text, reason=say("{names}", names=(text, text)))
        assert is_harmless(without_marks(catalogue.render(nested)))
        assert is_harmless(catalogue.render(text))


@given(ANY_TEXT)
def test_json_lines_hold_every_text_and_no_control(text: str) -> None:
    out = io.StringIO()
    write_json_line({"name": text}, out)
    line = out.getvalue()
    assert json.loads(line) == {"name": text}
    assert line.endswith("\n") and is_harmless(line[:-1])


def test_json_lines_hold_every_text_in_any_encoding() -> None:
    for encoding in ("utf-8", "ascii", "cp1252"):
        raw = io.BytesIO()
        write_json_line({"name": "Zoë נועה"}, stream := io.TextIOWrapper(raw, encoding, errors="backslashreplace"))
        assert json.loads(raw.getvalue().decode(encoding)) == {"name": "Zoë נועה"}
        assert ("נועה" in raw.getvalue().decode(encoding)) == (stream.encoding == "utf-8")


@pytest.mark.parametrize(("value", "said"), [([1, "secret"], "[…]"), ({"a": 1}, "{…}"), ("x" * 99, "'xxx…'"), (7, "7")])
def test_of_a_wrong_value_of_json_no_more_is_shown_than_fits(value: object, said: str) -> None:
    assert shown_json(value, 6) == said


@given(st.text(), st.integers(4, 50))
def test_long_texts_lose_their_middle(text: str, most: int) -> None:
    short = shorten(text, most)
    assert len(short) <= most and (short == text or "…" in short)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Anna Müller שלום", "Anna Müller שלום"),
        ("a\tb\r\nc", "a b  c"),
        ("\x1b[2Jboo\x07", "\ufffd[2Jboo\ufffd"),
        ("\x9b31m", "\ufffd31m"),
        ("txt.\u202egpj", "txt.\ufffdgpj"),
        ("\u200fשלום", "\u200fשלום"),
        ("x" * 10_000, "x" * (MAX_SHOWN_CHARS - MAX_SHOWN_CHARS // 4 - 1) + "…" + "x" * (MAX_SHOWN_CHARS // 4)),
    ],
)
def test_what_is_shown(text: str, shown: str) -> None:
    assert printable(text) == shown


def test_half_characters_are_replaced() -> None:
    assert well_formed("M\udcfcller") == "M\ufffdller"
