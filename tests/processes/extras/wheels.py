"""Wheels made for a test, and the extras that consist of them."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from zipfile import ZipFile

import pytest

from fourth_seat.processes.extras.catalogue import Extra
from fourth_seat.processes.installation.installer import INDEX
from fourth_seat.words import say

MODULE = "fourth_seat_tried"


@dataclass(frozen=True, slots=True)
class MadeExtra(Extra):
    """An extra whose pins are given."""

    asked: tuple[str, ...] = ()

    @property
    def pins(self) -> list[str]:
        return list(self.asked)


def wheel(folder: Path, module: str = MODULE, size: int = 100_000) -> Path:
    """Make a wheel that contains one module of about this many bytes."""
    path = folder / f"{module}-1.0-py3-none-any.whl"
    info = f"{module}-1.0.dist-info"
    with ZipFile(path, "w") as made:
        made.writestr(f"{module}.py", f"ANSWER = 42\n{'#' * size}\n")
        made.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n")
        made.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        made.writestr(f"{info}/RECORD", f"{module}.py,,\n{info}/METADATA,,\n{info}/WHEEL,,\n{info}/RECORD,,\n")
    return path


def made_extra(folder: Path, *asked: str) -> MadeExtra:
    """Return an extra that consists of a wheel made here, or requires something else."""
    return MadeExtra("tried", say("Something"), say("For a test."), (MODULE,), 0.1, 0.2, asked or (pin(wheel(folder)),))


def pin(path: Path) -> str:
    """Return the requirement of exactly this wheel."""
    name, version, *_ = path.name.split("-")
    return f"{name}=={version} --hash=sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}"


def only_from(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let installers find nothing but the wheels of a folder."""
    monkeypatch.setenv(INDEX, str(folder))
