"""Roll special positions out to the end of the game, the luck of the dice taken out: what networks should say of them.

    uv run python -m training.backgammon.rollouts FOLDER [--positions 200] [--trials 144] [--seed 9001] [--nets FILE]
                                                  [--farm ADDRESS] [--write FILE]

Each position is a unit of work (docs/farm.md), kept in FOLDER: run it again, with more positions or on other machines, and
it goes on. A trial takes some 0.06 s of processor time. `--write` puts what is there into one file, which
`benchmarks.backgammon.rolled_out` holds networks against; training uses other seeds (`training.backgammon.starts`).
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import numpy as np

from engines.backgammon import array_file, networks
from engines.backgammon.evaluator import MONEY
from engines.backgammon.rollout import RolloutPlan, rolled_out
from farm.checkpoint import Checkpoint
from farm.progress import Progress
from farm.run import opened, run
from farm.unit import DoneUnit, Outcome, Unit
from training.backgammon.evaluators import evaluator, packed_networks
from training.backgammon.starts import RECIPES, drawn

WRITTEN = Path("benchmarks/backgammon/rolled_out.npz")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="where what is done is kept")
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--trials", type=int, default=144, help="games played from each, in blocks of 36")
    parser.add_argument("--seed", type=int, default=9001, help="of the positions")
    parser.add_argument("--nets", type=Path, default=networks.PATH, help="networks that play them")
    parser.add_argument("--farm", metavar="ADDRESS", help="where: processes here, or machines")
    parser.add_argument("--write", type=Path, nargs="?", const=WRITTEN, metavar="FILE", help=f"such as {WRITTEN}")
    asked = parser.parse_args(arguments)
    nets = packed_networks(networks.read(asked.nets))
    plan = {"networks": sha256(nets).hexdigest(), "trials": asked.trials, "seed": asked.seed}
    found: list[DoneUnit] = []
    with opened(asked.farm) as farm:
        for unit in run(
            farm, units(nets, asked.positions, asked.trials, asked.seed), Checkpoint(asked.folder, plan), Progress(),
            asked.positions,
        ):  # fmt: skip
            found.append(unit)
            if asked.write:
                write(found, asked.write)
    return 0


def units(nets: bytes, positions: int, trials: int, seed: int) -> Iterator[Unit]:
    """A unit for each position; more positions are those and others."""
    for number, position in enumerate(drawn(positions, seed)):
        yield Unit(f"position-{number}", roll_out, (nets, position.tobytes(), trials, number))


def roll_out(nets: bytes, position: bytes, trials: int, number: int) -> Outcome:
    """Roll one position out: its shares of the six ends, their standard errors and that of its worth."""
    begun = time.process_time()
    here = np.frombuffer(position, np.int8)[None].copy()
    plan = RolloutPlan(trials, None, seed=number + 1)
    *_, (result,) = rolled_out(evaluator(nets), here, MONEY, plan)
    arrays = {"shares": result.shares, "error": np.array([result.error], np.float32)}
    file = BytesIO()
    kind = RECIPES[number % len(RECIPES)].__name__
    array_file.write(file, networks.VERSION, arrays, position=here[0], kind=kind)
    return Outcome(file.getvalue(), {"seconds": round(time.process_time() - begun, 1)})


def write(found: list[DoneUnit], path: Path) -> None:
    """Write what is done into one file."""
    parts = []
    for unit in found:
        with np.load(BytesIO(unit.outcome.data)) as file:
            parts.append({name: file[name] for name in ("position", "shares", "error", "kind")})
    arrays = {name: np.stack([part[name] for part in parts]) for name in ("shares", "error")}
    array_file.save(
        path, networks.VERSION, arrays, positions=np.stack([part["position"] for part in parts]),
        kinds=np.array([str(part["kind"]) for part in parts]),
    )  # fmt: skip


if __name__ == "__main__":
    raise SystemExit(main())
