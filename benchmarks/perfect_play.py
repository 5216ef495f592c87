"""Check that the perfect level of a solved game never gives anything away.

    uv run python -m benchmarks.perfect_play connect4 [--games 200] [--against 1 2 seed] [--log FILE]

It plays every other level and named player, each side beginning half of the games. Every move it makes is checked by a
second solver with its own tables: it must be among the moves that keep the score. Two games in a row, with each side
beginning one, are a match: their scores are added. A log keeps finished games, so that an interrupted run goes on from
there.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from pathlib import Path
from typing import Any

from benchmarks.outputs import output_file
from fourth_seat.engines import engine_of
from fourth_seat.engines.levels import NUMBERED_LEVELS, level, named
from fourth_seat.engines.limits import EngineLimits
from fourth_seat.engines.move_selector import MoveSelector
from fourth_seat.engines.solver import Solver
from fourth_seat.games import AnyGame, find
from fourth_seat.games.options import Options
from fourth_seat.table.settings.tables import table_cache

PERFECT_LEVEL = "9"
LOG_FOLDER = Path(__file__).with_name("logs")


def play(
    game: AnyGame, options: Options, players: dict[int, MoveSelector], perfect: int, checker: Solver
) -> dict[str, Any]:
    """Play a game; return its result and the moves by which the perfect seat lost something."""
    state = game.start(options)
    moves: list[str] = []
    gave: list[dict[str, Any]] = []
    checked = 0
    while not state.over:
        move = players[state.seat].choose(state, lambda: False, lambda *_: None)
        if state.seat == perfect and len(state.legal()) > 1:
            bounds, best = checker.best(state, lambda: False, lambda *_: None)
            assert bounds.exact
            checked += 1
            if move not in best:
                gave.append({"ply": len(moves), "move": str(move), "score": bounds.low, "best": list(map(str, best))})
        moves.append(str(move))
        state = state.play(move)
    standing = state.standing()
    margin = standing.scores[perfect - 1] - standing.scores[2 - perfect]
    outcome = {"share": standing.share(perfect), "margin": margin, "checked": checked, "gave": gave}
    return outcome | ({"moves": moves} if gave else {})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=["connect4", "kalah"])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--against", nargs="+", help="levels and named players; all of them unless given")
    parser.add_argument("--options", default="")
    parser.add_argument("--log", type=output_file, help="where the games are kept, a line each")
    args = parser.parse_args()
    game = find(args.game)
    options = game.options(args.options)
    against = args.against or [*(spec for spec in NUMBERED_LEVELS if spec != PERFECT_LEVEL), *named(game.name)]
    make = engine_of(game.name).solver
    assert make
    checker = make(options, EngineLimits(table_cache()))
    checker.prepare(lambda *_: None, lambda: False)
    log = args.log or LOG_FOLDER / f"perfect_{game.name}.jsonl"
    done = [json.loads(line) for line in log.read_text("utf-8").splitlines()] if log.exists() else []
    failed = False
    for spec in against:
        games = [entry for entry in done if entry["against"] == spec]
        rng = random.Random(f"{spec} {len(games)}")
        best = MoveSelector(game, options, level(PERFECT_LEVEL, game.name), rng, EngineLimits(table_cache()))
        best.seconds = 60.0
        other = MoveSelector(game, options, level(spec, game.name), rng)
        for number in range(len(games), args.games):
            perfect = 1 + number % 2
            start = time.process_time()
            entry = {
                "against": spec,
                "first": perfect == 1,
                **play(game, options, {perfect: best, 3 - perfect: other}, perfect, checker),
                "cpu": round(time.process_time() - start, 2),
            }
            games.append(entry)
            with log.open("a", encoding="utf-8") as file:
                print(json.dumps(entry), file=file, flush=True)
        failed |= report(spec, games)
    sys.exit(failed)


def report(spec: str, games: list[dict[str, Any]]) -> bool:
    """Print the line of one opponent; return whether something was given away."""
    gave = sum(len(entry["gave"]) for entry in games)
    shares = [entry["share"] for entry in games]
    counts = f"won {shares.count(1.0)}, drawn {shares.count(0.5)}, lost {shares.count(0.0)}"
    checked = sum(entry["checked"] for entry in games)
    matches = [first["margin"] + second["margin"] for first, second in zip(games[::2], games[1::2], strict=False)]
    lost = sum(margin < 0 for margin in matches)
    print(
        f"against {spec:16} {len(games):4} games: {counts}; {checked} moves checked, {gave} gave value away; "
        f"{len(matches)} matches, {lost} lost, worst {min(matches, default=0):+}",
        flush=True,
    )
    return bool(gave or lost)


if __name__ == "__main__":
    main()
