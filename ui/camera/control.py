"""Controls the camera on the table page: choosing it, showing it in the panel, processing its messages, and stopping it.

Image processing code is imported lazily when a camera is first started.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from fourth_seat.calibration.camera_settings import (
    CameraSettings,
    load_camera_settings,
    load_known_addresses,
    save_camera_settings,
)
from fourth_seat.games import game_names
from fourth_seat.processes.extras.catalogue import EXTRAS
from fourth_seat.table.protocols import Announcement, AnnouncementKind
from fourth_seat.ui.camera.photo import PhotoControl
from fourth_seat.ui.extras.sheet import with_extra
from fourth_seat.ui.table.correction_mode import CorrectionMode
from fourth_seat.ui.table.stage import Stage
from fourth_seat.words import FourthSeatError, Text, error_text, say

if TYPE_CHECKING:
    from fourth_seat.inference.move_bridge import MoveAnswer
    from fourth_seat.ui.camera.corners import CornersSheet
    from fourth_seat.ui.camera.panel import CameraPanel
    from fourth_seat.ui.camera.sight import SightSheet
    from fourth_seat.vision.camera_session import CameraSession
    from fourth_seat.vision.worker.frame_buffer import SharedPicture

PICTURE_INTERVAL_S = 0.08  # between two pictures shown: enough to follow hands, at little cost


class CameraControl:
    """Controls the camera that watches the board.

    Attributes:
        watching: the camera session, or None if there is no camera.
        panel: the panel that shows the camera, or None.
        photo: the control for reading the board from a single picture.
    """

    def __init__(self, stage: Stage, correction: CorrectionMode) -> None:
        self._stage, self._correction, self._page = stage, correction, stage.page
        self.photo = PhotoControl(stage, correction, self.show_panel)
        self.watching: CameraSession | None = None
        self.panel: CameraPanel | None = None
        self._corners: CornersSheet | None = None
        self._sight: SightSheet | None = None
        self._shown = 0.0
        self._picture: SharedPicture | None = None  # the newest
        self._filmed = False  # by a guest's phone
        self._complaint: Text | None = None
        self.chosen = CameraSettings()
        with suppress(FourthSeatError):  # an unreadable calibration file is reported where it is edited
            self.chosen = load_camera_settings(stage.table.game.name)
        stage.table.displays.append(self)

    @property
    def enters_moves(self) -> bool:
        """Whether the camera sees the board and is entering moves."""
        watching = self.watching
        return watching is not None and watching.setup.ready and watching.grid is not None and not watching.ended

    def resume(self) -> None:
        """Start the camera that was used in the last game of this kind, if any."""
        if self.chosen.on and self._stage.table.result is None and EXTRAS["camera"].there:
            self.start(self.chosen.source)

    # -- on and off --------------------------------------------------------------------------------------------------------

    def choose(self) -> None:
        """Open a sheet for choosing a camera."""
        from fourth_seat.vision.registry import require_vision

        try:
            require_vision(self._stage.table.game)
        except FourthSeatError as error:
            self._complain(error.text)
            return
        with_extra(self._page, "camera", self._choose_source)

    def _choose_source(self) -> None:
        from fourth_seat.ui.camera.source import SourceSheet

        known: tuple[str, ...] = ()
        with suppress(FourthSeatError):  # as above
            known = load_known_addresses(game_names())
        self._page.open_sheet(SourceSheet(self._page, self.chosen.source, known, self.start))

    def start(self, source: str) -> None:
        """Start watching the board with this camera."""
        if self._watch(source):
            self._remember(CameraSettings(source, True))

    def film(self, address: str) -> None:
        """Watch the board with a guest's phone at this address. An empty address means that the phone has stopped filming.

        The address is not saved, because it is only valid for this evening.
        """
        filmed, self._filmed = self._filmed, False
        if address:
            self._filmed = self._watch(address)
        elif filmed:
            self.stop(remember=False)

    def _watch(self, source: str) -> bool:
        """Start a camera, replacing the current one. Returns whether this was successful."""
        from fourth_seat.vision.camera_session import CameraSession

        self.stop(remember=False)
        stage = self._stage
        try:
            self.watching = CameraSession(stage.table, source, lambda text, wrong: stage.line.show(text, wrong=wrong))
        except FourthSeatError as error:
            self._complain(error.text)
            return False
        except OSError as error:
            self._complain(say("the camera cannot be started: {reason}", reason=error_text(error)))
            return False
        self.show_panel()
        return True

    def show_panel(self) -> None:
        """Show the panel if a camera is watching and no photo is being read."""
        if self.watching and not self.photo.reader:
            self.panel = self._make_panel()
            self._stage.panel.dock(self.panel)
            if self._picture:  # a film that has ended sends no more pictures
                self.panel.picture.show(self._picture)

    def stop(self, *, remember: bool = True) -> None:
        """Release the camera. The game continues without it."""
        if self._filmed:
            self._filmed = False
            self._stage.window.phones.stop_filming()
        if self.watching is None:
            return
        self.watching.close()
        if self._stage.panel.docked is self.panel:  # and not a photo
            self._stage.panel.undock()
        for sheet in (self._corners, self._sight):
            if sheet:
                sheet.close()
        self.watching = self.panel = self._corners = self._picture = None
        self._point_at(())
        if remember:
            self._remember(CameraSettings(self.chosen.source))

    def pause(self) -> Callable[[], None]:
        """Temporarily release the camera, so that its device is available. Returns a function that restarts it."""
        watching = self.watching
        if watching is None or watching.ended or self._filmed:
            return lambda: None

        def go_on() -> None:
            if self.watching is None:  # otherwise a guest is filming meanwhile
                self.start(watching.source)

        self.stop(remember=False)
        return go_on

    def picture(self) -> bytes | None:
        """Return the camera's latest picture as PNG, or None if there is none."""
        if self.watching is None or self._picture is None:
            return None
        from fourth_seat.ui.camera.picture import png

        return png(self._picture)

    def close(self) -> None:
        """Close the camera and the photo on leaving the page."""
        self.photo.close()
        if self.watching:
            self.watching.close()
            self.watching = None

    def _remember(self, chosen: CameraSettings) -> None:
        self.chosen = chosen
        try:
            save_camera_settings(self._stage.table.game.name, chosen)
        except FourthSeatError as error:
            self._complain(error.text)

    def _make_panel(self) -> CameraPanel:
        from fourth_seat.ui.camera.panel import CameraActions, CameraPanel

        assert self.watching is not None
        setup, stage = self.watching.setup, self._stage
        actions = CameraActions(
            find=self.watching.find,
            back=self.watching.go_back,
            corners=self.show_corners,
            turn=setup.turn,
            mirror=setup.mirror,
            learn=setup.lies_right,
            take=self._take,
            sight=self._show_sight,
            record=self._record,
            read=self.read_board,
            markers=self._print_markers,
            choose=self.choose,
            boards=self._show_boards,
            test=self.watching.test,
            leave=self.watching.leave,
            stop=self.stop,
            answer=self._answer,
            to_board=stage.board.focus_set,
        )
        sides = stage.table.game.sides(stage.table.options)
        return CameraPanel(stage.panel.record, stage.window.theme, stage.window.text, sides, actions)

    # -- while it watches --------------------------------------------------------------------------------------------------

    def step(self) -> None:
        """Process messages from the camera. No-op while a photo is being read or a position is being edited."""
        self.photo.step()
        watching, panel = self.watching, self.panel
        if watching is None or panel is None or self.photo.reader or self._correction.active:
            return
        watching.step()
        now = time.monotonic()
        if now - self._shown < PICTURE_INTERVAL_S:
            return
        self._shown = now
        picture = watching.frame()
        self._picture = picture or self._picture
        panel.refresh(watching, picture)
        if self._corners and self._corners.winfo_exists() and picture:
            self._corners.editor.show(picture)
        if self._sight:
            self._sight.refresh(watching, picture)
        if not watching.bridge.wrong:
            self._point_at(())
        if watching.ended and self.chosen.on:
            self._remember(CameraSettings(self.chosen.source))

    def show(self, announcement: Announcement) -> None:
        """Handle an announcement from the table by marking wrong cells on the screen."""
        if announcement.kind is AnnouncementKind.WRONG:
            self._complaint = announcement.texts[0]
            self._stage.line.show(self._complaint, wrong=True)
            geometry = self._stage.geometry
            self._point_at(tuple(each.cell for each in announcement.wrong if each.cell in geometry))

    def _point_at(self, cells: tuple[str, ...]) -> None:
        stage = self._stage
        if not cells and self._complaint and stage.line.message == self._complaint:
            stage.line.show(None)
        if stage.shown.wrong != cells:
            stage.shown.wrong = cells
            stage.refresh()
        if not cells:
            self._complaint = None

    def _complain(self, text: Text) -> None:
        self._stage.line.show(text, wrong=True)

    # -- what people do ----------------------------------------------------------------------------------------------------

    def show_corners(self) -> None:
        """Open a sheet for marking the board's corners."""
        from fourth_seat.ui.camera.corners import open_corners

        if self.watching is None:
            return
        watching = self.watching
        self._corners = open_corners(
            self._page,
            self._stage.game_board,
            watching.grid or watching.before,
            lambda corners, known: watching.mark(corners, known=known),
        )
        if self._picture:  # while a camera is unplugged, no other picture comes
            self._corners.editor.show(self._picture)

    def _take(self) -> None:
        """Continue from the board in the picture. If some information is missing, open the editor."""
        if self.watching is None:
            return
        bridge = self.watching.bridge
        try:
            bridge.take_over()
        except FourthSeatError as error:
            self._correction.begin(bridge.seen, error.text)

    def read_board(self) -> None:
        """Read the complete board from the latest picture, regardless of the moves played so far."""
        if self._picture is None:
            self._complain(say("no picture has arrived yet"))
            return
        from fourth_seat.ui.camera.picture import save_picture

        try:
            self.photo.make_way()
            path = save_picture(self._picture)
        except FourthSeatError as error:
            self._complain(error.text)
            return
        except OSError as error:
            self._complain(say("the picture cannot be saved: {reason}", reason=error_text(error)))
            return
        grid = self.watching.grid if self.watching else None
        if grid:  # the picture may be smaller than the camera's
            scale = self._picture.width / self._picture.whole
            grid = replace(grid, corners=tuple((scale * x, scale * y) for x, y in grid.corners))
        self.photo.read(path, throwaway=True, seen=grid)

    def _show_sight(self) -> None:
        """Open a sheet with a large view of the camera's reading of each cell."""
        from fourth_seat.ui.camera.sight import SightSheet

        if self.watching is None:
            return
        sheet = SightSheet(self._page, self._stage.game_board, self._hide_sight)
        self._page.open_sheet(sheet)
        self._sight = sheet
        self.watching.diagnose(True)
        sheet.refresh(self.watching, self._picture)

    def _hide_sight(self) -> None:
        self._sight = None
        if self.watching:
            self.watching.diagnose(False)

    def _record(self) -> None:
        if self.watching:
            try:
                self.watching.record(self._stage.window.clock())
            except OSError as error:
                self._complain(say("the last seconds cannot be saved: {reason}", reason=error_text(error)))

    def _show_boards(self) -> None:
        from fourth_seat.ui.camera.boards import BoardsSheet

        in_use = self.watching is not None and self.watching.setup.kept
        self._page.open_sheet(BoardsSheet(self._page, self._stage.table.game, in_use=in_use))

    def _print_markers(self) -> None:
        with_extra(self._page, "print", self._choose_markers_file)

    def _choose_markers_file(self) -> None:
        from fourth_seat.hardware.paper.corner_markers import write_markers
        from fourth_seat.ui.files.save_sheet import PDF, PNG, FileKind, SaveSheet

        def write(path: Path) -> None:
            write_markers(path, self._stage.window.catalogue)

        def saved(path: Path) -> Text:
            return say(
                (
                    "The corner markers have been saved to {file}: print them, cut them out and lay them at "
                    "the board's corners."
                ),
                file=str(path),
            )

        kinds = [FileKind(*PDF, write), FileKind(*PNG, write)]
        self._page.open_sheet(SaveSheet(self._page, say("Print corner markers"), "corner-markers", kinds, saved))

    def _answer(self, choice: MoveAnswer | None) -> None:
        if self.watching:
            self.watching.bridge.answer(choice)
