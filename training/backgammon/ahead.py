"""Improve the networks of backgammon by looking ahead: self-play games, targets by lookahead, and a fit to them.

    uv run python -m training.backgammon.ahead [--rounds 3] [--positions 300000] [--special 0.5] [--throws 3] [--hidden 256]
                                               [--special-turns N] [--backgames] [--folder F] [--begin FILE]
                                               [--farm ADDRESS] [--install]

Starts from the networks that `training.backgammon.networks` left in the folder (`build/backgammon` by default), or from
any networks with all inputs. Each round plays games with the current networks, looks one throw ahead, averaged over all
throws, from every position reached and from the best alternatives to it, and fits the networks to these estimates, to how
they change later in the same game, and to the differences that they show between turns: there is no luck of the dice in
these targets, so that smaller differences can be learned than from games alone. Part of the games begin from special
positions, which occur too rarely otherwise (`training.backgammon.starts`); in these games later positions count more,
since looking one throw ahead is not enough. With `--special-turns` they are broken off, so that there are more of them for
the same number of positions. With `--throws`, the turns of close decisions are compared by looking two throws ahead
(`training.backgammon.second_look`). With `--backgames`, special positions are backgames, and the network of backgames alone
is fitted. Each fit uses the positions of the last `RECENT_ROUNDS` rounds in the folder, including
those of other seeds that were put there.

Positions are made in slices, each a unit of work of some seconds on a farm (`farm`, docs/farm.md), and saved, as are the
networks after each round: an interrupted run resumes there, on any machine. With `--install` the networks are written to
`engines/backgammon/weights/networks.npz`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.outputs import output_folder
from fourth_seat.engines.backgammon import array_file, networks
from fourth_seat.engines.backgammon.evaluator import MONEY_POINTS, Floats, packed
from fourth_seat.engines.backgammon.kernels.evaluate import workspace
from fourth_seat.engines.backgammon.kernels.position_kind import BACKGAME
from fourth_seat.engines.backgammon.networks import Networks
from fourth_seat.farm.checkpoint import Checkpoint
from fourth_seat.farm.progress import Progress
from fourth_seat.farm.run import open_farm, run
from fourth_seat.farm.unit import Outcome, Unit
from fourth_seat.games.backgammon.checkers import START_CHECKERS
from training.backgammon.evaluators import evaluator_of, pack_networks
from training.backgammon.fit import Samples, decision_bounds, fit, kinds_of, widen
from training.backgammon.kernels.lookahead import collect_decisions, td_lambda_targets
from training.backgammon.networks import NETWORK_FOLDER, STAGES, load_progress
from training.backgammon.second_look import close_decisions, with_second_looks
from training.backgammon.starts import RECIPES, Recipe, backgame, draw_positions

MAX_ERROR_SHARE = 0.5  # of a game's turns
MEAN_ERROR_BOUND_POINTS = 0.1  # the mean of the bound on what an error loses
TRACE_DECAY = 0.6  # the weight of each later position of a game, compared with the one before (lambda)
SPECIAL_TRACE_DECAY = 0.9  # the same in games from special positions
SHORT_TRACE_DECAY = 1.0  # the same where these are broken off
SLICE_POSITIONS = 10_000  # of a unit of work
RECENT_ROUNDS = 4
SECOND_LOOK_REPEATS = 3  # times that an epoch goes through slices with second looks, for once of the others
STARTS_PER_SLICE = 2_000  # special positions from which the games of a slice begin
WHOLE_GAME_TURNS = 10_000  # more than a game has
ORDINARY_UNIT, SPECIAL_UNIT, SHORT_UNIT = "games", "special", "short"  # names of units, followed by their number


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--positions", type=int, default=300_000, help="in each round")
    parser.add_argument("--special", type=float, default=0.5, help="the share of them in games from special positions")
    parser.add_argument("--throws", type=int, default=3, help="before a second look, in close decisions; 0: none")
    parser.add_argument("--epochs", type=int, default=12, help="of each fit")
    parser.add_argument("--hidden", type=int, default=256, help="hidden units of each network; missing ones are added")
    parser.add_argument("--rate", type=float, default=0.001, help="learning rate at the beginning of a round")
    parser.add_argument("--trace", type=float, default=TRACE_DECAY, help="weight of later positions of a game (lambda)")
    parser.add_argument("--special-trace", type=float, default=SPECIAL_TRACE_DECAY, help="the same from special positions")
    parser.add_argument(
        "--special-turns", type=int, metavar="N", help="of a game from a special position, which is then broken off"
    )
    parser.add_argument("--backgames", action="store_true", help="special positions are backgames; fit their network alone")
    parser.add_argument("--farm", metavar="ADDRESS", help="where positions are made: processes here, or machines")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=output_folder, default=NETWORK_FOLDER)
    parser.add_argument("--begin", type=Path, help="networks to start from, instead of those in the folder")
    parser.add_argument("--install", action="store_true", help="use the result in play")
    args = parser.parse_args(arguments)
    nets = networks.read(args.begin) if args.begin else load_progress(args.folder / f"{STAGES[-1].name}.npz").mean
    with open_farm(args.farm) as farm:
        for round_ in range(1, args.rounds + 1):
            path = args.folder / f"ahead-{round_}.npz"
            if path.exists():
                nets = networks.read(path)
                continue
            special = args.special, args.special_turns, (backgame,) if args.backgames else RECIPES
            slices = list(units(nets, args.positions, args.throws, (args.seed, round_), *special))
            digest = sha256(pack_networks(nets)).hexdigest()
            plan = {"networks": digest, "seed": args.seed, "slice": SLICE_POSITIONS, "throws": args.throws}
            if args.special_turns:  # otherwise as in checkpoints made before there were short games
                plan["special turns"] = args.special_turns
            if args.backgames:
                plan["backgames"] = True
            checkpoint = Checkpoint(positions_folder(args.folder, round_), plan)
            for _ in run(farm, slices, checkpoint, Progress(), len(slices)):
                pass  # the checkpoint saves them
            samples = read(recent_slices(args.folder, round_), args.trace, args.special_trace, args.backgames)
            nets = fit(
                widen(nets, args.hidden, args.seed), samples, args.epochs, args.rate, args.seed + round_, print_epoch
            )
            networks.write(nets, path)
    if args.install:
        networks.write(nets)
    return 0


def print_epoch(epoch: int, _: Networks, share_error: float, difference_error: float) -> None:
    """Print the errors of a fit after an epoch."""
    print(f"epoch {epoch}: error of shares {share_error:.4f}, of differences {difference_error:.4f}", flush=True)


def positions_folder(folder: Path, round_: int) -> Path:
    """Return the folder that holds a round's positions."""
    return folder / f"ahead-{round_}"


