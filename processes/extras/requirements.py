"""Requirements of an extra, from `pyproject.toml` or from the metadata of an installed package."""

from __future__ import annotations

import re

from processes.installation import CHECKOUT, PACKAGE, ROOT

OF_EXTRA = re.compile(r"""(?P<requirement>[^;]+);.*\bextra == ["'](?P<extra>[\w-]+)["']""")


def requirements(extra: str) -> list[str]:
    """Return the requirements of an extra (PEP 508); none where nobody knows them."""
    if CHECKOUT:
        import tomllib  # it and the other one take a while to load, and every command imports this module

        project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
        return list(project["optional-dependencies"][extra])
    from importlib import metadata

    try:
        named = [OF_EXTRA.fullmatch(each) for each in metadata.requires(PACKAGE) or ()]
    except metadata.PackageNotFoundError:
        return []
    return [each["requirement"].strip() for each in named if each and each["extra"] == extra]
