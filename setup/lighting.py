"""Lights at a table: what they show follows from how the game stands, and from what the displays are told.

Whoever has it calls `step` now and then (a window on its timer); nothing here waits.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from calibration.lights.layout import LedLayout, load_plan
from calibration.lights.regular import default_plan
from calibration.lights_settings import LightsSettings
from engines.players.tasks import Task
from engines.results import Choice
from games import AnyGame
from games.contents import CellDifference
from games.geometry import Geometry
from games.options import Options
from hardware.complaints import Complaints
from hardware.lights.animation import Animation
from hardware.lights.board_lights import BoardLights
from hardware.lights.factory import make_strip
from hardware.lights.led_colours import WHITE, led_colour
from hardware.lights.power import Power
from hardware.lights.scene import LightsScene, LitMove, RimStatus, render
from hardware.lights.strip import Strip
from table.protocols import Announcement, AnnouncementKind
from table.table import Table
from words import Text


def layout_of(game: AnyGame, geometry: Geometry) -> LedLayout:
    """The layout that was learned for this board, or the usual one where none was.

    Raises:
        BadConfig, BadLayout: what is kept cannot be used.
    """
    return (load_plan(game, geometry) or default_plan(geometry)).under(geometry)


def opened(chosen: LightsSettings, count: int) -> Strip:
    """The strip that was chosen.

    Raises:
        BadLights: its address or budget cannot be meant.
    """
    return make_strip(chosen.url, count, Power(chosen.budget, chosen.brightness))


def tints_of(game: AnyGame, options: Options) -> tuple[tuple[int, int, int], ...]:
    """The light of each colour of pieces, white for what belongs to nobody."""
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
        """`thinking` returns the computer's search, if one runs; `complain` is called once with each fault."""
        self.lights = lights
        self._table, self._thinking, self._complain = table, thinking, complain
        self._geometry = table.game.geometry(table.options)
        self._tints = tints_of(table.game, table.options)
        self._animation = Animation(lights)
        self._scene = LightsScene()
        self._position: tuple[object, object] | None = None  # the line and the pending move that the scene is about
        self._placing: LitMove | None = None
        self._wrong: tuple[CellDifference, ...] = ()
        self._complaints = Complaints()

    def show(self, announcement: Announcement) -> None:
        """Show at once what was announced."""
        self._follow()
        if announcement.kind is AnnouncementKind.WRONG:
            self._wrong = announcement.wrong
        elif announcement.kind is not AnnouncementKind.NOTICE:
            self._wrong = ()
        self.step()

    def step(self) -> None:
        """Let the lights show how the game stands now, and tell of lights that do not work."""
        self._follow()
        scene = LightsScene(self._placing, self._wrong, self._standing())
        if scene != self._scene:
            before, self._scene = self._scene, scene
            afresh = scene.placing is not before.placing or scene.wrong != before.wrong
            self._animation.play(
                partial(render, scene, self._geometry, self._tints, len(self.lights.layout.rim)), afresh=afresh
            )
        if trouble := self._complaints.news(self.lights.strip.trouble):
            self._complain(trouble)

    def close(self) -> None:
        """The table is left: dark. Safe to call twice."""
        self._animation.close()

    def _follow(self) -> None:
        """Find what is to be set down, where the position has changed."""
        table = self._table
        now = table.line, table.pending
        if self._position and self._position[0] is now[0] and self._position[1] is now[1]:
            return
        self._position, self._placing = now, None
        self._wrong = ()  # a complaint was about another position
        if pending := table.pending:
            self._placing = LitMove(pending.steps, pending.before.cells(), pending.colour)

    def _standing(self) -> RimStatus:
        table = self._table
        if table.result:
            return RimStatus()
        thinking = self._thinking()
        if thinking is None:
            return RimStatus(table.state.mover)
        return RimStatus(table.state.mover, True, thinking.progress)
