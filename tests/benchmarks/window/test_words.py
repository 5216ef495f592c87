"""Words that are not from the catalogue are found."""

from __future__ import annotations

from collections.abc import Iterator
from tkinter import ttk

import pytest

from benchmarks.window.geometry.rest import settle
from benchmarks.window.inside import Window, open_window
from benchmarks.window.reaching import own_home
from benchmarks.window.words import QUICK_MOVES, Bracketed, Reader, bare_words, read_game
from fourth_seat.words import Text, say


@pytest.fixture
def window() -> Iterator[Window]:
    with own_home():
        window = open_window((1024, 600), Bracketed())
        try:
            yield window
        finally:
            window.close()


def test_brackets() -> None:
    catalogue = Bracketed()
    assert catalogue.render(say("Undo")) == "⟦Undo⟧"
    assert catalogue.render(Text("a word of a program")) == "a word of a program"
    filled = catalogue.render(say("Only one move is possible: {move}", move="roll"))
    assert bare_words(filled) == ["roll"]
    assert bare_words("⟦Undo⟧ a1,b12 24/20 W 7. Anna") == []
    assert bare_words("of a sentence that is cut⟧ xy ⟦and one that") == ["xy"]


@pytest.mark.slow
def test_words_on_the_screen(window: Window) -> None:
    reader = Reader(window)
    read_game(reader, "connect4", "", QUICK_MOVES)
    assert reader.bare == {}
    assert reader.looks > 10
    assert window.page
    ttk.Label(window.page, text="planted").place(x=0, y=0)
    settle(window, 0.05)
    reader.look("with a label")
    assert list(reader.bare) == ["planted"]
