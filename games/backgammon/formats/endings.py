"""Determines the endings of the games in a match file, from the moves or from one of several notations."""

from __future__ import annotations

from fourth_seat.games.backgammon.checkers import name_of
from fourth_seat.games.backgammon.formats.mat import MatGame, MatMatch
from fourth_seat.games.backgammon.formats.play_out import PlayedOut
from fourth_seat.games.backgammon.moves import CubeAction
from fourth_seat.games.backgammon.rules import BackgammonPhase
from fourth_seat.games.backgammon.scoring import most_times
from fourth_seat.games.protocol import Ending, Result
from fourth_seat.words import say


def decides(match: MatMatch, game: MatGame) -> bool:
    """Return whether the winner of this game wins the match with it."""
    return bool(match.length and game.winner) and game.scores[game.winner - 1] + game.points >= match.length


def ending(match: MatMatch, number: int, played: PlayedOut, *, foreign: bool) -> Ending | None:
    """Return how the players ended a game, or None if it was ended by the rules or is unfinished.

    `number` is the game's index in the match, and `played` is the game after its turns have been played. Notices are added
    to `played`. If another program wrote the file (`foreign`) and the game ends with an unanswered double by the winner,
    the missing drop is added as well.
    """
    game, state = match.games[number], played.state
    if state.over:
        _compare(match, game, played, state.standing())
        return None
    gainer, gained = _gained(match, number)
    loser = game.loser or played.hidden
    winner = game.winner or (3 - loser if loser else gainer)
    if not winner:
        return None
    cube = state.cube.value
    points = game.points or (gained if gainer == winner else 0)
    if gainer == 3 - winner and gained == points:  # some programs have one column for both winners
        winner = gainer
    answering = state.phase is BackgammonPhase.ANSWER and state.turn == 3 - winner
    if foreign and answering and not loser and points in (0, cube):
        played.play([CubeAction.DROP])
        return None
    if winner not in (game.winner, 3 - loser):
        reason = say(
            "according to the score of the next game, {colour} won this one: {points}",
            colour=name_of(winner),
            points=points,
        )
        played.notices.append(game.place.named(reason))
    return Ending(3 - winner, _worth(match, game, played, winner, points))


def _gained(match: MatMatch, number: int) -> tuple[int, int]:
    """Return the winner and the points gained by the next game's score, or zeros if nobody or both sides gained any."""
    if number + 1 >= len(match.games):
        return 0, 0
    before, after = match.games[number].scores, match.games[number + 1].scores
    white, black = (late - early for early, late in zip(before, after, strict=True))
    if white and black:
        return 0, 0
    return (1, white) if white > 0 else (2, black) if black > 0 else (0, 0)


def _worth(match: MatMatch, game: MatGame, played: PlayedOut, winner: int, points: int) -> int:
    """Return the value of a resignation for these points as a multiple of the cube, capped at the maximum possible."""
    cube, most = played.state.cube.value, most_times(played.state.options, played.state.cube)
    given = points or cube * max(game.worth, 1)
    worth = min(-(-given // cube), most)
    needed = match.length - game.scores[winner - 1] if match.length else 0
    if worth * cube == given or (given == needed and worth * cube > given):  # some programs write no more than was needed
        if points or game.worth:
            return worth
        reason = say("the file does not say how many points this game is worth: it was scored as {points}", points=given)
    else:
        reason = say(
            "a win with the cube at {cube} cannot be worth {points}: it was scored as {counted}",
            cube=cube, points=given, counted=worth * cube,
        )  # fmt: skip
    played.notices.append((game.end_place if game.end_place.line else game.place).named(reason))
    return worth


def _compare(match: MatMatch, game: MatGame, played: PlayedOut, result: Result) -> None:
    """Add a notice if the file contradicts its moves. The moves take precedence."""
    winner, points = result.winners[0], max(result.scores)
    capped = game.points < points and decides(match, game)  # some programs write no more than was needed
    same_winner = game.winner in (0, winner) or game.beside  # beside the last turn there may be only the other's column
    if not same_winner or not (capped or game.points in (0, points)):
        reason = say(
            "according to the moves, {colour} wins, and the win is worth {points}", colour=name_of(winner), points=points
        )
        played.notices.append(game.end_place.named(reason))
