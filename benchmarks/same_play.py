"""Engine choices on fixed positions with fixed seeds, compared with a recorded file: a redesign must not change the play.

    uv run python -m benchmarks.same_play                 compare with the recorded file; exit status 1 on a difference
    uv run python -m benchmarks.same_play --record FILE   write the choices of this tree to a file, beside other games'
    uv run python -m benchmarks.same_play --before PATH   compare everything that another checkout plays and says
    ... [--games blokus,kalah] [--levels 1,5,9] [--positions 50]

The recorded file is rewritten, game by game, whenever a change is meant to alter the play. Each position is the line of
moves that leads to it. A level bounded only by time gets `LEVEL_9_SIMULATIONS` instead, so that the choices do not depend
on the speed of the machine. Two checkouts are compared on games that the simple players and chance have played with options
drawn by seed: choices of levels and named players, values, hints, explanations, and everything that the rules say about the
positions (`benchmarks.observed_play`).
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.outputs import output_file
from benchmarks.reliability.checkout import ROOT, code_for
from fourth_seat.engines import engine_of
from fourth_seat.engines.levels import level as level_named
from fourth_seat.engines.limits import EngineLimits
from fourth_seat.engines.move_selector import MoveSelector
from fourth_seat.engines.search.limit import SearchLimit
from fourth_seat.games import CHANCE, find, game_names
from fourth_seat.games.options import written
from fourth_seat.table.settings.tables import table_cache

CHOICES_FILE = Path(__file__).parent / "logs" / "choices.json.gz"
POSITION_COUNT = 200
LEVELS = tuple("123456789")
LEVEL_9_SIMULATIONS = 4_000  # in games without a solver
TIME_LIMIT_S = 1e6  # no choice is cut short
# Of options of which not all are drawn: turns on wide boards run into millions, and a match may be over at its score.
DRAWN_CHOICES = {"pits": (3, 4, 5, 6), "seeds": (3, 4), "match": (0, 3, 7), "score1": (0, 1, 2), "score2": (0, 1, 2)}
SENSIBLE_SHARE = 0.7  # of the moves that lead to a compared position are the simple player's
MAX_SHOWN = 10  # of the differences between two checkouts in a game
PLAY = {
    "values",
    "figures",
    "bounds",
    "judged",
    "notices",
    "rolled",
    "answers",
    "heuristic",
    "evaluated",
    "score",
    "explained",
    "prior",
}
MEANT = {
    "backgammon": (
        re.compile(r"position .*"),
        re.compile(r'\["BadPosition", .*'),
        "position IDs are read as programs print them: what was refused may be read, or refused for another reason",
    )
}
"""Intended differences between two checkouts, by game: the subject, the old observation, and the reason."""
MAX_PLIES = {"blokus": 70, "connect4": 36, "kalah": 40, "backgammon": 120, "tridice": 14}


def random_line(name: str, seed: int) -> list[str]:
    """Return the moves of a random game up to a position with a choice."""
    game, rng = find(name), Random(f"{name} {seed}")
    while True:
        line: list[str] = []
        state, plies = game.start(game.options()), rng.randrange(MAX_PLIES[name])
        for _ in range(plies + 40):
            if state.over or (plies <= len(line) and state.to_move != CHANCE and len(state.legal()) > 1):
                break
            move = rng.choice(list(state.legal()))
            line.append(str(move))
            state = state.play_unchecked(move)
        if not state.over and state.to_move != CHANCE and len(state.legal()) > 1:
            return line


def played_line(name: str, seed: int) -> tuple[str, list[str]]:
    """Return options and the moves of a game, played with them by the simple player and by chance."""
    game, rng = find(name), Random(f"{name} played {seed}")
    options = game.options() if seed % 2 == 0 else game.options(_drawn_options(name, rng))
    choose = engine_of(name).players["seed"]
    state, line = game.start(options), []
    for _ in range(rng.randrange(MAX_PLIES[name])):
        moves = state.legal()
        if not moves:
            break
        sensibly = state.to_move != CHANCE and rng.random() < SENSIBLE_SHARE
        move = choose(state, rng) if sensibly else rng.choice(list(moves))
        line.append(str(move))
        state = state.play_unchecked(move)
    return str(options), line


def _drawn_options(name: str, rng: Random) -> str:
    rules = [option for option in find(name).declared_options if not option.handicap]  # which older checkouts lack
    choices = {option.name: DRAWN_CHOICES.get(option.name, option.choices) for option in rules}
    return ",".join(f"{option}={written(rng.choice(of))}" for option, of in choices.items())


def observed(root: Path, asked: dict[str, object]) -> dict[str, str]:
    """Return the observations of a checkout, by subject."""
    code = code_for(root, Path(__file__).with_name("observed_play.py").read_text())
    with TemporaryDirectory() as home:
        child = subprocess.run(
            [python if (python := root / ".venv" / "bin" / "python").exists() else sys.executable, "-c", code],
            cwd=root,
            env={**os.environ, "FOURTH_SEAT_HOME": home, "FOURTH_SEAT_LANGUAGE": "en", "PYTHONHASHSEED": "0"},
            input=json.dumps(asked),
            stdout=subprocess.PIPE,
            text=True,
        )
    if child.returncode:
        raise SystemExit(f"{root}: a child that looks at {asked['game']} ended with {child.returncode}")
    seen: dict[str, str] = {}
    for line in child.stdout.splitlines():
        about, _, what = line.partition("\t")
        seen[about] = seen.get(about, "") + what
    return seen


def compare(before: Path, names: Sequence[str], levels: Sequence[str], positions: int) -> int:
    """Print the number of differences between two checkouts, by game and kind; return their total."""
    differing = 0
    print(
        "| game | positions | choices | values, hints, explanations | rules, notation, steps, correction | meant | differ |"
    )
    print("|---|---|---|---|---|---|---|")
    for name in names:
        asked: dict[str, object] = {
            "game": name,
            "lines": [played_line(name, seed) for seed in range(positions)],
            "levels": levels,
            "valued": levels[-1:],
            "rolled": positions // 20 if engine_of(name).analyses else 0,
            "answered": positions // 5,
        }
        old, new = observed(before, asked), observed(ROOT, asked)
        kinds = Counter(
            "choices" if about.startswith("chosen ") else "play" if about.split()[0] in PLAY else "rules" for about in old
        )
        changed = [about for about in old if old[about] != new.get(about)]
        other = [about for about in changed if not was_meant(name, about, old[about])]
        meant = len(changed) - len(other)
        differing += len(other)
        print(
            f"| {name} | {positions} | {kinds['choices']:,} | {kinds['play']:,} | {kinds['rules']:,} | {meant:,} "
            f"| {len(other):,} |",
            flush=True,
        )
        if meant:
            print(f"  meant: {MEANT[name][2]}")
        print("".join(f"  {kind} {n}\n" for kind, n in Counter(about.split()[0] for about in other).items()), end="")
        for about in sorted(other)[:MAX_SHOWN]:
            print(f"{about}\n  before: {old[about][:300]}\n  now:    {new.get(about, '')[:300]}")
    return differing


def was_meant(name: str, about: str, before: str) -> bool:
    """Return whether a difference in a game was intended."""
    if name not in MEANT:
        return False
    asked, seen, _ = MEANT[name]
    return bool(asked.fullmatch(about) and seen.fullmatch(before))


def state_after(name: str, line: list[str]) -> Any:
    """Return the position after a line of moves."""
    game = find(name)
    state = game.start(game.options())
    for text in line:
        state = state.play(next(move for move in state.legal() if str(move) == text))
    return state


def choices(name: str, spec: str, lines: list[list[str]]) -> Iterator[str]:
    """Yield the move that a level chooses in each position."""
    game, rng = find(name), Random(spec)
    level = level_named(spec, name)
    if level.simulations is None and name in ("blokus", "tridice"):
        level = replace(level, simulations=LEVEL_9_SIMULATIONS)
    selector = MoveSelector(game, game.options(), level, rng, EngineLimits(table_cache(), threads=1))
    selector.seconds = TIME_LIMIT_S
    selector.warm(lambda *_: None)
    selector.choose(
        state_after(name, lines[0]), lambda: False, lambda *_: None
    )  # waits until a search in the background is ready
    for number, line in enumerate(lines):
        rng.seed(f"{spec} {number}")
        yield str(selector.choose(state_after(name, line), lambda: False, lambda *_: None))


def read(path: Path) -> dict[str, Any]:
    """Return each game's `lines`, and its `choices` by level."""
    games: dict[str, Any] = json.loads(gzip.decompress(path.read_bytes()))
    return games


