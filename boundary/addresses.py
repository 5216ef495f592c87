"""Network addresses as people write them, with a name and a password before the host: `http://ann:secret@phone:8080/video`."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote, unquote, urlsplit, urlunsplit

from boundary.text import well_formed


@dataclass(frozen=True, slots=True)
class Login:
    """User and password of an address.

    Attributes:
        user: may be empty.
        password: None where none is given.
    """

    user: str
    password: str | None = None


def split_login(address: str) -> tuple[str, Login | None]:
    """Split an address into what may be shown to anybody, and the login in it, if any. A text that is none has none."""
    try:
        parts = urlsplit(address)
        if not parts.scheme or "@" not in parts.netloc:
            return address, None
        user, colon, password = parts.netloc.rpartition("@")[0].partition(":")
        after = urlunsplit(parts._replace(scheme="", netloc=""))
        shown = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{after}"
    except ValueError:  # such as a bracket that is not closed
        head, _, rest = address.partition("://")
        return (f"{head}://{rest.rpartition('@')[2]}" if rest else address), None
    return shown, Login(*map(well_formed, map(unquote, (user, password) if colon else (user,))))


def join_login(address: str, login: Login) -> str:
    """Return an address without a login with this one in it."""
    parts = urlsplit(address)
    password = "" if login.password is None else f":{quote(login.password, safe='')}"
    return urlunsplit(parts._replace(netloc=f"{quote(login.user, safe='')}{password}@{parts.netloc}"))


def without_login(address: str) -> str:
    """Return an address as it may be shown to anybody."""
    return split_login(address)[0]
