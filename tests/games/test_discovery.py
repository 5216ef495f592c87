"""Games are found by their folders, and imported only when they are needed."""

from __future__ import annotations

import subprocess
import sys

import pytest

from fourth_seat.games import all_games, find, game_names
from fourth_seat.games.errors import UnknownGame
from tests.house.structure import ROOT


def test_the_start_page_has_every_game_once() -> None:
    assert sorted(game.name for game in all_games()) == list(game_names())
    assert [game.order for game in all_games()] == sorted(game.order for game in all_games())


def test_listing_the_games_imports_none() -> None:
    check = (
        "import sys; from fourth_seat import games; "
        "print([name for name in games.game_names() if f'fourth_seat.games.{name}' in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", check], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_no_two_games_share_a_name() -> None:
    names = [name for game in all_games() for name in (game.name, *game.aliases)]
    assert len(names) == len(set(names))


def test_an_unknown_game_is_refused_with_those_there_are() -> None:
    with pytest.raises(UnknownGame) as refused:
        find("chess")
    assert all(name in str(refused.value) for name in game_names())
