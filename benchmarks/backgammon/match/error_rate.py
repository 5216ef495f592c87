"""Loss of a player per decision by GNU Backgammon's own analysis."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from benchmarks.backgammon.match.games import Game
from benchmarks.backgammon.match.program import query
from fourth_seat.games.backgammon.formats import mat

PLAYER_NAMES = "ours", "peer"

GNUBG_SCRIPT = """
with open("match.mat", "w") as file:
    file.write(given["match"])
for line in ("set cube use off", "set analysis cube off", "set analysis luck off",
             "set analysis chequerplay type evaluation", "set analysis chequerplay evaluation cubeful off",
             "set analysis chequerplay evaluation plies " + str(given["plies"]), 'import mat "match.mat"',
             "set analysis player ours analyse on", "set analysis player peer analyse off", "analyse session"):
    gnubg.command(line)
match = gnubg.match(1, 0, 1, 1)
side = "X" if match["match-info"]["X"]["name"] == "ours" else "O"
moves = [game["stats"][side]["moves"] for game in match["games"]]
answer = [(each["unforced-moves"], each["error-skill"]) for each in moves]
"""


def error_rate(games: Sequence[Game], plies: int) -> tuple[int, float, float]:
    """Return the first player's unforced decisions, thousandths of a point lost in each, and their standard error over
    games.
    """
    match = mat.MatMatch(0, tuple(game.to_mat(PLAYER_NAMES) for game in games))
    found = query(GNUBG_SCRIPT, {"match": mat.write(match), "plies": plies})
    decisions = sum(each for each, _ in found)
    rate = sum(lost for _, lost in found) / decisions
    spread = sqrt(sum((lost - rate * each) ** 2 for each, lost in found)) / decisions
    return decisions, 1000 * rate, 1000 * spread
