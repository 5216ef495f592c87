"""Where this program is installed, what it is called there, and how its extras are added."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = "fourth-seat"
CHECKOUT = (ROOT / "pyproject.toml").is_file()
PROGRAM = "companion.py" if CHECKOUT else PACKAGE


def version() -> str:
    """Return the version of this program, empty where nobody knows it."""
    if CHECKOUT:
        import tomllib

        return str(tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"])
    from importlib import metadata  # takes a while to load

    try:
        return metadata.version(PACKAGE)
    except metadata.PackageNotFoundError:
        return ""


def command_to_add(extra: str, package: str) -> str:
    """Return the command that adds an extra, which consists of one package, to this installation."""
    if CHECKOUT:
        return f"python -m uv sync --extra {extra}"
    if "pipx" in ROOT.parts:
        return f"pipx inject {PACKAGE} {package}"
    if {"uv", "tools"} <= set(ROOT.parts):
        return f'uv tool install "{PACKAGE}[{extra}]"'
    return f"pip install {package}"
