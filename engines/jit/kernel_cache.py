"""Where numba finds the machine code of a kernel: in what comes with the program, else in a folder of this machine."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from numba.core.compiler import CompileResult
from numba.core.runtime.nrt import rtsys
from numba.core.typing.templates import Signature

from boundary.files import read_bytes, replaced_file
from engines.jit.code_folder import SUFFIX
from engines.jit.kernel_code import Function, KernelCode

MAX_BYTES = 10_000_000
run_time: Any = rtsys  # has no types


class KernelCache:
    """The code of one kernel, which has one signature. It stands for numba's own cache in the kernel's dispatcher.

    Attributes:
        cache_path: the folder.
    """

    def __init__(
        self,
        function: Function,
        ready: Mapping[str, bytes],
        ready_name: str,
        folder: Path,
        on_compiling: Callable[[], None],
        *,
        declared: bool,
    ) -> None:
        """
        Args:
            ready: code by names of kernels, looked up before the folder.
            ready_name: what it was made from, and for which processors; as is the name of the folder.
            on_compiling: called where there is no code.
            declared: whether code is kept without LLVM's (`KernelCode.of`).
        """
        self.cache_path = str(folder)
        self._function, self._on_compiling, self._declared = function, on_compiling, declared
        self._ready, self._ready_name, self._folder_name = ready, ready_name, folder.name
        self._name = f"{function.__module__}.{function.__qualname__}"
        self._file = folder / f"{self._name}{SUFFIX}"

    def load_overload(self, declared: Signature, target: Any) -> CompileResult | None:
        """Return the kernel, ready to be called; None if it has to be compiled."""
        run_time.initialize(target)
        for read, origin, place in (
            (self._come, self._ready_name, f"ready code of {self._name}"),
            (self._kept, self._folder_name, str(self._file)),
        ):
            try:
                code = KernelCode.from_bytes(read(), f"{origin} {self._name}")
                return code.result(self._function, declared, target)
            except (KeyError, FileNotFoundError):
                continue
            except (OSError, ValueError) as error:
                sys.stderr.write(f"{place} cannot be used: {error}\n")
        target.refresh()  # what the compiler knows; it takes longer than loading all code
        self._on_compiling()
        return None

    def _come(self) -> bytes:
        return self._ready[self._name]

    def _kept(self) -> bytes:
        return read_bytes(self._file, MAX_BYTES)

    def save_overload(self, _declared: Signature, result: CompileResult) -> None:
        """Keep the code of a kernel that was compiled."""
        with suppress(OSError):  # no room, or no permission: it is compiled again next time
            self._file.parent.mkdir(exist_ok=True)
            with replaced_file(self._file) as file:
                file.write(KernelCode.of(result, f"{self._folder_name} {self._name}", declared=self._declared).to_bytes())

    def flush(self) -> None:
        """Forget the code."""
        self._file.unlink(missing_ok=True)
