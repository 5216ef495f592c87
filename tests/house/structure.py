"""Facts about the checkout, read from the sources as text; nothing is imported or run.

Each function returns its offenders, a line each, so that a test can show all of them and a benchmark can count them.
"""

from __future__ import annotations

import ast
import re
import tkinter
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = (
    "boundary", "words", "games", "processes", "farm", "engines", "table",
    "inference", "calibration", "hardware", "look", "vision", "setup", "page", "ui", "commands",
)  # fmt: skip
"""Lowest first: a package imports the packages before it, never one after it."""
PACKAGE = "fourth_seat"
"""The name under which they are imported: all of them are within it."""
BESIDE = ("benchmarks", "training", "tests", "docs")
LONG_LINES, MAX_LINES = 400, 700  # of a file: long enough to check whether it is still one idea; too long in any case
MIN_LINES = 25
BANNED_MODULES = {
    "games": {"tkinter", "cv2", "serial", "numba", "numpy", "random", "time", "os", "datetime"},
    "farm": {"tkinter", "cv2", "numba", "numpy", "serial"},
    "engines": {"tkinter", "cv2", "serial"},
    "table": {"tkinter", "cv2", "serial", "numba"},
    "inference": {"tkinter", "cv2", "numba", "serial"},
    "hardware": {"tkinter"},
    "vision": {"tkinter", "serial"},
    "setup": {"tkinter"},
    "page": {"tkinter", "cv2", "numba", "serial"},
    "commands": {"tkinter"},
}
"""Modules that a package must not import anywhere in its files."""
ADDRESS_FUNCTIONS = {"load", "store", "load_from", "store_to", "carray", "farray"}
"""Functions that read or write at an address, or make an array of one: our former names, and numba's."""


def files(*packages: str) -> list[Path]:
    """Return the Python files of some packages, or of all."""
    return sorted(path for package in packages or PACKAGES for path in (ROOT / package).rglob("*.py"))


def relative(path: Path) -> str:
    """Return a path from the root of the checkout."""
    return path.relative_to(ROOT).as_posix()


@cache
def tree(path: Path) -> ast.Module:
    """Return the syntax tree of a file."""
    return ast.parse(path.read_text("utf-8"), str(path))


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Return all nodes of a file's syntax tree: a walk through all files takes as long as reading them."""
    return tuple(ast.walk(tree(path)))


def module_name(path: Path) -> str:
    """Return the dotted name under which a file is imported."""
    name = relative(path).removesuffix(".py").replace("/", ".").removesuffix(".__init__")
    return f"{PACKAGE}.{name}" if name.partition(".")[0] in PACKAGES else name


@cache
def modules() -> dict[str, Path]:
    """Return the files of all packages by the names under which they are imported."""
    return {module_name(path): path for path in files(*PACKAGES, *BESIDE)}


def imports(path: Path) -> Iterator[tuple[str, int]]:
    """Yield the modules that a file imports anywhere in it, for type checking too, each with its line."""
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                yield (full if full in modules() else node.module), node.lineno


def upward_imports() -> list[str]:
    """Return imports of a package further up, and modules that a package must not know."""
    found = []
    for path in files():
        package = relative(path).partition("/")[0]
        for name, line in imports(path):
            top = name.removeprefix(f"{PACKAGE}.").partition(".")[0]
            above = top in PACKAGES and PACKAGES.index(top) > PACKAGES.index(package)
            if above or top in BESIDE or top in BANNED_MODULES.get(package, ()):
                found.append(f"{relative(path)}:{line} imports {name}")
    return found


def import_circles() -> list[list[str]]:
    """Return groups of files, tools and tests too, that import each other in a circle (strongly connected components), the
    largest first.

    The import of a package's own `__init__` by a file below it counts only where it is written.
    """
    graph = {name: {to for to, _ in imports(path) if to in modules()} for name, path in modules().items()}
    graph = {name: tos - {name} for name, tos in graph.items()}
    return sorted((sorted(group) for group in _components(graph) if len(group) > 1), key=len, reverse=True)


