"""Instructions for the current situation of a game, and descriptions of the visible buttons."""

from __future__ import annotations

from fourth_seat.table import announce
from fourth_seat.table.stage.board import is_helped
from fourth_seat.ui.camera.control import CameraControl
from fourth_seat.ui.table.correction_mode import CorrectionMode
from fourth_seat.ui.table.stage import Stage
from fourth_seat.words import Text, say

BUTTONS = {
    "leave": say("goes back to the start page, where this game can be continued"),
    "place": say("plays the piece as it lies on the board"),
    "untap": say("takes back the last tap"),
    "clear": say("clears what you have entered for this move, so that you can start again"),
    "roll": say("lets the program roll for you"),
    "undo": say("takes back the last move, and says what to take off your board"),
    "redo": say("restores the move that was taken back"),
    "hint": say("shows a good move"),
    "why": say("says whether the last move was a mistake; press it again to see why"),
    "phones_open": say("shows the code with which phones can join, and which phones have joined"),
    "correct": say("changes the picture where it differs from your board"),
}


def what_now(stage: Stage, correction: CorrectionMode, camera: CameraControl) -> tuple[Text, ...]:
    """Return instructions for the current situation, one sentence each."""
    table = stage.table
    if correction.asking:
        return (
            say("The framed places could not be read with certainty: say what is on each."),
            say("Then press “This matches my board”."),
        )
    if correction.active:
        return (
            say("You are correcting the picture: choose a colour or the eraser, and tap what is different on your board."),
            say("Then press “This matches my board”."),
        )
    if camera.photo.reader:
        return (camera.photo.reader.status[0],)
    if stage.shown.viewing is not None:
        return (say("This is an earlier position. Go back to the game, or continue from here, with the buttons shown."),)
    if table.result:
        return (say("The game is over. Look through its moves in the list, or begin the next game."),)
    if table.pending:
        return (
            say(
                "Copy the picture onto your board: move pieces along the arrows, put a piece on each "
                "outline, and take away what is crossed out."
            ),
            say("The camera sees when you are done.")
            if camera.enters_moves
            else say("Then press “Done”, or the space bar."),
        )
    if table.elsewhere:
        return (say("It is the other table's turn. Its move will be shown here: make it on your own board."),)
    if table.computers_turn:
        return (say("The computer is thinking. “Play now” makes it move at once."),)
    if table.may_throw:
        mover = table.state.mover
        if not mover:
            order = tuple(side.name for side in table.game.sides(table.options))
            return (say("Each player rolls one die. Tap the numbers in this order: {order}.", order=order),)
        rolling = say("Roll on your table, for the computer too, and tap the numbers that come up.")
        return (rolling, announce.prompt(table)) if table.move_input.partial.buttons else (rolling,)
    if table.move_input.laid:
        return (
            say("Turn and flip the piece until it matches the one on your board, or tap the square where it really is."),
            say("Then press “Place” or the space bar, or tap the piece once more, to play it."),
        )
    if table.move_input.in_hand:
        return (
            say("Tap the place on the board where the piece is, or drag it there: that does not play it yet."),
            *([say("Dots mark where the piece can be attached.")] if is_helped(table) else []),
        )
    if table.taps:
        return (
            say("Part of the move has been entered: continue with one of the marked places."),
            say("“Place” or Enter plays the move as it is."),
        )
    if camera.enters_moves:
        return (say("Play your move on your own board: the camera sees it and enters it."),)
    return (say("Play your move on your own board, then enter it here."), announce.prompt(table))
