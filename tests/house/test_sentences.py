"""Sentences that people read are complete: every placeholder gets a value of the same name; one word for one thing."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator

from tests.house import structure

OTHER_WORDS = {
    "backgammon": re.compile(r"\b(throws?|threw|thrown)\b", re.IGNORECASE),  # dice are rolled
    "connect4": re.compile(r"\b(discs?|checkers?|counters?)\b", re.IGNORECASE),  # they are stones
    "kalah": re.compile(r"\b(stones?|beans?)\b", re.IGNORECASE),  # they are seeds
}
"""Words that a game's sentences do not use, because they use another one for the same thing."""


SURFACES = {"ui": "ui/", "page": "page/wording.py"}
"""The files in which the controls of each surface get their names."""
QUOTED = re.compile(r"“([^”{]+)”")
UNQUOTED = re.compile(r"\b(under More|(press|choose|tap|click) (the button )?[A-Z](?!nter))")
MAX_TITLE = 40  # characters
ELSEWHERE = {"CA certificate"}  # phones' own names for things


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def calls() -> Iterator[tuple[str, ast.Call, list[str]]]:
    """Yield each call of `say` and `say_many`, with its file and line, and its sentences."""
    for path in structure.files():
        for node in structure.nodes(path):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("say", "say_many"):
                texts = [arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
                yield f"{structure.relative(path)}:{node.lineno}", node, texts


def mismatches() -> list[str]:
    """Return calls of `say` and `say_many` whose placeholders differ from their keywords."""
    found = []
    for place, node, texts in calls():
        given = {keyword.arg for keyword in node.keywords}
        if None in given or not texts:
            continue
        named = set().union(*map(placeholders, texts)) - {"n"}
        if named != given - {"n", "context"}:
            found.append(f"{place} {named ^ (given - {'n', 'context'})}")
    return found


def test_placeholders_are_filled_in() -> None:
    assert mismatches() == []


def test_a_game_has_one_word_for_one_thing() -> None:
    others = {(place, text): OTHER_WORDS.get(place.split("/")[1]) for place, _, texts in calls() for text in texts}
    assert [entry for entry, words in others.items() if words and words.search(entry[1])] == []


def titles(prefix: str) -> set[str]:
    """Return the possible texts of controls: the short texts of these files, without the dots that announce a question."""
    every = {text for place, _, texts in calls() if place.startswith(prefix) for text in texts}
    return {text.rstrip(" .▾") for text in every if len(text) < MAX_TITLE and not QUOTED.search(text)}


def test_a_sentence_names_only_controls_of_the_surface_that_shows_it() -> None:
    """A sentence outside the window's or the page's own files may be read on a phone, in a terminal or aloud."""
    controls = {name: titles(prefix) for name, prefix in SURFACES.items()}
    wrong = []
    for place, _, texts in calls():
        own = next((name for name, prefix in SURFACES.items() if place.startswith(prefix)), "")
        named = {name.rstrip(" .▾") for text in texts for name in QUOTED.findall(text)}
        others = set().union(*(known for name, known in controls.items() if name != own)) - controls.get(own, set())
        wrong += [f"{place}: {name}" for name in named & others]
        wrong += [f"{place}: {text}" for text in texts if not own and UNQUOTED.search(text)]
        if own:
            wrong += [f"{place}: {name}" for name in named - controls[own] if own == "page" and name not in ELSEWHERE]
    assert wrong == []
