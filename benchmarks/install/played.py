"""Games of a program installed in a bare root: by GTP at level 9, and in the window by keys."""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from random import Random

from PIL import ImageGrab

from benchmarks.install.root import HOME, BareRoot, RootFailed
from fourth_seat.engines.arena.tournament import MakePlayer, Tournament
from fourth_seat.engines.levels import level
from fourth_seat.engines.players.engine_player import EnginePlayer
from fourth_seat.engines.players.from_text import player
from fourth_seat.games import find
from fourth_seat.words import say

COMPUTER_LEVEL = "9"
FAILURE_SIGNS = (" failed: ", " is unavailable: ")  # in notices of failures; others report that a table is being built
WINDOW_GAME = "connect4"  # a column is one key
START_KEY = "2"  # of its card on the start page
RECORD_FOLDER = f"{HOME}/.local/share/fourth-seat/records"
START_TIMEOUT_S, MOVE_TIMEOUT_S, POLL_INTERVAL_S = 120.0, 60.0, 0.1
KEY_REPEAT_S = 10.0  # after which a key is pressed again
SCREENSHOT_INTERVAL_S, REST_SCREENSHOTS = 0.5, 3  # the screen is at rest after this many equal pictures


def play_by_gtp(
    root: BareRoot,
    program: str,
    name: str,
    seconds: float,
    variables: Mapping[str, str] | None = None,
    spec: str = COMPUTER_LEVEL,
) -> int:
    """Play a game to its end between a level of the installed program and random players; return the number of its moves.

    Args:
        program: the command that starts it, in the root.
        seconds: for each move of the level.
        spec: the level.

    Raises:
        RootFailed: a move was not the program's own.
    """
    game = find(name)
    options = game.options()
    command = root.command(f"{program} engine {name}", variables=variables)
    how = level(spec, name)
    makers: list[MakePlayer] = [
        lambda rng: EnginePlayer(game, options, command, say("installed"), how, seconds, rng),
        lambda rng: player("random", game, options, rng=rng),
    ]
    tournament = Tournament(game, options, makers, seed=1)
    try:
        (played,) = tournament.play(1)
    finally:
        tournament.close()
    used = played.usage[0]
    failed = [notice for notice in used.notices if any(sign in notice for sign in FAILURE_SIGNS)]
    if failed or not used.moves:
        raise RootFailed(f"{program}, {name}: {failed}")
    return used.moves


class InstalledWindow:
    """The window of an installed program on a screen, and the record of its game."""

    def __init__(self, root: BareRoot, display: str, process: subprocess.Popen[bytes]) -> None:
        """`process` is the command that has opened the window."""
        self.root, self.display = root, display
        self._process = process

    def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        subprocess.run(["xdotool", "key", "--delay", "30", *keys], env={**os.environ, "DISPLAY": self.display}, check=True)

    def come_to_rest(self) -> None:
        """Wait until the screen is not empty and has not changed for a while."""
        last, still = b"", 0
        end = time.monotonic() + MOVE_TIMEOUT_S
        while still < REST_SCREENSHOTS and time.monotonic() < end:
            time.sleep(SCREENSHOT_INTERVAL_S)
            picture = ImageGrab.grab(xdisplay=self.display).tobytes()
            still = still + 1 if picture == last and any(picture) else 0
            last = picture

    def moves(self) -> list[str]:
        """Return the moves of the game in the window, from its record."""
        records = sorted((self.root.folder / RECORD_FOLDER.lstrip("/")).glob("*.jsonl"))
        lines = records[-1].read_text("utf-8").splitlines() if records else []
        return [event["move"] for event in map(json.loads, lines) if event["event"] == "move"]

    def enter(self, column: str, moves: int) -> list[str]:
        """Enter a move until the game has a number of moves, repeatedly since keys may get lost; return the moves."""
        for _ in range(round(MOVE_TIMEOUT_S / KEY_REPEAT_S)):
            self.press("space", column, "Return")  # the space bar confirms the computer's stone
            if _wait(lambda: len(self.moves()) >= moves, KEY_REPEAT_S):
                break
        return self.wait_for(moves)

    def wait_for(self, moves: int, limit_s: float = MOVE_TIMEOUT_S) -> list[str]:
        """Wait until the game has a number of moves; return the moves.

        Raises:
            RootFailed: that takes longer than the limit, or the window has closed.
        """
        end = time.monotonic() + limit_s
        while len(found := self.moves()) < moves:
            if self._process.poll() is not None or time.monotonic() > end:
                raise RootFailed(f"{len(found)} of {moves} moves after {limit_s:.0f} s")
            time.sleep(POLL_INTERVAL_S)
        return found


@contextmanager
def opened(
    root: BareRoot, display: str, program: str, variables: Mapping[str, str] | None = None
) -> Iterator[InstalledWindow]:
    """Open the window of an installed program; close it at the end."""
    command = root.command(program, variables={"DISPLAY": display, **(variables or {})})
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL)
    try:
        yield InstalledWindow(root, display, process)
    finally:
        process.terminate()
        process.wait()


def play_in_window(window: InstalledWindow) -> int:
    """Play a game to its end in a window that has just been opened, by keys alone; return the number of its moves.

    Raises:
        RootFailed: no move comes within the limit.
    """
    game, rng = find(WINDOW_GAME), Random(0)
    begin_by_keys(window)
    state, moves = game.start(game.options()), 0
    while not state.over:
        column = str(rng.choice(list(state.legal())))
        for text in (window.enter(column, moves + 1) if moves % 2 == 0 else window.wait_for(moves + 1))[moves:]:
            (move,) = game.parse(state, text)
            state, moves = state.play(move), moves + 1
    return moves


def begin_by_keys(window: InstalledWindow) -> None:
    """Begin a game from the start page: press each key once the screen is at rest, and the last one again if it was lost.

    Raises:
        RootFailed: no game begins.
    """
    records = window.root.folder / RECORD_FOLDER.lstrip("/")
    window.come_to_rest()
    window.press(START_KEY)
    for _ in range(round(START_TIMEOUT_S / KEY_REPEAT_S)):
        window.come_to_rest()
        window.press("Return")
        if _wait(lambda: any(records.glob("*.jsonl")), KEY_REPEAT_S):
            window.come_to_rest()
            return
    raise RootFailed(f"no game began within {START_TIMEOUT_S:.0f} s")


def _wait(condition: Callable[[], bool], limit_s: float) -> bool:
    """Wait until a condition holds, or for the time limit; return whether it holds."""
    end = time.monotonic() + limit_s
    while not condition() and time.monotonic() < end:
        time.sleep(POLL_INTERVAL_S)
    return condition()
