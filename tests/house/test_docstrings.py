"""Docstrings: each begins with a sentence, and lists only attributes and arguments that exist."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from functools import cache

from tests.house.structure import BESIDE, PACKAGES, files, nodes, relative

SECTION = re.compile(r"(Attributes|Args|Returns|Raises?|Yields):")
ENTRY = re.compile(r"^    (\*{0,2}\w+(?:, \*{0,2}\w+)*)(?:: |,$)", re.MULTILINE)
Documented = ast.ClassDef | ast.FunctionDef


@cache
def documented() -> list[tuple[str, Documented, str]]:
    """Return each class and function that has a docstring, with its place."""
    return [
        (f"{relative(path)}:{node.lineno} {node.name}", node, text)
        for path in files(*PACKAGES, *BESIDE)
        for node in nodes(path)
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and (text := ast.get_docstring(node))
    ]


def entries(text: str, section: str) -> list[str]:
    """Return the names that a section of a docstring explains."""
    _, _, below = text.partition(f"\n{section}:\n")
    body = re.split(r"^\S", below, maxsplit=1, flags=re.MULTILINE)[0]
    return [name.lstrip("*") for names in ENTRY.findall(body) for name in names.split(", ")]


@cache
def classes() -> dict[str, list[ast.ClassDef]]:
    """Return the classes of the checkout by name."""
    found = defaultdict(list)
    for path in files(*PACKAGES, *BESIDE):
        for node in nodes(path):
            if isinstance(node, ast.ClassDef):
                found[node.name].append(node)
    return found


def attributes(node: ast.ClassDef, seen: frozenset[str] = frozenset()) -> set[str]:
    """Return the names in a class and its bases from this checkout: fields, properties, and those assigned to `self`."""
    found = {each.name for each in node.body if isinstance(each, ast.FunctionDef)}
    for each in ast.walk(node):
        if isinstance(each, ast.Attribute | ast.Name) and isinstance(each.ctx, ast.Store):
            found.add(each.attr if isinstance(each, ast.Attribute) else each.id)
    for base in node.bases:
        named = base.value if isinstance(base, ast.Subscript) else base
        name = named.attr if isinstance(named, ast.Attribute) else named.id if isinstance(named, ast.Name) else ""
        if name not in seen:
            for other in classes().get(name, ()):
                found |= attributes(other, seen | {name})
    return found


def test_each_begins_with_a_sentence() -> None:
    assert [where for where, _, text in documented() if SECTION.match(text)] == []


def test_attributes_that_are_named_exist() -> None:
    assert [
        f"{where}: {name}"
        for where, node, text in documented()
        if isinstance(node, ast.ClassDef)
        for name in entries(text, "Attributes")
        if name not in attributes(node)
    ] == []


def test_arguments_that_are_named_exist() -> None:
    wrong = []
    for where, node, text in documented():
        if named := entries(text, "Args"):
            makers = node.body if isinstance(node, ast.ClassDef) else [node]
            given = [each.args for each in makers if isinstance(each, ast.FunctionDef)]
            names = {arg.arg for args in given for arg in (*args.posonlyargs, *args.args, *args.kwonlyargs)}
            names |= {arg.arg for args in given for arg in (args.vararg, args.kwarg) if arg}
            wrong += [f"{where}: {name}" for name in named if name not in names]
    assert wrong == []
