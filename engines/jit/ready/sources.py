"""Fingerprint of the sources of a game's machine code.

The fingerprint is a hash of the sources' syntax, so it changes exactly when something that can affect the code changes:
layout, comments, docstrings and the order of imports do not matter. It is the same for all versions of Python.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

JIT = Path(__file__).resolve().parents[1]
ENGINES = JIT.parent
RULES = "fourth_seat.games."
"""The beginning of the names of rules modules, from some of which kernels take constants."""
TOOLS = {"Python": "3.11", "numba": "0.68.1", "llvmlite": "0.50.0", "ld": "2.40"}
"""The tools that make the machine code: another version may generate different code, or name it differently. `ld`: GNU
binutils."""
LINKERS = {"x86-64-v3": "ld", "x86-64-v2": "ld", "aarch64": "aarch64-linux-gnu-ld"}
"""By class of processors."""
MAKERS = ("bits", "compile", "instructions", "kernels", "records", "types", "ready/library")
"""The parts of `engines/jit` that the machine code depends on."""
DIGITS = 16
NOT_CODE = ("ctx", "kind", "type_comment")
"""Fields of Python's syntax that say nothing more than the rest of it."""


def fingerprint(game: str) -> str:
    """Return a hash of a game's kernels, the parts of the rules that they use, and the compiler's versions; empty if the
    sources are not available.
    """
    kernels = sorted((ENGINES / game / "kernels").glob("*.py"))
    return name_of(TOOLS, [*(JIT / f"{name}.py" for name in MAKERS), *kernels]) if kernels else ""


def name_of(tools: Mapping[str, str], files: Iterable[Path]) -> str:
    """Return a hash of these tool versions and source files, including the parts of the rules that the files use."""
    content = "\0".join([repr(sorted(tools.items())), *map(syntax, _trees(files))])
    return hashlib.sha256(content.encode()).hexdigest()[:DIGITS]


def syntax(tree: ast.Module) -> str:
    """Return the syntax of a source as text, without anything that does not affect the compiled code."""
    imports = {
        (type(node).__name__, getattr(node, "module", ""), alias.name, alias.asname)
        for node in tree.body
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    rest = [node for node in tree.body if not isinstance(node, ast.Import | ast.ImportFrom)]
    return "\n".join([*sorted(map(repr, imports)), *map(_form, _without_words(rest))])


def _form(value: Any) -> str:
    """Return a syntax node as text, without empty fields, which differ between versions of Python."""
    if isinstance(value, list):
        return "[" + ",".join(map(_form, _without_words(value))) + "]"
    if not isinstance(value, ast.AST):
        return repr(value)
    fields = ((name, field) for name, field in ast.iter_fields(value) if name not in NOT_CODE)
    said = ",".join(f"{name}={_form(field)}" for name, field in fields if field is not None and field != [])
    return f"{type(value).__name__}({said})"


def _without_words(nodes: list[Any]) -> list[Any]:
    """Return a list of statements without docstrings; any other list is returned unchanged."""
    return [
        node
        for node in nodes
        if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str))
    ]


def _trees(files: Iterable[Path]) -> Iterator[ast.Module]:
    """Yield the syntax trees of files and, recursively, of the rules files that they import."""
    paths = list(files)
    for path in paths:
        tree = ast.parse(path.read_text("utf-8"))
        yield tree
        paths += sorted({file for node in tree.body for file in _taken(node) if file not in paths})


def _taken(node: ast.stmt) -> Iterator[Path]:
    """Yield the rules files that an import statement refers to."""
    if isinstance(node, ast.ImportFrom) and f"{node.module}.".startswith(RULES):
        module = ENGINES.parent.joinpath(*str(node.module).split(".")[1:])
        paths = (module, *(module / each.name for each in node.names))
        yield from filter(Path.is_file, (path.with_suffix(".py") for path in paths))
