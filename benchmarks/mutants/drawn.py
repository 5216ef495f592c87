"""Mutants drawn by seed: a file, an operator, and one of the places where it can be applied."""

from __future__ import annotations

import ast
import difflib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, islice
from pathlib import Path
from random import Random

import parso
from cosmic_ray.ast import ast_nodes
from cosmic_ray.mutating import mutate_code

from benchmarks.mutants.operators import OPERATORS


@dataclass(frozen=True, order=True)
class Mutant:
    """One wrong change: the nth place in a file where an operator can be applied."""

    path: str
    """From the checkout's root."""
    line: int
    operator: str
    occurrence: int

    def code(self, original: str) -> str:
        """Return the file with the change."""
        return str(mutate_code(original, OPERATORS[self.operator], self.occurrence))

    def change(self, original: str) -> str:
        """Return the lines left out and put in, as a diff shows them: these identify it when lines move."""
        lines = difflib.unified_diff(original.splitlines(), self.code(original).splitlines(), n=0, lineterm="")
        return "\n".join(line[0] + line[1:].strip() for line in lines if line[:3] not in ("---", "+++") and line[0] in "-+")


def mutants_in(root: Path, path: Path) -> Iterator[Mutant]:
    """Yield all mutants of a file, except in annotations and in code for the type checker only."""
    source = path.read_text()
    passed_by = _passed_by(ast.parse(source))
    tree = parso.parse(source)
    nodes = list(ast_nodes(tree))
    for name, operator in OPERATORS.items():
        places = (place for node in nodes for place in operator.mutation_positions(node))
        for occurrence, ((line, column), _) in enumerate(places):
            if not any(begin <= (line, column) < end for begin, end in passed_by):
                yield Mutant(str(path.relative_to(root)), line, name, occurrence)


def _passed_by(tree: ast.Module) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    parts: list[ast.AST] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs, node.args.vararg, node.args.kwarg]
            parts += [part for part in (node.returns, *(a and a.annotation for a in arguments)) if part]
        elif isinstance(node, ast.AnnAssign):
            parts.append(node.annotation)
        elif isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            parts.append(node)
    return [
        ((part.lineno, part.col_offset), (part.end_lineno or 0, part.end_col_offset or 0))  # type: ignore[attr-defined]
        for part in parts
    ]


def draw(root: Path, packages: Sequence[str], count: int, at_least: int, seed: int) -> list[Mutant]:
    """Return `count` mutants of packages, in proportion to each package's lines with any, but at least some of each.

    Each line is equally likely, however many mutants it has.
    """
    random = Random(seed)
    lines = {package: _lines(root, package) for package in packages}
    in_all = sum(map(len, lines.values()))
    shares = dict.fromkeys(packages, at_least)
    for _ in range(count - at_least * len(packages)):
        shares[max(packages, key=lambda package: len(lines[package]) / in_all - shares[package] / count)] += 1
    drawn = []
    for package in packages:
        valid = filter(
            lambda mutant: _is_python(root, mutant), map(random.choice, random.sample(lines[package], len(lines[package])))
        )
        drawn += sorted(islice(valid, shares[package]))
    return drawn


def _lines(root: Path, package: str) -> list[list[Mutant]]:
    """Return the mutants of a package, those of a line together."""
    mutants = sorted(mutant for path in sorted((root / package).rglob("*.py")) for mutant in mutants_in(root, path))
    return [list(of_line) for _, of_line in groupby(mutants, lambda mutant: (mutant.path, mutant.line))]


def _is_python(root: Path, mutant: Mutant) -> bool:
    try:
        ast.parse(mutant.code((root / mutant.path).read_text()))
    except SyntaxError:
        return False
    return True
