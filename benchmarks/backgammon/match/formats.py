"""Check files and IDs of sheshbesh against the program GNU Backgammon, both ways (Debian: `apt install gnubg`).

    uv run python -m benchmarks.backgammon.match.formats [--matches N] [--length 5]

- Matches that GNU Backgammon plays against itself and writes as `.mat` are read and played through here, move by move.
- Matches of ours with the cube, written here, are read by GNU Backgammon: the same scores, winners and turns.
- Its position and match IDs, for everything that happened in its matches, are read here and written again unchanged; and it
    makes the same IDs from the XGIDs that are written here for these positions.

Prints the number of each, and the differences; the exit status is 0 only if there are none.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from benchmarks.backgammon.match.cube_games import as_match, match, ours
from benchmarks.backgammon.match.players import Throws
from benchmarks.backgammon.match.program import program, query
from fourth_seat.engines.backgammon import bearoff, networks
from fourth_seat.engines.backgammon.evaluator import BackgammonEvaluator
from fourth_seat.games.backgammon import GAME
from fourth_seat.games.backgammon.cube import DoublingCube
from fourth_seat.games.backgammon.formats import gnuid, mat, mat_reader
from fourth_seat.games.backgammon.formats.mat import MatMatch
from fourth_seat.games.backgammon.formats.match_rules import options_of, rules_of
from fourth_seat.games.backgammon.formats.play_out import play_out
from fourth_seat.games.backgammon.match import DECLARED_OPTIONS, crawford_game
from fourth_seat.games.backgammon.moves import CubeAction
from fourth_seat.games.backgammon.rules import BackgammonPhase, BackgammonState
from fourth_seat.games.options import Options
from fourth_seat.table.settings.tables import table_cache
from fourth_seat.words import FourthSeatError

PLAY_SCRIPT = """
answer = []
for line in ("set automatic roll on", "set automatic move on", "set player 0 gnubg", "set player 1 gnubg",
             "set player 0 chequerplay evaluation plies 0", "set player 1 chequerplay evaluation plies 0",
             "set player 0 cubedecision evaluation plies 0", "set player 1 cubedecision evaluation plies 0"):
    gnubg.command(line)
for seed in given["seeds"]:
    gnubg.command("set seed %d" % seed)
    gnubg.command("new match %d" % given["length"])
    while True:
        games = gnubg.match(0, 0, 0, 0)["games"]
        if not games[-1]["info"].get("winner"):
            gnubg.command("play")
            continue
        points = dict(X=0, O=0)
        for game in games:
            points[game["info"]["winner"]] += game["info"]["points-won"]
        if max(points.values()) >= given["length"]:
            break
        gnubg.command("new game")
    gnubg.command('export match mat "match.mat"')
    ids = []

    def note():
        if gnubg.posinfo()["gamestate"] in (1, 4):  # played, or ended by a drop: others have no XGID
            ids.append(gnubg.positionid() + ":" + gnubg.matchid())

    for step in ("next", "next rolled"):  # turn by turn, and to where each is about to be played
        gnubg.navigate()
        for game in games:
            for _ in game["game"]:
                note()
                gnubg.command(step)
            note()
            gnubg.navigate(game=1)
    answer.append((open("match.mat").read(), sorted(set(ids))))
"""

READ_SCRIPT = """
answer = []
for text in given:
    with open("match.mat", "w") as file:
        file.write(text)
    gnubg.command('import mat "match.mat"')
    match = gnubg.match(0, 0, 0, 0)
    found = []
    for game in match["games"]:
        info = game["info"]
        actions = {}
        for action in game["game"]:
            actions[action["action"]] = actions.get(action["action"], 0) + 1
        found.append((info["score-X"], info["score-O"], info.get("winner"), info.get("points-won"), actions))
    answer.append((match["match-info"]["match-length"], found))
"""

XGID_SCRIPT = """
answer = []
for text in given:
    gnubg.command("set xgid " + text)
    answer.append(gnubg.positionid() + ":" + gnubg.matchid())
