"""Write the pins of all extras (processes/extras/pinned) from `uv.lock`: python -m install.pins.

It needs uv (in PATH), and no network.
"""

from __future__ import annotations

from pathlib import Path

from fourth_seat.processes.extras.catalogue import EXTRAS
from fourth_seat.processes.extras.pins import FOLDER, split_requirements
from fourth_seat.processes.installation import ROOT
from fourth_seat.processes.output import output_of

EXPORT_TIMEOUT_S = 60.0


def exported(extra: str) -> str:
    """Return the pins of an extra, without those of the program itself, which are installed already.

    Raises:
        OSError: uv is missing, or it fails.
    """
    own = set(_export())
    return "".join(f"{each}\n" for each in _export("--extra", extra) if each not in own)


def _export(*options: str) -> list[str]:
    fixed = ("--frozen", "--no-default-groups", "--no-emit-project", "--no-header", "--no-annotate", "--quiet")
    command = ("uv", "export", "--project", str(ROOT), *fixed, *options)
    return split_requirements("\n".join(output_of(command, EXPORT_TIMEOUT_S)))


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    for extra in EXTRAS:
        Path(FOLDER, f"{extra}.txt").write_text(exported(extra), "utf-8")


if __name__ == "__main__":
    main()
