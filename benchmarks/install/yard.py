"""Check the files that strangers, stores and packagers look at first, with the programs that these people use.

    python -m uv run --group dev --all-extras python -m benchmarks.install.yard

It builds, with a test address in a temporary folder, the file for software centres, which `appstreamcli validate --no-net`
checks (Debian's package appstream), and a wheel and an archive of the sources, which `twine check --strict` checks. `reuse
lint` checks the licence of each file, including weights, books, tables, pictures and sounds. uv runs both in their own
environments, which need the package index. The templates of issues are checked by the hosting sites' rules for forms. Each
line says `clean` or gives the fault.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from install.metainfo import SOURCE, metainfo

ROOT = Path(__file__).resolve().parents[2]
ADDRESS = "https://example.org/fourth-seat"
TEMPLATES = ROOT / ".github" / "ISSUE_TEMPLATE"
WANTED_TEMPLATES = {"bug": "Record a problem", "board": "Record a problem", "device": "address", "idea": "evening"}
"""The templates, and the subjects that each must mention."""
WANTED_PAGES = {
    "SECURITY.md": "Report a weakness",
    "CODE_OF_CONDUCT.md": "tell a maintainer",
    "CONTRIBUTING.md": "A first change",
    "docs/trademarks.md": "trademarks of their owners",
    "LICENSE": "MIT License",
}
"""Pages by their paths, and the sentences that each must have."""
KINDS = ("input", "textarea", "dropdown", "checkboxes", "markdown")
FIRST_CHANGES = 3  # that are good to begin with
MAX_README_LINES = 115
TIMEOUT_S = 300.0

Faults = Iterator[str]


def pages() -> Faults:
    """Yield the missing parts of a project's pages."""
    for name, words in WANTED_PAGES.items():
        path = ROOT / name
        if not path.is_file() or words not in path.read_text("utf-8"):
            yield f"{name} is missing, or does not say “{words}”"
    begin = (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition("## A first change")[2].partition("\n## ")[0]
    if begin.count("   - **") != FIRST_CHANGES:
        yield f"CONTRIBUTING.md names {begin.count('   - **')} first changes"
    if (lines := len((ROOT / "README.md").read_text("utf-8").splitlines())) > MAX_README_LINES:
        yield f"README.md has {lines} lines"
    leading = "".join((ROOT / name).read_text("utf-8") for name in ("README.md", "CONTRIBUTING.md"))
    yield from (f"no page leads to {name}" for name in WANTED_PAGES if Path(name).suffix and Path(name).name not in leading)


def templates() -> Faults:
    """Yield the faults for which a hosting site would refuse the templates of issues, and their missing parts."""
    found = {path.stem: path.read_text("utf-8") for path in TEMPLATES.glob("*.yml")}
    yield from (f"{name}.yml is missing" for name in WANTED_TEMPLATES.keys() - found.keys())
    for name, text in found.items():
        yield from (f"{name}.yml: {fault}" for fault in faults_of_form(text))
        if WANTED_TEMPLATES.get(name, "") not in text:
            yield f"{name}.yml does not speak of “{WANTED_TEMPLATES[name]}”"


def faults_of_form(text: str) -> Faults:
    """Yield the faults of an issue's form: a missing name, description or field, or an invalid field.

    It reads only the few shapes of YAML in ours: a key per line, `- type:` before each field.
    """
    head, _, body = text.partition("\nbody:\n")
    yield from (f"it has no {key}" for key in ("name", "description") if not re.search(rf"^{key}: \S", head, re.MULTILINE))
    fields = re.split(r"^  - ", body, flags=re.MULTILINE)[1:]
    if not fields:
        yield "it has no field"
    names = [match[1] for field in fields if (match := re.search(r"^    id: ([A-Za-z][\w-]*)$", field, re.MULTILINE))]
    if len(set(names)) < len(fields):
        yield "a field has no name, or that of another one"
    for field in fields:
        kind = re.match(r"type: (\w+)$", field, re.MULTILINE)
        if kind is None or kind[1] not in KINDS:
            yield f"a field is of no kind: {field.splitlines()[0]}"
        elif not re.search(r"^      (label|value): \S", field, re.MULTILINE):
            yield "a field has no label"
        elif kind[1] == "dropdown" and not re.search(r"^      options: \[.+\]$", field, re.MULTILINE):
            yield "a list has nothing to choose from"
    if "\t" in text or re.search(r"^(?:  )* [a-z]+:", text, re.MULTILINE):
        yield "its lines are not indented by twos"


def software_centres() -> Faults:
    """Yield `appstreamcli`'s findings on the file for software centres, built with a test address, and the menu entry."""
    if shutil.which("appstreamcli") is None:
        yield "appstreamcli is not installed (Debian: appstream)"
        return
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / SOURCE.name
        file.write_text(metainfo(ADDRESS), "utf-8")
        yield from said("appstreamcli", "validate", "--no-net", file)


def packages() -> Faults:
    """Yield the faults that `twine` finds in a wheel and an archive, which are built here."""
    with tempfile.TemporaryDirectory() as folder:
        if faults := list(said(uv(), "build", "--quiet", "--out-dir", folder, ROOT)):
            yield from faults
            return
        built = sorted(path for path in Path(folder).iterdir() if path.suffix in (".whl", ".gz"))
        if [path.suffix for path in built] != [".whl", ".gz"]:
            yield f"built were {', '.join(path.name for path in built)}"
        yield from said(uv(), "tool", "run", "--quiet", "twine", "check", "--strict", *built)


def licences() -> Faults:
    """Yield `reuse`'s findings on the licences of all files, including weights, books, tables, pictures and sounds."""
    annotations = tomllib.loads((ROOT / "REUSE.toml").read_text("utf-8"))["annotations"]
    if not all(each.get("SPDX-License-Identifier") and each.get("SPDX-FileCopyrightText") for each in annotations):
        yield "REUSE.toml names files without a holder or a licence"
    yield from said(uv(), "tool", "run", "--quiet", "reuse", "--root", ROOT, "lint", "--quiet")


def uv() -> str:
    """Return the command of uv, which `uv run` passes on."""
    return os.environ.get("UV") or "uv"


def said(*command: str | Path) -> Faults:
    """Run a program, and yield the last lines of its output if it fails."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=TIMEOUT_S, cwd=ROOT)
    except (OSError, subprocess.TimeoutExpired) as error:
        yield f"{Path(command[0]).name} could not be run: {error}"
        return
    if done.returncode:
        lines = (done.stdout + done.stderr).strip().splitlines() or [
            f"{Path(command[0]).name} ended with {done.returncode}"
        ]
        yield from lines[-10:]


PARTS: dict[str, Callable[[], Faults]] = {
    "pages of a project, README <= 115 lines": pages,
    "templates of issues: bug, board, device, idea": templates,
    "appstreamcli validate --no-net, with a test address": software_centres,
    "twine check --strict, wheel and archive": packages,
    "SPDX: reuse lint": licences,
}
"""The checks, by their printed names."""


def look(parts: Sequence[str] = tuple(PARTS)) -> int:
    """Print the faults of each part; return the number of parts that are not clean."""
    bad = 0
    for title in parts:
        faults = list(PARTS[title]())
        bad += bool(faults)
        print(f"{title}: {'clean' if not faults else f'{len(faults)} faults'}", flush=True)
        print("".join(f"  {fault}\n" for fault in faults), end="")
    return bad


if __name__ == "__main__":
    sys.exit(1 if look() else 0)
