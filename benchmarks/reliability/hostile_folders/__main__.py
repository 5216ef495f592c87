"""Programs started among a stranger's files: every start, and the number that ran anything of the stranger's.

    python -m uv run --group dev --all-extras python -m benchmarks.reliability.hostile_folders [--before PATH] [NAME ...]

Each command that starts other programs is run in a folder with modules and programs of all names, settings of uv and pip
there and above, and with that folder first in PATH, written in each way; then again with variables of Python, uv and pip
that point to such files. Those apply to the program itself, which its user has started that way, but not to its children:
code in that one process is not counted, everything else is. It needs strace, uv and the network. PATH is a checkout of an
earlier edition.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from benchmarks.reliability.checkout import ROOT, code_for
from benchmarks.reliability.hostile_folders.folder import HostileFolder
from benchmarks.reliability.hostile_folders.index import foreign_index
from benchmarks.reliability.hostile_folders.pythons import bare_python, uv_folder, uv_program
from benchmarks.reliability.hostile_folders.started import Started, run_in

PICTURE = ROOT / "tests" / "data" / "vision" / "connect4_0001.jpg"
SCRIPT = "fourth_seat.hardware.paper.script"
CALIBRATE = ("calibrate", "camera", "connect4", "--source")
# For things that no command shows without a window: a line of Python that uses this checkout's modules.
INSIDE = "import sys; sys.path.insert(0, {root!r}); "
SCREEN = "from fourth_seat.hardware.machine import screen_power; screen_power.screen_power"
CHIME = "from fourth_seat.hardware.sounds.sounds import Sound, Sounds; Sounds().sound(Sound.CHIME)"
SOON = "import time; time.sleep(1.5)"


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The places and Pythons of a checkout's commands."""

    root: Path
    folder: Path

    @property
    def python(self) -> Path:
        """The checkout's own, with all extras."""
        return self.root / ".venv" / "bin" / "python"

    def bare(self, installer: str) -> Path:
        """Return a Python without extras, which has an installer (`pip`, `uv`) or none."""
        folder = self.folder / f"python-{installer}"
        made = folder / "bin" / "python"
        return made if made.exists() else bare_python(folder, pip=installer == "pip", uv=installer == "uv")

    def installed(self) -> tuple[Path, Path]:
        """Install the checkout as a wheel by pip; return its program and the wheel."""
        python = self.bare("pip")
        wheels = self.folder / "wheels"
        if not wheels.exists():
            build = [uv_program(), "build", "--quiet", "--wheel", "--out-dir", str(wheels), str(self.root)]
            subprocess.run(build, check=True, capture_output=True, env={**os.environ, "UV_SYSTEM_CERTS": "1"})
        (wheel,) = wheels.glob("*.whl")
        install = [str(python), "-I", "-m", "pip", "install", "--quiet", "--no-deps", "--force-reinstall", str(wheel)]
        subprocess.run(install, check=True, capture_output=True)
        return python.with_name("fourth-seat"), wheel


@dataclass(frozen=True, slots=True)
class Provocation:
    """A command that starts other programs.

    Attributes:
        command: of a place.
        typed: its input.
        programs: folders that a person has in PATH, of a place.
    """

    name: str
    command: Callable[[Surroundings], Sequence[str | Path]]
    typed: str = ""
    programs: Callable[[Surroundings], Sequence[str]] = lambda _: ()
    seconds: float = 180.0


def _play(*arguments: str) -> Callable[[Surroundings], Sequence[str | Path]]:
    return _command("play", "connect4", "--terminal", *arguments)


def _command(*arguments: str) -> Callable[[Surroundings], Sequence[str | Path]]:
    return lambda place: [place.python, place.root / "companion.py", *arguments]


def _tournament(*arguments: str) -> Callable[[Surroundings], Sequence[str | Path]]:
    return _command("arena", "connect4", "random", "1", "--games", "2", *arguments)


def _added(installer: str) -> Callable[[Surroundings], Sequence[str | Path]]:
    return lambda place: [place.bare(installer), place.root / "companion.py", "extras", "--add", "mqtt"]


def _inside(code: str) -> Callable[[Surroundings], Sequence[str | Path]]:
    return lambda place: [place.python, "-P", "-c", code_for(place.root, INSIDE.format(root=str(place.root)) + code)]


def _updated(place: Surroundings) -> Sequence[str | Path]:
    program, wheel = place.installed()
    return [program, "update", wheel]


