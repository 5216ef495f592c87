"""Lenses that were calibrated: `[lens.SOURCE]`, one for each camera, for pictures of one size."""

from __future__ import annotations

from calibration import store
from calibration.lens import Lens

_LENS = "lens"


def load_lens(source: str, size: tuple[int, int]) -> Lens | None:
    """The lens of a camera whose pictures have this (width, height); None where none is known.

    Raises:
        BadConfig: the calibration file cannot be read.
    """
    saved = store.load(_LENS, source)
    try:
        if tuple(saved["size"]) != size:
            return None
        x, y = saved["centre"]
        return Lens(float(saved["focal"]), (float(x), float(y)), float(saved["k1"]), float(saved["k2"]))
    except (KeyError, TypeError, ValueError):
        return None


def save_lens(source: str, size: tuple[int, int], lens: Lens) -> None:
    """Keeps it.

    Raises:
        NotSaved: the disk does not take it.
    """
    values = {"size": list(size), "focal": lens.focal, "centre": list(lens.centre), "k1": lens.k1, "k2": lens.k2}
    store.save(_LENS, source, values)
