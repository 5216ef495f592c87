"""Fourth Seat as an installed package: its packages lie in this folder and are found here first, by their own names."""

import sys
from pathlib import Path


def main() -> int:
    """Run the command line, or the window without arguments; return the exit status."""
    sys.path.insert(0, str(Path(__file__).parent))
    from companion import main as run

    return run(sys.argv[1:])
