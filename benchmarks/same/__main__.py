"""Compare the output of two checkouts: records, exports, settings, calibrations, command line.

    python -m uv run --group dev --all-extras python -m benchmarks.same --before PATH [--only command-line] [--show]

Each checkout plays the same games by script, exports them, and saves the same settings; then each reads its own files,
those of the other, and those of the first edition (`tests/data/edition-1`). Times, paths and amounts aside, nothing may
differ except the differences listed with their reasons in `on_purpose.py`. New things are listed separately. It takes some
ten minutes; exit status 1 on a difference.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.reliability.checkout import ROOT, Checkout
from benchmarks.same import command_line
from benchmarks.same.on_purpose import header_free, reason

PROBE = ast.unparse(ast.parse((Path(__file__).parent / "probe.py").read_text("utf-8")))  # each import on one line
EDITION_1 = ROOT / "tests" / "data" / "edition-1"
RENAMED = {
    "import LightsSettings, load_layout, load_lights_settings, save_layout, save_lights_settings": (
        "import LightsSettings, load_lights_settings, save_lights_settings\n"
        "from fourth_seat.calibration.lights.layout import load_plan as load_layout, save_plan as save_layout"
    ),
    "hardware.lights.settings": "calibration.lights_settings",
    "hardware.lights.regular import default_layout": "calibration.lights.regular import default_plan as default_layout",
    "hardware.lights.usb_lookup": "calibration.usb_devices",
    "load_usb_device()": 'load_usb_device("lights")',
    "save_usb_device(UsbDevice": 'save_usb_device("lights", UsbDevice',
}
"""The probe's output, now and before."""
PROBE_TIMEOUT_S = 600
SHOWN_LINES, SHOWN_CHARS = 20, 200  # of a difference


@dataclass
class Comparison:
    """Equal and different things, by kind."""

    compared: Counter[str] = field(default_factory=Counter)
    differing: list[tuple[str, str, list[str]]] = field(default_factory=list)
    meant: Counter[tuple[str, str]] = field(default_factory=Counter)
    added: list[str] = field(default_factory=list)

    def compare(self, kind: str, before: Mapping[str, Any], now: Mapping[str, Any]) -> None:
        """Compare two sets of named things."""
        for name in sorted({*before, *now}):
            self.compared[kind] += 1
            changed = _changed(before.get(name), now.get(name))
            if why := reason(kind, name, [line[1:] for line in changed]) if changed else "":
                self.meant[kind, why] += 1
            elif changed:
                self.differing.append((kind, name, changed))

    def print(self, *, show: bool) -> None:
        """Print the table, and then the differences."""
        print(f"{'kind':40} {'compared':>9} {'meant':>6} {'differ':>7}")
        for kind, count in self.compared.items():
            meant = sum(number for (of, _), number in self.meant.items() if of == kind)
            print(f"{kind:40} {count:9} {meant:6} {sum(each[0] == kind for each in self.differing):7}")
        for (kind, why), number in self.meant.items():
            print(f"meant: {kind}, {number}: {why}")
        print(*(f"new: {line}" for line in self.added), sep="\n")
        for kind, name, changed in self.differing:
            print(f"DIFFERS: {kind}: {name}")
            for line in changed[:SHOWN_LINES] if show else ():
                print(f"    {line[:SHOWN_CHARS]}")
        print(f"{sum(self.compared.values())} compared, {len(self.differing)} differ")


def _changed(before: Any, now: Any) -> list[str]:
    """Return the lines that are gone, with a minus sign before them, and those that are new, with a plus sign."""
    texts = [each if isinstance(each, str) else json.dumps(each, ensure_ascii=False, indent=1) for each in (before, now)]
    one, other = (text.replace("\\n", "\n").splitlines() for text in texts)
    return [line for line in difflib.unified_diff(one, other, n=0) if not line.startswith(("---", "+++", "@@"))]


def probed(checkout: Checkout, what: str, folder: Path) -> Any:
    """Return the probe's output in a checkout."""
    code = PROBE
    if not (checkout.root / "hardware/lights/settings.py").exists():
        for name, former in RENAMED.items():
            if name not in code:
                raise SystemExit(f"the probe no longer has {name!r}: mend RENAMED")
            code = code.replace(name, former)
    outcome = checkout.python(code, what, str(folder), seconds=PROBE_TIMEOUT_S, PYTHONPATH=str(checkout.root))
    if outcome.status:
        raise SystemExit(f"{checkout.root}: {outcome.err or 'no answer in time'}")
    return json.loads(outcome.out)


def files(comparison: Comparison, before: Checkout, now: Checkout) -> None:
    """Compare the files of both, and each one's reading of both and of the first edition."""
    said = [probed(checkout, "write", checkout.folder / "written") for checkout in (before, now)]
    comparison.compare("refusals in games by script", *said)
    for kind in ("records", "exports", "home"):
        written = [_texts(checkout.folder / "written" / kind) for checkout in (before, now)]
        comparison.compare({"home": "settings and calibrations"}.get(kind, kind), *written)
    for whose, folder in (("before", before.folder / "written"), ("now", now.folder / "written"), ("edition 1", EDITION_1)):
        read = [probed(checkout, "read", folder) for checkout in (before, now)]
        comparison.compare(f"files of {whose}, read", *read)


def _texts(folder: Path) -> dict[str, str]:
    """Return the files of a folder by name."""
    return {
        path.relative_to(folder).as_posix(): header_free(path.read_text("utf-8"))
        for path in sorted(folder.rglob("*.*"))
        if path.is_file() and path.suffix != ".lock"
    }


def lines(comparison: Comparison, before: Checkout, now: Checkout) -> None:
    """Compare the command lines."""
    offered = [dict.fromkeys(command_line.offered(checkout), "offered") for checkout in (before, now)]
    comparison.added += [line for line in offered[1] if line not in offered[0]]
    comparison.compare("commands and options", offered[0], {name: "offered" for name in offered[1] if name in offered[0]})
    answers = [command_line.answers(checkout.root, checkout.folder / "lines") for checkout in (before, now)]
    comparison.compare("exit statuses and sentences", *answers)


def main() -> int:
    """Compare and print; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", type=Path, required=True, help="another checkout, with its environment")
    parser.add_argument("--only", choices=("files", "command-line"))
    parser.add_argument("--show", action="store_true", help="print what differs, not only its name")
    args = parser.parse_args()
    comparison = Comparison()
    with tempfile.TemporaryDirectory() as scratch:
        before, now = Checkout(args.before.resolve(), Path(scratch, "before")), Checkout(ROOT, Path(scratch, "now"))
        for checkout in (before, now):
            (checkout.folder / "written").mkdir(parents=True)
        if args.only != "command-line":
            files(comparison, before, now)
        if args.only != "files":
            lines(comparison, before, now)
    comparison.print(show=args.show)
    return 1 if comparison.differing else 0


if __name__ == "__main__":
    sys.exit(main())
