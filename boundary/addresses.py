"""Network addresses as users write them, optionally with a login: `http://ann:ge/heim@phone:8080/video`.

The login is everything up to the last `@` before the host, whatever characters it contains. The public form of an address
omits the login and everything after `?` or `#`, which may be a password or an access code. If a text cannot be parsed as an
address, its public form omits everything before the last `@`.
"""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from urllib.parse import quote, unquote

from fourth_seat.boundary.numbers import parse_integer
from fourth_seat.boundary.text import well_formed

MAX_PORT = 65_535
LEFT_OUT = "…"  # the part cut off stays cut off: it is not a login
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*(?:://[A-Za-z][A-Za-z0-9+.-]*)*)://")  # one inside another, too
_HOST = re.compile(r"(\[[0-9A-Fa-f:.]+(?:%[\w.~-]+)?\]|[^\s/?#@:\[\]\\\"'<>^`{|}]+)(?::([0-9]*))?(?=[/?#]|\Z)")
_MARKS = {'"': '"', "'": "'", "“": "”", "„": "“", "‘": "’", "<": ">"}


class NoAddress(ValueError):
    """Raised when a text is not of the form `SCHEME://[LOGIN@]HOST[:PORT]...`."""


class UnclearLogin(NoAddress):
    """Raised when the login in an address could end at more than one `@`."""


@dataclass(frozen=True, slots=True)
class Login:
    """The user and password in an address.

    Attributes:
        user: the user name; may be empty.
        password: None if not given.
    """

    user: str
    password: str | None = None


@dataclass(frozen=True, slots=True)
class Address:
    """The parts of an address.

    Attributes:
        scheme: in lower case.
        host: as written, without the brackets of an IPv6 address.
        port: None if not given.
        after: everything after the host and port, as written: path, query and fragment.
        login: None if not given.
    """

    scheme: str
    host: str
    port: int | None
    after: str
    login: Login | None = None

    def __str__(self) -> str:
        """Return the address without its login."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}{'' if self.port is None else f':{self.port}'}{self.after}"


def bare(text: str) -> str:
    """Strip surrounding whitespace and quotation marks."""
    text = text.strip()
    return text[1:-1].strip() if len(text) > 1 and _MARKS.get(text[0]) == text[-1] else text


def read_address(text: str) -> Address:
    """Parse an address.

    Raises:
        UnclearLogin: the address is ambiguous; percent-encoding the login's characters helps.
        NoAddress: the text is not an address.
    """
    scheme, login, host, after = _parts(text)
    port = None if not host[2] else parse_integer(host[2], 0, MAX_PORT)
    if host[2] and port is None:
        raise NoAddress
    return Address(scheme.lower(), host[1].strip("[]"), port, after, login)


def split_login(text: str) -> tuple[str, Login | None]:
    """Return an address without its login, and the login if there is one.

    If the text is not an address, the login is None, and anything that might be a login is removed.
    """
    try:
        scheme, login, host, after = _parts(text)
    except NoAddress:
        return _cut(text), None
    return f"{scheme}://{host[0].removesuffix(':')}{after}", login  # "http://a:@b://c" would be two addresses


def join_login(address: str, login: Login) -> str:
    """Insert a login into an address, which must not have one yet."""
    begins = _SCHEME.match(address)
    at = begins.end() if begins else 0
    password = "" if login.password is None else f":{quote(login.password, safe='')}"
    return f"{address[:at]}{quote(login.user, safe='')}{password}@{address[at:]}"


def without_login(text: str) -> str:
    """Return an address without its login, for use as a key."""
    return split_login(text)[0]


def shown(text: str) -> str:
    """Return the public form of an address, even if the address is malformed."""
    rest = without_login(text)
    begins = _SCHEME.match(rest)
    if not begins:
        return rest
    end = min((at for at in map(rest.find, "?#") if at >= 0), default=len(rest))
    return rest[: end + 1] + LEFT_OUT if rest[end + 1 :] else rest


def masked(sentence: str) -> str:
    """Remove the secrets from all addresses quoted in a sentence, including malformed ones."""
    sentence = re.sub(r"(:(?://)?).*@", rf"\1{LEFT_OUT}@", sentence, flags=re.DOTALL)
    return re.sub(r"(://[^\s?#]*[?#])[^\s”'\"]+", rf"\1{LEFT_OUT}", sentence)


def _parts(text: str) -> tuple[str, Login | None, re.Match[str], str]:
    """Return the scheme, login, match of host and port, and the rest; raise `NoAddress` like `read_address`."""
    begins = _SCHEME.match(text)
    if not begins:
        raise NoAddress
    first = begins.end()
    starts = [first, *(first + found.end() for found in re.finditer("@", text[first:]))]
    readings = [found for found in (_HOST.match(text, start) for start in starts) if found]
    addresses = [found for found in readings if _is_ip(found[1])]  # which are not part of a login, nor of a path
    if len(addresses) == 1:
        [host] = addresses
    elif len(readings) == 1 and "@" not in text[readings[0].end() :]:
        [host] = readings
    else:
        raise UnclearLogin if readings and "@" in text else NoAddress
    before = text[begins.end() : host.start()]
    if before == f"{LEFT_OUT}@":
        raise NoAddress
    user, colon, password = before.removesuffix("@").partition(":")
    login = Login(*map(well_formed, map(unquote, (user, password) if colon else (user,)))) if before else None
    return begins[1], login, host, text[host.end() :]


def _is_ip(host: str) -> bool:
    try:
        ipaddress.ip_address(host.strip("[]").partition("%")[0])
    except ValueError:
        return False
    return True


def _cut(text: str) -> str:
    """Remove a possible login: the part before the last `@`, or everything in the place of a host and a port."""
    begins = _SCHEME.match(text)
    head, rest = (begins[0], text[begins.end() :]) if begins else ("", text)
    if "@" in rest and (begins or ":" in rest.rpartition("@")[0]):
        return f"{head}{LEFT_OUT}@{rest.rpartition('@')[2]}"
    if begins and ":" in re.split("[/?#]", rest, maxsplit=1)[0]:
        return f"{head}{LEFT_OUT}"
    return text
