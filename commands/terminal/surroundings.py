"""Services for games in a terminal: lights, a text display, the voice, phones, another table, and a broker."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING

from fourth_seat.hardware.announcer import NO_TEXT_DISPLAY, Announcer
from fourth_seat.hardware.boards.settings import chosen_board, save_board_settings
from fourth_seat.hardware.complaints import Complaints
from fourth_seat.hardware.lights.settings import OFF, chosen_lights, layout_of, save_lights_settings
from fourth_seat.page.linked.links import TableLinks
from fourth_seat.page.mqtt.broker import Broker
from fourth_seat.table.analysis.review import Review
from fourth_seat.table.errors import BadConfig
from fourth_seat.table.table import Table
from fourth_seat.table.turn_runner import TurnRunner
from fourth_seat.words import Catalogue, Text, say

if TYPE_CHECKING:
    from fourth_seat.commands.terminal.phones import TerminalPhones
    from fourth_seat.hardware.boards.description import Button
    from fourth_seat.hardware.boards.watch import BoardWatch
    from fourth_seat.hardware.lights.display import LightsDisplay
    from fourth_seat.page.mqtt.publisher import MqttPublisher

NO_LIGHTS = OFF  # on the command line

BUTTON_LINES = {"hint": "hint", "again": "show"}  # the line typed for a button that shows something


class Surroundings:
    """The services that the command line requests for games in a terminal; they stay open between games.

    Attributes:
        phones: the page for phones, or None if it was not requested.
    """

    def __init__(
        self,
        args: argparse.Namespace,
        broker: Broker | None,
        links: TableLinks,
        catalogue: Catalogue,
        notify: Callable[[Text], None],
    ) -> None:
        """Open the services that stay open between games.

        Raises:
            FourthSeatError: a requested service is not available.
        """
        self._links, self._catalogue, self._notify = links, catalogue, notify
        self._lights: str | None = args.lights
        self._board: str | None = args.board
        self._watch: BoardWatch | None = None
        self._display: LightsDisplay | None = None
        self._complaints: Mapping[str, Complaints] = {"link": Complaints(), "broker": Complaints(), "board": Complaints()}
        self.phones: TerminalPhones | None = None
        self._publisher: MqttPublisher | None = None
        self._press: Callable[[Button], None] = lambda _: None  # obeys a button pressed somewhere other than on the board
        with ExitStack() as stack:
            stack.callback(links.close)
            self._announcer = Announcer(catalogue)
            stack.callback(self._announcer.close)
            self._announcer.attach(args.text or NO_TEXT_DISPLAY, voice=bool(args.voice))
            if args.phones or args.https:
                from fourth_seat.commands.terminal.phones import TerminalPhones  # the server is loaded only then

                out = sys.stderr if args.json else sys.stdout
                self.phones = TerminalPhones(out, notify, https=args.https)
                stack.callback(self.phones.close)
            if broker:
                from fourth_seat.page.mqtt.publisher import MqttPublisher  # only for those who have one

                self._publisher = MqttPublisher(broker, catalogue, lambda button: self._press(button))
                stack.callback(self._publisher.close)
            self._stack = stack.pop_all()

    def attach(self, table: Table, runner: TurnRunner, next_game: Callable[[], None], obey: Callable[[str], None]) -> None:
        """Attach another game. Phones can request `next_game`; buttons act like typed lines.

        Raises:
            FourthSeatError: the requested lights cannot be used.
        """
        thinking = partial(_thinks, runner)
        table.displays.append(self._announcer)
        self._display = _lights(table, runner, self._lights, self._notify)
        self._watch = _board(table, runner, self._board, self._notify, obey)
        self._press = self._watch.press if self._watch else partial(_press, table, self._notify, obey)
        if self.phones:
            self.phones.attach(table, thinking, next_game)
        if self._publisher:
            from fourth_seat.page.hosted import HostedTable

            self._publisher.attach(HostedTable(table, Review(table), thinking=thinking))
        self._links.follow(table, lambda: runner.waits)

    def leave(self) -> None:
        """Detach the game, whose table is about to be closed."""
        if self._display:
            self._display.close()
            self._display.strip.close()
            self._display = None
        if self._watch:
            self._watch.close()
            self._watch = None
        if self.phones:
            self.phones.leave()

    @property
    def keeps_seats(self) -> bool:
        """Whether somebody plays from elsewhere and must keep their seat in the next game."""
        return self._links.link is not None or (self.phones is not None and self.phones.played_on)

    def step(self) -> None:
        """Do the pending work of all services and report faults; to be called regularly."""
        if self._display:
            self._display.step()
        if self._watch:
            self._watch.step()
            if trouble := self._complaints["board"].news(self._watch.ended or self._watch.trouble):
                self._notify(trouble)
        if self.phones:
            self.phones.step()
        for name, other in (("link", self._links.link), ("broker", self._publisher)):
            if other:
                other.step()
                if trouble := self._complaints[name].news(other.trouble):
                    self._notify(trouble)
        if trouble := self._announcer.news():
            self._notify(trouble)

    def close(self) -> None:
        """Close all services."""
        self.leave()
        self._stack.close()


def check_lights(url: str | None) -> None:
    """Check the lights' address given on the command line; raise `BadLights` if it is invalid."""
    if url not in (None, OFF):
        from fourth_seat.hardware.lights.factory import opening

        opening(url)


