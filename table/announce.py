"""Announcements about events at a table."""

from __future__ import annotations

from typing import Any

from fourth_seat.engines import engine_of
from fourth_seat.engines.results import MoveValue
from fourth_seat.games import CHANCE, AnyState
from fourth_seat.games.steps import captures, is_for_hands
from fourth_seat.table.analysis.mistakes import chances
from fourth_seat.table.game_state import GameState
from fourth_seat.table.history import HistoryEntry
from fourth_seat.table.outcome import outcome
from fourth_seat.table.protocols import Announcement, AnnouncementKind
from fourth_seat.table.record.events import Begun, Corrected, Ended, Event, Moved, Reseated, Rewound, SetDown, Thrown
from fourth_seat.words import Text, say


def announcement(game_state: GameState, before: AnyState, event: Event) -> Announcement | None:
    """Return the announcement of an event that has just happened, or None if there is nothing to announce."""
    if isinstance(event, Ended):
        texts = (outcome(game_state),) if game_state.result else ()
        return Announcement(AnnouncementKind.OVER, texts, cells=game_state.state.cells())
    if isinstance(event, Moved):
        last = game_state.history.last
        return _moved(game_state, before, event, last.move if last else None)
    if isinstance(event, Corrected):
        read = say("The board was read from a picture.") if event.by == "photo" else say("The board was corrected.")
        text = say("The move was allowed as played.") if event.move else read
        return Announcement(AnnouncementKind.NOTICE, (text, turn(game_state)), event.seat, cells=game_state.state.cells())
    if isinstance(event, Rewound) and game_state.pending:
        return placement(game_state)
    if isinstance(event, (Begun, Thrown, Rewound, SetDown, Reseated)) and not game_state.result:
        state, last, rolled = game_state.state, game_state.history.last, list[Text]()
        if isinstance(event, Thrown) and event.by in ("program", "computer") and last:  # nobody here has seen the dice
            rolled = [step.text for step in game_state.game.steps(before, last.move)]
        return Announcement(
            AnnouncementKind.TURN, (*rolled, turn(game_state)), state.seat, state.mover, cells=state.cells()
        )
    return None


def placement(game_state: GameState) -> Announcement | None:
    """Return the announcement of the pending placement, or None if there is none."""
    pending = game_state.pending
    if pending is None:
        return None
    if pending.move is None:
        texts = (say("Put the board right."), *(step.text for step in pending.steps))
        return Announcement(AnnouncementKind.PLACE, texts, steps=pending.steps, cells=pending.after.cells())
    return _moved(game_state, pending.before, Moved(pending.seat, pending.text, "computer"), pending.move)


def _moved(game_state: GameState, before: AnyState, event: Moved, move: Any) -> Announcement | None:
    game, options = game_state.game, game_state.options
    colour = game.colour_name(before.mover, options)
    steps, why = game.steps(before, move), None
    noticed = _remark(game_state, before, move)
    if event.by == "rule":
        kind, first = AnnouncementKind.NOTICE, say("{colour} cannot move and passes.", colour=colour)
    elif noticed and not is_for_hands(steps, game.geometry(options)):  # it was only spoken
        kind, first, noticed = AnnouncementKind.TURN, noticed, None
    elif move == game.implied(before):
        if event.by != "computer":  # the move that is implied before it says everything
            return None
        cells = game_state.state.cells()
        return Announcement(AnnouncementKind.TURN, (turn(game_state),), event.seat, before.mover, cells=cells)
    elif event.by == "computer":
        kind, first = AnnouncementKind.PLACE, say("{colour} plays {move}.", colour=colour, move=game.move_name(move))
        if explanation := explain_move(game_state, before, move):
            why = say("It {purpose}.", purpose=explanation)
    else:
        kind, first = AnnouncementKind.MOVE, say("{colour} played {move}.", colour=colour, move=event.move)
    if kind is AnnouncementKind.PLACE:
        texts = (first, *(step.text for step in steps))
    else:
        texts = (first, *((noticed,) if noticed else ()), turn(game_state))
    taken = captures(steps, before.cells(), before.mover, game.geometry(options))
    cells = game_state.state.cells()
    return Announcement(kind, texts, event.seat, before.mover, event.move, steps, cells, why=why, captures=taken)


def _remark(game_state: GameState, before: AnyState, move: Any) -> Text | None:
    return game_state.game.remark(before, move, game_state.names)


def remark(game_state: GameState) -> Text | None:
    """Return a remark on an important effect of the last move, or None if there is none. The remark applies until dice are
    rolled or the next move is made.
    """
    history = game_state.history
    last = history.last_said
    if game_state.result or game_state.pending or (game_state.people_move and game_state.move_input.partial.due):
        return None
    if last is None or last.move is None or not last.seat:
        return None
    if last.by == "rule":
        name = game_state.game.colour_name(last.colour, game_state.options)
        return say("{colour} has no move: the turn passes.", colour=name)
    number = history.number(last)
    return None if number is None else _remark(game_state, history.line_at(number).state, last.move)


