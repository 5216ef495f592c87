"""Command line of Fourth Seat: without arguments the window, otherwise one of the commands.

This file must run under any Python from 3.6 on, so that people with an old one get a sentence and not a syntax error.
"""

import os
import sys

OLDEST = (3, 11)

if __name__ in ("__main__", "__mp_main__"):
    # The packages beside this file are imported as fourth_seat.table and so on, and not as table, which may be anybody's.
    HERE = os.path.dirname(os.path.realpath(__file__))  # noqa: PTH120 - of Python 3.6, too
    sys.path.insert(0, HERE)
    import fourth_seat  # noqa: F401

    del sys.path[0]
    if __name__ == "__main__" and sys.path and os.path.realpath(sys.path[0]) == HERE:  # as Python puts it there
        del sys.path[0]


def main(arguments: "list[str]") -> int:
    """Check the version of Python, then hand over to the commands; return the exit status."""
    if sys.version_info < OLDEST:
        found, wanted = "{}.{}".format(*sys.version_info), "{}.{}".format(*OLDEST)
        print(f"Fourth Seat needs Python {wanted} or newer, and this is {found}: get one from python.org", file=sys.stderr)
        return 1
    try:
        from fourth_seat.commands import run
    except ModuleNotFoundError as error:
        print(
            f"Fourth Seat needs the package {error.name}, which this Python lacks: "
            "run `python -m pip install uv` once, then `python -m uv run companion.py`",
            file=sys.stderr,
        )
        return 1
    return run(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
