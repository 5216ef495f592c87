"""The host for guests with phones, which starts the server process, sends scenes and carries out commands.

Its owner calls `step` regularly (a window does so on a timer); nothing here blocks. The host makes all decisions, while the
server process only forwards messages.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any

from fourth_seat.boundary.json_forms import parse_message
from fourth_seat.page.camera.filming import Filming
from fourth_seat.page.camera.photos import GuestPhotos
from fourth_seat.page.guests import Guest, GuestCommands, Json
from fourth_seat.page.hosted import NO_GAME, HostedTable
from fourth_seat.page.linked.host import TableHost
from fourth_seat.page.scene import SceneWriter, board_message
from fourth_seat.page.server.members import MAX_NAME, hash_of, new_code
from fourth_seat.page.wording import in_every_language
from fourth_seat.processes.extras.catalogue import need
from fourth_seat.processes.supervised import SupervisedWorker
from fourth_seat.processes.worker import WorkerProcess
from fourth_seat.table.protocols import Announcement, AnnouncementKind
from fourth_seat.table.record.events import Event
from fourth_seat.table.settings.language import named
from fourth_seat.words import Catalogue, Text, say, sentence
from fourth_seat.words.catalogue import languages

DEFAULT_PORT = 8737  # of HTTP
NICENESS = 2  # on Unix: after the window
TOKEN_BYTES, TOKEN_S = 16, 120  # of an invitation, and seconds for which it is good

EVENTS: Mapping[str, Any] = {
    "alive": {},
    "listening": {"port": int, "secure_port": int},
    "joined": {"guest": str, "key_hash": str, "seats": [int], "name": str, "language": str},
    "gone": {"guest": str},
    "here": {"guest": str, "here": bool},
    "message": {"guest": str, "message": dict},
    "camera": {"guest": str, "url": str},
    "photo": {"guest": str, "file": str},
    "trouble": {"text": str},
}
"""Messages from the server process and their fields."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """A link for one phone, valid for `TOKEN_S` seconds.

    Attributes:
        place: the address for a phone that cannot scan, where the `code` is to be entered.
    """

    link: str
    place: str
    code: str
    seats: tuple[int, ...]


class PageHost:
    """Hosts guests with phones, at one table after another.

    Attributes:
        guests: the guests who have joined, by id.
        port, secure_port: the server's ports for HTTP and HTTPS; 0 while it is not listening.
        trouble: the reason why the server is not listening, or another fault; None if there is no problem.
        filming: the use of a phone as the camera.
        worker: the server process.
    """

    def __init__(
        self,
        addresses: Sequence[str],
        *,
        port: int | None = None,
        tls: Mapping[str, Any] | None = None,
        dice: Random | None = None,
        process: Callable[..., WorkerProcess] = WorkerProcess,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Make the page available in the room.

        Args:
            addresses: the addresses at which phones can reach this computer.
            port: the port for HTTP; 0 for any free port. Defaults to the usual one.
            tls: the HTTPS settings from `page.https`: the `port`, and either the folder of our own `authority` or a
                `certificate` with its `key` and, if it was issued for one, its `name`. None for HTTP only.

        Raises:
            MissingExtra: a package for serving the page is missing.
            OSError: the process cannot be started.
        """
        need("phones")
        self.addresses = tuple(addresses)
        self.guests: dict[str, Guest] = {}
        self.port = self.secure_port = 0
        self.trouble: Text | None = None
        self._tls = dict(tls) if tls else None
        self._dice = dice or Random()
        self._make_process, self._clock = process, clock
        self._catalogues: dict[str, Catalogue] = {}  # of the languages that guests read
        self._hosted: HostedTable | None = None
        self._commands: GuestCommands | None = None
        self._tables: TableHost | None = None
        # Guests that are tables themselves: the id of the game that they play, empty while they wait for the next one.
        self._table_guests: dict[str, str] = {}
        self._moment = 0
        self._dirty = True
        self._sent: dict[str, Any] = {}  # the inputs of the boards that were sent
        self._sent_state: tuple[object, ...] = ()  # the inputs of the scenes that were sent, except the moment
        self._wanted_port = DEFAULT_PORT if port is None else port  # once it has listened, the same port again
        self.worker = SupervisedWorker(self._start, clock=clock)
        self.filming = Filming(self.worker, self._render, clock)
        self._photos = GuestPhotos(self.worker, self._render)

    # -- the table ---------------------------------------------------------------------------------------------------------

    def attach(self, hosted: HostedTable | None) -> None:
        """Show guests another table, or none if it is None."""
        if self._hosted and self._commands:
            self._moment = self._commands.moment
            self._commands.close()
            self._hosted.table.watchers.remove(self._happened)
            self._hosted.table.displays.remove(self)
        self._hosted, self._commands, self._tables = hosted, None, None
        self._sent.clear()
        self._dirty = True
        self.filming.attach(hosted)
        self._photos.attach(hosted)
        if hosted:
            table = hosted.table
            self._commands = GuestCommands(hosted, self._dice, moment=self._moment)
            self._tables = TableHost(table, hosted.waits, self._reply, hosted.blocked)
            for guest, game in self._table_guests.items():
                self._meet(guest, joins=game in ("", self._tables.game))
            table.watchers.append(self._happened)
            table.displays.append(self)

    def _show_scenes(self) -> None:
        """Send the board and the scene to all guests, in their languages."""
        hosted, commands = self._hosted, self._commands
        if hosted is None or commands is None:
            for language, catalogue in self._catalogues.items():
                self._broadcast(language, {"type": "nothing", "text": catalogue.render(NO_GAME)})
            return
        table, orientation = hosted.table, hosted.orientation()
        writer = SceneWriter(table, hosted.review, orientation)
        for language, catalogue in self._catalogues.items():
            board = table.game.name, str(table.options), orientation
            if self._sent.get(language) != board:
                self._sent[language] = board
                self._broadcast(language, board_message(table.game, table.options, orientation, catalogue.render))
            scene = writer.scene(commands.moment, catalogue, hosted.hint(), thinking=hosted.thinking())
            scene["proposed"] = "" if hosted.proposed() is None else str(hosted.proposed())
            scene["can"] = hosted.offered(scene["can"])
            self._broadcast(language, scene)

    def tell(self, text: Text) -> None:
        """Show all guests a message, such as a hint."""
        for language, catalogue in self._catalogues.items():
            self._broadcast(language, {"type": "said", "text": sentence(catalogue.render(text))})

    def show(self, announcement: Announcement) -> None:
        """Show a notice from the table."""
        if announcement.kind is AnnouncementKind.NOTICE:
            self.tell(announcement.texts[0])

    def _happened(self, _: Event) -> None:
        self._dirty = True

    # -- guests ------------------------------------------------------------------------------------------------------------

    def invite(self, address: str, seats: Sequence[int] = (), name: str = "") -> Invitation:
        """Return a link to this address for one phone, which can then enter moves for these seats, or only watch."""
        token, code = secrets.token_urlsafe(TOKEN_BYTES), new_code()
        self.worker.process.send(
            {
                "do": "invite",
                "token_hash": hash_of(token),
                "code_hash": hash_of(code),
                "seats": list(seats),
                "name": name[:MAX_NAME],
                "seconds": TOKEN_S,
            }
        )
        host = f"[{address}]" if ":" in address else address
        place = f"{host}:{self.port}"
        return Invitation(f"http://{place}/#{token}", place, f"{code[:3]} {code[3:]}", tuple(seats))

    @property
    def asks_https(self) -> bool:
        """Whether HTTPS is requested."""
        return self._tls is not None

    def speak_https(self, tls: Mapping[str, Any] | None) -> None:
        """Switch HTTPS on or off, in addition to HTTP; pages reconnect automatically."""
        self._tls = dict(tls) if tls else None
        self.secure_port = 0
        for line in self.worker.restart():
            self._handle(line)

    def put_out(self, guest: str) -> None:
        """Remove a guest: close their page and revoke their cookie."""
        if self.filming.guest and self.filming.guest.id == guest:
            self.filming.stop()
        self._forget(guest)
        self.worker.process.send({"do": "put_out", "guest": guest})

    def _forget(self, guest: str) -> None:
        self.guests.pop(guest, None)
        self._table_guests.pop(guest, None)
        if self._tables:
            self._tables.forget(guest)

    # -- time passes -------------------------------------------------------------------------------------------------------

    def step(self) -> bool:
        """Process the messages from guests, and send them any changes; return whether there was anything to do."""
        heard = False
        for line in self.worker.lines():
            self._handle(line)
            heard = True
        if self._tables:
            self._tables.step()
        self.filming.step()
        self._photos.step()
        hosted = self._hosted
        state = (hosted.thinking(), tuple(hosted.hint()), hosted.orientation()) if hosted else ()
        if self._dirty or state != self._sent_state:
            self._dirty, self._sent_state = False, state
            self._show_scenes()
            return True
        return heard

    def close(self) -> None:
        """Shut down the server process, and stop using any phone as the camera."""
        self.filming.stop()
        self.attach(None)
        self.worker.process.send({"do": "close"})
        self.worker.close()

    def _handle(self, line: Mapping[str, Any]) -> None:
        event = line["event"]
        if event == "listening":
            self.port, self.secure_port = line["port"], line["secure_port"]
            self._wanted_port = self.port
            if not self._tls or self.secure_port:
                self.trouble = None
        elif event == "trouble":
            self.trouble = say("the page for phones: {reason}", reason=line["text"])
        elif event == "restarted":
            self._begin_again()
        elif event == "ended":
            self.port = 0
            self.trouble = say("the page for phones has stopped: {reason}", reason=line["reason"])
        elif event == "joined":
            language = line["language"] if line["language"] in languages() else "en"
            if known := self.guests.get(line["guest"]):  # who goes on over HTTPS, with another cookie
                known.key_hash = line["key_hash"]
                return
            self.guests[line["guest"]] = Guest(
                line["guest"], line["key_hash"], tuple(line["seats"]), line["name"][:MAX_NAME], language
            )
            self._speak(language)
        elif event == "gone":
            self._forget(line["guest"])
        elif line["guest"] in self.guests:
            self._handle_guest(self.guests[line["guest"]], line)

    def _handle_guest(self, guest: Guest, line: Mapping[str, Any]) -> None:
        if line["event"] == "here":
            guest.here = line["here"]
        elif line["event"] == "camera":
            self.filming.seen(guest, line["url"])
        elif line["event"] == "photo":
            self._photos.take(guest, Path(line["file"]))
        elif line["event"] == "message":
            message = line["message"]
            kind = message.get("type")
            if kind == "do":
                self._reply(guest.id, self._carry_out(guest, message))
            elif kind == "film" and isinstance(message.get("on"), bool):
                self.filming.ask(guest, on=message["on"])
            elif kind == "table":
                self._table_guests[guest.id] = ""
                self._meet(guest.id, joins=not (message.get("new") is True and self._tables and self._tables.over))
            elif kind == "line" and self._tables:
                self._tables.receive(guest.id, guest.seats, message)
            elif kind == "language" and message.get("language") in languages():
                guest.language = message["language"]
                self._speak(guest.language)
            elif kind == "name" and isinstance(message.get("name"), str):
                guest.name = message["name"][:MAX_NAME]

    def _meet(self, guest: str, *, joins: bool) -> None:
        """Let a guest that is a table join the game, or send it the game's state once if it has already joined."""
        if self._tables and joins:
            self._table_guests[guest] = self._tables.game
            self._tables.join(guest, self.guests[guest].seats)
        elif self._tables:
            self._tables.show(guest)

    def _render(self, guest: Guest, text: Text) -> str:
        return self._catalogues[guest.language].render(text)

    def _reply(self, guest: str, message: Json) -> None:
        self.worker.process.send({"do": "reply", "guest": guest, "message": message})

    def _carry_out(self, guest: Guest, command: Mapping[str, Any]) -> Json:
        render = self._catalogues[guest.language].render

        def capitalised(text: Text) -> str:
            return sentence(render(text))

        if self._commands is None:
            page, number = str(command.get("page", "")), command.get("id", 0)
            return {"type": "refused", "page": page, "id": number, "text": capitalised(NO_GAME), "anyway": ""}
        return self._commands.carry_out(guest, command, capitalised)

    # -- the server process ------------------------------------------------------------------------------------------------

    def _start(self) -> WorkerProcess:
        guests = [
            {key: value for key, value in asdict(guest).items() if key in ("id", "key_hash", "seats", "name", "language")}
            for guest in self.guests.values()
        ]
        if self._tls and self.secure_port:
            self._tls["port"] = self.secure_port
        own_name = [self._tls["name"]] if self._tls and "name" in self._tls else []
        settings = {
            "port": self._wanted_port,
            "addresses": [*self.addresses, *own_name],
            "tls": self._tls,
            "guests": guests,
            "private_only": True,
            "words": in_every_language(),
        }
        return self._make_process("fourth_seat.page.server", (), settings, read_message, niceness=NICENESS)

    def _begin_again(self) -> None:
        """Tell a new server process everything that the last one knew; guests reconnect automatically."""
        self.port = 0
        for guest in self.guests.values():
            guest.here = False
        self.filming.begin_again()
        self._sent.clear()
        self._dirty = True

    def _speak(self, language: str) -> None:
        """Send scenes in this language from now on."""
        if language not in self._catalogues:
            self._catalogues[language] = named(language)
            self._dirty = True

    def _broadcast(self, language: str, message: Json) -> None:
        self.worker.process.send({"do": "send", "language": language, "message": message})


def read_message(line: str) -> dict[str, Any] | None:
    """Parse a line from the server process; return None if it is not a message."""
    return parse_message(line, "event", EVENTS)