def _uninstalled(place: Surroundings) -> Sequence[str | Path]:
    return [place.installed()[0], "uninstall", "--yes"]


PROVOCATIONS = (
    Provocation("an engine thinks", _play("--seats", "human,computer:3"), "4\nhint\n"),
    Provocation("a voice speaks", _play("--voice", "--seats", "human,human"), "4\n" * 30),
    Provocation("the page for phones opens", _play("--phones", "--seats", "human,human"), "4\n"),
    Provocation("a game goes to a broker", _play("--mqtt", "mqtt://127.0.0.1:1", "--seats", "human,human"), "4\n"),
    Provocation("a camera is calibrated", _command(*CALIBRATE, str(PICTURE)), seconds=25.0),
    Provocation("a tournament in two processes", _tournament("--farm", "2")),
    Provocation("a tournament is kept", lambda place: [*_tournament()(place), "--keep", place.folder / "kept"]),
    Provocation("a page in Japanese letters", _inside(f"from {SCRIPT} import _matched; _matched('ja', 'bold')")),
    Provocation("a chime", _inside(f"{CHIME}; {SOON}")),
    Provocation("the screen goes on under X11", _inside(f"{SCREEN}({{'DISPLAY': ':0'}}).set(on=True); {SOON}")),
    Provocation("the screen goes on under Wayland", _inside(f"{SCREEN}({{'WAYLAND_DISPLAY': 'x'}}).set(on=True); {SOON}")),
    Provocation("an extra by uv in PATH", _added("none"), programs=lambda place: [uv_folder(place.folder)]),
    Provocation("an extra by uv as a module", _added("uv")),
    Provocation("an extra by pip", _added("pip")),
    Provocation("an update by pip", _updated),
    Provocation("a removal by pip", _uninstalled),
)  # fmt: skip
VARIANTS = ("folder", "variables")


def runs(root: Path, names: Sequence[str]) -> Iterator[tuple[Provocation, str, Started, bool]]:
    """Yield each provocation in each variant, its result, and whether one of the stranger's packages was fetched."""
    for variant in VARIANTS:
        for provocation in PROVOCATIONS:
            if names and provocation.name not in names:
                continue
            with ExitStack() as stack:
                place = Surroundings(
                    root, Path(stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
                )
                index, asked = stack.enter_context(foreign_index("raise SystemExit('foreign')"))
                command, programs = provocation.command(place), provocation.programs(place)
                hostile = HostileFolder(place.folder / "stranger", index)
                started = run_in(
                    hostile, command, place.folder / "home", typed=provocation.typed, programs=programs, traced=True,
                    seconds=provocation.seconds,
                    variables=hostile.python_variables(index) if variant == VARIANTS[1] else {},
                )  # fmt: skip
                yield provocation, variant, started, any(path.endswith(".whl") for path in asked)


def report(root: Path, names: Sequence[str]) -> int:
    """Print each start, and return the number that ran anything of the stranger's."""
    starts = foreign = 0
    for provocation, variant, started, fetched in runs(root, names):
        end = f"status {started.status}" if started.status >= 0 else "ended after its time"
        print(f"\n{provocation.name} ({variant}): {end}")
        for command in started.starts or ():
            print(f"    started  {command}")
        files = sorted({f"{Path(mark.file).relative_to(Path(mark.file).parents[1])}" for mark in started.marks})
        shown = f"{', '.join(files[:6])}{f' and {len(files) - 6} more' if len(files) > 6 else ''}"
        processes = len({mark.pid for mark in started.marks})
        if processes:
            print(f"    FOREIGN  {len(files)} files ran in {processes} processes: {shown}")
        if fetched:
            print("    FOREIGN  a package of a stranger's index was fetched")
        starts += len(started.starts or ())
        foreign += processes + fetched
        sys.stdout.flush()
    print(f"\n{root}: foreign code run: {foreign} of {starts} starts")
    return foreign


def main() -> int:
    """Print the starts of this checkout, and of another one; the exit status is 1 if foreign code ran in this one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", type=Path, metavar="PATH")
    parser.add_argument("names", nargs="*", metavar="NAME")
    args = parser.parse_args()
    if args.before:
        report(args.before.resolve(), args.names)
    return 1 if report(ROOT, args.names) else 0


if __name__ == "__main__":
    raise SystemExit(main())
