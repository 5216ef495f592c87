"""Positions from which seats are compared: those of games that a match has kept."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

from benchmarks.blokus.seats import positions
from fourth_seat.engines.search.evaluation import random_move
from fourth_seat.games import find
from fourth_seat.games.protocol import Line


def test_each_seat_of_each_game_is_played_on_from_the_ply(tmp_path: Path) -> None:
    game, rng, log = find("blokus"), Random(1), tmp_path / "log.jsonl"
    for bar, options in (("level-7", "score=advanced"), ("duo-7", "variant=duo,score=advanced")):
        line = Line.begin(game, game.start(game.options(options)))
        while len(line.moves) < 12:
            line = line.play(random_move(line.state, rng))
        with log.open("a", encoding="utf-8") as file:
            print(json.dumps({"bar": bar, "moves": [str(move) for move in line.moves]}), file=file)
    found = list(positions(game, log, 10))
    assert [seat for *_, seat in found] == [0, 1, 2, 3, 0, 1]
    assert {len(line.moves) for _, line, _ in found} == {10}
    assert [options["variant"] for options, *_ in found] == ["classic"] * 4 + ["duo"] * 2
    assert found[-1][1].moves == line.moves[:10]
