"""The size of the program's source code, its forwarders, and names with several meanings.

    python -m uv run --group dev python -m benchmarks.source_code [CHECKOUT] [--forwarders] [--homonyms] [--before CHECKOUT]

Lines of code are those with a token that is neither a comment nor part of a docstring; the program is everything but tests,
benchmarks and training. A forwarder is a function whose body is one expression that calls or reads something else with the
function's own parameters, each once, in their order, or with none. A homonym is the name of a class or type alias that
several modules define, each differently; the glossary in docs/architecture.md explains each word.
"""

from __future__ import annotations

import argparse
import ast
import io
import tokenize
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BESIDE = {"tests", "benchmarks", "training", "docs", "build", "examples"}
SHORT_LINES = 30
NO_CODE = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
    tokenize.ENCODING,
}


def packages(root: Path) -> list[Path]:
    """Return the folders that the program in a checkout consists of."""
    return sorted(path.parent for path in root.glob("[!.]*/__init__.py") if path.parent.name not in BESIDE)


def program_files(root: Path) -> list[Path]:
    """Return the Python files of the program in a checkout."""
    entry = [path for path in (root / "companion.py",) if path.exists()]
    return entry + [file for package in packages(root) for file in sorted(package.rglob("*.py"))]


def code_lines(text: str) -> int:
    """Return the number of lines of code in a source."""
    held: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in NO_CODE:
            held.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            held.difference_update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return len(held)


def forwarders(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    """Yield functions that only forward."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and _forwards(node):
            yield node


def _forwards(function: ast.FunctionDef) -> bool:
    body = [node for node in function.body if not _is_docstring(node)]
    if len(body) != 1 or not isinstance(body[0], (ast.Return, ast.Expr)) or body[0].value is None:
        return False
    value = body[0].value
    given = [argument.arg for argument in (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)]
    own, given = given[:1], given[1:] if given[:1] in (["self"], ["cls"]) else given
    if not isinstance(value, ast.Call):
        return own == ["self"] and not given and isinstance(value, ast.Attribute) and isinstance(value.value, ast.Attribute)
    passed = [*value.args, *(keyword.value for keyword in value.keywords)]
    names = [node.id for node in passed if isinstance(node, ast.Name)]
    if len(names) != len(passed) or not _is_path(value.func):
        return False
    return names == given and (bool(given) or (own == ["self"] and isinstance(value.func, ast.Attribute)))


def types(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield the public classes and type aliases that a module defines, with the definition of each."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            name = node.name
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and _is_type(node.value):
            name = node.targets[0].id
        else:
            continue
        if name[0].isupper() and not name.isupper():
            yield name, ast.dump(node)


def _is_type(value: ast.expr) -> bool:
    """Return whether a value is written as types are: `dict[str, Any]`, `int | None`, `Callable[[], None]`."""
    if isinstance(value, ast.BinOp):
        return isinstance(value.op, ast.BitOr)
    return isinstance(value, (ast.Name, ast.Attribute)) or (isinstance(value, ast.Subscript) and _is_path(value.value))


def homonyms(root: Path) -> dict[str, list[str]]:
    """Return the names of types that files of the program define differently, with these files."""
    found: dict[str, dict[str, list[str]]] = {}
    for path in program_files(root):
        for name, meaning in types(ast.parse(path.read_text("utf-8"))):
            found.setdefault(name, {}).setdefault(meaning, []).append(path.relative_to(root).as_posix())
    return {name: [*chain(*meanings.values())] for name, meanings in sorted(found.items()) if len(meanings) > 1}


def _is_path(node: ast.expr) -> bool:
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name)


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def measured(root: Path) -> tuple[Counter[str], int, list[str], list[str]]:
    """Return a checkout's lines of code by package, its number of files, its forwarders and its short files."""
    rooms: Counter[str] = Counter()
    forward, short = [], []
    files = program_files(root)
    for path in files:
        text, name = path.read_text("utf-8"), path.relative_to(root).as_posix()
        rooms[name.partition("/")[0]] += code_lines(text)
        forward += [f"{name}:{node.lineno} {node.name}" for node in forwarders(ast.parse(text))]
        if path.name != "__init__.py" and len(text.splitlines()) < SHORT_LINES:
            short.append(name)
    return rooms, len(files), forward, short


def main() -> None:
    """Print the figures of one checkout, or of two side by side."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkout", nargs="?", type=Path, default=ROOT)
    parser.add_argument("--before", type=Path)
    parser.add_argument("--forwarders", action="store_true", help="name them")
    parser.add_argument("--homonyms", action="store_true", help="name them, with their files")
    args = parser.parse_args()
    columns = [measured(root) for root in (args.before, args.checkout) if root]
    for room in sorted(set().union(*(rooms for rooms, *_ in columns))):
        print(f"{room:16}", *(f"{rooms[room]:7,}" for rooms, *_ in columns))
    print(f"{'lines of code':16}", *(f"{rooms.total():7,}" for rooms, *_ in columns))
    print(f"{'files':16}", *(f"{files:7,}" for _, files, *_ in columns))
    print(f"{'forwarders':16}", *(f"{len(forward):7,}" for *_, forward, _ in columns))
    print(f"{'under 30 lines':16}", *(f"{len(short):7,}" for *_, short in columns))
    several = [homonyms(root) for root in (args.before, args.checkout) if root]
    print(f"{'homonyms':16}", *(f"{len(names):7,}" for names in several))
    if args.forwarders:
        print(*columns[-1][2], sep="\n")
    if args.homonyms:
        print(*(f"{name}: {', '.join(files)}" for name, files in several[-1].items()), sep="\n")


if __name__ == "__main__":
    main()
