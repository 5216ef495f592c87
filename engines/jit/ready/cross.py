"""Compile kernels for machines of another kind than this one: `python -m engines.jit.ready.cross TRIPLE MODULE ...`.

Numba compiles for the machine that it runs on, but LLVM in it can do it for any. Told that this process is one of the other
machine, numba compiles, and keeps, what would be made there. Nothing of it is run.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

import llvmlite.binding


def pretend(triple: str) -> None:
    """Let numba take this process for one of another machine and system (LLVM's name), before kernels are imported."""
    binding: Any = llvmlite.binding
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    binding.get_process_triple = binding.targets.get_default_triple = lambda: triple


if __name__ == "__main__":
    pretend(sys.argv[1])
    for module in sys.argv[2:]:
        import_module(module)
