"""Foreign code, settings and programs: from the current folder, or from a package index."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from benchmarks.reliability.checkout import Checkout
from benchmarks.reliability.found.case import Case
from benchmarks.reliability.hostile_folders.folder import SYSTEM_FOLDERS, HostileFolder
from benchmarks.reliability.hostile_folders.index import VERSION, dripping_index, foreign_index
from benchmarks.reliability.hostile_folders.pythons import bare_python, uv_folder, uv_program
from benchmarks.reliability.hostile_folders.started import Started, run_in

ADD_TIMEOUT_S = 110.0  # until an index that sends next to nothing is given up
FULL_TIMEOUT_S = 240.0  # for a wheel to be built, or an extra to be added


def _stand(checkout: Checkout, index: str = "http://127.0.0.1:9/simple") -> HostileFolder:
    return HostileFolder(checkout.folder / "stranger", index)


def _companion(
    checkout: Checkout, hostile: HostileFolder, python: Path, *arguments: str, programs: Iterable[str] = (),
    variables: Mapping[str, str] | None = None, typed: str = "", seconds: float = FULL_TIMEOUT_S,
) -> Started:  # fmt: skip
    command: list[str | Path] = [python, checkout.root / "companion.py", *arguments]
    return run_in(hostile, command, checkout.home, programs=programs, variables=variables, typed=typed, seconds=seconds)


def _own_python(checkout: Checkout) -> Path:
    return checkout.root / ".venv" / "bin" / "python"


def _adds_safely(checkout: Checkout, *, pip: bool = False, uv: bool = False, on_path: bool = False) -> bool:
    """Add an extra in a stranger's folder; return whether that worked, and nothing of the stranger's ran or was fetched."""
    python = bare_python(checkout.folder / "python", pip=pip, uv=uv)
    ran = f"open({str(checkout.folder / 'ran')!r}, 'w')"
    with foreign_index(ran) as (index, asked):
        hostile = _stand(checkout, index)
        programs = [uv_folder(checkout.folder)] if on_path else []
        added = _companion(checkout, hostile, python, "extras", "--add", "mqtt", programs=programs)
        mqtt = ("play", "connect4", "--terminal", "--seats", "human,human", "--mqtt", "mqtt://127.0.0.1:1")
        used = _companion(checkout, hostile, python, *mqtt, typed="4\n", seconds=60.0)
    clean = not added.marks and not used.marks and not asked and not (checkout.folder / "ran").exists()
    return clean and added.status == 0 and "added" in added.out


def uv_settings(checkout: Checkout) -> bool:
    """Add an extra by uv where uv.toml, or a pyproject.toml above, names a stranger's index."""
    return _adds_safely(checkout, on_path=True)


def uv_module(checkout: Checkout) -> bool:
    """Add an extra by uv as a module in a folder that holds one named uv, and modules of all standard names."""
    return _adds_safely(checkout, uv=True)


def pip_modules(checkout: Checkout) -> bool:
    """Add an extra by pip in a folder that holds modules of all standard names, pip and pip.conf."""
    return _adds_safely(checkout, pip=True)


def _installed(checkout: Checkout) -> tuple[Path, Path]:
    """Install the checkout by pip, as a wheel; return its program and the wheel."""
    python = bare_python(checkout.folder / "python", pip=True)
    build = [uv_program(), "build", "--quiet", "--wheel", "--out-dir", str(checkout.folder / "wheels"), str(checkout.root)]
    subprocess.run(build, check=True, capture_output=True, env={**os.environ, "UV_SYSTEM_CERTS": "1"})
    (wheel,) = (checkout.folder / "wheels").glob("*.whl")
    install = [str(python), "-I", "-m", "pip", "install", "--quiet", "--no-deps", str(wheel)]
    subprocess.run(install, check=True, capture_output=True)
    return python.with_name("fourth-seat"), wheel


def update_beside_pip(checkout: Checkout) -> bool:
    """Update an installation by pip in a folder of downloads with pip/__main__.py beside the wheel."""
    program, wheel = _installed(checkout)
    hostile = _stand(checkout)
    here = hostile.path / wheel.name
    here.write_bytes(wheel.read_bytes())
    done = run_in(hostile, [program, "update", here.name], checkout.home, seconds=FULL_TIMEOUT_S)
    return not done.marks and done.status == 0 and "Fourth Seat has been updated" in done.out


def update_that_did_nothing(checkout: Checkout) -> bool:
    """Update by an installer that reports success and installs nothing: that is noticed."""
    program, wheel = _installed(checkout)
    newer = checkout.folder / "fourth_seat-98.0-py3-none-any.whl"
    newer.write_bytes(wheel.read_bytes())
    pip = next((checkout.folder / "python").glob("lib/python*/site-packages/pip"))
    (pip / "__main__.py").write_text("")  # a damaged pip, which does nothing
    done = _at_home(checkout, program, "update", newer)
    lines = done.stderr.splitlines()
    return done.returncode == 1 and "still Fourth Seat" in lines[-1] and "updated" not in done.stdout


def voice_of_a_stranger(checkout: Checkout) -> bool:
    """Play with a voice where a program named espeak-ng lies in the current folder, which PATH names as `.`."""
    arguments = ("play", "connect4", "--terminal", "--voice", "--seats", "human,human")
    done = _companion(checkout, _stand(checkout), _own_python(checkout), *arguments, typed="4\n" * 20)
    return done.status == 0 and not done.marks


