"""GNU Backgammon reads match files, and exports its own games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from benchmarks.backgammon.match.program import query

TOLD = """
def told(match):
    games = []
    for game in match["games"]:
        info, actions, before = game["info"], [], ""
        for action in game["game"]:
            kind, dice = action["action"], sorted(action.get("dice", ()), reverse=True)
            if kind == "move":
                changed = {}
                for start, end in action["move"]:
                    changed[start] = changed.get(start, 0) - 1
                    changed[end] = changed.get(end, 0) + 1
                what = [kind, dice, sorted([place, by] for place, by in changed.items() if by)]
            elif kind == "set":
                what = [kind, dice]
            else:
                what = [kind]
            doubled_again = kind == "double" and before in ("take", "drop")  # it notes that where somebody gives up then
            before = kind
            if kind not in ("drop", "resign") and not doubled_again:
                actions.append([action["player"]] + what)
        scores = [info["score-X"], info["score-O"]] if match["match-info"]["match-length"] else None
        games.append([scores, info.get("winner"), info.get("points-won"), actions])
    return games
"""

READ_SCRIPT = (
    TOLD
    + """
import base64
answer = []
for jacoby, data in given:
    with open("match.mat", "wb") as file:
        file.write(base64.b64decode(data))
    gnubg.command("set jacoby " + ("on" if jacoby else "off"))
    gnubg.command('import mat "match.mat"')
    answer.append(told(gnubg.match(0, 0, 0, 0)))
"""
)

EXPORT_SCRIPT = (
    TOLD
    + """
import random
for line in ("set player 0 human", "set player 1 human", "set automatic bearoff off", "set confirm default yes",
             "set evaluation chequerplay evaluation plies 0", "set evaluation cubedecision evaluation plies 0"):
    gnubg.command(line)
answer = []
games = 0
while games < given["games"]:
    rng = random.Random("%s %d" % (given["seed"], games))
    gnubg.command("set seed %d" % rng.randrange(1 << 30))
    length = rng.choice((0, 1, 3, 5, 7))
    gnubg.command("new match %d" % length if length else "new session")
    for _ in range(rng.randrange(1, 5)):
        turns, worth = rng.choice((rng.randrange(1, 40), 400)), rng.choice(("normal", "gammon", "backgammon"))
        after_rolling = rng.random() < 0.5
        for turn in range(turns + 1):
            info = gnubg.posinfo()
            if info["gamestate"] != 1:
                break
            rolled = info["dice"] != (0, 0)
            if turn == turns and (rolled or not after_rolling):
                gnubg.command("resign " + worth)
                gnubg.command("accept")
                break
            if not rolled:
                if rng.random() < 0.1:
                    gnubg.command("double")
                    if gnubg.posinfo()["doubled"]:
                        gnubg.command("take" if rng.random() < 0.6 else "drop")
                        continue
                gnubg.command("roll")
                if gnubg.posinfo()["gamestate"] != 1:
                    break
            if turn == turns:
                gnubg.command("resign " + worth)
                gnubg.command("accept")
                break
            if gnubg.posinfo()["dice"] != (0, 0):
                best = gnubg.findbestmove()
                if best:
                    gnubg.command("move " + " ".join("%d/%d" % best[at:at + 2] for at in range(0, len(best), 2)))
        played = gnubg.match(0, 0, 0, 0)
        points = dict(X=0, O=0)
        for game in played["games"]:
            if "winner" in game["info"]:
                points[game["info"]["winner"]] += game["info"]["points-won"]
        if length and max(points.values()) >= length or "winner" not in played["games"][-1]["info"]:
            break
        gnubg.command("new game")
    gnubg.command('export match mat "match.mat"')
    played = gnubg.match(0, 0, 0, 0)
    games += len(played["games"])
    answer.append((open("match.mat", encoding="utf-8", errors="replace").read(), told(played)))
"""
)


def read(files: Sequence[tuple[bool, bytes]], command: str) -> list[Any]:
    """Return the program's reading of files, each with whether the Jacoby rule is on."""
    import base64

    given = [(jacoby, base64.b64encode(data).decode()) for jacoby, data in files]
    answer: list[Any] = query(READ_SCRIPT, given, command)
    return answer


def exported(games: int, seed: str, command: str) -> list[tuple[str, Any]]:
    """Return match files that the program exports, with this many games altogether, each with what was played."""
    return [(text, played) for text, played in query(EXPORT_SCRIPT, {"games": games, "seed": seed}, command)]
