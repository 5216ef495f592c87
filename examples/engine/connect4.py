"""A computer player for Connect 4 that speaks GTP, in plain Python: docs/engine-protocol.md explains each command.

It wins if it can, stops a win if it must, and otherwise drops its disc near the middle.

    fourth-seat engine-check "python3 connect4.py" --game connect4
    fourth-seat play connect4 --terminal --seats "human,gtp:python3 connect4.py"
"""

import sys

COLOURS = {"1": 1, "b": 1, "black": 1, "red": 1, "2": 2, "w": 2, "white": 2, "yellow": 2}
LINES = ((1, 0), (0, 1), (1, 1), (1, -1))  # the directions in which four can stand in a row

moves = []  # pairs of colour and column, the first column is 0


def discs(played):
    """Return the discs on the board, as {(column, row): colour}."""
    board, heights = {}, [0] * 7
    for colour, column in played:
        board[column, heights[column]] = colour
        heights[column] += 1
    return board


def wins(played):
    """Return whether the last move has made four in a row."""
    board = discs(played)
    if not played:
        return False
    colour, column = played[-1]
    row = max(row for (x, row) in board if x == column)
    for dx, dy in LINES:
        length = 1
        for sign in (1, -1):
            x, y = column + sign * dx, row + sign * dy
            while board.get((x, y)) == colour:
                length, x, y = length + 1, x + sign * dx, y + sign * dy
        if length >= 4:
            return True
    return False


def choose(colour):
    """Return the column for a disc of this colour."""
    free = [column for column in (3, 2, 4, 1, 5, 0, 6) if sum(played == column for _, played in moves) < 6]
    for who in (colour, 3 - colour):  # to win, or to be in the way
        for column in free:
            if wins([*moves, (who, column)]):
                return column
    return free[0]


def play(colour, text):
    """Play a move that was read from a line; a mistake in it raises an error."""
    column = int(text) - 1
    if not 0 <= column < 7 or sum(played == column for _, played in moves) == 6 or wins(moves):
        raise ValueError("there is no room in this column" if not wins(moves) else "the game is over")
    moves.append((COLOURS[colour], column))


def genmove(colour):
    """Choose a move, play it, and return it."""
    column = choose(COLOURS[colour])
    play(colour, column + 1)
    return str(column + 1)


COMMANDS = {
    "protocol_version": lambda: "2",
    "name": lambda: "Example",
    "version": lambda: "1",
    "list_commands": lambda: "\n".join(COMMANDS),
    "known_command": lambda name: "true" if name in COMMANDS else "false",
    "clear_board": lambda: moves.clear(),
    "play": play,
    "genmove": genmove,
    "undo": lambda: moves.pop() and "",
    "quit": lambda: "",
}

for line in sys.stdin:
    words = line.partition("#")[0].split()
    number = words.pop(0) if words and words[0].isdecimal() else ""
    if not words:
        continue
    try:
        answer = f"={number} {COMMANDS[words[0]](*words[1:]) or ''}"
    except (KeyError, ValueError, IndexError, TypeError) as error:
        answer = f"?{number} {type(error).__name__}: {error}"
    print(answer + "\n", flush=True)
    if words == ["quit"]:
        break