def tournament(checkout: Checkout) -> bool:
    """Run a tournament in two processes where modules of all standard names lie."""
    arguments = ("arena", "connect4", "random", "random", "--games", "2", "--farm", "2")
    done = _companion(checkout, _stand(checkout), _own_python(checkout), *arguments)
    return done.status == 0 and not done.marks


def python_variables(checkout: Checkout) -> bool:
    """Play against a computer with PYTHONPATH and PYTHONUSERBASE at a stranger's folder: the engine takes nothing there."""
    hostile = _stand(checkout)
    arguments = ("play", "connect4", "--terminal", "--seats", "human,computer:3")
    variables = hostile.python_variables("http://127.0.0.1:9/simple")
    done = _companion(checkout, hostile, _own_python(checkout), *arguments, typed="4\n", variables=variables)
    return done.status == 0 and not done.marks


def _at_home(
    checkout: Checkout, *command: str | Path, seconds: float = FULL_TIMEOUT_S, variables: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command in a folder with nothing of a stranger in it; uv is in PATH."""
    path = os.pathsep.join([uv_folder(checkout.folder), *SYSTEM_FOLDERS])
    own = {"PATH": path, "FOURTH_SEAT_HOME": str(checkout.home), "FOURTH_SEAT_LANGUAGE": "en"}
    others = {"UV_SYSTEM_CERTS": "1"}  # where the network has a certificate of its own
    return subprocess.run(
        command, capture_output=True, text=True, check=False, cwd=checkout.folder, timeout=seconds,
        env={**os.environ, **others, **own, **(variables or {})},
    )  # fmt: skip


def _with_extra(
    checkout: Checkout, harm: Callable[[Path], object], *use: str
) -> tuple[subprocess.CompletedProcess[str], ...]:
    """Add an extra, harm its folder, then use it, list the extras, add it again and use it."""
    python = bare_python(checkout.folder / "python")

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return _at_home(checkout, python, checkout.root / "companion.py", *arguments)

    run("extras", "--add", "print")
    (folder,) = checkout.home.glob("extras/*/print")
    harm(folder)
    return run(*use), run("extras"), run("extras", "--add", "print"), run(*use)


def emptied_extra(checkout: Checkout) -> bool:
    """Empty the __init__.py of an added extra, as a power loss may: that is reported, and adding it again repairs it."""

    def empty(folder: Path) -> None:
        for path in folder.rglob("__init__.py"):
            path.write_bytes(b"")

    use = ("print", "tridice", str(checkout.folder / "board.pdf"))
    used, listed, added, again = _with_extra(checkout, empty, *use)
    said = used.returncode == 1 and "damaged" in used.stderr and len(used.stderr.splitlines()) == 1
    return said and "damaged" in listed.stdout and added.returncode == 0 and again.returncode == 0


def extra_of_all(checkout: Checkout) -> bool:
    """Let everybody write into the folder of an added extra: none of its code is run, and that is reported."""
    ran = checkout.folder / "ran"

    def share(folder: Path) -> None:
        folder.chmod(0o777)
        for path in folder.rglob("reportlab/__init__.py"):
            path.write_text(path.read_text() + f"\nopen({str(ran)!r}, 'w')\n")

    use = ("print", "tridice", str(checkout.folder / "board.pdf"))
    used, *_ = _with_extra(checkout, share, *use)
    return not ran.exists() and used.returncode == 1 and "other users" in used.stderr


def other_package(checkout: Checkout) -> bool:
    """Add an extra from an index that has another package of its name: it is refused, in one sentence."""
    python = bare_python(checkout.folder / "python")
    with foreign_index("") as (index, _):
        variables = {"UV_DEFAULT_INDEX": index, "FOURTH_SEAT_INDEX": index}
        added = _at_home(checkout, python, checkout.root / "companion.py", "extras", "--add", "mqtt", variables=variables)
    one = len(added.stderr.splitlines()) == 1
    return added.returncode == 1 and one and not list(checkout.home.glob(f"extras/*/mqtt/*{VERSION}*"))


def dripped_extra(checkout: Checkout) -> bool:
    """Add an extra from an index that sends a byte a second forever: the attempt is given up, in one sentence."""
    python = bare_python(checkout.folder / "python")
    add = (python, checkout.root / "companion.py", "extras", "--add", "mqtt")
    with dripping_index() as index, suppress(subprocess.TimeoutExpired):
        variables = {"UV_DEFAULT_INDEX": index, "FOURTH_SEAT_INDEX": index}
        done = _at_home(checkout, *add, seconds=ADD_TIMEOUT_S, variables=variables)
        return done.returncode == 1 and len(done.stderr.splitlines()) == 1
    return False


CASES: Mapping[str, Case] = {
    "uv-settings": Case("attack 1a", uv_settings),
    "pip-modules": Case("attack 1b", pip_modules),
    "uv-module": Case("attack 1c", uv_module),
    "update-pip": Case("attack 1d", update_beside_pip),
    "update-nothing": Case("attack 1d", update_that_did_nothing),
    "voice-program": Case("attack 1", voice_of_a_stranger),
    "tournament-modules": Case("attack 1", tournament),
    "python-variables": Case("attack 1", python_variables),
    "extra-emptied": Case("attack 3", emptied_extra),
    "extra-of-all": Case("attack 3", extra_of_all),
    "extra-other": Case("attack 3", other_package),
    "extra-dripped": Case("attack 3", dripped_extra),
}
