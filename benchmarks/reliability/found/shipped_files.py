"""Files that come with the program, damaged or replaced; and machine code that others may have put into its folder."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from benchmarks.reliability.checkout import Checkout, until
from benchmarks.reliability.found.case import Case
from benchmarks.reliability.shipped import copy_of, tried, used

REFUSAL_TIMEOUT_S = 60.0
LOADED = """
import sys
from fourth_seat.engines.jit import ready
ready.fingerprint = lambda game: ""  # as where the sources are not there
found = ready.library_file("connect4", ready.processor_class())
print(found.name if found else "")
"""
MAKE = """
import runpy, sys
sys.argv = ["ready", "x86-64-v2", "--games", "connect4", "--to", sys.argv[1]]
runpy.run_module("fourth_seat.engines.jit.ready", None, "__main__")
"""
CACHE = "import fourth_seat.engines.jit.compile, numba; print(numba.config.CACHE_DIR)"
KEPT = 16  # digits of a hash in older libraries' names


def damaged_translation(checkout: Checkout) -> bool:
    """Damage the translations: the program starts, in English."""
    copy = copy_of(checkout.root, checkout.folder)
    return not any(wrong for _, wrong in tried(copy, ("words/locale/*.mo",), ("emptied", "cut", "a bit turned (0)")))


def damaged_vision(checkout: Checkout) -> bool:
    """Damage the networks that see."""
    copy = copy_of(checkout.root, checkout.folder)
    return not any(wrong for _, wrong in tried(copy, ("vision/*/weights/*.onnx",), ("emptied", "a bit turned (0)")))


def damaged_weights(checkout: Checkout) -> bool:
    """Damage the weights of the searches: the computer plays on, and reports the fault in a sentence."""
    copy = copy_of(checkout.root, checkout.folder)
    kinds = ("engines/tridice/weights/*.txt", "engines/blokus/weights/*.npz")
    return not any(wrong for _, wrong in tried(copy, kinds, ("emptied", "cut", "a bit turned (0)")))


def unnoticed_damage(checkout: Checkout) -> bool:
    """Change one digit in the weights of TriDice, and one letter of a translation: both are noticed."""
    copy = copy_of(checkout.root, checkout.folder)
    weights, german = copy.root / "engines/tridice/weights/evaluation.txt", copy.root / "words/locale/de.mo"
    weights.write_bytes(weights.read_bytes().replace(b".1", b".9", 1))
    whole = german.read_bytes()
    german.write_bytes(whole.replace(b"Spieler", b"Spioler", 1))
    return "damaged" in used(copy, weights).out and "damaged" in used(copy, german).err


def library_of_somebody(checkout: Checkout) -> bool:
    """Replace one of the program's libraries by another one of the same name."""
    copy = copy_of(checkout.root, checkout.folder)
    for path in (copy.root / "engines" / "jit" / "ready").glob("connect4-*.so"):
        other = path.read_bytes() + b"\0"
        begin, _, last = path.stem.rpartition("-")
        own_hash = len(last) == KEPT and hashlib.sha256(path.read_bytes()).hexdigest().startswith(last)
        path.unlink()
        name = f"{begin}-{hashlib.sha256(other).hexdigest()[:KEPT]}.so" if own_hash else path.name
        path.with_name(name).write_bytes(other)
    errors = checkout.folder / "errors"
    with errors.open("wb") as file:
        python = checkout.root / ".venv" / "bin" / "python"
        command = [python if python.exists() else sys.executable, copy.root / "companion.py", "engine", "connect4"]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=file) as process:
            assert process.stdin
            process.stdin.write(b"1 level 9\n2 genmove 1\n")
            process.stdin.flush()
            refused = until(lambda: b"cannot be used" in errors.read_bytes() or process.poll() is not None, 20.0)
            process.kill()
    return refused and b"cannot be used" in errors.read_bytes()


def older_library(checkout: Checkout) -> bool:
    """Unpack the program over twenty of its older versions: none of their machine code is used."""
    copy = copy_of(checkout.root, checkout.folder)
    present = {path.name for path in (copy.root / "engines" / "jit" / "ready").glob("connect4-*.so")}
    for path in [copy.root / "engines" / "jit" / "ready" / name for name in present]:
        _, fingerprint, *rest = path.stem.split("-")
        for number in range(20):
            path.with_name(f"connect4-{number:0{len(fingerprint)}x}-{'-'.join(rest)}.so").write_bytes(path.read_bytes())
    done = copy.python(LOADED)
    return done.out.strip() in present


def shared_code_folder(checkout: Checkout) -> bool:
    """Let machine code be kept in a folder that everybody may write to: none is loaded from there."""
    folder = checkout.folder / "shared"
    folder.mkdir()
    folder.chmod(0o777)
    done = checkout.python(CACHE, NUMBA_CACHE_DIR=str(folder))
    return bool(done.out.strip()) and not Path(done.out.strip()).is_relative_to(folder)


def output_folder_missing(checkout: Checkout) -> bool:
    """Make machine code for a folder that is not there: this is reported before the work."""
    done = checkout.python(MAKE, str(checkout.folder / "nowhere"), seconds=REFUSAL_TIMEOUT_S, PATH=os.environ["PATH"])
    return done.sound and str(checkout.folder / "nowhere") in done.err


CASES: Mapping[str, Case] = {
    "damaged-translation": Case("attack 10", damaged_translation),
    "damaged-vision": Case("attack 10", damaged_vision),
    "damaged-weights": Case("attack 10", damaged_weights),
    "unnoticed-damage": Case("attack 10", unnoticed_damage),
    "library-of-somebody": Case("attack 12", library_of_somebody),
    "older-library": Case("attack 7", older_library),
    "shared-code-folder": Case("attack 12", shared_code_folder),
    "output-folder-missing": Case("code 83", output_folder_missing),
}
