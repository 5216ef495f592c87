"""The message of a Python error reaches nobody: it may quote what a person typed, including a password.

`words.error_text` gives what people read about an error, `boundary.faults.fault` what a report needs. A new place that
turns an error into text is either changed to use them or, if the error is one of ours, added here.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.house import structure

OWN = """
    engines/gtp/server.py: str(error)
    vision/worker/loop.py: str(error)
    hardware/text/drivers/lcdd.py: str(error)
"""
"""Errors of ours: a sentence for programs, which read English; what a server answered."""

SYSTEM = """
    engines/jit/ready/__init__.py: str(error)
    hardware/serial_errors.py: str(error)
    ui/launch.py: str(error)
    table/settings/config_file.py: str(error)
    ui/window.py: traceback.format_tb
    boundary/faults.py: traceback.format_exception
"""
"""Read, not shown: a name of Windows, a line number. Tk's messages about itself. And in logs: the program's machine code;
where an error was raised.
"""

ERRORS = {"error", "exc", "exception", "failure", "problem"}
"""Names that errors have as arguments."""


def texts_of_errors() -> Iterator[str]:
    """Yield places that turn an error into text: `str`, `repr`, an f-string, its `args`, the module `traceback`."""
    for path in structure.files():
        tree = structure.tree(path)
        caught = {node.name for node in ast.walk(tree) if isinstance(node, ast.ExceptHandler) and node.name} | ERRORS
        for node in ast.walk(tree):
            if found := _text(node, caught):
                yield f"{structure.relative(path)}: {found}"


def _text(node: ast.AST, names: set[str]) -> str | None:
    """Return how a node turns one of these names into text; None if it does not."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("str", "repr", "format"):
        return ast.unparse(node) if any(isinstance(arg, ast.Name) and arg.id in names for arg in node.args) else None
    if isinstance(node, ast.FormattedValue):
        values = node.value.values if isinstance(node.value, ast.BoolOp) else [node.value]
        return ast.unparse(node.value) if any(isinstance(each, ast.Name) and each.id in names for each in values) else None
    if (
        isinstance(node, ast.Attribute)
        and node.attr == "args"
        and isinstance(node.value, ast.Name)
        and node.value.id in names
    ):
        return ast.unparse(node)
    if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("traceback."):
        return ast.unparse(node.func)
    return None


def test_no_error_of_python_speaks_to_people() -> None:
    expected = {line.strip() for known in (OWN, SYSTEM) for line in known.splitlines() if line.strip()}
    assert sorted(set(texts_of_errors()) ^ expected) == []
