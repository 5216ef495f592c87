"""Options of the compiler, in numba's words."""

from __future__ import annotations

from typing import Any

OPTIONS: dict[str, Any] = {"error_model": "numpy", "boundscheck": False}
RECORD_OPTIONS: dict[str, Any] = {**OPTIONS, "_nrt": False}
"""Functions over records allocate nothing. Without numba's run-time for memory, passing an array on costs no counting."""
SUMMING: dict[str, Any] = {"fastmath": True}
"""Floating point numbers are added in any order, several at a time."""
