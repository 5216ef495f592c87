"""Opens, updates and closes the web page for phones, and other remote views of the window's tables.

There is one page per window, so that guests stay connected from game to game. The server is not imported until the page is
opened.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from typing import TYPE_CHECKING

from fourth_seat.page.https import https_settings
from fourth_seat.page.linked.client import check_seat
from fourth_seat.page.linked.links import TableLinks
from fourth_seat.processes.extras.catalogue import MissingExtra
from fourth_seat.table.seats import ELSEWHERE, Seat
from fourth_seat.words import FourthSeatError, Text, error_text, say

if TYPE_CHECKING:
    from fourth_seat.hardware.boards.description import Button
    from fourth_seat.page.host import PageHost
    from fourth_seat.page.hosted import HostedTable
    from fourth_seat.page.mqtt.broker import Broker
    from fourth_seat.page.mqtt.publisher import MqttPublisher
    from fourth_seat.table.table import Table
    from fourth_seat.words import Catalogue

POLL_INTERVAL_MS = 10  # between two polls of the guests' actions: a tap must show on every screen within 100


class PhonesControl:
    """Opens, updates and closes a window's page for phones.

    Attributes:
        host: the open page; None while it is closed.
        links: the connection to another table that plays some of this table's seats.
        unseen: whether the page's code has not been shown since it was opened.
        publisher: publishes the game to a broker, for lamps and scoreboards; None while there is no broker.
    """

    def __init__(self, root: tk.Misc, notify: Callable[[Text], None], press: Callable[[Button], None]) -> None:
        """`root` provides the timer; `notify` shows a message once; `press` handles a button."""
        self._root, self._notify, self._press = root, notify, press
        self._table: Callable[[], HostedTable] | None = None
        self._timer: str | None = None
        self.host: PageHost | None = None
        self.unseen = False
        self.publisher: MqttPublisher | None = None
        self.links = TableLinks(notify)

    @property
    def played_on(self) -> bool:
        """Whether anybody plays remotely, and must therefore keep their seat in the next game."""
        guests = self.host.guests.values() if self.host else ()
        return self.links.link is not None or any(guest.seats for guest in guests)

    def join(self, table: Callable[[], HostedTable] | None) -> None:
        """Show this table to guests; None if there is none."""
        self._table = table
        self._attach()

    def _attach(self) -> None:
        for shown in (self.host, self.publisher):
            if shown:
                shown.attach(self._table() if self._table else None)

    def follow(self, table: Table | None) -> None:
        """Connect to the table that plays some of this table's seats, if any, and disconnect from any previous one."""
        if table is None or table.read_only:
            self.links.close()
        else:
            try:
                self.links.follow(table, lambda: table.people_play)
            except MissingExtra as error:
                self._notify(error.text)
            except OSError as error:
                self._notify(say("the other table cannot be joined: {reason}", reason=error_text(error)))
        self._begin()

    def rejoin(self, table: Table, link: str) -> None:
        """Rejoin the other table through a new link, for the seats of this table that are played there.

        Raises:
            FourthSeatError: the link is invalid or cannot be recorded.
        """
        seat = self.links.named(Seat(computer=ELSEWHERE + link.strip()))
        check_seat(seat)
        for number, former in enumerate(table.seats, 1):
            if former.followed:
                table.reseat(number, seat)
        self.follow(table)

    def tell(self, text: Text) -> None:
        """Show a message to guests."""
        if self.host:
            self.host.tell(text)

    def open(self, *, https: bool = False) -> None:
        """Open the page on the local network, optionally over HTTPS as well.

        Raises:
            BadConfig: HTTPS is impossible.
            MissingExtra: an extra has to be added first.
        """
        from fourth_seat.page.addresses import room_addresses
        from fourth_seat.page.host import PageHost

        if self.host:
            return
        try:
            tls = https_settings() if https else None
            self.host = PageHost([place.address for place in room_addresses()], tls=tls)
        except OSError as error:
            self._notify(say("the page for phones cannot be opened: {reason}", reason=error_text(error)))
            return
        self.unseen = True
        self._attach()
        self._begin()

    def speak_https(self, on: bool) -> None:
        """Switch HTTPS on or off in addition to HTTP; phones reconnect by themselves."""
        if self.host:
            try:
                self.host.speak_https(https_settings() if on else None)
            except FourthSeatError as error:
                self._notify(error.text)

    def stop_filming(self) -> None:
        """Stop using any phone as the camera."""
        if self.host:
            self.host.filming.stop()

    def publish(self, broker: Broker | None, catalogue: Catalogue) -> None:
        """Start publishing tables to a broker, in the language of the catalogue; None stops publishing."""
        if self.publisher:
            self.publisher.close()
            self.publisher = None
        if broker is None:
            return
        from fourth_seat.page.mqtt.publisher import MqttPublisher

        try:
            self.publisher = MqttPublisher(broker, catalogue, self._press)
        except OSError as error:
            self._notify(say("the game cannot be published: {reason}", reason=error_text(error)))
            return
        self._attach()
        self._begin()

    def close(self) -> None:
        """Close the page and its server."""
        self.unseen = False
        if self.host:
            self.host.close()
            self.host = None

    def end(self) -> None:
        """Close all connections when the window closes."""
        self.follow(None)
        self.close()
        if self.publisher:
            self.publisher.close()
            self.publisher = None
        if self._timer is not None:
            self._root.after_cancel(self._timer)
            self._timer = None

    def _begin(self) -> None:
        """Start polling the guests and the other table, for as long as there are any."""
        if self._timer is None:
            self._tick()

    def _tick(self) -> None:
        link = self.links.link
        self._timer = self._root.after(POLL_INTERVAL_MS, self._tick) if self.host or link or self.publisher else None
        if link:
            link.step()
            if link.trouble:
                self._notify(link.trouble)
        if self.host:
            self.host.step()
            if self.host.trouble:
                self._notify(self.host.trouble)
        if self.publisher:
            self.publisher.step()
            if self.publisher.trouble:
                self._notify(self.publisher.trouble)
