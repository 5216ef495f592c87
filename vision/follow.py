"""From pictures to lines of `watch`: the board is found or given, looked at when it lies still, and every move told.

    {"t": 12.4, "frame": 310, "move": "4", "confidence": 0.9993, "board": [...]}
    {"t": 15.0, "frame": 375, "ask": ["4", "5"], "board": [...]}

and, each with `event`: `found` (the corners), `began` (the first position), `set` (the computer's move lies as asked),
`wrong` (what differs, and how), `unseen` (why nothing can be read).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from calibration.lens import Points
from games import AnyState, find
from games.errors import BadNotation
from vision.boards import board
from vision.camera import Frame, Source
from vision.events import Asked, Began, Event, Off, Played, SetDown
from vision.eyes import eye_of
from vision.gate import Gate
from vision.look import seen_from
from vision.process.texts import pack
from vision.protocols import Look, NotFound
from vision.reasons import what_is_wrong
from vision.turned import ways_round
from vision.watcher import Watcher
from words import Text, say

SEARCH = 1.0  # seconds between two searches for the board
AS_WELL = 10.0  # how much worse, as logarithm, a board may look one way round than another to be taken for as good

Line = dict[str, Any]


class Follower:
    """Follows one game in a camera's pictures; a `Watcher` of the vision process."""

    def __init__(self, settings: Mapping[str, Any]) -> None:
        """`settings`: `game`, and where they are known `options`, `corners` (four of x, y), `look` and `position`.

        Raises:
            UnknownGame, BadOption, BadPosition: as the text says.
        """
        self.game = find(settings["game"])
        self.options = self.game.options(settings.get("options", ""))
        self.eye = eye_of(self.game.name)
        self.look: Look = settings.get("look", {})
        corners = settings.get("corners")
        self.corners: Points | None = None if corners is None else np.array(corners, np.float64)
        position = settings.get("position")
        self.begun = self.game.parse_position(position, self.options) if position else None
        self.given = corners is not None  # in the board's own order, so the way round is known
        self.watchers: list[Watcher] = []  # one for each way round that the board may lie yet
        self._gate: Gate | None = None
        self._searched: float | None = None
        self._unseen: Text | None = None

    # -- pictures --------------------------------------------------------------------------------------------------------

    def see(self, frame: Frame) -> Iterator[Line]:
        """What is to be said about a picture."""
        if self._gate is None:
            yield from self._search(frame)
            return
        sight = self._gate.look(frame.image, frame.t)
        if sight.reason:
            yield from self._blind(frame, sight.reason)
        if sight.settled:
            self._unseen = None
        event = self._watch(frame, sight.settled)
        if event:
            yield {"t": round(frame.t, 3), "frame": frame.number, **self._line(event)}

    def _search(self, frame: Frame) -> Iterator[Line]:
        """Looks for the board, now and then."""
        if self.corners is None:
            if self._searched is not None and frame.t - self._searched < SEARCH:
                return
            self._searched = frame.t
            found = self.eye.finder.find(frame.image, self.options)
            if isinstance(found, NotFound):
                yield from self._blind(frame, found.reason)
                return
            self.corners, self.look = found.corners, {**self.look, **found.shape}
            yield {"t": round(frame.t, 3), "frame": frame.number, "event": "found", "corners": plain(self.corners)}
        ways = [self.corners] if self.given else ways_round(self.game, self.options, self.corners)
        for corners in ways:
            view = seen_from(corners, self.game, self.options, frame.image)
            watcher = Watcher(self.game, self.options, self.eye.reader, view, self.look)
            if self.begun:
                watcher.place(self.begun)
            self.watchers.append(watcher)
        self._gate = Gate(self.corners, self.watchers[0].view.size)

    def _watch(self, frame: Frame, settled: bool) -> Event | None:
        """Shows the picture to whoever watches. Of several ways round those stay that the board fits best, and the first on
        which a move is believed is the one.
        """
        events = [watcher.see(frame.image, frame.t, settled) for watcher in self.watchers]
        if len(events) > 1:
            moved = [n for n, event in enumerate(events) if isinstance(event, Played | SetDown)]
            looked = [n for n, watcher in enumerate(self.watchers) if watcher.states and watcher.evidence]
            kept = moved[:1] or self._best(looked)
            if kept:
                self.watchers = [self.watchers[n] for n in kept]
                self.corners = self.watchers[0].view.corners(self.game.geometry(self.options).area)
                events = [events[n] for n in kept]
        return events[0] if all(events) else None

    def _best(self, looked: list[int]) -> list[int]:
        """The ways round on which what is seen fits as well as on any."""
        misfits = {n: self.watchers[n].misfit for n in looked}
        return [n for n, misfit in misfits.items() if misfit <= min(misfits.values()) + AS_WELL]

    @property
    def watcher(self) -> Watcher | None:
        """Who watches; of several the first."""
        return self.watchers[0] if self.watchers else None

    def _blind(self, frame: Frame, reason: Text) -> Iterator[Line]:
        """Says once why nothing can be read."""
        if reason != self._unseen:
            self._unseen = reason
            line = {"event": "unseen", "text": pack(reason), "reason": str(reason)}
            yield {"t": round(frame.t, 3), "frame": frame.number, **line}

    def _line(self, event: Event) -> Line:
        match event:
            case Began(states):
                return {"event": "began", **self._board(), "positions": [self.game.position(state) for state in states]}
            case Played(moves, _, confidence, instead):
                move = " ".join(map(str, moves))
                back = {"instead": True} if instead else {}
                return {"move": move, "confidence": round(confidence, 4), **back, **self._board()}
            case Asked(likeliest, confidence):
                asked = [" ".join(map(str, hypothesis.moves)) if hypothesis else "" for hypothesis in likeliest]
                return {"ask": asked, "confidence": round(confidence, 4), **self._board()}
            case SetDown():
                return {"event": "set", **self._board()}
            case Off(differences):
                reason = what_is_wrong(self.game, self.options, differences)
                cells = [difference.cell for difference in differences]
                return {"event": "wrong", "cells": cells, "text": pack(reason), "reason": str(reason), **self._board()}

    def _board(self) -> Line:
        assert self.watcher is not None
        return board(self.game, self.watcher.options, self.watcher.lying)

    @property
    def seen(self) -> bool:
        """Whether a board was ever read."""
        return self.watcher is not None and bool(self.watcher.states)

    # -- commands --------------------------------------------------------------------------------------------------------

    @property
    def known(self) -> Mapping[str, Any]:
        """What is known now, as JSON: kept beside recorded pictures, and taken as settings again."""
        state = self.state
        return {
            "game": self.game.name,
            "options": str(self.watcher.options if self.watcher else self.options),
            "look": dict(self.watcher.look if self.watcher else self.look),
            **({"corners": plain(self.corners)} if self.corners is not None else {}),
            **({"position": self.game.position(state)} if state else {}),
        }

    @property
    def state(self) -> AnyState | None:
        """The position that lies there, as far as it is known."""
        return self.watcher.states[0] if self.watcher and self.watcher.states else self.begun

    def told(self, name: str, rest: str) -> Line:
        """Commands: `position TEXT`, `play MOVES` (what was played: the answer to a question, or a throw that nobody can
        see), `expect MOVE` (the computer's move that hands are to set down).

        Raises:
            FourthSeatError: it cannot be obeyed.
        """
        match name:
            case "position":
                self._place(self.game.parse_position(rest, self.options))
            case "play":
                state = self._known()
                for move in self.game.parse(state, rest):
                    state = state.play(move)
                self._place(state)
            case "expect":
                state = self._known()
                (move,) = self.game.parse(state, rest)
                state.play(move)  # an illegal one is refused here
                for watcher in self.watchers:
                    watcher.place(state, move)
            case _:
                raise BadNotation(say("{name} is no command: there are position, play and expect", name=name))
        return {}

    def _known(self) -> AnyState:
        if self.state is None:
            raise BadNotation(say("the position is not known yet: tell it with position TEXT"))
        return self.state

    def _place(self, state: AnyState) -> None:
        self.begun = state
        for watcher in self.watchers:
            watcher.place(state)


def follow(settings: Mapping[str, Any], _: Source) -> Follower:
    """A follower, as the vision process asks for one."""
    return Follower(settings)


def plain(corners: Points) -> list[list[float]]:
    """Corners as JSON takes them."""
    return [[round(float(x), 1), round(float(y), 1)] for x, y in corners]
