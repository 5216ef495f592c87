"""A file manager's side of a drag, following version 5 of XDND: python -m tests.ui.camera.file_manager X Y URI...

It is a separate program, since it has to answer while the window under test asks for what was dropped. The exit status is 0
if the window accepted it, 1 if it refused.
"""

from __future__ import annotations

import sys
import time
from typing import Any

from Xlib import X, Xatom
from Xlib.display import Display
from Xlib.protocol.event import ClientMessage, SelectionNotify
from Xlib.xobject.drawable import Window

VERSION = 5
LONGEST_S = 20.0
URI_LIST = "text/uri-list"


class FileManager:
    """Offers files to the windows of other programs."""

    def __init__(self, uris: list[str]) -> None:
        self._display = Display()
        self._root = self._display.screen().root
        self._data = "".join(f"{uri}\r\n" for uri in uris).encode("ascii")  # URIs are
        self._window = self._root.create_window(0, 0, 1, 1, 0, X.CopyFromParent)
        self._window.set_selection_owner(self._atom("XdndSelection"), X.CurrentTime)

    def _atom(self, name: str) -> int:
        return int(self._display.intern_atom(name))

    def drop(self, x: int, y: int) -> bool:
        """Drop the files at a point on the screen; return whether they were accepted."""
        target = self._target(x, y)
        mine = self._window.id
        self._send(target, "XdndEnter", [mine, VERSION << 24, self._atom(URI_LIST), 0, 0])
        self._send(target, "XdndPosition", [mine, 0, x << 16 | y, X.CurrentTime, self._atom("XdndActionCopy")])
        status = self._answer("XdndStatus")
        if not status[1] & 1:
            self._send(target, "XdndLeave", [mine, 0, 0, 0, 0])
            return False
        self._send(target, "XdndDrop", [mine, 0, X.CurrentTime, 0, 0])
        return bool(self._answer("XdndFinished")[2])  # what was done; tkdnd sets another bit than the one that tells it

    def _target(self, x: int, y: int) -> Window:
        """Return the window at this point that supports XDND."""
        window = self._root
        while True:
            child = window.translate_coords(self._root, x, y).child
            if not child:
                raise SystemExit("no window there knows of XDND")
            window = self._display.create_resource_object("window", child.id)
            if window.get_full_property(self._atom("XdndAware"), Xatom.ATOM):
                return window

    def _send(self, target: Window, kind: str, data: list[int]) -> None:
        message = ClientMessage(window=target, client_type=self._atom(kind), data=(32, data))
        target.send_event(message)
        self._display.flush()

    def _answer(self, kind: str) -> list[int]:
        """Return the target's answer, and serve the files until it comes."""
        end = time.monotonic() + LONGEST_S
        while time.monotonic() < end:
            if not self._display.pending_events():
                time.sleep(0.005)
                continue
            event = self._display.next_event()
            if event.type == X.SelectionRequest:
                self._serve(event)
            elif event.type == X.ClientMessage and event.client_type == self._atom(kind):
                return [int(value) for value in event.data[1]]
        raise SystemExit(f"no {kind} came")

    def _serve(self, event: Any) -> None:
        event.requestor.change_property(event.property, event.target, 8, self._data)
        notice = SelectionNotify(
            time=event.time,
            requestor=event.requestor,
            selection=event.selection,
            target=event.target,
            property=event.property,
        )
        event.requestor.send_event(notice)
        self._display.flush()


if __name__ == "__main__":
    x, y, *uris = sys.argv[1:]
    raise SystemExit(0 if FileManager(uris).drop(int(x), int(y)) else 1)
