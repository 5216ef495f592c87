"""Entry of a frozen program: its command line, or for the child processes that it starts, the Python in it.

Children are started as `sys.executable -c CODE` (`processes.child.own_module`, `processes.family.guard`), and a frozen
program is its own `sys.executable`. So it understands the necessary part of Python's command line.
"""

import multiprocessing
import os
import sys
from pathlib import Path

SYSTEM_FONTS = Path("/etc/fonts/fonts.conf")
ISOLATED = ("-I", "-P", "-S")  # as a frozen program always is


def main() -> int:
    """Run the program for these arguments; return the exit status."""
    _restore_environment()
    _find_fonts()
    multiprocessing.freeze_support()
    arguments = sys.argv[1:]
    while arguments[:1] and arguments[0] in ISOLATED:
        del arguments[0]
    if arguments[:1] == ["-c"]:
        sys.argv = ["-c", *arguments[2:]]
        exec(arguments[1], {"__name__": "__main__"})
        return 0
    from fourth_seat.companion import main as run

    return run(arguments)


def _restore_environment() -> None:
    """Let started programs find the libraries of the system, and this one those of the bundle."""
    before = os.environ.pop("LD_LIBRARY_PATH_ORIG", "")
    os.environ.pop("LD_LIBRARY_PATH", None)  # PyInstaller's, which has done its work
    if before:
        os.environ["LD_LIBRARY_PATH"] = before
    os.environ["PYINSTALLER_RESET_ENVIRONMENT"] = "1"


def _find_fonts() -> None:
    """Draw with the bundle's own font on a system that has none."""
    own = Path(__file__).with_name("fonts") / "fonts.conf"
    if own.exists() and not SYSTEM_FONTS.exists():
        os.environ.setdefault("FONTCONFIG_FILE", str(own))


if __name__ == "__main__":
    sys.exit(main())
