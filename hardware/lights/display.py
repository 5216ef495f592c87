"""Lights at a table: they show the state of the game, and what is announced to all displays.

Nothing here blocks. The strip draws the frames in a thread of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from fourth_seat.engines.players.tasks import Task
from fourth_seat.engines.results import Choice
from fourth_seat.games import AnyGame
from fourth_seat.games.contents import CellDifference
from fourth_seat.games.geometry import Geometry
from fourth_seat.games.options import Options
from fourth_seat.hardware.complaints import Complaints
from fourth_seat.hardware.lights.board_lights import BoardLights
from fourth_seat.hardware.lights.factory import make_strip
from fourth_seat.hardware.lights.layout import LedLayout, load_plan
from fourth_seat.hardware.lights.led_colours import WHITE, led_colour
from fourth_seat.hardware.lights.power import Power
from fourth_seat.hardware.lights.regular import default_plan
from fourth_seat.hardware.lights.scene import LightsScene, LitMove, RimStatus, render
from fourth_seat.hardware.lights.settings import LightsSettings
from fourth_seat.hardware.lights.strip import Colour, Strip
from fourth_seat.table.protocols import Announcement, AnnouncementKind
from fourth_seat.table.table import Table
from fourth_seat.words import Text


def layout_of(game: AnyGame, geometry: Geometry) -> LedLayout:
    """Return the layout that was learned for this board, or the usual one where none was.

    Raises:
        BadConfig, BadLayout: the saved layout cannot be used.
    """
    return (load_plan(game, geometry) or default_plan(geometry)).under(geometry)


def open_strip(chosen: LightsSettings, count: int) -> Strip:
    """Open the strip that was chosen, with so many LEDs.

    Raises:
        BadLights: its address or its current budget is invalid.
    """
    return make_strip(chosen.url, count, _power(chosen))


def limit_strip(strip: Strip, chosen: LightsSettings) -> None:
    """Keep an open strip to the limits that were chosen.

    Raises:
        BadLights: the current budget is too small for it.
    """
    strip.limit(_power(chosen))


def _power(chosen: LightsSettings) -> Power:
    return Power(chosen.budget, chosen.brightness)


def tints_of(game: AnyGame, options: Options) -> tuple[tuple[int, int, int], ...]:
    """Return the LED colour of each colour of pieces, RGB; the first, for pieces without an owner, is white."""
    return WHITE, *(led_colour(side.hue) for side in game.sides(options))


class BoardLighting:
    """A display (`table.protocols.Display`) of one table.

    Attributes:
        lights: the lights of the board; closed by who opened the strip.
    """

    def __init__(
        self,
        table: Table,
        lights: BoardLights,
        thinking: Callable[[], Task[Choice] | None],
        complain: Callable[[Text], None],
    ) -> None:
        """`thinking` returns the computer's search, if one runs, in whatever thread; `complain` is called once for each
        fault.
        """
        self.lights = lights
        self._table, self._thinking, self._complain = table, thinking, complain
        self._geometry = table.game.geometry(table.options)
        self._tints = tints_of(table.game, table.options)
        self._position: tuple[object, object] | None = None  # the line and the pending move that the scene is about
        self._placing: LitMove | None = None
        self._wrong: tuple[CellDifference, ...] = ()
        self._scene: LightsScene | None = None
        self._complaints = Complaints()
        self._follow()
        self._play()

    def show(self, announcement: Announcement) -> None:
        """Show at once what was announced, and how the game stands now."""
        moved = self._follow()
        if announcement.kind is AnnouncementKind.WRONG:
            self._wrong = announcement.wrong
        elif moved or announcement.kind is not AnnouncementKind.NOTICE:
            self._wrong = ()
        self._play()
        self.step()

    def step(self) -> None:
        """Report lights that do not work; to be called regularly."""
        if trouble := self._complaints.news(self.lights.strip.trouble):
            self._complain(trouble)

    def close(self) -> None:
        """Turn the lights off: the table is left. Safe to call twice."""
        self.lights.strip.show(())

    def _follow(self) -> bool:
        """Find the pending placement; return whether the position has changed."""
        table = self._table
        now = table.line, table.pending
        if self._position and self._position[0] is now[0] and self._position[1] is now[1]:
            return False
        self._position, pending = now, table.pending
        self._placing = LitMove(pending.steps, pending.before.cells(), pending.colour) if pending else None
        return True

    def _play(self) -> None:
        """Play the scene, if it is another one."""
        table, before = self._table, self._scene
        self._scene = scene = LightsScene(self._placing, self._wrong, RimStatus(0 if table.result else table.state.mover))
        if scene != before:
            afresh = before is None or scene.placing is not before.placing or scene.wrong != before.wrong
            self.lights.strip.play(partial(self._drawn, scene), afresh=afresh)

    def _drawn(self, scene: LightsScene, t: float) -> list[Colour]:
        """Draw a frame of a scene, with the search as it stands, in the strip's thread."""
        if scene.standing.colour and (thinking := self._thinking()):
            scene = replace(scene, standing=replace(scene.standing, thinking=True, progress=thinking.progress))
        frame = render(scene, self._geometry, self._tints, len(self.lights.layout.rim), t)
        return self.lights.colours(frame)
