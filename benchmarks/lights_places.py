"""Places of the lights in the source code: files and packages with them, and the nouns for a strip.

    python -m uv run --group dev python -m benchmarks.lights_places [CHECKOUT] [--list]

A file of the program counts if it is in the folder of the lights, imports from there (or from a file found so far with
lights, LEDs or a strip in its name), or defines a class with one of these in its name. A noun is a class with lights, LEDs,
a strip or its rim in its name, less a role at its end that other devices' classes have, too (`CameraSettings`,
`TextDisplay`: so `LightsSettings` and `LightsDisplay` are one noun, lights). A class that derives from another one of the
program is a kind of that, and not a separate noun; errors and private classes do not count.
"""

from __future__ import annotations

import argparse
import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

from benchmarks.source_code import ROOT, program_files

HOME = "hardware/lights/"
NAMING = {"lights", "lighting", "lit", "led", "leds", "strip", "rim"}
OTHER_DEVICES = re.compile(
    r"(hardware/(?!lights/)|calibration/|setup/|ui/devices/|ui/camera/|vision/(worker|camera|setup)/)"
)
BESIDE = {"commands": "command", "ui": "window", "setup": "setup"}


def words(name: str) -> list[str]:
    """Return the words of a class's name or a file's."""
    return re.findall(r"[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])", name)


def names_lights(name: str) -> bool:
    """Return whether a name is about lights."""
    return any(word.lower() in NAMING for word in words(name))


def classes(tree: ast.Module) -> Iterator[ast.ClassDef]:
    """Yield the public classes of a file."""
    return (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef) and not node.name.startswith("_"))


def imported(tree: ast.Module) -> Iterator[str]:
    """Yield our files that a file imports, also for type checking only."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("fourth_seat."):
            path = node.module.removeprefix("fourth_seat.").replace(".", "/")
            yield f"{path}.py"
            yield from (f"{path}/{alias.name}.py" for alias in node.names)


def holders(trees: dict[str, ast.Module]) -> list[str]:
    """Return the files that hold the lights."""
    found = {
        name for name, tree in trees.items() if name.startswith(HOME) or any(names_lights(c.name) for c in classes(tree))
    }
    found |= {name for name, tree in trees.items() if any(each.startswith(HOME) for each in imported(tree))}
    theirs = {name for name in found if names_lights(name)}
    return sorted(found | {name for name, tree in trees.items() if theirs & set(imported(tree))})


def nouns(trees: dict[str, ast.Module], files: list[str]) -> dict[str, list[str]]:
    """Return the nouns, with the classes that bear each."""
    every = {node.name: node for tree in trees.values() for node in classes(tree)}
    roles = {
        words(node.name)[-1]
        for name, tree in trees.items()
        if OTHER_DEVICES.match(name)
        for node in classes(tree)
        if not names_lights(node.name) and len(words(node.name)) > 1
    }
    found: dict[str, list[str]] = defaultdict(list)
    for file in files:
        for node in classes(trees[file]):
            bases = {ast.unparse(base) for base in node.bases}
            if not names_lights(node.name) or bases & every.keys() or "FourthSeatError" in bases:
                continue
            *first, last = words(node.name)
            found["".join(first) if first and last in roles and last.lower() not in NAMING else node.name].append(node.name)
    return found


def main() -> None:
    """Print the figures of a checkout."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkout", nargs="?", type=Path, default=ROOT)
    parser.add_argument("--list", action="store_true", help="name them")
    args = parser.parse_args()
    root: Path = args.checkout
    trees = {path.relative_to(root).as_posix(): ast.parse(path.read_text("utf-8")) for path in program_files(root)}
    files = holders(trees)
    held = Counter("/".join(file.split("/")[:2]) if file.startswith("hardware/") else file.split("/")[0] for file in files)
    found = nouns(trees, files)
    print(f"files that hold the lights   {len(files)} (at most 30)")
    print(f"packages but {', '.join(BESIDE.values())}   {len(held.keys() - BESIDE.keys())} (1): {dict(held)}")
    print(f"nouns   {len(found)} (8)")
    if args.list:
        print(*files, sep="\n")
        for noun, bearers in sorted(found.items()):
            print(f"{noun}: {', '.join(bearers)}")


if __name__ == "__main__":
    main()
