"""Installation and games on a 64-bit Arm system, such as a Raspberry Pi, with an emulated processor.

    python -m uv run --group dev python -m benchmarks.install.arm64 [--level 2] [--seconds 20] [--picture FILE]

In a bare Debian root for arm64 the sources are unpacked and the README's commands run. Then `solve connect4` answers, level
9 of each game makes a first move with the machine code that comes with the program, a game of each is played to its end by
GTP, and the window shows a game on a virtual screen of 800x480. It needs root, debootstrap, Xvfb, xdotool, and a kernel
that runs such programs in an emulator (Debian's qemu-user-static). Its times do not apply to real hardware.
"""

from __future__ import annotations

import argparse
import io
import subprocess
import tarfile
import time
from pathlib import Path

from PIL import ImageGrab

from benchmarks.install.played import begin_by_keys, opened, play_by_gtp
from benchmarks.install.root import HOME, BareRoot, RootFailed
from benchmarks.start_up import screen
from fourth_seat.engines.players import engine_player
from fourth_seat.games import find, game_names
from fourth_seat.processes.installation import ROOT

PYTHON_PACKAGES = ("python3", "python3-tk", "python3-venv")
SOURCE_FOLDER = f"{HOME}/fourth-seat"
README_COMMANDS = (
    f"python3 -m venv ~/.fourth-seat && . ~/.fourth-seat/bin/activate && cd {SOURCE_FOLDER} && python -m pip install -q uv"
)
PROGRAM_COMMAND = f"{SOURCE_FOLDER}/.venv/bin/python {SOURCE_FOLDER}/companion.py"
SOLVED_POSITION, SOLUTION = "4455\n", "4455 18 3 6"
ONE_THREAD_ENVIRONMENT = {"OPENBLAS_NUM_THREADS": "1", "NUMBA_NUM_THREADS": "1"}
FIRST_MOVE_S = 40  # of level 9
ANSWER_TIMEOUT_S = 600.0  # longer than the program's own timeouts: an emulated processor is slow
SIMPLER_PLAY_SIGNS = (
    " is unavailable: ",
    "cannot be used",
    "still preparing this level",
)  # in notices of moves by a simpler player
SCREEN_SIZE = "800x480x24"


def put_sources(root: BareRoot) -> None:
    """Unpack the sources of the last commit, owned by the person."""
    archive = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, capture_output=True, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        tar.extractall(root.folder / SOURCE_FOLDER.lstrip("/"), filter="data")
    root.run(f"chown -R player:player {SOURCE_FOLDER}", user="root")


def first_move(root: BareRoot, name: str) -> str:
    """Return the first move of level 9 in a game that has just begun.

    Raises:
        RootFailed: a simpler player has moved, for example because the machine code of the kernels cannot be used.
    """
    game = find(name)
    state = game.start(game.options())
    dice = "" if state.mover and state.mover == state.to_move else f" {state.legal()[0]}"
    lines = f"level 9\ntime_per_move {FIRST_MOVE_S}\ngenmove 1{dice}\nnotices\nquit\n"
    output = root.run(f"{PROGRAM_COMMAND} engine {name}", variables=ONE_THREAD_ENVIRONMENT, given=lines)
    if failed := [line for line in output.splitlines() if any(sign in line for sign in SIMPLER_PLAY_SIGNS)]:
        raise RootFailed(f"{name}: {failed}")
    (move,) = [line for line in output.splitlines() if line.startswith("= ") and len(line) > 2][:1]
    return move.removeprefix("= ")


def main() -> int:
    """Print the steps; return the exit status, 1 if one of them failed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--level", default="2", help="of the games by GTP")
    parser.add_argument("--seconds", type=float, default=20.0, help="for each of its moves")
    parser.add_argument("--games", default=",".join(game_names()), help="joined by commas, or empty")
    parser.add_argument("--picture", type=Path, default=ROOT / "build" / "arm64.png")
    args = parser.parse_args()
    engine_player.START_TIMEOUT_S = engine_player.COMMAND_TIMEOUT_S = engine_player.MOVE_GRACE_S = ANSWER_TIMEOUT_S
    start = time.monotonic()

    def say_done(text: str) -> None:
        print(f"{time.monotonic() - start:6.0f} s  {text}", flush=True)

    with BareRoot(PYTHON_PACKAGES, architecture="arm64") as root:
        say_done(root.run("uname -m").strip() + ", " + root.run("python3 --version").strip())
        put_sources(root)
        root.run(README_COMMANDS, variables=ONE_THREAD_ENVIRONMENT)
        say_done("uv is installed")
        solve = f". ~/.fourth-seat/bin/activate && cd {SOURCE_FOLDER} && python -m uv run companion.py solve connect4"
        solved = root.run(solve, variables=ONE_THREAD_ENVIRONMENT, given=SOLVED_POSITION).splitlines()[-1]
        say_done(f"the program is installed; solve connect4: {solved}")
        for name in filter(None, args.games.split(",")):
            say_done(f"{name}: level 9 begins with {first_move(root, name)}")
            moves = play_by_gtp(root, PROGRAM_COMMAND, name, args.seconds, ONE_THREAD_ENVIRONMENT, args.level)
            say_done(f"{name}: level {args.level} made {moves} moves, to the end")
        with screen(SCREEN_SIZE) as display, opened(root, display, PROGRAM_COMMAND, ONE_THREAD_ENVIRONMENT) as window:
            try:
                begin_by_keys(window)
                window.enter("4", 1)
                moves = len(window.wait_for(2, ANSWER_TIMEOUT_S))
            finally:
                args.picture.parent.mkdir(parents=True, exist_ok=True)
                ImageGrab.grab(xdisplay=display).save(args.picture)
            say_done(f"the window: {moves} moves; {args.picture}")
    return 0 if solved == SOLUTION else 1


if __name__ == "__main__":
    raise SystemExit(main())
