"""Sentences that people read are complete: what is to be filled in is given, under the same name."""

from __future__ import annotations

import ast
import string

from tests.house import structure


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def mismatches() -> list[str]:
    """Call of `say` and `say_many` whose placeholders differ from their keywords."""
    found = []
    for path in structure.files():
        for node in ast.walk(structure.tree(path)):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("say", "say_many")):
                continue
            texts = [arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
            given = {keyword.arg for keyword in node.keywords}
            if None in given or not texts:
                continue
            named = set().union(*map(placeholders, texts)) - {"n"}
            if named != given - {"n", "context"}:
                found.append(f"{structure.relative(path)}:{node.lineno} {named ^ (given - {'n', 'context'})}")
    return found


def test_placeholders_are_filled_in() -> None:
    assert mismatches() == []
