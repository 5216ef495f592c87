"""Build the libraries of a game: `python -m fourth_seat.engines.jit.ready.library GAME FOLDER CLASS ...`.

Only `engines.jit.ready.__main__` runs this, in a process where numba is configured for a processor class.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from llvmlite import binding as llvm_binding
from numba.core.dispatcher import Dispatcher

from fourth_seat.engines.jit.ready import symbol
from fourth_seat.engines.jit.ready.sources import ENGINES, LINKERS
from fourth_seat.processes.output import output_of

llvm: Any = llvm_binding  # it has no types
LIBM = frozenset(
    ["exp", "expf", "log", "logf", "pow", "powf", "sqrt", "sqrtf", "floor", "floorf", "ceil", "ceilf", "tanh", "tanhf"]
)
"""Outside functions that kernels may call."""
LINK = ("-shared", "-s", "--build-id=none", "--hash-style=both", "-z", "noexecstack")
LINK_TIMEOUT_S = 60.0


def main(game: str, folder: Path, classes: Sequence[str]) -> None:
    """Write `CLASS.so` for each class. Raises `ValueError` if a kernel calls a function that no library provides."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machines = {name: machine_of(name) for name in classes}
    for name in classes:
        (folder / name).mkdir()
    for name, kernel in kernels(game):
        for processors, machine in machines.items():
            (folder / processors / f"{name}.o").write_bytes(machine.emit_object(module_of(name, kernel, machine)))
    for name in classes:
        objects = sorted(map(str, (folder / name).glob("*.o")))
        output_of([LINKERS[name], *LINK, "-o", str(folder / f"{name}.so"), *objects], LINK_TIMEOUT_S)


def machine_of(processors: str) -> Any:
    """Return LLVM's target machine for a processor class."""
    x86 = processors.startswith("x86")
    target = llvm.Target.from_triple(f"{'x86_64' if x86 else processors}-unknown-linux-gnu")
    named = processors if x86 else "generic"
    return target.create_target_machine(cpu=named, features="", opt=3, reloc="pic", codemodel="default")


def kernels(game: str) -> Iterator[tuple[str, Any]]:
    """Yield each of a game's kernels with its symbol name."""
    for path in sorted((ENGINES / game / "kernels").glob("[!_]*.py")):
        module = import_module(f"fourth_seat.engines.{game}.kernels.{path.stem}")
        for name, value in vars(module).items():
            if isinstance(value, Dispatcher) and value.overloads and value.__module__ == module.__name__:
                yield symbol(path.stem, name), value


def module_of(name: str, kernel: Any, machine: Any) -> Any:
    """Return a kernel's LLVM module, containing only what the kernel needs and exporting only the kernel's symbol."""
    (compiled,) = kernel.overloads.values()
    module = llvm.parse_assembly(str(compiled.library._final_module))  # noqa: SLF001
    module.triple, module.data_layout = machine.triple, str(machine.target_data)
    for value in [*module.functions, *module.global_variables]:
        if not value.is_declaration:
            value.linkage = "internal"
    own = module.get_function(compiled.fndesc.llvm_func_name)
    own.linkage, own.name = "external", name
    passes, builder = llvm.create_new_module_pass_manager(), llvm.create_pass_builder(machine, llvm.PipelineTuningOptions())
    passes.add_global_dead_code_eliminate_pass()
    passes.run(module, builder)
    called = {value.name for value in module.functions if value.is_declaration and not value.name.startswith("llvm.")}
    if called - LIBM:
        raise ValueError(f"{name} calls {', '.join(sorted(called - LIBM))}")
    module.verify()
    return module


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), sys.argv[3:])
