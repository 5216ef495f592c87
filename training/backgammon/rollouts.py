"""Roll out special positions to the end of the game with the luck of the dice removed: reference values for networks.

    uv run python -m training.backgammon.rollouts FOLDER [--positions 200] [--trials 144] [--seed 9001] [--backgames]
                                                  [--nets FILE] [--farm ADDRESS] [--write FILE]

Each position is a unit of work (docs/farm.md), kept in FOLDER: a later run, with more positions or on other machines,
resumes there. A trial takes some 0.01 s of processor time. `--write` collects the results in one file, against which
`benchmarks.backgammon.rolled_out` compares networks; training uses other seeds (`training.backgammon.starts`).
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import numpy as np

from fourth_seat.engines.backgammon import array_file, networks
from fourth_seat.engines.backgammon.evaluator import MONEY_POINTS
from fourth_seat.engines.backgammon.rollout import RolloutPlan, rolled_out
from fourth_seat.farm.checkpoint import Checkpoint
from fourth_seat.farm.progress import Progress
from fourth_seat.farm.run import open_farm, run
from fourth_seat.farm.unit import DoneUnit, Outcome, Unit
from training.backgammon.evaluators import evaluator_of, pack_networks
from training.backgammon.starts import RECIPES, Recipe, backgame, draw_positions

ROLLED_OUT_FILE, BACKGAMES_FILE = (Path("benchmarks/backgammon") / name for name in ("rolled_out.npz", "backgames.npz"))


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="keeps the results")
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--trials", type=int, default=144, help="games played from each, in blocks of 36")
    parser.add_argument("--seed", type=int, default=9001, help="of the positions")
    parser.add_argument("--backgames", action="store_true", help="positions of this kind alone")
    parser.add_argument("--nets", type=Path, default=networks.NETWORKS_FILE, help="networks that play them")
    parser.add_argument("--farm", metavar="ADDRESS", help="where: processes here, or machines")
    parser.add_argument(
        "--write", nargs="?", const="", metavar="FILE", help=f"else {ROLLED_OUT_FILE}, of backgames {BACKGAMES_FILE}"
    )
    args = parser.parse_args(arguments)
    nets = pack_networks(networks.read(args.nets))
    plan = {"networks": sha256(nets).hexdigest(), "trials": args.trials, "seed": args.seed}
    recipes, file = RECIPES, ROLLED_OUT_FILE
    if args.backgames:
        recipes, file, plan["backgames"] = (backgame,), BACKGAMES_FILE, True
    done: list[DoneUnit] = []
    with open_farm(args.farm) as farm:
        for unit in run(
            farm, units(nets, args.positions, args.trials, args.seed, recipes), Checkpoint(args.folder, plan), Progress(),
            args.positions,
        ):  # fmt: skip
            done.append(unit)
            if args.write is not None:
                write(done, Path(args.write) if args.write else file)
    return 0


def units(nets: bytes, positions: int, trials: int, seed: int, recipes: Sequence[Recipe] = RECIPES) -> Iterator[Unit]:
    """Yield a unit for each position; a larger number of positions begins with the same ones."""
    for number, position in enumerate(draw_positions(positions, seed, recipes)):
        kind = recipes[number % len(recipes)].__name__
        yield Unit(f"position-{number}", roll_out, (nets, position.tobytes(), kind, trials, number))


def roll_out(nets: bytes, position: bytes, kind: str, trials: int, number: int) -> Outcome:
    """Roll out one position of a kind: the shares of the six outcomes, and the standard error of its equity."""
    start = time.process_time()
    start_position = np.frombuffer(position, np.int8)[None].copy()
    plan = RolloutPlan(trials, None, seed=number + 1)
    *_, (result,) = rolled_out(evaluator_of(nets), start_position, MONEY_POINTS, plan)
    arrays = {"shares": result.shares, "error": np.array([result.error], np.float32)}
    file = BytesIO()
    array_file.write(file, networks.VERSION, arrays, position=start_position[0], kind=kind)
    return Outcome(file.getvalue(), {"seconds": round(time.process_time() - start, 1)})


def write(done: list[DoneUnit], path: Path) -> None:
    """Write the results of units into one file."""
    parts = []
    for unit in done:
        with np.load(BytesIO(unit.outcome.data)) as file:
            parts.append({name: file[name] for name in ("position", "shares", "error", "kind")})
    arrays = {name: np.stack([part[name] for part in parts]) for name in ("shares", "error")}
    array_file.save(
        path, networks.VERSION, arrays, positions=np.stack([part["position"] for part in parts]),
        kinds=np.array([str(part["kind"]) for part in parts]),
    )  # fmt: skip


if __name__ == "__main__":
    raise SystemExit(main())