def check_board(url: str | None) -> None:
    """Check the board's address given on the command line; raise `BadBoard` if it is invalid."""
    if url not in (None, OFF):
        from fourth_seat.hardware.boards.address import read_board

        read_board(url)


def keep_board(game: str, url: str | None) -> None:
    """Save the board given on the command line, if any, in the game's settings.

    Raises:
        BadConfig, NotSaved: the file cannot be read or written.
    """
    if url:
        save_board_settings(game, chosen_board(game, url))


def _press(table: Table, notify: Callable[[Text], None], obey: Callable[[str], None], button: Button) -> None:
    """Carry out the action of a button that was pressed somewhere other than on the board."""
    from fourth_seat.hardware.boards.buttons import press

    press(table, button, lambda text, _: notify(text), lambda shown: obey(BUTTON_LINES[shown.value]))


def _board(
    table: Table,
    runner: TurnRunner,
    url: str | None,
    notify: Callable[[Text], None],
    obey: Callable[[str], None],
) -> BoardWatch | None:
    """Return the board watcher for a table in a terminal, with the requested board or else the one chosen for this game, or
    None if there is no board.

    Raises:
        BadBoard: the address of the board is invalid.
    """
    try:
        chosen = chosen_board(table.game.name, url)
    except BadConfig as error:
        if url is not None:  # otherwise the lights, which are in the same file, have reported it
            notify(error.text)
        return None
    if not chosen.on:
        return None
    from fourth_seat.hardware.boards.description import BadBoard  # only for those who own one
    from fourth_seat.hardware.boards.watch import BoardWatch

    try:
        watch = BoardWatch(table, chosen.url, lambda text, _: notify(text), lambda button: obey(BUTTON_LINES[button.value]))
    except BadBoard as error:
        if url is not None:
            raise
        notify(error.text)
        return None
    runner.waits = table.people_play  # the board reports when a move has been set down
    return watch


def keep_lights(game: str, url: str | None) -> None:
    """Save the lights given on the command line, if any, in the game's settings.

    Raises:
        BadConfig, NotSaved: the file cannot be read or written.
    """
    if url:
        save_lights_settings(game, chosen_lights(game, url))


def _thinks(runner: TurnRunner) -> bool:
    return runner.thinking is not None


def _lights(table: Table, runner: TurnRunner, url: str | None, notify: Callable[[Text], None]) -> LightsDisplay | None:
    """Return the lights for a table in a terminal: the requested ones, or else those chosen for this game, if any. Unusable
    saved settings are reported, and the game continues without lights.

    Raises:
        FourthSeatError: the address or the settings of the lights are invalid.
    """
    try:
        chosen = chosen_lights(table.game.name, url)
    except BadConfig as error:
        notify(error.text)
        return None
    if not chosen.on:
        return None
    from fourth_seat.hardware.lights.display import LightsDisplay  # only for those who own some
    from fourth_seat.hardware.lights.errors import BadLayout, BadLights
    from fourth_seat.hardware.lights.factory import make_strip

    try:
        layout = layout_of(table.game, table.game.geometry(table.options))
        strip = make_strip(chosen.url, layout.count, chosen.power)
    except (BadConfig, BadLayout, BadLights) as error:
        if url is not None:
            raise
        notify(error.text)
        return None
    strip.arrange(layout)
    display = LightsDisplay(table, strip, lambda: runner.thinking, notify)
    if strip.drawn:
        notify(say("These lights are drawn on the screen, which only the window can do: leave --terminal out to see them."))
    table.displays.append(display)
    runner.waits = table.people_play  # a move could not be seen if the next one followed at once
    return display
