"""What there is to say after an event."""

from __future__ import annotations

from typing import Any

from engines import engine_of
from engines.results import MoveValue
from games import CHANCE, AnyState
from table.analysis.mistakes import chances
from table.game_state import GameState
from table.protocols import Announcement, AnnouncementKind
from table.record.events import Corrected, Ended, Event, Moved, Reseated, Rewound, SetDown, Thrown
from words import Text, say


def announcement(game_state: GameState, before: AnyState, event: Event) -> Announcement | None:
    """The announcement for an event that has just happened; None where there is nothing to say."""
    if isinstance(event, Ended):
        texts = (game_state.result.reason,) if game_state.result else ()
        return Announcement(AnnouncementKind.OVER, texts, cells=game_state.state.cells())
    if isinstance(event, Moved):
        last = game_state.history.last
        return _moved(game_state, before, event, last.move if last else None)
    if isinstance(event, Corrected):
        said = say("The move stands as it was played.") if event.move else say("The board was corrected.")
        return Announcement(AnnouncementKind.NOTICE, (said, turn(game_state)), event.seat, cells=game_state.state.cells())
    if isinstance(event, (Thrown, Rewound, SetDown, Reseated)) and not game_state.result:
        state = game_state.state
        return Announcement(AnnouncementKind.TURN, (turn(game_state),), state.seat, state.mover, cells=state.cells())
    return None


def placement(game_state: GameState) -> Announcement | None:
    """The computer's move that is not yet on the board, as it was announced; None where there is none."""
    pending = game_state.pending
    if pending is None:
        return None
    return _moved(game_state, pending.before, Moved(pending.seat, pending.text, "computer"), pending.move)


def _moved(game_state: GameState, before: AnyState, event: Moved, move: Any) -> Announcement:
    game, options = game_state.game, game_state.options
    colour = game.colour_name(before.mover, options)
    steps, why = game.steps(before, move), None
    if event.by == "rule":
        kind, first = AnnouncementKind.NOTICE, say("{colour} cannot move and passes.", colour=colour)
    elif event.by == "computer":
        kind, first = AnnouncementKind.PLACE, say("{colour} plays {move}.", colour=colour, move=event.move)
        if said := explain_move(game_state, before, move):
            why = say("It {purpose}.", purpose=said)
    else:
        kind, first = AnnouncementKind.MOVE, say("{colour} played {move}.", colour=colour, move=event.move)
    texts = (first, *(step.text for step in steps)) if kind is AnnouncementKind.PLACE else (first, turn(game_state))
    return Announcement(kind, texts, event.seat, before.mover, event.move, steps, game_state.state.cells(), why=why)


def explain_move(game_state: GameState, state: AnyState, move: Any) -> Text | None:
    """What a move is for; None where there is nothing to say."""
    return engine_of(game_state.game.name).explain_move(state, move)


def hint(game_state: GameState, best: MoveValue) -> Text:
    """The hint for who is to move: what is proven of the best move, else what is thought of it."""
    state = game_state.state
    said, known = explain_move(game_state, state, best.move), best.why or (chances(best) if best.forecast else None)
    if known and said:
        return say("Hint: {move} ({purpose}; {why})", move=str(best.move), purpose=said, why=known)
    if known:
        return say("Hint: {move} ({why})", move=str(best.move), why=known)
    share = f"{100 * best.shares[state.seat - 1]:.0f}"
    if said:
        return say("Hint: {move} ({purpose}; about {share} % to win)", move=str(best.move), purpose=said, share=share)
    return say("Hint: {move} (about {share} % to win)", move=str(best.move), share=share)


def suggestion(game_state: GameState, move: Any) -> Text:
    """A hint of which nothing is known but the move."""
    if said := explain_move(game_state, game_state.state, move):
        return say("Hint: {move} ({why})", move=str(move), why=said)
    return say("Hint: {move}", move=str(move))


def turn(game_state: GameState) -> Text:
    """Whose turn it is, and for what."""
    if game_state.result:
        return game_state.result.reason
    state = game_state.state
    if state.mover == 0:
        return say("Each player throws one die; the higher one begins.")
    colour = game_state.game.colour_name(state.mover, game_state.options)
    seat = game_state.seat(state.seat)
    names = (game_state.person(state.seat).name,) if seat.people else ()
    who = say("{name} ({colour})", name=names[0], colour=colour) if names and names[0] else colour
    if state.to_move == CHANCE:
        return say("Throw the dice for {who}.", who=who)
    if seat.computer:
        return say("{who} is thinking.", who=who)
    return say("It is {who}'s turn.", who=who)
