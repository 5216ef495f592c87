"""The "Phones ..." sheet, with the choice of access, then a code for each phone to scan and the list of guests."""

from __future__ import annotations

import time
import tkinter as tk
from functools import partial
from tkinter import ttk
from typing import TYPE_CHECKING

from PIL import Image, ImageTk

from fourth_seat.boundary.text import printable, shorten
from fourth_seat.page.addresses import room_addresses, why_none
from fourth_seat.page.https import https_settings
from fourth_seat.page.qr_code import qr_code
from fourth_seat.processes.extras.catalogue import Extra, MissingExtra
from fourth_seat.table.table import Table
from fourth_seat.ui.extras.sheet import with_extra
from fourth_seat.ui.phones.other_table import OtherTable
from fourth_seat.ui.services.phones import PhonesControl
from fourth_seat.ui.widgets.choice import ChoiceBox
from fourth_seat.ui.widgets.label import fitted
from fourth_seat.ui.widgets.sheet import Sheet
from fourth_seat.ui.widgets.timer import Timer
from fourth_seat.words import FourthSeatError, Text, say, sentence

if TYPE_CHECKING:
    from fourth_seat.page.guests import Guest
    from fourth_seat.page.host import Invitation, PageHost
    from fourth_seat.ui.window import Page

POLL_INTERVAL_MS = 200  # between two updates of the guest list
RENEW_S = 15.0  # before an invitation ends, the code shows another one
CODE_PX = 210  # of a code's width, at 96 dots an inch and medium text
QUIET_ZONE_SQUARES = 4  # squares of light ground around a code
TEXT_WIDTH, ASK_WIDTH = 300, 420  # pixels of lines beside the code, and before there is one
MAX_SHOWN_NAME = 24  # characters of a guest's name in the list
WATCH: tuple[int, ...] = ()


