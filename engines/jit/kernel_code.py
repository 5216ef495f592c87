"""A kernel's machine code as bytes: what numba has to know to call it, and what the linker of LLVM takes.

Numba pickles such code, under a name that holds the version of Python. But what is inside calls Python by its C interface
alone, which has been the same from 3.11 on; so that without pickles one file serves every version.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import llvmlite.binding as llvm
from numba.core import sigutils
from numba.core.compiler import CompileResult, compile_result
from numba.core.environment import Environment
from numba.core.funcdesc import PythonFunctionDescriptor
from numba.core.typing.templates import Signature, signature

Function = Callable[..., Any]
HEADER = b"Fourth Seat kernel 1\n"


@dataclass(frozen=True, slots=True)
class KernelCode:
    """What is kept of a kernel.

    Attributes:
        library: numba's name of what it belongs to.
        symbol: of the function in the object file.
        environment: symbol of the place for Python's globals.
        object_file: machine code.
        module: LLVM's code, for kernels that call this one; or declarations alone, so that it is called, not copied in.
    """

    library: str
    symbol: str
    environment: str
    object_file: bytes
    module: bytes

    @classmethod
    def of(cls, result: CompileResult, *, declared: bool) -> KernelCode:
        """Take what numba has compiled; its LLVM code too, unless it is only `declared`."""
        made: Any = result
        if made.library.has_dynamic_globals or made.reload_init or any(each.consts for each in made.referenced_envs or ()):
            raise ValueError(f"{made.fndesc.qualname} holds Python's objects: it cannot be kept")
        name, _, (object_file, module) = made.library.serialize_using_object_code()
        described = made.fndesc
        symbols = [described.mangled_name, described.llvm_cpython_wrapper_name]
        if declared:
            text = "\n".join(f'declare void @"{symbol}"()' for symbol in symbols)
            module = llvm.parse_assembly(text).as_bitcode()
        return cls(name, described.mangled_name, described.env_name, object_file, module)

    def result(self, function: Function, declared: Signature, target: Any) -> CompileResult:
        """Make of it what numba gets from compiling the function."""
        arguments, returned = sigutils.normalize_signature(declared)
        described = PythonFunctionDescriptor(
            native=True, modname=function.__module__, qualname=function.__qualname__, unique_name=self.library, doc="",
            typemap=None, restype=returned, calltypes=None, args=function.__code__.co_varnames[: len(arguments)], kws=(),
            mangler=lambda *_, **__: self.symbol, argtypes=tuple(arguments), env_name=self.environment,
        )  # fmt: skip
        codegen = target.codegen()
        library = codegen.unserialize_library((self.library, "object", (self.object_file, self.module)))
        codegen._engine._defined_symbols |= {self.symbol, described.llvm_cpython_wrapper_name}  # noqa: SLF001: else only
        # those with LLVM code count
        environment = Environment.from_fndesc(described)
        return compile_result(
            typing_context=target.typing_context, target_context=target, entry_point=target.get_executable(library, described, environment),
            library=library, environment=environment, fndesc=described, signature=signature(returned, *arguments),
            objectmode=False, lifted=(), reload_init=(), referenced_envs=(environment,),
        )  # fmt: skip

    def to_bytes(self) -> bytes:
        """Return it with a checksum."""
        names = [self.library, self.symbol, self.environment, len(self.object_file)]
        body = json.dumps(names).encode() + b"\n" + self.object_file + self.module
        return HEADER + b"%08x\n" % zlib.crc32(body) + body

    @classmethod
    def from_bytes(cls, data: bytes) -> KernelCode:
        """Read what `to_bytes` wrote; raises `ValueError` for anything else."""
        begin = len(HEADER) + 9
        body = data[begin:]
        if data[:begin] != HEADER + b"%08x\n" % zlib.crc32(body):
            raise ValueError("it is damaged")
        names, _, code = body.partition(b"\n")
        library, symbol, environment, size = json.loads(names)
        return cls(library, symbol, environment, code[:size], code[size:])
