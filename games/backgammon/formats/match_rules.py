"""Infers the options of the games in a match file.

Other programs write some options above a match (`; [Crawford "Off"]`). All other options default to the usual match rules
(with a cube, and gammons and backgammons count) unless the games prove otherwise, for example by a gammon that counted one
point or a double in the Crawford game.
"""

from __future__ import annotations

from collections.abc import Iterator

from fourth_seat.games.backgammon.formats.endings import decides
from fourth_seat.games.backgammon.formats.mat import MatGame, MatMatch, MatTurn
from fourth_seat.games.backgammon.formats.play_out import play_out
from fourth_seat.games.backgammon.match import DECLARED_OPTIONS, MAX_MATCH_POINTS, check_match, crawford_game
from fourth_seat.games.backgammon.moves import CubeAction
from fourth_seat.games.errors import BadNotation, BadOption
from fourth_seat.games.options import Options, OptionValue
from fourth_seat.words import say

GAME_PLAYED = "backgammon"  # other variations have another start position, or other rules
NO_CUBE = "1"  # the highest cube if there is none


def rules_of(match: MatMatch) -> Options:
    """Return the options that all games of the match share.

    Raises:
        BadNotation: the match is too long, the game is a different one, or a turn breaks the rules.
    """
    if match.length > MAX_MATCH_POINTS:
        reason = say("a match to {points} points cannot be played here: the limit is 25", points=match.length)
        raise match.place.wrong(reason)
    noted = {name.lower(): value.strip().lower() for name, value in match.notes}
    variation = noted.get("variation", GAME_PLAYED)
    if variation != GAME_PLAYED:
        raise BadNotation(say("this file contains a game other than backgammon: {name}", name=variation))
    fields: dict[str, OptionValue] = {
        "match": match.length,
        "cube": noted.get("cubelimit") != NO_CUBE or any(game.doubled for game in match.games),
        "gammon": True,
        "backgammon": True,
        "crawford": noted.get("crawford") != "off",
        "jacoby": False,
    }
    jacoby = not match.length and noted.get("jacoby") == "on"
    wins = list(_counted_less(match, Options(DECLARED_OPTIONS, fields)))
    jacoby |= not match.length and any(times == 1 == cube for times, cube in wins)
    fields |= {
        "jacoby": jacoby,
        "gammon": not any(times == 1 and not (jacoby and cube == 1) for times, cube in wins),
        "backgammon": all(times != 2 for times, _ in wins),
    }
    return Options(DECLARED_OPTIONS, fields)


def _counted_less(match: MatMatch, options: Options) -> Iterator[tuple[int, int]]:
    """Yield the multiple of the cube that was counted, and the cube's value, for each win that would be worth more if
    gammons counted. The game that decided the match is skipped, as it proves nothing.
    """
    for number, game in enumerate(match.games):
        if not game.winner or decides(match, game) or game.turns[-1:] == (MatTurn(3 - game.winner, str(CubeAction.DROP)),):
            continue
        end = play_out(game, options_of(match, number, options)).state
        if end.over and 0 < game.points < max(end.standing().scores):
            yield game.points // end.cube.value, end.cube.value


def options_of(match: MatMatch, number: int, rules: Options) -> Options:
    """Return the options of game `number` (from 0): the match rules, plus the score before the game and the first player.

    If the first dice can be an opening throw, they determine which side begins.

    Raises:
        BadNotation: the match is over before the game.
    """
    game = match.games[number]
    fields: dict[str, OptionValue] = {**rules, "first": _first(game)}
    if match.length:
        fields |= {"score1": game.scores[0], "score2": game.scores[1]}
    try:
        options = Options(DECLARED_OPTIONS, fields)
        check_match(options)
    except BadOption as error:
        raise game.place.wrong(error.text) from None
    if match.length and (_had_crawford(match, number) or (game.doubled and crawford_game(options))):
        return Options(DECLARED_OPTIONS, {**options, "crawford": False})
    return options


def _had_crawford(match: MatMatch, number: int) -> bool:
    """Return whether exactly one side needed a single point in an earlier game."""
    one_away = match.length - 1
    return any(max(game.scores) == one_away and game.scores[0] != game.scores[1] for game in match.games[:number])


def _first(game: MatGame) -> str:
    first = next((turn for turn in game.turns if turn.colour), None)
    if not first:
        return "throw"
    dice, colon, _ = first.text.partition(":")
    return "throw" if colon and dice[0] != dice[1] else str(first.colour)