def explain_move(game_state: GameState, state: AnyState, move: Any) -> Text | None:
    """Describe the purpose of a move. Returns None if there is nothing to say."""
    return engine_of(game_state.game.name).explain_move(state, move)


def hint(game_state: GameState, best: MoveValue) -> Text:
    """Return a hint for the seat to move: the best move with its proven value if known, otherwise with an estimate."""
    state, written = game_state.state, game_state.game.written(best.move)
    explanation, known = explain_move(game_state, state, best.move), best.why or (chances(best) if best.forecast else None)
    if known and explanation:
        return say("Hint: {move} ({purpose}; {why})", move=written, purpose=explanation, why=known)
    if known:
        return say("Hint: {move} ({why})", move=written, why=known)
    share = f"{100 * best.shares[state.seat - 1]:.0f}"
    if explanation:
        return say("Hint: {move} ({purpose}; about {share} % to win)", move=written, purpose=explanation, share=share)
    return say("Hint: {move} (about {share} % to win)", move=written, share=share)


def suggestion(game_state: GameState, move: Any) -> Text:
    """Return a hint that contains only the move and its purpose, but not its value."""
    if explanation := explain_move(game_state, game_state.state, move):
        return say("Hint: {move} ({why})", move=game_state.game.written(move), why=explanation)
    return say("Hint: {move}", move=game_state.game.written(move))


def turn(game_state: GameState, *, colour_shown: bool = False) -> Text:
    """Return a sentence about whose turn it is and whether to roll the dice. If `colour_shown` is true, the colour is
    displayed next to the sentence and may be omitted.
    """
    if game_state.result:
        return outcome(game_state)
    state = game_state.state
    if state.mover == 0:
        return say("Each player rolls one die; the higher roll goes first.")
    colour = game_state.game.colour_name(state.mover, game_state.options)
    seat = game_state.seat(state.seat)
    name = game_state.person(state.seat).name if seat.people else ""
    if seat.elsewhere:
        return say("{colour} plays at the other table.", colour=colour)
    if seat.computer and state.to_move != CHANCE:
        return say("{who} is thinking.", who=colour)
    rolls = game_state.may_throw
    alone = colour_shown and len(game_state.game.colours_of(state.seat, game_state.options)) == 1
    if not name or alone:
        player = name or colour
        return say("Roll for {who}.", who=player) if rolls else say("{who}'s turn.", who=player)
    if rolls:
        return say("Roll for {who}.", who=say("{name} ({colour})", name=name, colour=colour))
    return say("{name}'s turn ({colour}).", name=name, colour=colour)


def own_turn(game_state: GameState) -> Text | None:
    """Like `turn`, but addressed to the player to move. Returns None if this is not sufficient, or if nobody at this table
    has to act.
    """
    if not game_state.people_move or game_state.pending or not game_state.state.mover:
        return None
    if game_state.move_input.partial.due:
        return None
    return say("Your turn: roll.") if game_state.may_throw else say("Your turn.")


def headline(game_state: GameState) -> tuple[Text, int]:
    """Return a short text about what to do next, and the colour to show next to it (0 for none). If there is a `remark`, it
    is shown before the headline.
    """
    pending, state = game_state.pending, game_state.state
    if game_state.people_move and not pending and (due := game_state.move_input.partial.due):
        return due, state.mover
    if pending and pending.colour:
        colour = game_state.game.colour_name(pending.colour, game_state.options)
        return say("Make {colour}'s move on your board.", colour=colour), pending.colour
    if game_state.result:
        winners = game_state.result.winners
        return turn(game_state), game_state.game.colours_of(winners[0], game_state.options)[0] if len(winners) == 1 else 0
    return (say("Put the board right.") if pending else turn(game_state, colour_shown=True)), state.mover


def prompt(game_state: GameState) -> Text:
    """Return instructions for the player to move: what to do now, and how to enter it."""
    return game_state.game.prompt(game_state.state, game_state.names)


def entry_line(game_state: GameState, entry: HistoryEntry) -> Text:
    """Return the line for a history entry in a move list."""
    if entry.result is not None:
        return outcome(game_state) if entry is game_state.history.last else entry.result.reason
    if entry.by == "correction":
        if entry.source == "photo":
            return say("the board was read from a picture")
        return say("allowed: {move}", move=entry.text) if entry.seat else say("the board was corrected")
    if entry.seat == 0:
        return say("rolled {dice}", dice=entry.text)
    if entry.by == "rule":
        return say("passes")
    return say("{move}", move=entry.text if entry.move is None else game_state.game.written(entry.move))
