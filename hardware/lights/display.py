"""A table's lights, which show the game state and the announcements sent to all displays.

Nothing here blocks. The strip draws the frames in its own thread.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from fourth_seat.engines.players.tasks import Task
from fourth_seat.engines.results import Choice
from fourth_seat.games.contents import CellDifference
from fourth_seat.hardware.complaints import Complaints
from fourth_seat.hardware.lights.scene import LightsScene, render, tints_of
from fourth_seat.hardware.lights.strip import Colour, Strip
from fourth_seat.table.protocols import Announcement, AnnouncementKind
from fourth_seat.table.table import Table
from fourth_seat.words import Text


class LightsDisplay:
    """A display (`table.protocols.Display`) for one table.

    Attributes:
        strip: the board's lights; the caller that opened them must close them.
    """

    def __init__(
        self,
        table: Table,
        strip: Strip,
        thinking: Callable[[], Task[Choice] | None],
        complain: Callable[[Text], None],
    ) -> None:
        """`thinking` returns the computer's current search, if any, and must be thread-safe; `complain` is called once per
        fault.
        """
        self.strip = strip
        self._table, self._thinking, self._complain = table, thinking, complain
        self._geometry = table.game.geometry(table.options)
        self._tints = tints_of(table.game.sides(table.options))
        self._position: tuple[object, object] | None = None  # the line and the pending move that the scene is about
        self._placing = LightsScene()
        self._wrong: tuple[CellDifference, ...] = ()
        self._scene: LightsScene | None = None
        self._complaints = Complaints()
        self._follow()
        self._play()

    def show(self, announcement: Announcement) -> None:
        """Show the announcement and the current position."""
        moved = self._follow()
        if announcement.kind is AnnouncementKind.WRONG:
            self._wrong = announcement.wrong
        elif moved or announcement.kind is not AnnouncementKind.NOTICE:
            self._wrong = ()
        self._play()
        self.step()

    def step(self) -> None:
        """Report any problem with the lights; call this regularly."""
        if trouble := self._complaints.news(self.strip.trouble):
            self._complain(trouble)

    def close(self) -> None:
        """Turn the lights off when the players leave the table. Safe to call twice."""
        self.strip.show(())

    def _follow(self) -> bool:
        """Find the pending placement; return whether the position has changed."""
        table, pending = self._table, self._table.pending
        if self._position and self._position[0] is table.line and self._position[1] is pending:
            return False
        self._position = table.line, pending
        self._placing = LightsScene(pending.steps, pending.before.cells(), pending.colour) if pending else LightsScene()
        return True

    def _play(self) -> None:
        """Play the scene, if it has changed."""
        table, before = self._table, self._scene
        self._scene = scene = replace(self._placing, wrong=self._wrong, mover=0 if table.result else table.state.mover)
        if scene != before:
            afresh = before is None or scene.steps is not before.steps or scene.wrong != before.wrong
            self.strip.play(partial(self._drawn, scene), afresh=afresh)

    def _drawn(self, scene: LightsScene, t: float) -> list[Colour]:
        """Draw a frame of a scene, including the current progress of the search, in the strip's thread."""
        if scene.mover and (thinking := self._thinking()):
            scene = replace(scene, thinking=True, progress=thinking.progress)
        return self.strip.colours_of(render(scene, self._geometry, self._tints, len(self.strip.layout.rim), t))
