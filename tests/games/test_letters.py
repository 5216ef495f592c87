"""The letters on pieces: in every language, each colour of a game has its own."""

from __future__ import annotations

import pytest

from fourth_seat.games import find, game_names
from fourth_seat.games.drawing.letters import lettered
from fourth_seat.games.protocol import Side
from fourth_seat.words import Catalogue, say


@pytest.mark.parametrize("language", ["en", "de", "he"])
@pytest.mark.parametrize("name", game_names())
def test_no_two_colours_of_a_game_share_a_letter(name: str, language: str) -> None:
    game, catalogue = find(name), Catalogue(language)
    for options in (game.options(), *([game.options("variant=duo")] if name == "blokus" else [])):
        sides = lettered(game.sides(options), catalogue.render)
        letters = [side.mark for side in sides]
        assert len(set(letters)) == len(letters) and all(0 < len(letter) <= 2 for letter in letters)
        for side in sides:
            assert catalogue.render(side.name)[:1].upper() == side.mark[:1].upper(), (
                "a letter is the first of its name: give the Side one"
            )


def test_notation_keeps_its_signs() -> None:
    assert [side.mark for side in find("backgammon").sides(find("backgammon").options())] == ["W", "B"]
    german = lettered(find("backgammon").sides(find("backgammon").options()), Catalogue("de").render)
    assert [side.mark for side in german] == ["W", "S"]


def test_colours_that_begin_alike_in_a_language_have_two_letters_there() -> None:
    blue = Side(say("blue"), "X", "blue", say("B", context="letter of blue"))
    orange = Side(say("orange"), "O", "orange", say("O", context="letter of orange"))
    assert [side.mark for side in lettered((blue, orange), Catalogue("he").render)] == ["כח", "כת"]
    assert [side.mark for side in lettered((blue, orange), Catalogue("en").render)] == ["B", "O"]
