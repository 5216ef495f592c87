"""Teaches the networks of backgammon what they themselves find out by looking ahead, throughout games.

    uv run python -m training.backgammon.ahead [--rounds 3] [--positions 300000] [--special 0.5] [--throws 3] [--hidden 256]
                                               [--folder F] [--begin FILE] [--farm ADDRESS] [--install]

Goes on from what `training.backgammon.networks` left in the folder (`build/backgammon` unless said otherwise), or from any
networks with all inputs. Each round plays games with the networks so far, looks ahead by one throw, on the mean of all
throws, from every position that is reached and from the best of those that could have been instead, and fits the networks
to what that says, to how it changes later in the same game, and to how turns differ by it: no luck of the dice is in these
targets, so that smaller differences can be learned than from games alone. Part of the games begin from positions of which
others show too few (`training.backgammon.starts`); there later positions of the game count more, since one look is too
short. With `--throws`, the turns of close decisions differ by what a look two throws ahead says of them
(`training.backgammon.second_look`). All positions of the last `REMEMBERED` rounds are gone through that the folder has,
also those of other seeds that were put there.

Positions are found in slices, each a unit of work of some seconds on a farm (`farm`, docs/farm.md), and kept, as are the
networks after each round: a run that was ended goes on from there, on whatever machine. With `--install` the networks go to
`engines/backgammon/weights/networks.npz`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import numpy as np

from engines.backgammon import array_file, networks
from engines.backgammon.evaluator import MONEY
from engines.backgammon.kernels.evaluate import workspace
from engines.backgammon.networks import Networks
from engines.backgammon.position import packed
from farm.checkpoint import Checkpoint
from farm.progress import Progress
from farm.run import opened, run
from farm.unit import Outcome, Unit
from games.backgammon.checkers import START_CHECKERS
from training.backgammon.evaluators import evaluator, packed_networks
from training.backgammon.fit import Lessons, fitted, wider
from training.backgammon.kernels.lookahead import collect, traced
from training.backgammon.networks import FOLDER, STAGES, resumed
from training.backgammon.second_look import close_ones, second_looked
from training.backgammon.starts import drawn

STRAY, SLIP = 0.5, 0.1  # the most slips in a game, and points that one loses at most, on the mean
TRACE = 0.6  # how much each later position of a game counts, compared with the one before
SPECIAL_TRACE = 0.9  # the same in games from special positions
SLICE = 10_000  # positions of a unit of work
REMEMBERED = 4
REPEATED = 3  # times that slices with second looks are gone through, for once of the others
STARTS = 2_000  # special positions that the games of a slice begin from
ORDINARY, SPECIAL = "games", "special"  # how the units are called, with their number


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--positions", type=int, default=300_000, help="in each round")
    parser.add_argument("--special", type=float, default=0.5, help="the part of them in games from special positions")
    parser.add_argument("--throws", type=int, default=3, help="before a second look, in close decisions; 0: no such look")
    parser.add_argument("--epochs", type=int, default=12, help="how often each is gone through")
    parser.add_argument("--hidden", type=int, default=256, help="units of each network, of which some may be new")
    parser.add_argument("--rate", type=float, default=0.001, help="of learning, at the begin of a round")
    parser.add_argument("--trace", type=float, default=TRACE, help="what later positions of a game count")
    parser.add_argument("--special-trace", type=float, default=SPECIAL_TRACE, help="the same from special positions")
    parser.add_argument("--farm", metavar="ADDRESS", help="where positions are found: processes here, or machines")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--begin", type=Path, help="networks to go on from, instead of those in the folder")
    parser.add_argument("--install", action="store_true", help="play with the outcome")
    asked = parser.parse_args(arguments)
    outcome = networks.read(asked.begin) if asked.begin else resumed(asked.folder / f"{STAGES[-1].name}.npz").mean
    with opened(asked.farm) as farm:
        for round_ in range(1, asked.rounds + 1):
            path = asked.folder / f"ahead-{round_}.npz"
            if path.exists():
                outcome = networks.read(path)
                continue
            every = list(units(outcome, asked.positions, asked.special, asked.throws, (asked.seed, round_)))
            digest = sha256(packed_networks(outcome)).hexdigest()
            plan = {"networks": digest, "seed": asked.seed, "slice": SLICE, "throws": asked.throws}
            keep = Checkpoint(found_in(asked.folder, round_), plan)
            for _ in run(farm, every, keep, Progress(), len(every)):
                pass  # they are kept
            lessons = read(kept(asked.folder, round_), asked.trace, asked.special_trace)
            outcome = fitted(
                wider(outcome, asked.hidden, asked.seed), lessons, asked.epochs, asked.rate, asked.seed + round_, told
            )
            networks.write(outcome, path)
    if asked.install:
        networks.write(outcome)
    return 0


def told(epoch: int, _: Networks, off: float, apart: float) -> None:
    """Print how a fit is getting on."""
    print(f"epoch {epoch}: shares off by {off:.4f}, differences between turns by {apart:.4f}", flush=True)


def found_in(folder: Path, round_: int) -> Path:
    """The folder of a round's positions."""
    return folder / f"ahead-{round_}"


