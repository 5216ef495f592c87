"""No sentence that people read betrays that it was thought in another language, as far as a program can tell."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.sentences import Sentence, betrayed, catalogue, docstrings, drawn, drawn_beside, everything, pages


@pytest.mark.slow
def test_no_sentence_of_the_program_matches_a_pattern() -> None:
    assert betrayed(list(catalogue())) == []


@pytest.mark.slow
def test_no_public_docstring_matches_a_pattern() -> None:
    assert betrayed(list(docstrings())) == []


def test_no_sentence_of_the_pages_matches_a_pattern() -> None:
    assert betrayed(list(pages())) == []


def test_patterns_find_what_they_are_for() -> None:
    english = ("No unfinished game names it.", "{file} is no folder: move it", "Press Enter: it tries again then.")
    german = ("Der Rechner überlegt.", "Scanne den Code mit dem Telefon.", "Das Spiel ist vorbei.", "auf eurem Brett")
    given = [Sentence("a.py", text) for text in english] + [Sentence("de.po", text, german=True) for text in german]
    assert [line.partition("] ")[2] for line in betrayed(given)] == [*english, *german]


@pytest.mark.slow
def test_the_same_sentences_are_drawn_for_the_same_seed() -> None:
    sentences = everything()
    assert drawn(sentences, 20, 3) == drawn(sentences, 20, 3) != drawn(sentences, 20, 4)
    assert {"README.md", "CHANGELOG.md", "words/locale/de.po"} <= {each.place for each in sentences}


@pytest.mark.slow
def test_docstrings_are_drawn_beside_those_of_another_project(tmp_path: Path) -> None:
    folder = tmp_path / "other"
    folder.mkdir()
    text = '''"""Moves. See :py:class:`Board`.

    >>> Board()
    """

def push(move):
    """Plays a move.

    :param move: the move to play.
    """

def _hidden():
    """Hidden."""
'''
    (folder / "a.py").write_text(text, "utf-8")
    (folder / "test_a.py").write_text('"""Tests."""', "utf-8")
    found = drawn_beside([folder], 6, 1)
    assert {each.text for each in found if each.place == "other"} == {"Moves.", "See `Board`.", "Plays a move."}
    assert len(found) == 6 and found == drawn_beside([folder], 6, 1)
