"""The index from which packages are downloaded: https://pypi.org, or another one that a person names."""

from __future__ import annotations

import os
from pathlib import Path

VARIABLE = "FOURTH_SEAT_INDEX"
"""Names another index: an address, or a folder of wheels."""


def index_variables() -> dict[str, str]:
    """Return the variables by which uv and pip use the index; on a command line others could read a password in it."""
    index = os.environ.get(VARIABLE, "")
    if not index:
        return {}
    if Path(index).is_dir():
        wheels = str(Path(index).absolute())
        return {"UV_NO_INDEX": "1", "UV_FIND_LINKS": wheels, "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": wheels}
    return {"UV_DEFAULT_INDEX": index, "PIP_INDEX_URL": index}
