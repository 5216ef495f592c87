"""A name for the sources of a game's machine code.

The name is a hash of the sources' syntax, so that it changes with anything that can change the code and with nothing else:
layout, comments, docstrings and the order of imports do not change it. All versions of Python compute the same name.
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
    """Return a name for the code of a game's kernels, the parts of the rules that they use, and their compiler; empty if
    the sources are not available.
    """
    kernels = sorted((ENGINES / game / "kernels").glob("*.py"))
    return name_of(TOOLS, [*(JIT / f"{name}.py" for name in MAKERS), *kernels]) if kernels else ""


def name_of(tools: Mapping[str, str], files: Iterable[Path]) -> str:
    """Return a name for these versions of the tools and these source files, with the parts of the rules that they use."""
    content = "\0".join([repr(sorted(tools.items())), *map(syntax, _trees(files))])
    return hashlib.sha256(content.encode()).hexdigest()[:DIGITS]


def syntax(tree: ast.Module) -> str:
    """Return the part of a source that a compiler sees, as text."""
    imports = {
        (type(node).__name__, getattr(node, "module", ""), alias.name, alias.asname)
        for node in tree.body
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    rest = [node for node in tree.body if not isinstance(node, ast.Import | ast.ImportFrom)]
    return "\n".join([*sorted(map(repr, imports)), *map(_form, _without_words(rest))])


def _form(value: Any) -> str:
    """Return a part of the syntax as text, without empty fields, in which versions of Python differ."""
    if isinstance(value, list):
        return "[" + ",".join(map(_form, _without_words(value))) + "]"
    if not isinstance(value, ast.AST):
        return repr(value)
    fields = ((name, field) for name, field in ast.iter_fields(value) if name not in NOT_CODE)
    said = ",".join(f"{name}={_form(field)}" for name, field in fields if field is not None and field != [])
    return f"{type(value).__name__}({said})"


def _without_words(nodes: list[Any]) -> list[Any]:
    """Return the statements of a list without docstrings, or the list itself if it contains anything else."""
    return [
        node
        for node in nodes
        if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str))
    ]


def _trees(files: Iterable[Path]) -> Iterator[ast.Module]:
    """Yield the syntax of files, and of those of the rules that they import, and so on."""
    paths = list(files)
    for path in paths:
        tree = ast.parse(path.read_text("utf-8"))
        yield tree
        paths += sorted({file for node in tree.body for file in _taken(node) if file not in paths})


def _taken(node: ast.stmt) -> Iterator[Path]:
    """Yield the files of the rules that an import takes something from."""
    if isinstance(node, ast.ImportFrom) and f"{node.module}.".startswith(RULES):
        module = ENGINES.parent.joinpath(*str(node.module).split(".")[1:])
        paths = (module, *(module / each.name for each in node.names))
        yield from filter(Path.is_file, (path.with_suffix(".py") for path in paths))
