"""Pythons with the program's requirements and no extras, and with the chosen package installers."""

from __future__ import annotations

import shutil
import subprocess
import sys
import sysconfig
import tomllib
from importlib import metadata
from importlib.util import find_spec
from itertools import chain
from pathlib import Path

from benchmarks.reliability.checkout import ROOT
from fourth_seat.processes.extras.pins import name_of

UV_ALONE = "uv"
"""The name of a folder with uv in it, to be put into PATH."""


def bare_python(folder: Path, *, pip: bool = False, uv: bool = False, extras: bool = False) -> Path:
    """Make an environment in a folder and return its Python.

    Args:
        pip, uv: whether it has those, as modules.
        extras: whether it has the packages of all extras, too.
    """
    options = () if pip else ("--without-pip",)
    subprocess.run([sys.executable, "-I", "-m", "venv", *options, folder], check=True, capture_output=True)
    site = next(folder.glob("lib/python*/site-packages"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    optional = project["optional-dependencies"].values() if extras else ()
    wanted = [*project["dependencies"], *chain.from_iterable(optional)]
    for name in sorted(_closure([name_of(line) for line in wanted])):
        _link(name, site)
    if uv:
        module = _base_uv()
        (site / "uv").symlink_to(module)
        (folder / "bin" / "uv").symlink_to(uv_program())
    return folder / "bin" / "python"


def uv_program() -> str:
    """Return the file of uv itself, not of a script that looks around before starting it."""
    beside = Path(sysconfig.get_path("scripts", vars={"base": sys.base_prefix}), "uv")
    found = str(beside) if beside.exists() else shutil.which("uv")
    assert found, "uv is not installed"
    return found


def uv_folder(folder: Path) -> str:
    """Return a folder that holds uv alone, for PATH."""
    (folder / UV_ALONE).mkdir(exist_ok=True)
    link = folder / UV_ALONE / "uv"
    if not link.is_symlink():
        link.symlink_to(uv_program())
    return str(link.parent)


def _base_uv() -> Path:
    """Return the folder of the module uv of the Python that this environment was made from."""
    places = [sysconfig.get_path("purelib", vars={"base": sys.base_prefix, "platbase": sys.base_prefix})]
    found = [Path(place, "uv") for place in places if Path(place, "uv").is_dir()]
    spec = find_spec("uv")
    return found[0] if found else Path(str(spec and spec.origin)).parent


def _closure(names: list[str]) -> set[str]:
    """Return these packages and all their requirements that are installed here."""
    found: set[str] = set()
    while names:
        name = names.pop().lower().replace("_", "-")
        try:
            required = metadata.requires(name) or []
        except metadata.PackageNotFoundError:
            continue
        if name not in found:
            found.add(name)
            names += [name_of(line) for line in required if "extra ==" not in line]
    return found


def _link(name: str, site: Path) -> None:
    distribution = metadata.distribution(name)
    for top in {file.parts[0] for file in distribution.files or () if file.parts[0] not in ("..", "__pycache__")}:
        target = Path(str(distribution.locate_file(top)))
        if target.exists() and not (site / top).exists():
            (site / top).symlink_to(target)