def _components(graph: dict[str, set[str]]) -> Iterator[list[str]]:
    """Yield strongly connected components; Tarjan's algorithm, without recursion."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    on_stack: set[str] = set()
    for root in graph:
        if root in index:
            continue
        work = [(root, iter(graph[root]))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        while work:
            node, successors = work[-1]
            for to in successors:
                if to not in graph:
                    continue
                if to not in index:
                    index[to] = low[to] = len(index)
                    stack.append(to)
                    on_stack.add(to)
                    work.append((to, iter(graph[to])))
                    break
                if to in on_stack:
                    low[node] = min(low[node], index[to])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    group = []
                    while True:
                        group.append(stack.pop())
                        on_stack.discard(group[-1])
                        if group[-1] == node:
                            break
                    yield group


def mutual_folders(package: str) -> list[str]:
    """Return pairs of folders, or of files beside them, of a package that import each other."""
    found: dict[tuple[str, str], str] = {}
    for path in files(package):
        place = module_name(path).split(".")
        for name, line in imports(path):
            to = name.split(".")
            if to[:2] == place[:2] and len(to) > 2 and len(place) > 2 and to[2] != place[2]:
                found.setdefault((place[2], to[2]), f"{relative(path)}:{line}")
    return [
        f"{one} <-> {other}: {where}, {found[other, one]}"
        for (one, other), where in found.items()
        if one < other and (other, one) in found
    ]


def lone_protocols(package: str) -> list[str]:
    """Return the protocols of a package that fewer than two classes of the program, or of Tk, implement."""
    methods: dict[object, set[str]] = {
        **{name: set(dir(getattr(tkinter, name))) for name in ("Canvas", "Frame")},
        **{
            (relative(path), node.name): {each.name for each in node.body if isinstance(each, ast.FunctionDef)}
            for path in files()
            for node in nodes(path)
            if isinstance(node, ast.ClassDef) and "Protocol" not in map(_base_name, node.bases)
        },
    }
    return [
        f"{relative(path)}: {node.name}"
        for path in files(package)
        for node in nodes(path)
        if isinstance(node, ast.ClassDef) and {"Protocol", "ABC"} & set(map(_base_name, node.bases))
        if sum(_asked(node) <= given for given in methods.values()) < 2
    ]


def _base_name(base: ast.expr) -> str:
    return ast.unparse(base).partition("[")[0]


def _asked(protocol: ast.ClassDef) -> set[str]:
    return {each.name for each in protocol.body if isinstance(each, ast.FunctionDef)}


def repeated_class_names() -> list[str]:
    """Return names that more than one class of the packages has."""
    places = defaultdict(list)
    for path in files():
        for node in nodes(path):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(f"{relative(path)}:{node.lineno}")
    return [f"{name}: {', '.join(found)}" for name, found in sorted(places.items()) if len(found) > 1]


def class_count() -> int:
    """Return the number of classes of the packages."""
    return sum(isinstance(node, ast.ClassDef) for path in files() for node in nodes(path))


def loose_files() -> dict[str, int]:
    """Return the number of files at the top of each package, without its `__init__.py`."""
    return {package: sum(path.name != "__init__.py" for path in (ROOT / package).glob("*.py")) for package in PACKAGES}


def long_files() -> list[str]:
    """Return files of more than `LONG_LINES` lines."""
    counts = ((path, len(path.read_text("utf-8").splitlines())) for path in files())
    return [f"{relative(path)}: {lines} lines" for path, lines in counts if lines > LONG_LINES]


def short_files() -> list[str]:
    """Return files of fewer than `MIN_LINES` lines that are not a package's `__init__.py`."""
    counts = ((path, len(path.read_text("utf-8").splitlines())) for path in files() if path.name != "__init__.py")
    return [f"{relative(path)}: {lines} lines" for path, lines in counts if lines < MIN_LINES]


def unchecked_files() -> list[str]:
    """Return files that the type checker skips and that are not kernels."""
    return [
        relative(path)
        for path in files(*PACKAGES, *BESIDE)
        if path.parent.name != "kernels" and re.search(r"^# mypy: ignore-errors", path.read_text("utf-8"), re.M)
    ]


def addressed_memory() -> list[str]:
    """Return calls in files of kernels that read or write memory by address, instead of a record by name."""
    return [
        f"{relative(path)}:{node.lineno} {node.func.id}"
        for path in files(*PACKAGES, *BESIDE)
        if any(name.partition(".")[0] == "numba" or name.startswith(f"{PACKAGE}.engines.jit") for name, _ in imports(path))
        for node in nodes(path)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ADDRESS_FUNCTIONS
    ]


def games_named_outside() -> list[str]:
    """Return places outside the games' own folders that mention a game in code (in strings and imports, not in prose)."""
    names = {path.name for path in (ROOT / "games").iterdir() if (path / "rules.py").is_file()}
    found = []
    for path in files():
        parts = Path(relative(path)).parts
        if parts[0] in ("games", "engines", "vision") and len(parts) > 2 and parts[1] in names:
            continue
        for node in nodes(path):
            named = isinstance(node, ast.Constant) and node.value in names
            if isinstance(node, ast.Constant) and named:
                found.append(f"{relative(path)}:{node.lineno} {node.value!r}")
        found += [
            f"{relative(path)}:{line} imports {name}"
            for name, line in set(imports(path))
            if name.startswith(f"{PACKAGE}.") and names.intersection(name.split(".")[2:3])
        ]
    return found


def tests_of_tools() -> list[str]:
    """Return tests of the product that import `benchmarks` or `training`."""
    found = []
    for path in files("tests"):
        if Path(relative(path)).parts[1] in ("benchmarks", "training"):
            continue
        tools = [(name, line) for name, line in sorted(set(imports(path))) if name.startswith(("benchmarks.", "training."))]
        found += [f"{relative(path)}:{line} imports {name}" for name, line in tools]
    return found


@dataclass(frozen=True, slots=True)
class StructureFigure:
    """How often the checkout departs from a rule.

    Attributes:
        title: what is counted.
        offenders: a line each.
        number: how many there are, or the largest number for any one of them.
        bar: the most that there may be.
    """

    title: str
    offenders: list[str]
    number: int
    bar: int


def figures() -> list[StructureFigure]:
    """Return all figures with their bars."""

    def count(title: str, found: list[str], bar: int = 0) -> StructureFigure:
        return StructureFigure(title, found, len(found), bar)

    circles, loose = import_circles(), loose_files()
    longest = max(len(path.read_text("utf-8").splitlines()) for path in files())
    return [
        count("imports that point up the list", upward_imports()),
        count("circles of imports", [" <-> ".join(circle) for circle in circles]),
        count("pairs of folders of ui/ that import each other", mutual_folders("ui"), 3),
        count("interfaces in ui/ with one implementation", lone_protocols("ui")),
        count("class names used more than once", repeated_class_names(), 5),
        StructureFigure(
            "loose files in the fullest package", [f"{name}: {n}" for name, n in loose.items()], max(loose.values()), 14
        ),
        StructureFigure(f"lines of the longest file; those over {LONG_LINES}", long_files(), longest, MAX_LINES),
        count(f"files under {MIN_LINES} lines", short_files(), 20),
        count("files outside kernels without type checks", unchecked_files()),
        count("reads and writes by address in kernels", addressed_memory()),
        count("places outside its folders that name a game", games_named_outside()),
        count("imports of benchmarks or training by product tests", tests_of_tools()),
    ]
