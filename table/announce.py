"""What there is to say after an event."""

from __future__ import annotations

from typing import Any

from engines import engine_of
from engines.results import MoveValue
from games import CHANCE, AnyState
from table.course import Course
from table.events import Corrected, Ended, Event, Moved, Reseated, Rewound, SetDown, Thrown
from table.faults import chances
from table.protocols import Announcement, Kind
from words import Text, say


def announcement(course: Course, before: AnyState, event: Event) -> Announcement | None:
    """The announcement for an event that has just happened; None where there is nothing to say."""
    if isinstance(event, Ended):
        texts = (course.result.reason,) if course.result else ()
        return Announcement(Kind.OVER, texts, cells=course.state.cells())
    if isinstance(event, Moved):
        last = course.history.last
        return _moved(course, before, event, last.move if last else None)
    if isinstance(event, Corrected):
        said = say("The move stands as it was played.") if event.move else say("The board was set right.")
        return Announcement(Kind.NOTICE, (said, turn(course)), event.seat, cells=course.state.cells())
    if isinstance(event, (Thrown, Rewound, SetDown, Reseated)) and not course.result:
        state = course.state
        return Announcement(Kind.TURN, (turn(course),), state.seat, state.mover, cells=state.cells())
    return None


def placement(course: Course) -> Announcement | None:
    """The computer's move that is not yet on the board, as it was announced; None where there is none."""
    count = course.to_set_down
    if not count:
        return None
    entry = course.history.entries[count - 1]
    # Passes may have followed by themselves, so that it need not be the last entry.
    return _moved(course, course.history.line_at(count - 1).state, Moved(entry.seat, entry.text, "computer"), entry.move)


def _moved(course: Course, before: AnyState, event: Moved, move: Any) -> Announcement:
    game, options = course.game, course.options
    colour = game.colour_name(before.mover, options)
    steps, why = game.steps(before, move), None
    if event.by == "rule":
        kind, first = Kind.NOTICE, say("{colour} cannot move and passes.", colour=colour)
    elif event.by == "computer":
        kind, first = Kind.PLACE, say("{colour} plays {move}.", colour=colour, move=event.move)
        if said := explain_move(course, before, move):
            why = say("It {purpose}.", purpose=said)
    else:
        kind, first = Kind.MOVE, say("{colour} played {move}.", colour=colour, move=event.move)
    texts = (first, *(step.text for step in steps)) if kind is Kind.PLACE else (first, turn(course))
    return Announcement(kind, texts, event.seat, before.mover, event.move, steps, course.state.cells(), why=why)


def explain_move(course: Course, state: AnyState, move: Any) -> Text | None:
    """What a move is for; None where there is nothing to say."""
    return engine_of(course.game.name).explain_move(state, move)


def hint(course: Course, best: MoveValue) -> Text:
    """The hint for who is to move: what is proven of the best move, else what is thought of it."""
    state = course.state
    said, known = explain_move(course, state, best.move), best.why or (chances(best) if best.forecast else None)
    if known and said:
        return say("Hint: {move} ({purpose}; {why})", move=str(best.move), purpose=said, why=known)
    if known:
        return say("Hint: {move} ({why})", move=str(best.move), why=known)
    share = f"{100 * best.shares[state.seat - 1]:.0f}"
    if said:
        return say("Hint: {move} ({purpose}; about {share} % to win)", move=str(best.move), purpose=said, share=share)
    return say("Hint: {move} (about {share} % to win)", move=str(best.move), share=share)


def suggestion(course: Course, move: Any) -> Text:
    """A hint of which nothing is known but the move."""
    if said := explain_move(course, course.state, move):
        return say("Hint: {move} ({why})", move=str(move), why=said)
    return say("Hint: {move}", move=str(move))


def turn(course: Course) -> Text:
    """Whose turn it is, and for what."""
    if course.result:
        return course.result.reason
    state = course.state
    if state.mover == 0:
        return say("Each player throws one die; the higher one begins.")
    colour = course.game.colour_name(state.mover, course.options)
    seat = course.seat(state.seat)
    names = (course.person(state.seat).name,) if seat.people else ()
    who = say("{name} ({colour})", name=names[0], colour=colour) if names and names[0] else colour
    if state.to_move == CHANCE:
        return say("Throw the dice for {who}.", who=who)
    if seat.computer:
        return say("{who} is thinking.", who=who)
    return say("It is {who}'s turn.", who=who)
