"""Announcements after events of the table."""

from __future__ import annotations

from typing import Any

from fourth_seat.engines import engine_of
from fourth_seat.engines.results import MoveValue
from fourth_seat.games import CHANCE, AnyState
from fourth_seat.table.analysis.mistakes import chances
from fourth_seat.table.game_view import GameView
from fourth_seat.table.history import HistoryEntry
from fourth_seat.table.protocols import Announcement, AnnouncementKind
from fourth_seat.table.record.events import Corrected, Ended, Event, Moved, Reseated, Rewound, SetDown, Thrown
from fourth_seat.words import Text, say


def announcement(view: GameView, before: AnyState, event: Event) -> Announcement | None:
    """Return the announcement for an event that has just happened; None where there is nothing to say."""
    if isinstance(event, Ended):
        texts = (view.result.reason,) if view.result else ()
        return Announcement(AnnouncementKind.OVER, texts, cells=view.state.cells())
    if isinstance(event, Moved):
        last = view.history.last
        return _moved(view, before, event, last.move if last else None)
    if isinstance(event, Corrected):
        read = say("The board was read from a picture.") if event.by == "photo" else say("The board was corrected.")
        text = say("The move stands as it was played.") if event.move else read
        return Announcement(AnnouncementKind.NOTICE, (text, turn(view)), event.seat, cells=view.state.cells())
    if isinstance(event, Rewound) and view.pending:
        return placement(view)
    if isinstance(event, (Thrown, Rewound, SetDown, Reseated)) and not view.result:
        state, last, rolled = view.state, view.history.last, list[Text]()
        if isinstance(event, Thrown) and event.by in ("program", "computer") and last:  # nobody here has seen the dice
            rolled = [step.text for step in view.game.steps(before, last.move)]
        return Announcement(AnnouncementKind.TURN, (*rolled, turn(view)), state.seat, state.mover, cells=state.cells())
    return None


def placement(view: GameView) -> Announcement | None:
    """Return the announcement of the pending placement; None without one."""
    pending = view.pending
    if pending is None:
        return None
    if pending.move is None:
        texts = (say("Put the board right."), *(step.text for step in pending.steps))
        return Announcement(AnnouncementKind.PLACE, texts, steps=pending.steps, cells=pending.after.cells())
    return _moved(view, pending.before, Moved(pending.seat, pending.text, "computer"), pending.move)


def _moved(view: GameView, before: AnyState, event: Moved, move: Any) -> Announcement:
    game, options = view.game, view.options
    colour = game.colour_name(before.mover, options)
    steps, why = game.steps(before, move), None
    if event.by == "rule":
        kind, first = AnnouncementKind.NOTICE, say("{colour} cannot move and passes.", colour=colour)
    elif event.by == "computer":
        kind, first = AnnouncementKind.PLACE, say("{colour} plays {move}.", colour=colour, move=game.move_name(move))
        if explanation := explain_move(view, before, move):
            why = say("It {purpose}.", purpose=explanation)
    else:
        kind, first = AnnouncementKind.MOVE, say("{colour} played {move}.", colour=colour, move=event.move)
    texts = (first, *(step.text for step in steps)) if kind is AnnouncementKind.PLACE else (first, turn(view))
    return Announcement(kind, texts, event.seat, before.mover, event.move, steps, view.state.cells(), why=why)


def explain_move(view: GameView, state: AnyState, move: Any) -> Text | None:
    """Describe the purpose of a move; None where there is nothing to say."""
    return engine_of(view.game.name).explain_move(state, move)


def hint(view: GameView, best: MoveValue) -> Text:
    """Return the hint for the seat to move: the proven value of the best move, else its estimate."""
    state = view.state
    explanation, known = explain_move(view, state, best.move), best.why or (chances(best) if best.forecast else None)
    if known and explanation:
        return say("Hint: {move} ({purpose}; {why})", move=str(best.move), purpose=explanation, why=known)
    if known:
        return say("Hint: {move} ({why})", move=str(best.move), why=known)
    share = f"{100 * best.shares[state.seat - 1]:.0f}"
    if explanation:
        return say(
            "Hint: {move} ({purpose}; about {share} % to win)", move=str(best.move), purpose=explanation, share=share
        )
    return say("Hint: {move} (about {share} % to win)", move=str(best.move), share=share)


def suggestion(view: GameView, move: Any) -> Text:
    """Return a hint that only names the move, without its value."""
    if explanation := explain_move(view, view.state, move):
        return say("Hint: {move} ({why})", move=str(move), why=explanation)
    return say("Hint: {move}", move=str(move))


def turn(view: GameView, *, colour_shown: bool = False) -> Text:
    """Say whose turn it is, and for what; `colour_shown` where the colour on turn is seen beside it."""
    if view.result:
        return view.result.reason
    state = view.state
    if state.mover == 0:
        return say("Each player rolls one die; the higher one begins.")
    colour = view.game.colour_name(state.mover, view.options)
    seat = view.seat(state.seat)
    name = view.person(state.seat).name if seat.people else ""
    if seat.elsewhere:
        return say("{colour} plays at the other table.", colour=colour)
    if seat.computer and state.to_move != CHANCE:
        return say("{who} is thinking.", who=colour)
    alone = colour_shown and len(view.game.colours_of(state.seat, view.options)) == 1
    if not name or alone:
        player = name or colour
        return say("Roll for {who}.", who=player) if state.to_move == CHANCE else say("{who}'s turn.", who=player)
    if state.to_move == CHANCE:
        return say("Roll for {who}.", who=say("{name} ({colour})", name=name, colour=colour))
    return say("{name}'s turn ({colour}).", name=name, colour=colour)


def headline(view: GameView) -> tuple[Text, int]:
    """Return the next action in a few words, and the colour that it is about, shown beside them; 0 for none."""
    pending, state = view.pending, view.state
    if pending and pending.colour:
        colour = view.game.colour_name(pending.colour, view.options)
        return say("Make {colour}'s move on your board.", colour=colour), pending.colour
    if view.result:
        winners = view.result.winners
        return turn(view), view.game.colours_of(winners[0], view.options)[0] if len(winners) == 1 else 0
    return (say("Put the board right.") if pending else turn(view, colour_shown=True)), state.mover


def prompt(view: GameView) -> Text:
    """Say what whoever is to move does now, and how it is entered."""
    return view.game.prompt(view.state, [view.name(seat) for seat in range(1, len(view.seats) + 1)])


def entry_line(view: GameView, entry: HistoryEntry) -> Text:
    """Return an entry of a game as a line of a list of moves."""
    if entry.result is not None:
        return entry.result.reason
    if entry.by == "correction":
        if entry.source == "photo":
            return say("the board was read from a picture")
        return say("let stand: {move}", move=entry.text) if entry.seat else say("the board was corrected")
    if entry.seat == 0:
        return say("rolled {dice}", dice=entry.text)
    if entry.by == "rule":
        return say("passes")
    return say("{move}", move=entry.text if entry.move is None else view.game.written(entry.move))