def slow(_limit: SearchLimit, _done: int) -> float:
    """Report no simulations a second, as if the search had none."""
    return 0.0


def main() -> int:
    """Record or compare; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--record", type=output_file)
    parser.add_argument("--before", type=Path, help="another checkout, with its environment")
    parser.add_argument("--games", default=",".join(game_names()))
    parser.add_argument("--levels", default=",".join(LEVELS))
    parser.add_argument("--positions", type=int, default=POSITION_COUNT)
    args = parser.parse_args()
    if args.before:
        return 1 if compare(args.before.resolve(), args.games.split(","), args.levels.split(","), args.positions) else 0
    SearchLimit.pace = slow  # type: ignore[method-assign, assignment]  # slices of the search by count, not by the clock
    recorded = {} if args.record else read(CHOICES_FILE)
    found: dict[str, Any] = {}
    differences = 0
    for name in args.games.split(","):
        lines = recorded[name]["lines"] if recorded else [random_line(name, seed) for seed in range(args.positions)]
        lines = lines[: args.positions]
        found[name] = {"lines": lines, "choices": {}}
        for spec in args.levels.split(","):
            start = time.process_time()
            moves = found[name]["choices"][spec] = list(choices(name, spec, lines))
            seconds = time.process_time() - start
            text = f"{name} level {spec}: {len(moves)} positions, {seconds:.1f} s of processor time"
            if recorded:
                before = recorded[name]["choices"][spec]
                other = [n for n, (old, new) in enumerate(zip(before, moves, strict=False)) if old != new]
                differences += len(other)
                text += f", {len(other)} choices differ" + (f": {other[:10]}" if other else "")
            print(text, flush=True)
    if args.record:
        kept = read(args.record) if args.record.exists() else {}
        args.record.write_bytes(gzip.compress(json.dumps(kept | found, separators=(",", ":")).encode(), mtime=0))
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
