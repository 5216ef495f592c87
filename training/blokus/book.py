"""Make Duo's opening book: a tree search of the opening whose simulations are whole games of self-play.

    uv run python -m training.blokus.book FOLDER [--games 8000] [--simulations 3000] [--seed 1] [--farm ADDRESS] [--write]

A position of the opening is judged by games that are played on from it, each placement by a search of a number of
simulations (meta Monte Carlo tree search: Chaslot et al. 2009, doi:10.1007/978-3-642-12993-3_1). The first placement is
somebody else's choice, so all that look good are tried alike; after it both colours choose what has won most. Games are
played in rounds; each game and each list of placements is a unit of work (docs/farm.md), kept in FOLDER: a later run, with
more games or on other machines, resumes there. `--write` writes the book: the answer to each position with enough games.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from engines.blokus import book
from engines.blokus.book import BOOK_FILE, Line, OpeningKey, after, key_of, mirrored_key
from engines.blokus.search import BlokusSearch, BlokusSearchParams, BlokusTree
from engines.blokus.weights import weights
from engines.levels import MAX_LEVEL
from engines.limits import EngineLimits
from engines.search.limit import SearchLimit
from farm.checkpoint import Checkpoint
from farm.progress import Progress
from farm.run import Workers, open_farm, run
from farm.unit import Outcome, Unit
from games.blokus.moves import BlokusPlacement

PLIES = 8  # of the opening
FIRST_PLACEMENTS = 16  # half of them mirror images of the others
PLACEMENTS = 8  # that are tried in a position
GAMES_BEFORE_CHOICE = 8  # of a position, before placements are tried in it
WIDE_EXPLORATION = 1.0  # of the search that finds these
WIDE_SIMULATIONS = 60_000
MIN_WIDE_VISITS = 100
TREE_BYTES = 256 << 20
EXPLORATION = 0.12  # of the opening's tree
POINTS_AHEAD = 4.0  # that are worth 73 % of the half of a result that is not for winning
GAMES_A_ROUND = 32
MIN_ANSWER_GAMES = 30  # of a position in the book


@dataclass(slots=True)
class OpeningNode:
    """A position of the opening.

    Attributes:
        number: of the position in the tree.
        line: the placements by which it was first reached.
        games: played on from it, those under way included.
        worth: of these games to the second colour, in all.
        children: the positions after the placements that are tried; none before these are listed.
    """

    number: int
    line: Line
    games: int = 0
    worth: float = 0.0
    children: dict[BlokusPlacement, OpeningNode] = field(default_factory=dict)

    @property
    def mean_worth(self) -> float:
        """Worth of a game to the second colour."""
        return self.worth / max(self.games, 1)

    @property
    def is_start(self) -> bool:
        """Whether no piece has been placed."""
        return not self.line

    @property
    def to_be_listed(self) -> bool:
        """Whether the position was reached often enough to try several placements."""
        wanted = GAMES_BEFORE_CHOICE if len(self.line) > 1 else 1
        return not self.children and len(self.line) < PLIES and self.games >= wanted

    def best_child(self) -> OpeningNode:
        """Return the position whose upper confidence bound is the highest for the colour to move; of the first placements,
        which are somebody else's choice, the one with the fewest games.
        """
        children = list(self.children.values())
        if self.is_start:
            return min(children, key=lambda child: child.games)
        tried, second = sum(child.games for child in children), len(self.line) % 2 == 1
        mean = sum(child.worth for child in children) / max(tried, 1)

        def bound(child: OpeningNode) -> float:
            expected = (child.worth + mean) / (child.games + 1)
            return (expected if second else 1 - expected) + EXPLORATION * math.sqrt(tried + 1) / (child.games + 1)

        return max(children, key=bound)

    def answer(self) -> BlokusPlacement:
        """Return the placement after which most games were played; at the start, where it was as many after each, the one
        that won most of them.
        """
        if self.is_start:
            return min(self.children, key=lambda placement: self.children[placement].mean_worth)
        return max(self.children, key=lambda placement: self.children[placement].games)


class OpeningTree:
    """The positions of the opening; those that are mirror images, or reached in another order, are one."""

    def __init__(self) -> None:
        self._nodes: dict[OpeningKey, OpeningNode] = {}
        self._root = self._node(())

    def _node(self, line: Line) -> OpeningNode:
        """Return the node of a position, a new one if it has none."""
        key = key_of(after(line))
        found = self._nodes.get(key) or self._nodes.get(mirrored_key(key))
        if found is None:
            found = self._nodes[key] = OpeningNode(len(self._nodes), line)
        return found

    def choose_path(self) -> list[OpeningNode]:
        """Return the positions from the start to the one from which the next game is played; it counts as under way."""
        path = [self._root]
        while path[-1].children:
            path.append(path[-1].best_child())
        for node in path:
            node.games += 1
        return path

    def list_children(self, node: OpeningNode, placements: Iterable[BlokusPlacement]) -> None:
        """Enter the placements that are tried in a position; of two that are mirror images, one is enough."""
        for placement in placements:
            child = self._node((*node.line, placement))
            if child not in node.children.values():
                node.children[placement] = child

    def answers(self) -> Iterator[tuple[Line, BlokusPlacement]]:
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
    parser.add_argument("--games", type=int, default=8_000)
    parser.add_argument("--simulations", type=int, default=3_000, help="for a placement")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--farm", metavar="ADDRESS", help="where games are played: processes here, or machines")
    parser.add_argument("--write", type=Path, nargs="?", const=BOOK_FILE, metavar="FILE", help=f"such as {BOOK_FILE.name}")
    args = parser.parse_args(arguments)
    checkpoint = Checkpoint(args.folder, {"simulations": args.simulations, "seed": args.seed})
    tree, progress, played = OpeningTree(), Progress(), 0
    with open_farm(args.farm) as farm:
        while played < args.games:
            play_round(farm, tree, checkpoint, played, args.simulations, args.seed)
            played += GAMES_A_ROUND
            progress.report(played, args.games, 0, farm.workers())
    progress.clear()
    answers = list(tree.answers())
    print(f"{played} games: {len(answers)} answers")
    if args.write:
        book.write(args.write, answers)
    return 0


def play_round(farm: Workers, tree: OpeningTree, checkpoint: Checkpoint, played: int, simulations: int, seed: int) -> None:
    """Play a round of games and enter their results; then list placements where they are wanted."""
    paths = [tree.choose_path() for _ in range(GAMES_A_ROUND)]
    games = [
        Unit(f"game-{played + n}", play, (write_line(path[-1].line), simulations, f"{seed} {played + n}"))
        for n, path in enumerate(paths)
    ]
    for path, unit in zip(paths, run(farm, games, checkpoint), strict=True):
        for node in path:
            node.worth += worth(json.loads(unit.outcome.data))
    unlisted = list({path[-1].number: path[-1] for path in paths if path[-1].to_be_listed}.values())
    lists = [
        Unit(f"placements-{node.number}", list_placements, (write_line(node.line), f"{seed} {node.number}"))
        for node in unlisted
    ]
    for node, unit in zip(unlisted, run(farm, lists, checkpoint), strict=True):
        tree.list_children(node, read_line(json.loads(unit.outcome.data)))


def play(line: list[int], simulations: int, seed: str) -> Outcome:
    """Play a game on from a line; the outcome is the points of both colours, as JSON."""
    rng, state = Random(seed), after(read_line(line))
    searches = [BlokusSearch(state.options, EngineLimits(), rng, with_book=False) for _ in state.tableaux]
    while not state.over:
        search = searches[state.turn - 1]
        state = state.play_unchecked(search.choose(state, MAX_LEVEL, SearchLimit(simulations), lambda *_: None))
    return Outcome(json.dumps([tableau.advanced for tableau in state.tableaux]).encode())


def list_placements(line: list[int], seed: str) -> Outcome:
    """List the placements to try after a line: the best ones of a wide search, at the start those that it tries most."""
    tree = BlokusTree(TREE_BYTES, 1, Random(seed).getrandbits(31), BlokusSearchParams(exploration=WIDE_EXPLORATION))
    state = after(read_line(line))
    tree.set_position(state, weights(state.setting))
    tree.search(WIDE_SIMULATIONS)
    children = sorted(tree.root_moves(), key=lambda child: child.visits, reverse=True)
    if line:
        visited = [child for child in children if child.visits >= MIN_WIDE_VISITS]
        children = sorted(visited, key=lambda child: child.worth, reverse=True)[:PLACEMENTS]
    return Outcome(json.dumps([child.move.squares for child in children[:FIRST_PLACEMENTS]]).encode())


def write_line(line: Line) -> list[int]:
    """Write a line for a unit of work, its placements as sets of squares."""
    return [placement.squares for placement in line]


def read_line(squares: list[int]) -> Line:
    """Read what `write_line` writes."""
    return tuple(map(BlokusPlacement, squares))


if __name__ == "__main__":
    sys.exit(main())
