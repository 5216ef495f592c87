"""The other tables that this one plays with: links as they were typed, and the cookies by which it joins again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

from page.linked.client import TableLink, parse_link
from processes.extras.catalogue import need
from table.errors import BadConfig, NotSaved
from table.seats import ELSEWHERE, Seat
from table.settings import config_file
from table.settings.folders import home
from table.table import Table
from words import Text

SECTION = "tables"
SCHEME = "http"


def path() -> Path:
    """Return the file; it may not exist yet."""
    return home() / "links.toml"


class TableLinks:
    """Opens links to other tables. A record names where the other table is, never what lets this one in."""

    def __init__(self, notify: Callable[[Text], None]) -> None:
        """`notify` shows a sentence, such as that a cookie could not be kept."""
        self._notify = notify
        self._tokens: dict[str, str] = {}  # by host and port

    def named(self, seat: Seat) -> Seat:
        """Return a seat that names where the other table is, instead of the link that was typed just now.

        Raises: BadSeat: the text is not a link. MissingExtra: a package that links tables is missing.
        """
        if not seat.elsewhere or "//" not in seat.computer:
            return seat
        need("phones")
        base, token = parse_link(seat)
        where = urlsplit(base).netloc
        self._tokens[where] = token
        return Seat(computer=ELSEWHERE + where)

    def open(self, table: Table, waits: Callable[[], bool]) -> TableLink | None:
        """Join the table at which some seats of this one are played; None where there is none, or it never let us in."""
        places = {seat.computer.removeprefix(ELSEWHERE) for seat in table.seats if seat.elsewhere}
        cookies = self._cookies() if places else {}
        if places:
            need("phones")
        for where in sorted(places):
            token, cookie = self._tokens.pop(where, ""), cookies.get(where, "")
            if token or cookie:
                return TableLink(
                    table,
                    f"{SCHEME}://{where}",
                    token=token,
                    cookie="" if token else cookie,
                    waits=waits,
                    on_cookie=lambda cookie, where=where: self._keep(where, cookie),  # type: ignore[misc]
                )
        return None

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
