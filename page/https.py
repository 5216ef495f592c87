"""HTTPS for the page, with our own authority or the user's certificate; browsers require it for camera access.

The user's certificate is set in `settings.toml`, with the name that it was issued for:

    [phones]
    certificate = "/etc/letsencrypt/live/table.example.org/fullchain.pem"
    key = "/etc/letsencrypt/live/table.example.org/privkey.pem"
    name = "table.example.org"
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fourth_seat.processes.extras.catalogue import need
from fourth_seat.processes.start import current_folder
from fourth_seat.table.settings import config_file
from fourth_seat.table.settings.folders import home

DEFAULT_PORT = 8738  # of HTTPS
OWN_SETTINGS = ("certificate", "key", "name")  # settings of the user's certificate


def https_settings() -> dict[str, Any]:
    """Return the page's HTTPS settings, in the form that `PageHost` expects.

    Raises:
        BadConfig: the settings cannot be read.
        MissingExtra: the user has no certificate, and the package for creating one is missing.
    """
    saved = config_file.table_at(config_file.load(home() / "settings.toml"), "phones")
    own = {name: value for name in OWN_SETTINGS if isinstance(value := saved.get(name), str) and value}
    if "certificate" in own and "key" in own:
        files = {
            name: str(Path(current_folder(), own[name])) for name in ("certificate", "key")
        }  # the server works in another folder
        return {"port": DEFAULT_PORT, **own, **files}
    need("trust")
    return {"port": DEFAULT_PORT, "authority": str(Path(current_folder(), home() / "trust"))}
