"""Help on everything that users can type at the terminal."""

from __future__ import annotations

from fourth_seat.words import Text, say

QUIT_WORDS = ("quit", "exit")

LINES: dict[str, Text] = {
    "dice 31": say("enters a roll of the dice"),
    "roll": say("lets the program roll"),
    "undo, redo": say("takes a move back, or plays it again, and says what to change on the board"),
    "hint": say("suggests a good move"),
    "why": say("says whether the last move was a mistake, and why"),
    "moves, rollout": say("compares moves, or plays them out many times"),
    "threats": say("lists the pieces that could be taken"),
    "report": say("shows how well everybody has played so far"),
    "show": say("prints the board"),
    "stand MOVE": say("allows a move that the rules forbid"),
    "set CELL=WHAT, position TEXT": say("corrects cells, or the whole board"),
    "turn N": say("lets another colour move on a corrected board"),
    "resign, stop, next": say("gives up; ends the game and scores it as it stands; begins the next game"),
    "seat N PLAYER": say("gives a seat to another player: human:Ben, computer:5, table:LINK ..."),
    "phones SEAT": say(
        "prints a code for a phone, if the game was started with --phones; without a seat, the phone plays for all seats"
    ),
    "phones watch": say("prints a code for a phone that only watches"),
    "card FILE": say("saves a picture of the computer's move"),
    "export FILE, import FILE": say("exports the game for other programs, or imports one"),
    "save, quit": say("says where the game is saved; ends the program"),
}
"""Commands and their effects."""


def help_text() -> tuple[Text, ...]:
    """Return the help lines in order."""
    width = max(map(len, LINES))
    return (
        say("Type a move, or:"),
        *(say("{words}  {meaning}", words=words.ljust(width), meaning=meaning) for words, meaning in LINES.items()),
    )
