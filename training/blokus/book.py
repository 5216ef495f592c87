"""Make Duo's opening book: a tree search of the opening whose simulations are whole games of self-play.

    uv run python -m training.blokus.book FOLDER [--games 8000] [--simulations 3000] [--seed 1] [--farm ADDRESS] [--write]

A position of the opening is judged by games that are played on from it, in which a search of a given number of simulations
chooses each placement (meta Monte Carlo tree search: Chaslot et al. 2009, doi:10.1007/978-3-642-12993-3_1). The opponent
chooses the first placement, so all that look good are tried equally often; after it both colours choose what has won most.
Games are played in rounds; each game and each list of placements is a unit of work (docs/farm.md), kept in FOLDER: a later
run, with more games or on other machines, resumes there. `--write` writes the book: the answer to each position with enough
games.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from fourth_seat.engines.blokus import book
from fourth_seat.engines.blokus.book import BOOK_FILE, Opening, OpeningKey, after, key_of, mirrored_key
from fourth_seat.engines.blokus.search import BlokusSearchParams, BlokusTree
from fourth_seat.engines.blokus.weights import DUO_WEIGHTS_FILE, weights
from fourth_seat.farm.checkpoint import Checkpoint
from fourth_seat.farm.local import Farm
from fourth_seat.farm.progress import Progress
from fourth_seat.farm.run import open_farm, run
from fourth_seat.farm.unit import Outcome, Unit
from fourth_seat.games.blokus.moves import BlokusPlacement

PLIES = 8  # of the opening
FIRST_PLACEMENTS = 16  # including mirror images
PLACEMENTS = 8  # that are tried in a position
GAMES_BEFORE_CHOICE = 8  # of a position, before placements are tried in it
WIDE_EXPLORATION = 1.0  # of the search that finds these
WIDE_SIMULATIONS = 60_000
MIN_WIDE_VISITS = 100
TREE_BYTES = 256 << 20
EXPLORATION = 0.12  # of the opening's tree
POINTS_AHEAD = 4.0  # at which the half of a result that is for points is worth .73 of its maximum
GAMES_A_ROUND = 32
MIN_ANSWER_GAMES = 30  # of a position in the book


@dataclass(slots=True)
class OpeningNode:
    """A position of the opening.

    Attributes:
        number: of the position in the tree.
        line: the placements by which it was first reached.
        games: played on from it.
        under_way: games that are being played on from it, or will be.
        worth: what its games were worth to the second colour, in total.
        children: the positions after the placements to try; none until these are listed.
        chosen: how often each of these placements was chosen here. Its position may also have been reached in other ways.
    """

    number: int
    line: Opening
    games: int = 0
    under_way: int = 0
    worth: float = 0.0
    children: dict[BlokusPlacement, OpeningNode] = field(default_factory=dict)
    chosen: Counter[BlokusPlacement] = field(default_factory=Counter)

    @property
    def tries(self) -> int:
        """The number of games, including those under way."""
        return self.games + self.under_way

    def is_to_be_listed(self) -> bool:
        """Return whether placements are to be listed: the position was reached often enough, and there are none yet."""
        wanted = GAMES_BEFORE_CHOICE if len(self.line) > 1 else 1
        return not self.children and len(self.line) < PLIES and self.games >= wanted

    def worth_to(self, colour: int) -> float:
        """Return what the games were worth to a colour, 1 or 2, in total."""
        return self.worth if colour == 2 else self.games - self.worth

    def choose(self) -> BlokusPlacement:
        """Return the placement whose position has the highest upper confidence bound for the colour to move; at the start,
        where the opponent chooses, the one with the fewest games. Games under way count as lost.
        """
        children = self.children
        if not self.line:
            return min(children, key=lambda placement: children[placement].tries)
        colour = 1 + len(self.line) % 2
        played = sum(child.games for child in children.values())
        tried = sum(child.tries for child in children.values())
        mean = sum(child.worth_to(colour) for child in children.values()) / max(played, 1)

        def bound(placement: BlokusPlacement) -> float:
            child = children[placement]
            return (child.worth_to(colour) + mean + EXPLORATION * math.sqrt(tried + 1)) / (child.tries + 1)

        return max(children, key=bound)

    def answer(self) -> BlokusPlacement:
        """Return the placement that was chosen most often; at the start, where all were chosen equally often, the one that
        won most.
        """
        children = self.children
        if not self.line:
            return max(children, key=lambda placement: children[placement].worth_to(1) / children[placement].games)
        return max(children, key=lambda placement: self.chosen[placement])


class OpeningTree:
    """The positions of the opening; those that are mirror images, or reached in another order, are one."""

    def __init__(self) -> None:
        self._nodes: dict[OpeningKey, OpeningNode] = {}
        self._root = self._node(())

    def _node(self, line: Opening) -> OpeningNode:
        """Return the node of a position, and make one if there is none."""
        key = key_of(after(line))
        found = self._nodes.get(key) or self._nodes.get(mirrored_key(key))
        if found is None:
            found = self._nodes[key] = OpeningNode(len(self._nodes), line)
        return found

    def choose_path(self) -> list[OpeningNode]:
        """Return the positions from the start to the one where the next game begins, and count that game as under way."""
        path = [self._root]
        while (node := path[-1]).children:
            placement = node.choose()
            node.chosen[placement] += 1
            path.append(node.children[placement])
        for node in path:
            node.under_way += 1
        return path

    def enter_result(self, path: list[OpeningNode], points: list[int]) -> None:
        """Enter the result of the game that was under way from a path."""
        for node in path:
            node.under_way -= 1
            node.games += 1
            node.worth += worth(points)

    def list_children(self, node: OpeningNode, placements: Iterable[BlokusPlacement]) -> None:
        """Enter the placements to try in a position; of two that are mirror images, one is enough."""
        for placement in placements:
            child = self._node((*node.line, placement))
            if child not in node.children.values():
                node.children[placement] = child

    def answers(self) -> Iterator[tuple[Opening, BlokusPlacement]]:
        """Yield the lines of positions with enough games, and the answers to them."""
        for node in self._nodes.values():
            if node.children and node.games >= MIN_ANSWER_GAMES:
                yield node.line, node.answer()


def worth(points: list[int]) -> float:
    """Return what a result is worth to the second colour: half for winning, half for the points ahead."""
    ahead = points[1] - points[0]
    return 0.5 * ((ahead > 0) + 0.5 * (ahead == 0)) + 0.5 / (1 + math.exp(-ahead / POINTS_AHEAD))


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m training.blokus.book", description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path, help="keeps the games")
    parser.add_argument("--games", type=int, default=8_000, help=f"in rounds of {GAMES_A_ROUND}")
    parser.add_argument("--simulations", type=int, default=3_000, help="for a placement")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--farm", metavar="ADDRESS", help="where games are played: processes here, or machines")
    parser.add_argument(
        "--write", type=Path, nargs="?", const=BOOK_FILE, metavar="FILE", help="write the book, to FILE if given"
    )
    args = parser.parse_args(arguments)
    checkpoint = Checkpoint(args.folder, plan(args.simulations, args.seed))
    tree, progress, rounds = OpeningTree(), Progress(), math.ceil(args.games / GAMES_A_ROUND)
    with open_farm(args.farm) as farm:
        for number in range(rounds):
            play_round(farm, tree, checkpoint, number, args.simulations, args.seed)
            progress.report((number + 1) * GAMES_A_ROUND, rounds * GAMES_A_ROUND, 0, farm.workers())
    progress.clear()
    answers = list(tree.answers())
    print(f"{rounds * GAMES_A_ROUND} games: {len(answers)} answers")
    if args.write:
        book.write(args.write, answers)
    return 0


def plan(simulations: int, seed: int) -> dict[str, Any]:
    """Return what the units depend on; a folder keeps those of one plan."""
    return {
        "simulations": simulations, "seed": seed, "weights": sha256(DUO_WEIGHTS_FILE.read_bytes()).hexdigest(),
        "tree": [PLIES, FIRST_PLACEMENTS, PLACEMENTS, GAMES_BEFORE_CHOICE, EXPLORATION, POINTS_AHEAD, GAMES_A_ROUND],
        "lists": [WIDE_EXPLORATION, WIDE_SIMULATIONS, MIN_WIDE_VISITS],
    }  # fmt: skip


def play_round(farm: Farm, tree: OpeningTree, checkpoint: Checkpoint, number: int, simulations: int, seed: int) -> None:
    """Play a round of games and enter their results; then list placements where they are needed."""
    paths = [tree.choose_path() for _ in range(GAMES_A_ROUND)]
    games = [
        Unit(f"game-{game}", play, (write_line(path[-1].line), simulations, f"{seed} {game}"))
        for game, path in enumerate(paths, number * GAMES_A_ROUND)
    ]
    for path, unit in zip(paths, run(farm, games, checkpoint), strict=True):
        tree.enter_result(path, json.loads(unit.outcome.data))
    unlisted = list({path[-1].number: path[-1] for path in paths if path[-1].is_to_be_listed()}.values())
    lists = [
        Unit(f"placements-{node.number}", list_placements, (write_line(node.line), f"{seed} {node.number}"))
        for node in unlisted
    ]
    for node, unit in zip(unlisted, run(farm, lists, checkpoint), strict=True):
        tree.list_children(node, read_line(json.loads(unit.outcome.data)))


def play(line: list[int], simulations: int, seed: str) -> Outcome:
    """Play a game on from a line; the outcome is the points of both colours, as JSON."""
    rng, state = Random(seed), after(read_line(line))
    trees = [BlokusTree(TREE_BYTES, 1, rng.getrandbits(31)) for _ in state.tableaux]
    while not state.over:
        tree = trees[state.turn - 1]
        tree.set_position(state, weights(state.setting))
        tree.search(simulations)
        state = state.play_unchecked(tree.best())
    return Outcome(json.dumps([tableau.advanced for tableau in state.tableaux]).encode())


def list_placements(line: list[int], seed: str) -> Outcome:
    """List the placements to try after a line: the best ones of a wide search, or at the start those that it tries most
    often.
    """
    tree = BlokusTree(TREE_BYTES, 1, Random(seed).getrandbits(31), BlokusSearchParams(exploration=WIDE_EXPLORATION))
    state = after(read_line(line))
    tree.set_position(state, weights(state.setting))
    tree.search(WIDE_SIMULATIONS)
    children = sorted(tree.root_moves(), key=lambda child: child.visits, reverse=True)
    if line:
        visited = [child for child in children if child.visits >= MIN_WIDE_VISITS]
        children = sorted(visited, key=lambda child: child.worth, reverse=True)[:PLACEMENTS]
    return Outcome(json.dumps([child.move.squares for child in children[:FIRST_PLACEMENTS]]).encode())


def write_line(line: Opening) -> list[int]:
    """Write a line for a unit of work, its placements as sets of squares."""
    return [placement.squares for placement in line]


def read_line(squares: list[int]) -> Opening:
    """Read what `write_line` writes."""
    return tuple(map(BlokusPlacement, squares))


if __name__ == "__main__":
    sys.exit(main())
