"""The other tables that this one plays with: the links entered by the user, and the cookies used to rejoin."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from fourth_seat.page.linked.client import TableLink, parse_link
from fourth_seat.processes.extras.catalogue import need
from fourth_seat.table.errors import BadConfig, NotSaved
from fourth_seat.table.seats import ELSEWHERE, Seat
from fourth_seat.table.settings import config_file
from fourth_seat.table.settings.folders import home
from fourth_seat.table.table import Table
from fourth_seat.words import Text, say

SECTION = "tables"
SCHEME = "http"


def path() -> Path:
    """Return the file that stores the cookies; it may not exist yet."""
    return home() / "links.toml"


class TableLinks:
    """Links the current table to the table that it plays with. Game records contain the other table's address, but never
    the secret for joining it.

    Attributes:
        link: the link to the table at which some of this table's seats are played, or None.
    """

    def __init__(self, notify: Callable[[Text], None]) -> None:
        """`notify` shows a message, for example that a cookie could not be saved."""
        self._notify = notify
        self._tokens: dict[str, str] = {}  # by host and port
        self._followed: tuple[Table, str] | None = None  # this table, and the place of the other one
        self.link: TableLink | None = None

    def named(self, seat: Seat) -> Seat:
        """Return a seat with the other table's address in place of the link that was typed.

        Raises: BadSeat: the text is not a link. MissingExtra: a package for linking tables is missing.
        """
        if not seat.elsewhere or "//" not in seat.computer:
            return seat
        need("phones")
        base, token = parse_link(seat)
        where = base.removeprefix(f"{SCHEME}://")
        self._tokens[where] = token
        return Seat(computer=ELSEWHERE + where)

    def follow(self, table: Table, waits: Callable[[], bool]) -> None:
        """Join the table at which some of this table's seats are played, if there is one, and leave the previous one. A
        working link is kept unless a new one has been entered.

        Raises:
            MissingExtra: a package for linking tables is missing.
            OSError: the process cannot be started.
        """
        places = {seat.computer.removeprefix(ELSEWHERE) for seat in table.seats if seat.followed}
        if self._followed and self._followed[0] is table and self._followed[1] in places and not self._tokens:
            return
        self.close()
        if not places:
            return
        need("phones")
        cookies = self._cookies()
        for where in sorted(places, key=lambda where: where not in self._tokens):
            token, cookie = self._tokens.pop(where, ""), cookies.get(where, "")
            if token or cookie:
                self.link = TableLink(
                    table,
                    f"{SCHEME}://{where}",
                    token=token,
                    cookie="" if token else cookie,
                    waits=waits,
                    on_cookie=lambda cookie, where=where: self._keep(where, cookie),  # type: ignore[misc]
                )
                self._followed = table, where
                self._tokens.clear()
                return
        self._notify(say("this table no longer has a link to the other one: ask for a new link there"))

    def close(self) -> None:
        """Leave the other table, if one was joined."""
        if self.link:
            self.link.close()
        self.link = self._followed = None

    def _cookies(self) -> dict[str, str]:
        try:
            section = config_file.table_at(config_file.load(path()), SECTION)
        except BadConfig as error:
            self._notify(error.text)
            return {}
        return {where: cookie for where, cookie in section.items() if isinstance(cookie, str)}

    def _keep(self, where: str, cookie: str) -> None:
        try:
            config_file.save(path(), {SECTION: {where: cookie}})
        except NotSaved as error:
            self._notify(error.text)
