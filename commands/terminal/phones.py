"""The phone page during a game in the terminal.

The page opens with the game, prints codes for joining, and is served while the terminal waits for input.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TextIO

from fourth_seat.page.addresses import room_addresses, why_none
from fourth_seat.page.host import TOKEN_S, PageHost
from fourth_seat.page.hosted import HostedTable
from fourth_seat.page.https import https_settings
from fourth_seat.page.qr_code import qr_code
from fourth_seat.table.analysis.review import Review
from fourth_seat.table.errors import BadSeat, OutOfTurn
from fourth_seat.table.table import Table
from fourth_seat.vision.camera_session import CameraSession
from fourth_seat.words import FourthSeatError, Text, error_text, say

QUIET_ZONE_SQUARES = 2  # squares of light ground around a code


class BadAddress(FourthSeatError, ValueError):
    """Raised when there is no address that phones can reach."""


class TerminalPhones:
    """Serves the phone page to guests, for one table after another."""

    def __init__(self, out: TextIO, notify: Callable[[Text], None], *, https: bool = False) -> None:
        """Open the page, also over HTTPS if requested. Codes are printed to `out`, and `notify` receives messages.

        Raises:
            BadAddress: this computer is not connected to a network.
            BadConfig: HTTPS is not possible.
            MissingExtra: an extra that the page needs has not been added.
        """
        addresses = [place.address for place in room_addresses()]
        if not addresses:
            raise BadAddress(say("--phones: {reason}", reason=why_none()))
        self._out, self._notify = out, notify
        self._host = PageHost(addresses, tls=https_settings() if https else None)
        self._table: Table | None = None
        self._camera: CameraSession | None = None
        self._trouble: Text | None = None
        self._invited = False

    def attach(self, table: Table, thinking: Callable[[], bool], next_game: Callable[[], None]) -> None:
        """Show a game to the guests; `next_game` is called when they begin another one."""
        self._table = table
        self._host.attach(
            HostedTable(
                table,
                Review(table),
                thinking=thinking,
                next_game=next_game,
                film=self._film,
                watching=lambda: self._camera,
            )
        )

    def leave(self) -> None:
        """Stop watching this game through a guest's phone."""
        self._film("")

    @property
    def played_on(self) -> bool:
        """Whether a guest plays a seat."""
        return any(guest.seats for guest in self._host.guests.values())

    def step(self) -> None:
        """Process the guests' actions; print the first invitation once the page is being served."""
        self._host.step()
        if self._camera:
            self._camera.step()  # the phone shows the state of the game
        if self._host.trouble is not self._trouble:
            self._trouble = self._host.trouble
            if self._trouble:
                self._notify(self._trouble)
        if self._host.port and self._table and not self._invited:
            self._invited = True
            self.invite()

    def invite(self, seats: str = "") -> None:
        """Print a code for a phone that plays the seats with these numbers, or all seats played by people if none are
        given.

        Raises:
            FourthSeatError: the page is not open, or there is no such seat.
        """
        if not (self._host.port and self._table):
            raise OutOfTurn(say("the page for phones is not open yet"))
        wanted = [number for number, seat in enumerate(self._table.seats, 1) if seat.people]
        if seats == "watch":
            wanted = []
        elif seats:
            by_number = {str(number): number for number, seat in enumerate(self._table.seats, 1) if seat.open_to_guests}
            if not set(seats.split()) <= by_number.keys():
                raise BadSeat(say("{text}: enter the numbers of seats that people play, or the word watch", text=seats))
            wanted = [by_number[word] for word in seats.split()]
        # The computer may be in a different network than before.
        addresses = [place.address for place in room_addresses()] or self._host.addresses
        invitation = self._host.invite(addresses[0], wanted)
        print(*code_lines(qr_code(invitation.link)), sep="\n", file=self._out)
        names = tuple(self._table.name(seat) for seat in wanted)
        role = say("the phone plays for {names}", names=names) if names else say("the phone only watches")
        self._notify(
            say(
                "Scan this code with a phone within {n} seconds ({role}): {link}",
                n=TOKEN_S,
                role=role,
                link=invitation.link,
            )
        )
        place, code = invitation.place, invitation.code
        self._notify(
            say("If the code cannot be scanned, open {place} on the phone and type {code}.", place=place, code=code)
        )

    def _film(self, address: str) -> None:
        """Watch the pictures at the address of a guest's phone; stop if the address is empty."""
        if self._camera:
            self._camera.close()
            self._camera = None
        if address and self._table:
            try:
                self._camera = CameraSession(self._table, address, lambda text, _: self._notify(text))
            except (FourthSeatError, OSError) as error:
                self._notify(say("the camera cannot be started: {reason}", reason=error_text(error)))

    def close(self) -> None:
        """Close the page."""
        self.leave()
        self._host.close()


def code_lines(squares: list[list[bool]]) -> list[str]:
    """Draw a QR code in half-block characters, two rows of squares per line, in black on a light background regardless of
    the terminal's colours.
    """
    width = len(squares) + 2 * QUIET_ZONE_SQUARES
    blank = [False] * width
    rows = (
        [blank] * QUIET_ZONE_SQUARES
        + [[False] * QUIET_ZONE_SQUARES + row + [False] * QUIET_ZONE_SQUARES for row in squares]
        + [blank] * (QUIET_ZONE_SQUARES + 1)
    )
    return [
        "\x1b[30;47m" + "".join(" ▄▀█"[2 * upper + lower] for upper, lower in zip(one, two, strict=True)) + "\x1b[0m"
        for one, two in zip(rows[::2], rows[1::2], strict=False)
    ]