def kept(folder: Path, round_: int) -> list[Path]:
    """The slices of the last rounds up to this one."""
    rounds = range(max(1, round_ - REMEMBERED + 1), round_ + 1)
    return [path for each in rounds for path in sorted(found_in(folder, each).glob("*.unit"))]


def units(nets: Networks, positions: int, special: float, throws: int, seed: tuple[int, ...]) -> Iterator[Unit]:
    """A round's units of work; of the slices, so large a part begin from special positions."""
    count = -(-positions // SLICE)
    packed_up = packed_networks(nets)
    for number in range(count):
        kind = SPECIAL if int((number + 1) * special) > int(number * special) else ORDINARY
        yield Unit(f"{kind}-{number}", look, (packed_up, (*seed, number), kind == SPECIAL, SLICE, throws))


def look(nets: bytes, seed: tuple[int, ...], special: bool, count: int, throws: int) -> Outcome:
    """Make a slice: so many positions, what the networks say of them, and what looking ahead says; after how many throws
    see `second_look`.
    """
    player = evaluator(nets)
    found, decisions, follows = np.empty((count, 52), np.int8), np.empty(count, np.int64), np.empty(count, np.bool_)
    dice = int(np.random.SeedSequence(seed).generate_state(1)[0])
    lots = np.float32(STRAY), np.float32(SLIP), dice
    starts = drawn(STARTS, dice) if special else packed([(START_CHECKERS, START_CHECKERS)])
    collect(player.knowledge, workspace(), MONEY, *lots, starts, found, decisions, follows)
    file = BytesIO()
    looks = {"said": player.shares(found), "ahead": player.ahead(found, MONEY, 1)}
    if throws:
        looks["points"] = second_looked(player, found, decisions, looks["ahead"] @ MONEY, throws, dice)
    array_file.write(file, networks.VERSION, looks, positions=found, decisions=decisions, follows=follows)
    return Outcome(file.getvalue())


def read(paths: list[Path], trace: float, special_trace: float) -> Lessons:
    """Read the lessons of slices. Where some of them have second looks, these are gone through `REPEATED` times each time,
    and close decisions of the others tell nothing about how turns differ.
    """
    second = [path for path in paths if _second_looked(path)]
    parts = []
    for path in [*paths, *second * (REPEATED - 1)]:
        looks = array_file.load(path, networks.VERSION, ("said", "ahead"), ("points",))
        with np.load(path) as file:
            positions, decisions, follows = file["positions"], file["decisions"], file["follows"]
        targets = np.empty_like(looks["ahead"])
        counting = np.float32(special_trace if path.name.startswith(SPECIAL) else trace)
        traced(looks["said"], looks["ahead"], decisions, follows, counting, targets)
        points = looks.get("points", looks["ahead"] @ MONEY)
        if second and "points" not in looks:
            alone = close_ones(positions, decisions, points)
            decisions = np.cumsum(alone | (np.diff(decisions, prepend=-1) > 0)) - 1
        parts.append(Lessons(positions, targets, points, decisions))
    return Lessons.joined(parts)


def _second_looked(path: Path) -> bool:
    with np.load(path) as file:
        return "points" in file


if __name__ == "__main__":
    raise SystemExit(main())
