"""The pins of the extras are those of uv.lock."""

from __future__ import annotations

import pytest

from fourth_seat.processes.extras.catalogue import EXTRAS
from fourth_seat.processes.extras.pins import FOLDER
from fourth_seat.processes.start import find_program
from install.pins import exported


@pytest.mark.skipif(not find_program("uv"), reason="uv writes them")
@pytest.mark.parametrize("name", EXTRAS)
def test_they_are_as_uv_exports_them(name: str) -> None:
    assert (FOLDER / f"{name}.txt").read_text("utf-8") == exported(name), "run: python -m install.pins"


def test_each_extra_has_some_and_nothing_else_does() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(EXTRAS)
