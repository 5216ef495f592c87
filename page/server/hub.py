"""The hub between the host and all open pages, which forwards messages and holds the latest scene in each language."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from aiohttp import WSCloseCode

from fourth_seat.boundary.json_forms import fits, parse_json, parse_message
from fourth_seat.page.server.cameras import Cameras
from fourth_seat.page.server.connection import Connection
from fourth_seat.page.server.members import MAX_NAME, Member, Members, OpenPage
from fourth_seat.page.server.refusals import ENGLISH, RefusalWords
from fourth_seat.page.server.security import Security

PROTOCOL = 1
TAG_DIGITS = 20
FLUSH_S, END_S = 0.05, 0.5  # for queued messages to be sent, and for pages to close
# "nothing" stands in place of a scene: only the newer of the two counts.
KIND = {"nothing": "scene"}
COMMANDS: Mapping[str, Any] = {
    "invite": {"token_hash": str, "seats": [int], "name": str, "seconds": float, "code_hash": str},
    "send": {"language": str, "message": {"type": str}},
    "reply": {"guest": str, "message": {"type": str}},
    "put_out": {"guest": str},
    "camera": {"guest": str, "on": bool},
    "close": {},
}
"""Commands from the host and their fields."""

Say = Callable[[Mapping[str, Any]], None]


class Hub:
    """Forwards messages between the host and the pages.

    Attributes:
        members: the guests who have been admitted.
        pictures_port: the port on this computer for pictures from phones.
        secure_port: the port for HTTPS; 0 if there is none.
    """

    def __init__(self, members: Members, cameras: Cameras, security: Security, words: RefusalWords, say: Say) -> None:
        """`say` sends an event to the host."""
        self.members = members
        members.on_drop = lambda guest: say({"event": "gone", "guest": guest})
        self.pictures_port = self.secure_port = 0
        self._words = words
        self._cameras, self._security, self._say = cameras, security, say
        self._newest: dict[str, dict[str, str]] = {}  # by language and kind
        self._tags: dict[str, str] = {}  # of the newest boards, by language: they change with the contents

    # -- from the host -----------------------------------------------------------------------------------------------------

    def obey(self, line: str) -> None:
        """Carry out a command from the host; ignore a line that is not a command."""
        command = parse_message(line, "do", COMMANDS)
        if command is None:
            return
        what = command["do"]
        if what == "invite":
            seats = tuple(command["seats"])
            self.members.invite(command["token_hash"], seats, command["name"], command["seconds"], command["code_hash"])
        elif what == "send":
            self._send(command["language"], command["message"])
        elif what == "close":
            self._close()
        elif member := self.members.by_id.get(command["guest"]):
            self._about(member, command)

    def _about(self, member: Member, command: Mapping[str, Any]) -> None:
        what = command["do"]
        if what == "reply":
            for connection in member.connections:
                connection.put(command["message"]["type"], _text(command["message"]))
        elif what == "camera":
            if command["on"]:
                member.camera = member.camera or self._cameras.open()
            else:
                self._end_camera(member)
            self._greet(member)
        elif what == "put_out":
            self._dismiss(member, self._word(member, "removed"))

    def _dismiss(self, member: Member, why: str) -> None:
        """Stop admitting a member; their pages give the reason."""
        self.members.by_id.pop(member.id, None)
        self._end_camera(member)
        for connection in list(member.connections):
            connection.close(WSCloseCode.POLICY_VIOLATION, _text({"type": "bye", "text": why}))

    def _word(self, member: Member, key: str) -> str:
        return self._words.get(member.language, ({}, False))[0].get(key, "")

    def _end_camera(self, member: Member) -> None:
        self._cameras.close(member.camera)
        member.camera = ""
        if member.filming:
            member.filming.close()

    def _send(self, language: str, message: Mapping[str, Any]) -> None:
        kind, text = KIND.get(message["type"], message["type"]), _text(message)
        if kind == "board":
            self._tags[language] = hashlib.sha256(text.encode()).hexdigest()[:TAG_DIGITS]
            text = _text({**message, "tag": self._tags[language]})
        if kind in ("board", "scene"):
            self._newest.setdefault(language, {})[kind] = text
        for member in self.members.by_id.values():
            if member.language == language:
                for connection in member.connections:
                    connection.put(kind, text)

    def _close(self) -> None:
        for connection in self._connections():
            connection.put("bye", _text({"type": "bye", "text": self._word(connection.member, "closed")}))

    async def end(self) -> None:
        """Close all pages after their last messages have been sent."""
        if self._connections():
            await asyncio.sleep(FLUSH_S)
        leaving = [connection.close(WSCloseCode.GOING_AWAY) for connection in self._connections()]
        if leaving:
            await asyncio.wait(leaving, timeout=END_S)

    def _connections(self) -> list[OpenPage]:
        return [connection for member in self.members.by_id.values() for connection in member.connections]

    # -- from the pages ----------------------------------------------------------------------------------------------------

    def join(self, way: str, secret: str, language: str, former: Member | None) -> str | None:
        """Admit a guest by a token or, depending on `way`, a short code; return their cookie, or None if the token or code
        is invalid.

        A guest who had already joined as `former` keeps their name; the earlier membership ends.
        """
        spoken = language if language in self._words else ENGLISH
        joined = self.members.join_by_code(secret, spoken) if way == "code" else self.members.join(secret, spoken)
        if joined is None:
            return None
        member, cookie = joined
        if former and former is not member:
            member.name = member.name or former.name
            self._dismiss(former, "")
            self._say({"event": "gone", "guest": former.id})
        self._say(
            {
                "event": "joined",
                "guest": member.id,
                "key_hash": member.key_hash,
                "seats": member.seats,
                "name": member.name,
                "language": member.language,
            }
        )
        return cookie

    def opened(self, connection: Connection) -> None:
        """Greet a newly connected page, and send it everything to be shown."""
        member = connection.member
        member.connections.add(connection)
        self._greet(member)
        for kind, text in self._newest.get(member.language, {}).items():
            tag = self._tags.get(member.language, "")
            known = kind == "board" and connection.board == tag
            connection.put(kind, _text({"type": "board", "tag": tag}) if known else text)
        if len(member.connections) == 1:
            self._say({"event": "here", "guest": member.id, "here": True})

    def closed(self, connection: Connection) -> None:
        """Remove a page that has disconnected."""
        member = connection.member
        member.connections.discard(connection)
        if not member.connections:
            self._say({"event": "here", "guest": member.id, "here": False})

    def received(self, connection: Connection, text: str) -> bool:
        """Handle a message from a page; return whether it was valid and within the rate limit."""
        member = connection.member
        if not self.members.may_say_more(member):
            return False
        try:
            message = parse_json(text)
        except ValueError:
            return False
        if not fits(message, {"type": str}):
            return False
        if message["type"] == "ping":
            connection.put("pong", '{"type":"pong"}')
            return True
        if message["type"] == "secure" and self.secure_port:
            name = self._security.name or next(filter(self._security.certifies, connection.names), connection.names[-1])
            host = f"[{name}]" if ":" in name else name
            link = f"https://{host}:{self.secure_port}/#{self.members.hand_over(member)}"
            connection.put("secure", _text({"type": "secure", "link": link}))
            return True
        if message["type"] == "table" and member.phone:
            return False  # a phone's seat stays its own: a link that another table is to use is given to that table
        language, name = message.get("language"), message.get("name")
        if message["type"] == "name" and isinstance(name, str):
            member.name = name[:MAX_NAME]
            self._greet(member)
        if message["type"] == "language" and isinstance(language, str) and language in self._words:
            member.language = language
            self._greet(member)
            for kind, newest in self._newest.get(member.language, {}).items():
                for each in member.connections:
                    each.put(kind, newest)
        self._say({"event": "message", "guest": member.id, "message": message})
        return True

    def camera_seen(self, member: Member) -> None:
        """Tell the host that a member's camera is sending pictures, and at which URL they are available."""
        url = f"http://127.0.0.1:{self.pictures_port}/{member.camera}.mjpeg"
        self._say({"event": "camera", "guest": member.id, "url": url})

    def photo_taken(self, member: Member, file: Path) -> None:
        """Tell the host about a file with a photo that a member has taken; the host removes the file."""
        self._say({"event": "photo", "guest": member.id, "file": str(file)})

    def _greet(self, member: Member) -> None:
        words, right_to_left = self._words.get(member.language, ({}, False))
        text = _text(
            {
                "type": "hello",
                "protocol": PROTOCOL,
                "guest": member.id,
                "name": member.name,
                "seats": member.seats,
                "camera": bool(member.camera),
                "secure_port": self.secure_port,
                "trust": bool(self._security.trust),
                "language": member.language,
                "languages": sorted(self._words),
                "rtl": right_to_left,
                "words": words,
            }
        )
        for connection in member.connections:
            connection.put("hello", text)


def _text(message: Mapping[str, Any]) -> str:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))
