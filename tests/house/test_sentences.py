"""Sentences that people read are complete: what is filled in is given, under the same name; one word for one thing."""

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
"""Words that a game's sentences do not use, as they have another one for the same."""


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def calls() -> Iterator[tuple[str, ast.Call, list[str]]]:
    """Yield each call of `say` and `say_many`, with its file and line, and its sentences."""
    for path in structure.files():
        for node in ast.walk(structure.tree(path)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("say", "say_many"):
                texts = [arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
                yield f"{structure.relative(path)}:{node.lineno}", node, texts


def mismatches() -> list[str]:
    """Call of `say` and `say_many` whose placeholders differ from their keywords."""
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