def recent_slices(folder: Path, round_: int) -> list[Path]:
    """Return the files of the slices of the last rounds up to this one."""
    rounds = range(max(1, round_ - RECENT_ROUNDS + 1), round_ + 1)
    return [path for each in rounds for path in sorted(positions_folder(folder, each).glob("*.unit"))]


def units(
    nets: Networks, positions: int, throws: int, seed: tuple[int, ...], special: float,
    special_turns: int | None = None, recipes: Sequence[Recipe] = RECIPES,
) -> Iterator[Unit]:  # fmt: skip
    """Yield the units of work of a round.

    Args:
        special: the share of slices whose games begin from special positions.
        special_turns: how many turns these games last before they are broken off.
        recipes: of special positions.
    """
    count = -(-positions // SLICE_POSITIONS)
    data = pack_networks(nets)
    ordinary: tuple[str, Sequence[Recipe], int] = ORDINARY_UNIT, (), WHOLE_GAME_TURNS
    rare = (SHORT_UNIT, recipes, special_turns) if special_turns else (SPECIAL_UNIT, recipes, WHOLE_GAME_TURNS)
    for number in range(count):
        is_special = int((number + 1) * special) > int(number * special)
        name, own_recipes, turns = rare if is_special else ordinary
        yield Unit(f"{name}-{number}", make_slice, (data, (*seed, number), own_recipes, SLICE_POSITIONS, throws, turns))


def make_slice(
    nets: bytes, seed: tuple[int, ...], recipes: Sequence[Recipe], count: int, throws: int, max_turns: int
) -> Outcome:
    """Make a slice: `count` positions from self-play, `max_turns` of each game, with their estimates, at once and one throw
    later, and with `throws` also the equities of second looks.

    Args:
        recipes: of the positions from which games begin; none: the start of the game.
    """
    player = evaluator_of(nets)
    positions, decisions, follows = np.empty((count, 52), np.int8), np.empty(count, np.int64), np.empty(count, np.bool_)
    dice_seed = int(np.random.SeedSequence(seed).generate_state(1)[0])
    noise = np.float32(MAX_ERROR_SHARE), np.float32(MEAN_ERROR_BOUND_POINTS), dice_seed
    starts = draw_positions(STARTS_PER_SLICE, dice_seed, recipes) if recipes else packed([(START_CHECKERS, START_CHECKERS)])
    collect_decisions(player.knowledge, workspace(), MONEY_POINTS, *noise, starts, max_turns, positions, decisions, follows)
    file = BytesIO()
    estimates = {"said": player.shares(positions), "ahead": player.ahead(positions, MONEY_POINTS, 1)}
    if throws:
        points = estimates["ahead"] @ MONEY_POINTS
        estimates["points"] = with_second_looks(player, positions, decisions, points, throws, dice_seed)
    array_file.write(file, networks.VERSION, estimates, positions=positions, decisions=decisions, follows=follows)
    return Outcome(file.getvalue())


def read(paths: list[Path], trace: float, special_trace: float, backgames: bool = False) -> Samples:
    """Read the samples of slices, or only those of backgames. In games that were broken off all later positions count
    alike, since none is far off, and alternatives are corrected as well (`correct_alternatives`).

    If some slices have second looks, an epoch goes through these `SECOND_LOOK_REPEATS` times, and from the others no
    differences are learned within close decisions.
    """
    second = [path for path in paths if _has_second_looks(path)]
    traces = {ORDINARY_UNIT: trace, SPECIAL_UNIT: special_trace, SHORT_UNIT: SHORT_TRACE_DECAY}
    parts = []
    for path in [*paths, *second * (SECOND_LOOK_REPEATS - 1)]:
        estimates = array_file.load(path, networks.VERSION, ("said", "ahead"), ("points",))
        with np.load(path) as file:
            positions, decisions, follows = file["positions"], file["decisions"], file["follows"]
        targets = np.empty_like(estimates["ahead"])
        unit = path.name.partition("-")[0]
        td_lambda_targets(estimates["said"], estimates["ahead"], decisions, follows, np.float32(traces[unit]), targets)
        if unit == SHORT_UNIT:
            correct_alternatives(targets, estimates["ahead"], decisions)
        points = estimates.get("points", estimates["ahead"] @ MONEY_POINTS)
        if second and "points" not in estimates:
            single = close_decisions(positions, decisions, points)
            decisions = np.cumsum(single | (np.diff(decisions, prepend=-1) > 0)) - 1
        samples = Samples(positions, targets, points, decisions)
        parts.append(samples.select(kinds_of(positions) == BACKGAME) if backgames else samples)
    return Samples.concatenated(parts)


def correct_alternatives(targets: Floats, lookahead: Floats, decisions: NDArray[np.int64]) -> None:
    """Add to the targets (n, 6) of each decision's alternatives what the rest of the game has added to that of the turn
    played, the first of them: the networks misjudge a position in much the same way after each turn.
    """
    begins, counts = decision_bounds(decisions)
    targets[:] = lookahead + np.repeat(targets[begins] - lookahead[begins], counts, 0)


def _has_second_looks(path: Path) -> bool:
    with np.load(path) as file:
        return "points" in file


if __name__ == "__main__":
    raise SystemExit(main())
