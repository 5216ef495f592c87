"""HTTPS for the page, by which browsers lend a phone's camera: with our own authority, or a certificate of the user's.

The user's own stands in the settings (`settings.toml`), with the name that it was made for:

    [phones]
    certificate = "/etc/letsencrypt/live/table.example.org/fullchain.pem"
    key = "/etc/letsencrypt/live/table.example.org/privkey.pem"
    name = "table.example.org"
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

from processes.installation import command_to_add
from table.settings import config_file
from table.settings.folders import home
from words import FourthSeatError, say

PORT = 8738  # by default
PACKAGE = "cryptography"
OWN = ("certificate", "key", "name")  # settings of the user's certificate


class NoCertificate(FourthSeatError, RuntimeError):
    """HTTPS cannot be spoken: there is no certificate, and none can be made."""


def https_settings() -> dict[str, Any]:
    """Return how the page is to speak HTTPS, as `PageHost` takes it.

    Raises:
        BadConfig: the settings cannot be read.
        NoCertificate: there is no certificate of the user's, and the package that makes one is missing.
    """
    saved = config_file.table_at(config_file.load(home() / "settings.toml"), "phones")
    own = {name: value for name in OWN if isinstance(value := saved.get(name), str) and value}
    if "certificate" in own and "key" in own:
        return {"port": PORT, **own}
    if find_spec(PACKAGE) is None:
        raise NoCertificate(
            say(
                "For a phone as the camera, install the package {package}: {command}",
                package=PACKAGE,
                command=command_to_add("trust", PACKAGE),
            )
        )
    return {"port": PORT, "authority": str(home() / "trust")}
