"""Damage to each file that comes with the program: emptied, cut, one bit changed, missing. The part of the program that
uses it must report that in a sentence.

    python -m uv run --group dev --all-extras python -m benchmarks.reliability.shipped [--before PATH]

Machine code is left out: if it is damaged, a compiler runs for minutes (tests/engines/jit).
"""

from __future__ import annotations

import argparse
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random

import numpy as np
from PIL import Image

from benchmarks.reliability.checkout import ROOT, Checkout, Outcome
from benchmarks.source_code import packages
from fourth_seat.games import find

KINDS = ("engines/*/weights/*", "engines/*/weights/weak/*", "engines/*/*.book", "engines/*/*.bin", "engines/*/books/*",
         "vision/*/weights/*.onnx", "words/locale/*.mo")  # fmt: skip
RUN_TIMEOUT_S = 120.0
BITS_TURNED = 3  # files of which another bit is flipped
PYTHONS_WORDS = re.compile(r"internal error|Traceback|Error\(|BadZipFile|usecols|OpenCV\(|Errno|terminate called")


def _cut(content: bytes, rng: Random) -> bytes:
    return content[: rng.randrange(1, len(content))]


def _turned(content: bytes, rng: Random) -> bytes:
    place = rng.randrange(len(content))
    return content[:place] + bytes([content[place] ^ 1 << rng.randrange(8)]) + content[place + 1 :]


DAMAGES: Mapping[str, Callable[[bytes, Random], bytes | None]] = {
    "emptied": lambda _, __: b"",
    "cut": _cut,
    **{f"a bit turned ({number})": _turned for number in range(BITS_TURNED)},
    "missing": lambda _, __: None,
}


def copy_of(root: Path, folder: Path) -> Checkout:
    """Return a copy of a checkout's program, to be damaged."""
    copy = folder / "copy"
    for package in packages(root):
        shutil.copytree(package, copy / package.name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("companion.py", "pyproject.toml"):
        shutil.copy(root / name, copy)
    (copy / ".venv").symlink_to(root / ".venv")
    (folder / "runs").mkdir()
    return Checkout(copy, folder / "runs")


def used(checkout: Checkout, file: Path) -> Outcome:
    """Run the part of the program that uses a file."""
    if file.suffix == ".mo":
        return checkout.run("--language", file.stem, "update", seconds=RUN_TIMEOUT_S)
    package, game = file.relative_to(checkout.root).parts[:2]
    if package == "vision":
        picture = checkout.folder / "board.png"
        if not picture.exists():
            Image.fromarray(np.random.default_rng(1).integers(0, 255, (480, 640, 3), np.uint8)).save(picture)
        return checkout.run("look", "backgammon" if game == "dice" else game, str(picture), seconds=RUN_TIMEOUT_S)
    rules = find(game)
    options = ("--options", "variant=duo") if file.stem == "duo" else ()
    state = rules.start(rules.options(*options[1:]))
    while not state.to_move:
        state = state.play(state.chances()[1][0])  # the first are two ones, after which both roll again
    commands = (f"set_position {rules.position(state)}", f"genmove {state.to_move}", "notices", "quit")
    lines = "".join(f"{number} {command}\n" for number, command in enumerate(commands, 1))
    level = ("--level", file.stem) if file.parent.name == "weak" else ("--level", "6")
    return checkout.run("engine", game, *level, *options, typed=lines.encode(), seconds=RUN_TIMEOUT_S)


def tried(
    checkout: Checkout, kinds: tuple[str, ...] = KINDS, damages: tuple[str, ...] = tuple(DAMAGES)
) -> Iterator[tuple[str, str]]:
    """Yield each file with its damage, and the Python message that people would read; empty if all is well."""
    for file in sorted(
        path for kind in kinds for path in checkout.root.glob(kind) if path.is_file() and path.name != "SHA256SUMS"
    ):
        whole = file.read_bytes()
        for number, damage in enumerate(damages):
            content = DAMAGES[damage](whole, Random(number))
            file.unlink() if content is None else file.write_bytes(content)
            outcome = used(checkout, file)
            words = PYTHONS_WORDS.search(outcome.out + outcome.err)
            wrong = words[0] if words else "" if outcome.ended and outcome.status >= 0 else f"status {outcome.status}"
            yield f"{file.relative_to(checkout.root)}, {damage}", wrong
            file.write_bytes(whole)


def main() -> int:
    """Print each fault, and their number; the exit status is 1 if there are any on this checkout."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", type=Path, metavar="PATH", help="another checkout, tried instead")
    args = parser.parse_args()
    runs = faults = 0
    with tempfile.TemporaryDirectory() as folder:
        for what, wrong in tried(copy_of((args.before or ROOT).resolve(), Path(folder))):
            runs += 1
            faults += bool(wrong)
            if wrong:
                print(f"{what}: {wrong}", flush=True)
    print(f"{faults} of {runs} damaged files show a fault of the program")
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
