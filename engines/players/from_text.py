"""Parsing of player specifications: `computer:7`, `7`, `seed:greedy`, `random`, `gtp:COMMAND`."""

from __future__ import annotations

from random import Random

from fourth_seat.engines.errors import UnknownPlayer
from fourth_seat.engines.levels import DEFAULT_LEVEL, level
from fourth_seat.engines.players.engine_player import EnginePlayer, own_command
from fourth_seat.engines.players.inline import InlinePlayer
from fourth_seat.games import AnyGame
from fourth_seat.games.options import Options
from fourth_seat.processes.command_line import short_name, split_command
from fourth_seat.words import say

GTP_PREFIX, COMPUTER_KIND = "gtp:", "computer"

AnyPlayer = EnginePlayer | InlinePlayer


def player(
    spec: str,
    game: AnyGame,
    options: Options,
    *,
    default: str = DEFAULT_LEVEL,
    seconds: float | None = None,
    threads: int = 1,
    rng: Random | None = None,
) -> AnyPlayer:
    """Create the player described by a specification. No process is started before the first request for a move.

    Args:
        spec: a level or a named player, optionally prefixed with `computer:`; `computer` alone; or `gtp:COMMAND`.
        default: the level used for `computer` alone.
        seconds: time limit per move; defaults to the level's.
        threads: number of threads for engines that support several.
        rng: the player's own random generator, for reproducible games.

    Raises:
        UnknownLevel: the game has no such level.
        UnknownPlayer: the command after `gtp:` is missing or cannot be parsed.
    """
    if spec.startswith(GTP_PREFIX):
        command = _split(spec.removeprefix(GTP_PREFIX))
        return EnginePlayer(
            game,
            options,
            command,
            say("{program}", program=short_name(spec.removeprefix(GTP_PREFIX))),
            None,
            seconds,
            rng,
        )
    kind, colon, which = spec.partition(":")
    how = level((which if colon else default) if kind.strip().lower() == COMPUTER_KIND else spec, game.name)
    if how.player:
        return InlinePlayer(game, how, rng)
    return EnginePlayer(game, options, own_command(game, threads), how.name, how, seconds, rng)


def _split(text: str) -> list[str]:
    try:
        command = split_command(text)
    except ValueError:
        raise UnknownPlayer(say("gtp:{command}: a quotation mark is not closed", command=text)) from None
    if not command:
        raise UnknownPlayer(say("gtp: must be followed by the command of an engine, for example gtp:pentobi-gtp --level 3"))
    return command
