"""The pins of an extra: the exact versions of its packages, with the hashes of their wheels, as in `uv.lock`.

Any other downloaded file is refused, whichever index or network it comes from. The pins are written by
`python -m install.pins`; the requirements for an extra in `pyproject.toml` do not count here.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from pathlib import Path

from fourth_seat.boundary.files import read_bytes

FOLDER = Path(__file__).parent / "pinned"
MAX_BYTES = 1_000_000


def pins(extra: str) -> list[str]:
    """Return the requirements of an extra with their hashes, each as a text for the requirements file of pip or uv."""
    return split_requirements(read_bytes(FOLDER / f"{extra}.txt", MAX_BYTES).decode())


def split_requirements(text: str) -> list[str]:
    """Return the requirements in a requirements file whose continuation lines are indented."""
    found: list[str] = []
    for line in text.splitlines():
        if line[:1].isspace() and found:
            found[-1] += f"\n{line}"
        elif line:
            found.append(line)
    return found


def missing(requirements: Iterable[str], but: Path) -> list[str]:
    """Return the requirements whose package is not installed for this Python in any version, ignoring the folder `but`."""
    from importlib import metadata  # takes as long as everything else with which a command begins

    places = [path for path in sys.path if not Path(path).is_relative_to(but)]
    installed = {_normal(each.name) for each in metadata.distributions(path=places) if each.name}
    return [each for each in requirements if _normal(name_of(each)) not in installed]


def name_of(requirement: str) -> str:
    """Return the name of the package in a requirement."""
    return re.split(r"[^\w.-]", requirement, maxsplit=1)[0]


def _normal(name: str) -> str:
    """Return a package's name in the form that indexes compare (PEP 503)."""
    return "-".join(filter(None, name.lower().replace("_", "-").replace(".", "-").split("-")))
