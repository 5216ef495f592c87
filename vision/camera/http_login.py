"""Authentication with a network camera, by digest (RFC 7616), which keeps the password secret, or by basic authentication
(RFC 7617) if the camera supports nothing else. No credentials are sent until the camera asks for them.
"""

from __future__ import annotations

import base64
import hashlib
import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fourth_seat.boundary.addresses import Login

MAX_CHALLENGE_CHARS = 4096  # of all that an answer asks for
HASHES = ("SHA-256", "MD5")  # the better one first
_PARAMETER = re.compile(r'([\w!#$%&\'*+.^`|~-]+)(?:[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]*)))?')


class UnknownLogin(Exception):
    """The camera requires an unsupported authentication scheme."""


@dataclass(frozen=True, slots=True)
class Challenge:
    """An authentication challenge: its scheme in lower case, and its parameters."""

    scheme: str
    parameters: Mapping[str, str]

    @property
    def algorithm(self) -> str:
        """The digest's hash algorithm, as in `HASHES`; empty if it is not supported."""
        name = self.parameters.get("algorithm", "MD5").upper().removesuffix("-SESS")
        return name if name in HASHES else ""

    @property
    def qualities(self) -> set[str]:
        """The qualities of protection offered; empty in the older form (RFC 2069)."""
        return {each.strip().lower() for each in self.parameters.get("qop", "").split(",")} - {""}

    @property
    def answerable(self) -> bool:
        """Whether this is a digest challenge that can be answered."""
        known = not self.qualities or "auth" in self.qualities
        return self.scheme == "digest" and bool(self.algorithm) and "nonce" in self.parameters and known


def challenges(headers: Sequence[str]) -> list[Challenge]:
    """Parse the `WWW-Authenticate` headers of a response; one header may contain several challenges."""
    found: list[Challenge] = []
    asked = " ".join(",".join(headers)[:MAX_CHALLENGE_CHARS].split())
    for match in _PARAMETER.finditer(asked):
        name, quoted, plain = match[1].lower(), match[2], match[3]
        if quoted is None and plain is None:
            found.append(Challenge(name, {}))
        elif found:
            value = re.sub(r"\\(.)", r"\1", quoted) if quoted is not None else plain
            found[-1] = Challenge(found[-1].scheme, {name: value, **found[-1].parameters})
    return found


class HttpLogin:
    """The login for one camera. Keeps the camera's last challenge, so that it need not be requested each time."""

    def __init__(self, login: Login) -> None:
        self._user, self._password = login.user, login.password or ""
        self._challenge: Challenge | None = None
        self._asked = 0  # requests that have answered this challenge

    def learn(self, headers: Sequence[str]) -> bool:
        """Use the challenge in a response. Return whether the camera rejected the last request only because its challenge
        was stale.

        Raises:
            UnknownLogin: the challenge is neither a supported digest nor basic authentication.
        """
        found = challenges(headers)
        digests = [each for each in found if each.answerable]
        digests.sort(key=lambda each: HASHES.index(each.algorithm))
        others = [each for each in found if each.scheme == "basic"]
        if found and not digests and not others:
            raise UnknownLogin
        self._challenge, self._asked = (*digests, *others, Challenge("basic", {}))[0], 0
        return self._challenge.parameters.get("stale", "").lower() == "true"

    def header(self, method: str, uri: str) -> bytes | None:
        """Return the `Authorization` header for a request, or None if the camera has not yet asked for one."""
        challenge = self._challenge
        if challenge is None:
            return None
        if challenge.scheme == "basic":
            return b"Basic " + base64.b64encode(f"{self._user}:{self._password}".encode())
        self._asked += 1
        return digest_header(challenge, self._user, self._password, method, uri, self._asked, secrets.token_urlsafe(16))


def digest_header(challenge: Challenge, user: str, password: str, method: str, uri: str, count: int, nonce: str) -> bytes:
    """Return the `Authorization` header for a digest challenge. `count` is the number of requests that have answered the
    challenge, and `nonce` is the client's nonce.
    """
    given = challenge.parameters

    def hashed(*parts: str) -> str:
        data = ":".join(parts).encode("latin-1", "replace")
        made = hashlib.sha256(data) if challenge.algorithm == "SHA-256" else hashlib.md5(data, usedforsecurity=False)
        return made.hexdigest()

    # What the camera sent was read as Latin-1, so UTF-8 is written in the same letters.
    user, password = (text.encode().decode("latin-1") for text in (user, password))
    secret = hashed(user, given.get("realm", ""), password)
    if given.get("algorithm", "").upper().endswith("-SESS"):
        secret = hashed(secret, given["nonce"], nonce)
    between = (f"{count:08x}", nonce, "auth") if challenge.qualities else ()
    values = {
        "username": user,
        "realm": given.get("realm", ""),
        "nonce": given["nonce"],
        "uri": uri,
        "response": hashed(secret, given["nonce"], *between, hashed(method, uri)),
        **({"opaque": given["opaque"]} if "opaque" in given else {}),
        **({"cnonce": nonce} if between else {}),
    }
    plain = {
        **({"algorithm": given["algorithm"]} if "algorithm" in given else {}),
        **({"qop": "auth", "nc": between[0]} if between else {}),
    }
    fields = [*(f"{name}={_quoted(value)}" for name, value in values.items()), *map("=".join, plain.items())]
    return f"Digest {', '.join(fields)}".encode("latin-1", "replace")


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