class PhonesSheet(Sheet):
    """Opens the page for phones and invites guests.

    Attributes:
        code: the picture to scan.
        link: the address as text.
        seats: the seats for the next phone; empty if it only watches.
        address: the choice of the computer's address for the code; None if there is only one.
        invitation: the invitation in the code; None until the page is open.
        https: the switch for HTTPS; None if HTTPS is impossible.
        other_table: the field for a new link to the other table; None if there is none.
    """

    def __init__(self, page: Page, table: Table, control: PhonesControl) -> None:
        super().__init__(page, page.window.theme, page.window.text, say("Phones at the table"))
        self._page, self._table, self._control, self._timer = page, table, control, Timer(self)
        self.invitation: Invitation | None = None
        self._ends = 0.0
        self._listed: list[tuple[object, ...]] | None = None  # the shown entry of each guest
        if control.host:
            control.unseen = False
            self._show_code()
        else:
            self._ask()

    # -- before ------------------------------------------------------------------------------------------------------------

    def _ask(self) -> None:
        self.paragraph(
            say("Everybody can scan a code to see the board on their own phone and enter moves there, without an app.")
        )
        self.paragraph(
            say(
                "The program then accepts connections from phones on your own network (Wi-Fi). Nobody gets in without a "
                "code, nothing is sent to the internet, and the page closes when this window is closed."
            ),
            "Raised.Muted.TLabel",
        )
        self.paragraph(
            say("Your computer may ask whether Fourth Seat can accept connections: allow it for private networks."),
            "Raised.Muted.TLabel",
        )
        self._offer_https(self.body, ASK_WIDTH, on=False)
        self._offer_link(self.body)
        self.button(say("Open the page"), self._open, main=True)
        self.button(say("Cancel"), lambda: None)

    def _offer_https(self, parent: tk.Misc, width: int, *, on: bool) -> None:
        """Show a switch for HTTPS, or its requirements if they are not met."""
        self.https: ttk.Checkbutton | None = None
        hint = say("This opens an encrypted page too (HTTPS). Each phone has to be told once to trust this computer.")
        try:
            https_settings()
        except MissingExtra as error:
            self._offer_trust(parent, error.extra)
        except FourthSeatError as error:
            hint = error.text
        else:
            self._show_switch(parent, on=on)
        width = min(round(width * self._theme.scale), self.room)
        text = sentence(self._text(hint))
        label = ttk.Label(parent, text=text, style="Raised.Muted.TLabel", wraplength=width, justify="left")
        label.pack(anchor="w", pady=(self._theme.space(0.5), 0))

    def _offer_link(self, parent: tk.Misc) -> None:
        """Show a field for a new link, if another table plays some of this table's seats."""
        table = self._table
        self.other_table: OtherTable | None = None
        if any(seat.followed for seat in table.seats):
            self.other_table = OtherTable(parent, self._page, table, self._control)
            self.other_table.pack(fill="x", pady=(self._theme.space(1.5), 0))

    def _offer_trust(self, parent: tk.Misc, extra: Extra) -> None:
        """Show a button for installing the requirements of HTTPS in place of the switch."""

        def again() -> None:
            self._page.open_sheet(PhonesSheet(self._page, self._table, self._control))

        title = say("Add: {feature} ...", feature=extra.title)
        add = ttk.Button(parent, text=self._text(title), command=lambda: with_extra(self._page, extra.name, again))
        add.pack(anchor="w", pady=(self._theme.space(1.5), 0))

    def _show_switch(self, parent: tk.Misc, *, on: bool) -> None:
        self._secure = tk.BooleanVar(self, on)
        self.https = ttk.Checkbutton(
            parent,
            text=self._text(say("Allow a phone to be the camera")),
            variable=self._secure,
            style="Raised.Switch.TCheckbutton",
            command=self._switch_https,
        )
        fitted(self.https).pack(fill="x", pady=(self._theme.space(1.5), 0))

    def _switch_https(self) -> None:
        if self._control.host:
            self.invitation = None  # the next one comes once the page listens again
            self._control.speak_https(self._secure.get())

    def _open(self) -> None:
        self._control.open(https=self.https is not None and self._secure.get())
        if self._control.host:
            self._page.open_sheet(PhonesSheet(self._page, self._table, self._control))

    # -- while it is open --------------------------------------------------------------------------------------------------

    def _show_code(self) -> None:
        theme, text = self._theme, self._text
        beside = self._code_width + round(TEXT_WIDTH * theme.scale) + theme.space(5) <= self.room
        left = ttk.Frame(self.body, style="Raised.TFrame")
        left.pack(side="left" if beside else "top", anchor="n", padx=(0, theme.space(3) if beside else 0))
        right = ttk.Frame(self.body, style="Raised.TFrame")
        right.pack(side="left" if beside else "top", anchor="n", fill="both", expand=True)
        # Keeps the width of the code, which comes once the page listens: the sheet has been fitted by then.
        ttk.Frame(left, style="Raised.TFrame", width=self._code_width).pack()
        self.code = ttk.Label(left, style="Raised.TLabel")
        self.code.pack()
        self.link = ttk.Label(left, style="Raised.TLabel", justify="center", wraplength=self._code_width)
        self.link.pack(pady=(theme.space(0.5), 0))
        copy = ttk.Button(left, text=text(say("Copy the link")), command=self._copy)
        copy.pack(pady=(theme.space(0.5), 0))
        instruction = say("Scan this code with a phone's camera. The phone must be on the same network.")
        ttk.Label(right, text=text(instruction), style="Raised.TLabel", wraplength=self._wide).pack(anchor="w")
        self._label(right, say("The next phone plays"))
        self.seats = ChoiceBox(right, self._choices(self._table), self._free_seats(), lambda _: self._renew())
        self.seats.pack(fill="x")
        addresses = {place.address: f"{place.address}  ({place.interface})" for place in room_addresses()}
        self.address: ChoiceBox[str] | None = None
        if len(addresses) > 1:
            self._label(right, say("Address of this computer"))
            self.address = ChoiceBox(right, addresses, next(iter(addresses)), lambda _: self._renew())
            self.address.pack(fill="x")
        self._known = list(addresses)
        self._label(right, say("Connected phones"))
        self.people = ttk.Frame(right, style="Raised.TFrame")
        self.people.pack(fill="x")
        self._offer_https(right, TEXT_WIDTH, on=self._control.host is not None and self._control.host.asks_https)
        self._offer_link(right)
        self.button(say("Back to the game"), lambda: None, main=True)
        self.button(say("Close the page"), self._control.close)
        self._look()

    def _label(self, parent: ttk.Frame, content: Text) -> None:
        label = ttk.Label(parent, text=self._text(content), style="Raised.Muted.TLabel")
        label.pack(anchor="w", pady=(self._theme.space(1.5), self._theme.space(0.5)))

    def _choices(self, table: Table) -> dict[tuple[int, ...], str]:
        """Return the choices of seats for a phone or another table: each seat, all people's seats, or none."""
        people = [number for number, seat in enumerate(table.seats, 1) if seat.people]
        names: dict[tuple[int, ...], str] = {
            (number,): self._text(table.name(number)) for number, seat in enumerate(table.seats, 1) if seat.open_to_guests
        }
        if len(people) > 1:
            names[tuple(people)] = self._text(say("everybody's moves"))
        return {**names, WATCH: self._text(say("nothing; it only watches"))}

    def _free_seats(self) -> tuple[int, ...]:
        """Return the first seat that no phone plays."""
        taken = {seat for guest in self._guests for seat in guest.seats}
        free = (seats for seats in self._choices(self._table) if len(seats) == 1 and seats[0] not in taken)
        return next(free, WATCH)

    @property
    def _guests(self) -> list[Guest]:
        return list(self._control.host.guests.values()) if self._control.host else []

    @property
    def _wide(self) -> int:
        return min(round(TEXT_WIDTH * self._theme.scale), self.room)

    @property
    def _code_width(self) -> int:
        return round(CODE_PX * self._theme.scale)

    def _look(self) -> None:
        """Show the guests, and renew the code once it has been used or has expired."""
        self._timer.start(POLL_INTERVAL_MS, self._look)
        host = self._control.host
        if host is None:
            return
        if host.port and (self.invitation is None or time.monotonic() > self._ends - RENEW_S):
            self._renew()
        films = host.filming.guest
        listed: list[tuple[object, ...]] = [
            (guest.id, guest.name, guest.seats, guest.here, guest is films, host.secure_port) for guest in self._guests
        ]
        if listed != self._listed:
            if self._listed is not None and {row[0] for row in listed} != {row[0] for row in self._listed}:
                # The code was used, or a seat is free again.
                self.seats.value = self._free_seats()
                self._renew()
            self._listed = listed
            self._list(host)

    def _renew(self) -> None:
        """Show a new code."""
        host = self._control.host
        if host is None or not host.port:
            return
        if not self._known:
            self.link.configure(text=sentence(self._text(why_none())))
            return
        from fourth_seat.page.host import TOKEN_S

        self.invitation = self._invite(host)
        self._ends = time.monotonic() + TOKEN_S
        self._photo = ImageTk.PhotoImage(code_picture(qr_code(self.invitation.link), self._code_width), master=self)
        self.code.configure(image=str(self._photo))
        place, code = self.invitation.place, self.invitation.code
        typed = say("If the code cannot be scanned, open {place} on the phone and type {code}.", place=place, code=code)
        self.link.configure(text=self._text(typed))

    def _invite(self, host: PageHost) -> Invitation:
        return host.invite(self.address.value if self.address else self._known[0], self.seats.value)

    def _copy(self) -> None:
        """Copy a link to the clipboard, for another table or a phone elsewhere.

        The link differs from the code's, which may expire or be scanned first.
        """
        host = self._control.host
        if host and host.port and self.invitation:
            self.clipboard_clear()
            self.clipboard_append(self._invite(host).link)

    def _list(self, host: PageHost) -> None:
        for row in self.people.winfo_children():
            row.destroy()
        if not host.guests:
            nobody = ttk.Label(self.people, text=self._text(say("nobody yet")), style="Raised.TLabel")
            nobody.pack(anchor="w")
        for guest in host.guests.values():
            row = ttk.Frame(self.people, style="Raised.TFrame")
            row.pack(fill="x", pady=(0, self._theme.space(0.5)))
            buttons = [ttk.Button(row, text=self._text(say("Remove")), command=partial(host.put_out, guest.id))]
            if host.secure_port and guest.here and guest is not host.filming.guest:
                films = partial(host.filming.start, guest)
                buttons.append(ttk.Button(row, text=self._text(say("As camera")), command=films))
            for button in buttons:
                button.pack(side="right", padx=(self._theme.space(1), 0))
            style = "Raised.TLabel" if guest.here else "Raised.Muted.TLabel"
            # Not as wide as it happens to be: its own width would change the column's, which would change its own,
            # endlessly.
            left = self._wide - sum(button.winfo_reqwidth() + self._theme.space(1) for button in buttons)
            described = ttk.Label(row, text=sentence(self._text(self._described(guest))), style=style, justify="left")
            described.configure(wraplength=max(left, self._wide // 3))
            described.pack(side="left")

    def _described(self, guest: Guest) -> Text:
        """Describe a guest by name, if given, and role in the game."""
        name, role = shorten(printable(guest.name).strip(), MAX_SHOWN_NAME), self._role(guest)
        return say("{player}: {notice}", player=name, notice=role) if name else role

    def _role(self, guest: Guest) -> Text:
        table, host = self._table, self._control.host
        films = host is not None and guest is host.filming.guest
        seats = tuple(table.name(seat) for seat in guest.seats if seat <= len(table.seats))
        if films:
            return say("{seats}, the camera", seats=seats) if seats else say("the camera")
        if not seats:
            return say("a spectator") if guest.here else say("a spectator, currently not connected")
        return say("{seats}", seats=seats) if guest.here else say("{seats}, currently not connected", seats=seats)


def code_picture(squares: list[list[bool]], width: int) -> Image.Image:
    """Draw a QR code up to `width` pixels wide, with squares of equal size, dark on light in all themes."""
    count = len(squares) + 2 * QUIET_ZONE_SQUARES
    image = Image.new("L", (count, count), 255)
    for row, line in enumerate(squares, QUIET_ZONE_SQUARES):
        for column, dark in enumerate(line, QUIET_ZONE_SQUARES):
            if dark:
                image.putpixel((column, row), 0)
    each = max(1, width // count)
    return image.resize((each * count, each * count), Image.Resampling.NEAREST)
