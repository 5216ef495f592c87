"""Announcements to show."""

from __future__ import annotations

from fourth_seat.table.protocols import Announcement, AnnouncementKind
from fourth_seat.words import say


def turn(name: str) -> Announcement:
    """Return the announcement that it is somebody's move."""
    return Announcement(AnnouncementKind.TURN, (say("{who}'s turn.", who=name),))


def placement(*squares: str) -> Announcement:
    """Return the announcement that a Blokus piece has to be set down."""
    texts = (
        say("{colour} plays {move}.", colour=say("blue"), move=",".join(squares)),
        say(
            "place the {colour} {piece} on {squares}",
            colour=say("blue"),
            piece="F",
            squares=squares,
        ),
    )
    return Announcement(AnnouncementKind.PLACE, texts)
