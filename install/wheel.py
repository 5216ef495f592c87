"""Hook of hatchling: a wheel holds the machine code for one kind of machine and says so, or none and runs anywhere.

`FOURTH_SEAT_MACHINE_CODE` chooses: `x86_64`, `aarch64` or `none`; without it, the code is for the machine that builds. With
`none`, an archive of the sources has none either. The hook must run with nothing but hatchling installed.
"""

from __future__ import annotations

import os
import platform
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SWITCH, NONE = "FOURTH_SEAT_MACHINE_CODE", "none"
READY = "engines/jit/ready"
BEGINS = {"x86_64": "x86-64-", "aarch64": "aarch64"}
"""Prefixes of processor classes, by Linux's name of the machine."""
TAG = "py3-none-manylinux_2_17_{0}.musllinux_1_2_{0}"
"""The libraries require no particular version of a C library, and no other library: exp, pow, memset and the like are in
every version of GNU's and musl's. So these are the oldest systems for which there is a Python 3.11 with wheels."""


class MachineCode(BuildHookInterface[Any]):
    """Adds the libraries, which `pyproject.toml` leaves out of everything."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Choose the libraries. Raises `ValueError` if there are none for the variable's value."""
        machine = os.environ.get(SWITCH) or (platform.machine() if sys.platform == "linux" else NONE)
        if SWITCH in os.environ and machine not in (*BEGINS, NONE):
            raise ValueError(f"{SWITCH} is {machine}, and there is machine code for {', '.join(BEGINS)}, or {NONE}")
        wheel = self.target_name == "wheel"
        if version == "editable" or machine == NONE or (wheel and machine not in BEGINS):
            return
        folder = Path(self.root, READY)
        libraries = list(folder.glob(f"*-linux-{BEGINS[machine] if wheel else ''}*.so"))
        for path in (*libraries, folder / "SHA256SUMS") if libraries else ():  # an archive without the code has none
            build_data["force_include"][str(path)] = f"{READY}/{path.name}"
        if wheel and libraries:
            build_data["pure_python"], build_data["tag"] = False, TAG.format(machine)
