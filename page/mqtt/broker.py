"""The broker that a game is published to: its address and, stored separately, the password.

Addresses are typed on a command line, which other users of the computer can read, so the password is stored in the
environment variable `FOURTH_SEAT_MQTT_PASSWORD` or in the settings (`settings.toml`). The settings also contain the address
that the window publishes to, and the path of a private authority's certificate:

    [mqtt]
    address = "mqtt://ann@192.168.1.2"
    password = "..."
    ca = "/home/ann/broker-ca.pem"
    buttons = true
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from urllib.parse import unquote

from fourth_seat.boundary.addresses import NoAddress, UnclearLogin, bare, read_address, shown
from fourth_seat.boundary.text import has_controls, well_formed
from fourth_seat.processes.extras.catalogue import need
from fourth_seat.processes.start import current_folder
from fourth_seat.table.settings import config_file
from fourth_seat.table.settings.folders import home
from fourth_seat.words import FourthSeatError, say

PLAIN_PORT, TLS_PORT = 1883, 8883
SCHEMES = {"mqtt": False, "tcp": False, "mqtts": True, "ssl": True, "tls": True}
"""Whether each scheme uses encryption; tcp:// and ssl:// are used by programs based on Paho."""
PREFIX = "fourth-seat"  # of all topics, by default
VARIABLE = "FOURTH_SEAT_MQTT_PASSWORD"
SECTION = "mqtt"
MAX_PREFIX_BYTES = 200
OTHERS_MODE = 0o077  # the bits of a file's mode that give others access


class BadBroker(FourthSeatError, ValueError):
    """An invalid broker address, or a password that others can read."""


@dataclass(frozen=True, slots=True)
class Broker:
    """A broker's address and login details.

    Attributes:
        tls: whether the connection is encrypted.
        prefix: the beginning of all topics.
        ca: the path of a private authority's certificate; empty for the system's authorities.
        buttons: whether anyone who can publish to the broker may press buttons at the table.
    """

    host: str
    port: int
    tls: bool = False
    user: str = ""
    password: str = field(default="", repr=False)
    prefix: str = PREFIX
    ca: str = ""
    buttons: bool = False


def read_broker(address: str) -> Broker:
    """Parse an address of the form `mqtt://[user@]host[:port][/prefix]`, with any of the `SCHEMES`. The password is removed
    from the environment, so that programs started later do not inherit it.

    Raises:
        BadBroker: the address is invalid, or others can read the password.
        BadConfig: the settings cannot be read.
        MissingExtra: the package for publishing is missing.
    """
    unfit = BadBroker(
        say(
            (
                "“{address}” is not the address of a broker: enter an address such as mqtt://HOST or "
                "mqtts://USER@HOST:PORT/PREFIX"
            ),
            address=shown(bare(address)),
        )
    )
    try:
        read = read_address(bare(address))
    except UnclearLogin:
        raise _open_password() from None
    except NoAddress:
        raise unfit from None
    if read.login and read.login.password is not None:
        raise _open_password()
    if read.scheme not in SCHEMES or read.port == 0 or set("?#") & set(read.after) or has_controls(address):
        raise unfit
    tls = SCHEMES[read.scheme]
    prefix = well_formed(unquote(read.after)).strip("/") or PREFIX
    if not fits_topic(prefix):
        raise BadBroker(
            say(
                ("“{prefix}” cannot be used as a topic prefix: #, +, $ and empty parts have a special meaning in topics"),
                prefix=prefix,
            )
        )
    need("mqtt")
    saved, ca = _saved("password"), _saved("ca")
    password = environment_password() or saved
    port = read.port or (TLS_PORT if tls else PLAIN_PORT)
    authority = str(Path(current_folder(), ca)) if ca else ""  # for the publishing process, in another folder
    user = read.login.user if read.login else ""
    return Broker(read.host, port, tls, user, password, prefix, authority, buttons_allowed())


def _open_password() -> BadBroker:
    return BadBroker(
        say(
            "others can read a password in an address: put it in {variable} or, under [mqtt], in {file}",
            variable=VARIABLE,
            file=str(home() / "settings.toml"),
        )
    )


@cache
def environment_password() -> str:
    """Remove the password from the environment and return it. The result is cached."""
    return os.environ.pop(VARIABLE, "")


def saved_address() -> str:
    """Return the address of the broker that the window publishes to, or an empty string if there is none.

    Raises:
        BadConfig: the settings cannot be read.
    """
    return _saved("address")


def save_address(address: str) -> None:
    """Save the address of the broker that the window publishes to.

    Raises:
        NotSaved: the settings cannot be written.
    """
    config_file.save(home() / "settings.toml", {SECTION: {"address": address}})


def buttons_allowed() -> bool:
    """Return whether buttons may be pressed through a broker.

    Raises:
        BadConfig: the settings cannot be read.
    """
    return config_file.table_at(config_file.load(home() / "settings.toml"), SECTION).get("buttons") is True


def allow_buttons(allowed: bool) -> None:
    """Save whether buttons may be pressed through a broker.

    Raises:
        NotSaved: the settings cannot be written.
    """
    config_file.save(home() / "settings.toml", {SECTION: {"buttons": allowed}})


def fits_topic(text: str) -> bool:
    """Return whether a text is a valid topic prefix without wildcards."""
    return (
        all(text.split("/"))
        and not set("#+") & set(text)
        and not text.startswith("$")
        and not has_controls(text)
        and len(text.encode()) <= MAX_PREFIX_BYTES
    )


def _saved(name: str) -> str:
    """Return a text from the settings, or an empty string if there is none.

    Raises:
        BadConfig: the settings cannot be read.
        BadBroker: the text is the password, and others can read it.
    """
    path = home() / "settings.toml"
    value = config_file.table_at(config_file.load(path), SECTION).get(name)
    if not isinstance(value, str):
        return ""
    if name == "password" and os.name == "posix" and path.stat().st_mode & OTHERS_MODE:
        raise BadBroker(say("others can read the password in {file}: run “chmod 600 {file}”", file=str(path)))
    return value
