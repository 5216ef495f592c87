"""The members who may see the page, their short-lived single-use invitations, and the cookies exchanged for these."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

COOKIE = "seat-{port}"  # cookies ignore ports: those of two tables on one computer would replace each other
SECURE_COOKIE = "__Host-" + COOKIE  # over HTTPS: no page without it can set one of this name (RFC 6265bis)
HANDOVER_S = 60.0  # for which a link from HTTP to HTTPS is good
TOKEN_BYTES = 16
KEY_BYTES = 24
MAX_MEMBERS = 64
MAX_NAME = 40  # characters
MAX_TOKEN = 64  # characters
CODE_LETTERS = "346789CDFGHJKMNPQRTWXY"  # no two that look alike, and no vowels, so no words
CODE_LENGTH = 6
MAX_CODES, CODES_S = 30, 60.0  # codes tried by all addresses together: a code that lives two minutes is not found by trying
MAX_TRIES, TRIES_S = 20, 60.0  # attempts to join from one address: at most this many in this many seconds
MAX_ADDRESSES = 256  # whose attempts are remembered
MAX_MESSAGES, MESSAGES_S = 40, 1.0  # of one member's pages: at most this many in this many seconds


class OpenPage(Protocol):
    """The connection to one page, implemented in `page.server.connection`."""

    @property
    def member(self) -> Member:
        """The member who has opened the page."""

    def put(self, kind: str, text: str) -> None:
        """Queue a message for sending."""

    def close(self, code: int = ..., last: str = ...) -> asyncio.Task[None]:
        """Close the connection after an optional last message."""


@dataclass
class Member:
    """A guest who has been admitted.

    Attributes:
        key_hash: SHA-256 of the cookie's key, in hexadecimal.
        camera: the secret part of the URL of their camera's pictures; empty while the camera is not in use.
        filming: the connection that these pictures arrive on.
        sending: whether one of their photos is being received.
        phone: whether they have loaded the page, and so are not a program such as another table.
        received: the times of their last messages.
    """

    id: str
    key_hash: str
    seats: tuple[int, ...]
    name: str
    language: str
    connections: set[OpenPage] = field(default_factory=set)
    camera: str = ""
    filming: OpenPage | None = None
    sending: bool = False
    phone: bool = False
    received: deque[float] = field(default_factory=lambda: deque(maxlen=MAX_MESSAGES))


@dataclass(frozen=True, slots=True)
class Token:
    """The rights granted by an invitation, and their expiry time.

    Attributes:
        code: the hash of the invitation's short code; empty if there is none.
        member: the id of the member whose membership it continues, if any.
    """

    seats: tuple[int, ...]
    name: str
    ends: float
    code: str = ""
    member: str = ""


class Members:
    """All guests who have been admitted.

    Attributes:
        by_id: the members by id, in the order in which they joined.
        on_drop: called with the id of a member dropped to make room for another one.
    """

    def __init__(self, known: list[Mapping[str, Any]], clock: Callable[[], float]) -> None:
        """`known` holds the members of the previous server process."""
        self.by_id = {
            guest["id"]: Member(guest["id"], guest["key_hash"], tuple(guest["seats"]), guest["name"], guest["language"])
            for guest in known
        }
        self.on_drop: Callable[[str], None] = lambda _: None
        self._clock = clock
        self._tokens: dict[str, Token] = {}  # by their hash
        self._codes: deque[float] = deque(maxlen=MAX_CODES)  # when codes were tried
        self._tries: dict[str, deque[float]] = {}  # when, by address

    def invite(self, token_hash: str, seats: tuple[int, ...], name: str, seconds: float, code_hash: str = "") -> None:
        """Admit one person who presents, within this many seconds, the token or the short code with the given hash."""
        now = self._clock()
        self._tokens = {key: token for key, token in self._tokens.items() if token.ends > now}
        self._tokens[token_hash] = Token(seats, name, now + seconds, code_hash)

    def hand_over(self, member: Member) -> str:
        """Return a token that lets a member continue over HTTPS, where the HTTP cookie is not sent."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        self._tokens = {key: known for key, known in self._tokens.items() if known.member != member.id}
        self._tokens[hash_of(token)] = Token(member.seats, member.name, self._clock() + HANDOVER_S, member=member.id)
        return token

    def may_try(self, address: str) -> bool:
        """Count an attempt to join from an address; return whether the rate limit allows it."""
        now = self._clock()
        tries = self._tries.pop(address, None) or deque(maxlen=MAX_TRIES)
        self._tries[address] = tries
        if len(self._tries) > MAX_ADDRESSES:
            del self._tries[next(iter(self._tries))]  # the one whose last attempt is the oldest
        return _one_more(tries, now, TRIES_S)

    def may_type(self) -> bool:
        """Count an attempt to use a short code, from any address; return whether the rate limit allows it."""
        return _one_more(self._codes, self._clock(), CODES_S)

    def may_say_more(self, member: Member) -> bool:
        """Count a message from a member; return whether the rate limit allows it."""
        return _one_more(member.received, self._clock(), MESSAGES_S)

    def join_by_code(self, code: str, language: str) -> tuple[Member, str] | None:
        """Like `join`, but for the invitation with this short code."""
        wanted = hash_of(plain_code(code))
        return self._admit(next((key for key, token in self._tokens.items() if token.code == wanted), ""), language)

    def join(self, token: str, language: str) -> tuple[Member, str] | None:
        """Exchange a token for a member and the value of their new cookie, or return None if the token is invalid or the
        maximum number of members have their page open.
        """
        return self._admit(hash_of(token), language)

    def _admit(self, token_hash: str, language: str) -> tuple[Member, str] | None:
        known = self._tokens.get(token_hash)
        if known is None or known.ends < self._clock() or not (known.member or self._makes_room()):
            return None
        del self._tokens[token_hash]
        key = secrets.token_urlsafe(KEY_BYTES)
        if known.member:
            member = self.by_id.get(known.member)
            if member is None:
                return None
            member.key_hash = hash_of(key)
        else:
            member = Member(secrets.token_hex(4), hash_of(key), known.seats, known.name, language)
            self.by_id[member.id] = member
        return member, f"{member.id}.{key}"

    def _makes_room(self) -> bool:
        """If there is no room for another member, drop the earliest member whose page is closed; return whether there is
        room now.
        """
        if len(self.by_id) >= MAX_MEMBERS:
            absent = next((member.id for member in self.by_id.values() if not (member.connections or member.camera)), None)
            if absent is None:
                return False
            del self.by_id[absent]
            self.on_drop(absent)
        return True

    def of_cookie(self, value: str) -> Member | None:
        """Return the owner of a cookie, or None if it belongs to no member."""
        number, _, key = value.partition(".")
        member = self.by_id.get(number)
        return member if member and hmac.compare_digest(member.key_hash, hash_of(key)) else None


def new_code() -> str:
    """Return a random short code."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def plain_code(typed: str) -> str:
    """Return a typed code in capitals, without any separators between its letters."""
    return "".join(filter(str.isalnum, typed)).upper()


def hash_of(secret: str) -> str:
    """Return the SHA-256 of a token or key, in hexadecimal. The secret itself is not stored anywhere."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def _one_more(times: deque[float], now: float, seconds: float) -> bool:
    """Record the current time and return True, or return False if the limit within this many seconds is reached."""
    crowded = len(times) == times.maxlen and times[0] > now - seconds
    if not crowded:
        times.append(now)
    return not crowded
