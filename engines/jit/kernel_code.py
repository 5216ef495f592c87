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
from numba.core import sigutils as typed_sigutils
from numba.core import typing as typed_typing
from numba.core.compiler import CompileResult
from numba.core.compiler import compile_result as typed_compile_result
from numba.core.environment import Environment as TypedEnvironment
from numba.core.funcdesc import PythonFunctionDescriptor as TypedPythonFunctionDescriptor
from numba.core.typing.templates import Signature

from boundary.strict_json import parse_json

Function = Callable[..., Any]
"""A kernel, as written or compiled: its types are those of its signature, in numba's own words."""
# Numba's functions have no types.
compile_result: Any = typed_compile_result
sigutils: Any = typed_sigutils
typing: Any = typed_typing
Environment: Any = TypedEnvironment
PythonFunctionDescriptor: Any = TypedPythonFunctionDescriptor
HEADER = b"Fourth Seat kernel 1\n"


@dataclass(frozen=True, slots=True)
class KernelCode:
    """What is kept of a kernel.

    Attributes:
        origin: what it was made from, for which processors, and the kernel's name.
        library: numba's name of what it belongs to.
        symbol: of the function in the object file.
        environment: symbol of the place for Python's globals.
        object_file: machine code.
        module: LLVM's code, for kernels that call this one; or declarations alone, so that it is called, not copied in.
    """

    origin: str
    library: str
    symbol: str
    environment: str
    object_file: bytes
    module: bytes

    @classmethod
    def of(cls, result: CompileResult, origin: str, *, declared: bool) -> KernelCode:
        """Take what numba has compiled; its LLVM code too, unless it is only `declared`."""
        made: Any = result
        environments = made._find_referenced_environments()  # noqa: SLF001
        if made.library.has_dynamic_globals or made.reload_init or any(each.consts for each in environments):
            raise ValueError(f"{made.fndesc.qualname} holds Python's objects: it cannot be kept")
        name, _, (object_file, module) = made.library.serialize_using_object_code()
        described = made.fndesc
        symbols = [described.mangled_name, described.llvm_cpython_wrapper_name]
        if declared:
            text = "\n".join(f'declare void @"{symbol}"()' for symbol in symbols)
            module = llvm.parse_assembly(text).as_bitcode()
        return cls(origin, name, described.mangled_name, described.env_name, object_file, module)

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
        # It knows the symbols that LLVM's code defines, which may be left out.
        codegen._engine._defined_symbols |= {self.symbol, described.llvm_cpython_wrapper_name}  # noqa: SLF001
        environment = Environment.from_fndesc(described)
        result: CompileResult = compile_result(
            typing_context=target.typing_context, target_context=target, library=library, environment=environment,
            entry_point=target.get_executable(library, described, environment), fndesc=described,
            signature=typing.signature(returned, *arguments), objectmode=False, lifted=(), reload_init=(),
            referenced_envs=(environment,),
        )  # fmt: skip
        return result

    def to_bytes(self) -> bytes:
        """Return it with a checksum."""
        names = [self.origin, self.library, self.symbol, self.environment, len(self.object_file)]
        body = json.dumps(names).encode() + b"\n" + self.object_file + self.module
        return HEADER + b"%08x\n" % zlib.crc32(body) + body

    @classmethod
    def from_bytes(cls, data: bytes, origin: str) -> KernelCode:
        """Read what `to_bytes` wrote; raises `ValueError` for anything else, and for code of another origin."""
        begin = len(HEADER) + 9
        body = data[begin:]
        if data[:begin] != HEADER + b"%08x\n" % zlib.crc32(body):
            raise ValueError("it is damaged")
        names, _, code = body.partition(b"\n")
        found, library, symbol, environment, size = parse_json(names)
        if found != origin:
            raise ValueError(f"it is {found}")
        return cls(origin, library, symbol, environment, code[:size], code[size:])
