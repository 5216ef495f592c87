"""What runs first in a frozen program: the command line, or, for the child processes that it starts, the Python in it.

Children are started as `sys.executable -m MODULE`, and a frozen program is its own `sys.executable`. So it understands as
much of Python's command line as that takes.
"""

import multiprocessing
import runpy
import sys
from pathlib import Path

ISOLATED = ("-I", "-P", "-S")  # as a frozen program always is


def main() -> int:
    """Run what the arguments ask for; return the exit status."""
    multiprocessing.freeze_support()
    arguments = sys.argv[1:]
    while arguments[:1] and arguments[0] in ISOLATED:
        del arguments[0]
    match arguments:
        case ["-m", module, *rest]:
            sys.argv[1:] = rest
            runpy.run_module(module, run_name="__main__", alter_sys=True)
            return 0
        case ["-c", code, *rest]:
            sys.argv = ["-c", *rest]
            exec(code, {"__name__": "__main__"})
            return 0
        case [file, *rest] if Path(file) == Path(__file__).with_name("companion.py"):
            arguments = rest
    from companion import main as run

    return run(arguments)


if __name__ == "__main__":
    sys.exit(main())