"""

CALLS = {"double": CubeAction.DOUBLE, "take": CubeAction.TAKE, "drop": CubeAction.DROP}


@dataclass(frozen=True, slots=True)
class Checked:
    """The number of comparisons, and a line for each difference."""

    counts: Counter[str]
    wrong: list[str]


def theirs(seeds: Sequence[int], length: int) -> list[tuple[str, list[str]]]:
    """Return matches that GNU Backgammon plays: the file, and the IDs on the way."""
    return [(text, ids) for text, ids in query(PLAY_SCRIPT, {"seeds": list(seeds), "length": length})]


def read_here(text: str) -> Checked:
    """Play a match file out by the rules, and compare the results with those that it states."""
    counts: Counter[str] = Counter(matches=1)
    wrong = []
    found = mat_reader.read(text)
    rules = rules_of(found)
    for number, played in enumerate(found.games):
        counts["games"] += 1
        counts.update(word for turn in played.turns for word in CALLS if turn.text == word)
        try:
            options = options_of(found, number, rules)
            state = GAME.start(options)
            for move in play_out(played, options).moves:
                state = state.play(move)
        except FourthSeatError as error:
            wrong.append(f"game {number + 1}: {error}")
            continue
        counts["Crawford games"] += crawford_game(options)
        result = state.result
        if result is None:
            counts["resigned"] += 1
        elif (result.winners, max(result.scores)) != ((played.winner,), played.points):
            wrong.append(f"game {number + 1}: {result.scores} here, colour {played.winner} wins {played.points} there")
        elif state.phase is not BackgammonPhase.DROPPED:
            counts["gammons and backgammons"] += max(result.scores) > state.cube.value
    return Checked(counts, wrong)


def read_there(matches: Sequence[MatMatch]) -> Checked:
    """Let GNU Backgammon read our match files, and compare its reading."""
    counts: Counter[str] = Counter(matches=len(matches))
    wrong = []
    for number, (own, (length, games)) in enumerate(
        zip(matches, query(READ_SCRIPT, [mat.write(each) for each in matches]), strict=True), 1
    ):
        mine = [[*played.scores, " XO"[played.winner], played.points, _actions(played.turns)] for played in own.games]
        counts["games"] += len(mine)
        counts.update(word for played in own.games for turn in played.turns for word in CALLS if turn.text == word)
        if length != own.length or mine != games:
            wrong.append(f"match {number}: {mine} here, {games} there")
    return Checked(counts, wrong)


def _actions(turns: Sequence[mat.MatTurn]) -> dict[str, int]:
    return dict(Counter(turn.text if turn.text in CALLS else "move" for turn in turns))


def ids(texts: Sequence[str]) -> Checked:
    """Read GNU Backgammon's IDs, write them again, and let it make them from XGIDs."""
    counts: Counter[str] = Counter()
    wrong, xgids, wanted = [], [], []
    for text in texts:
        try:
            state = GAME.parse_position(text, GAME.options("cube=on"))
        except FourthSeatError as error:
            wrong.append(f"{text}: {error}")
            continue
        counts["positions"] += 1
        counts["dice"] += state.phase is BackgammonPhase.PLAY
        counts["doubled"] += state.phase is BackgammonPhase.ANSWER
        counts["dropped"] += state.phase is BackgammonPhase.DROPPED
        counts["cube turned"] += state.cube.value > 1
        if gnuid.write(state) != text:
            wrong.append(f"{text} is written as {gnuid.write(state)}")
        if state.phase is not BackgammonPhase.DROPPED and state.mover:
            xgids.append(GAME.position(state))
            wanted.append(gnuid.write(_as_taken(state)))
    for xgid, text, made in zip(xgids, wanted, query(XGID_SCRIPT, xgids), strict=True):
        counts["XGIDs"] += 1
        if made != text:
            wrong.append(f"{xgid}: {text} here, {made} there")
    return Checked(counts, wrong)


def _as_taken(state: BackgammonState) -> BackgammonState:
    """Return the state that GNU Backgammon reads from an XGID: the double is not offered yet, and white is on roll, with
    the colours swapped.
    """
    if state.phase is BackgammonPhase.ANSWER:
        state = replace(state, phase=BackgammonPhase.CUBE, turn=3 - state.turn)
    if state.turn == 1:
        return state
    rules = state.options
    options = Options(DECLARED_OPTIONS, {**rules, "score1": rules["score2"], "score2": rules["score1"]})
    cube = DoublingCube(state.cube.value, state.cube.owner and 3 - state.cube.owner)
    return replace(state, options=options, checkers=state.checkers[::-1], turn=3 - state.turn, cube=cube)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--length", type=int, default=5)
    args = parser.parse_args()
    if not program():
        print("this needs the program gnubg (apt install gnubg)", file=sys.stderr)
        return 1
    played = theirs(range(1, args.matches + 1), args.length)
    evaluator = BackgammonEvaluator(
        networks.read(), bearoff.kept(table_cache(), lambda notice: print(notice, file=sys.stderr))
    )
    player, throws = ours(evaluator, cube_plies=0), Throws()
    options = Options(DECLARED_OPTIONS, {"match": args.length, "cube": True, "backgammon": True})
    written = [
        as_match(list(match((player, player), options, str(seed), throws)), ("white", "black"))
        for seed in range(args.matches)
    ]
    found: dict[str, list[Checked]] = {
        "written by gnubg, read here": [read_here(text) for text, _ in played],
        "written here, read by gnubg": [read_there(written)],
        "IDs of gnubg": [ids([text for _, texts in played for text in texts])],
    }
    for name, checked in found.items():
        counts: Counter[str] = sum((each.counts for each in checked), Counter())
        wrong = [line for each in checked for line in each.wrong]
        print(f"{name}: " + ", ".join(f"{number} {what}" for what, number in counts.items()) + f"; {len(wrong)} differ")
        for line in wrong[:20]:
            print(f"  {line}")
    return int(any(each.wrong for checked in found.values() for each in checked))


if __name__ == "__main__":
    raise SystemExit(main())
