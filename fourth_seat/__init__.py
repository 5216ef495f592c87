"""Fourth Seat as a package: all of it is imported as `fourth_seat.games`, `fourth_seat.table` and so on.

In a checkout its parts are at the top, beside this folder, where people find them at a glance; in an installed program they
are in it. They cannot be imported by any other name, so that other packages may be called `setup`, `table` or `page`.
"""

import sys
from pathlib import Path

if not Path(__file__).with_name("commands").is_dir():
    __path__.append(str(Path(__file__).resolve().parents[1]))


def main() -> int:
    """Run the command line, or the window without arguments; return the exit status."""
    from fourth_seat.companion import main as run

    return run(sys.argv[1:])
