"""Programs that the game starts, engines and voices: their leftovers, locks and failures."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from subprocess import TimeoutExpired

import psutil

from benchmarks.reliability.checkout import LINE_TIMEOUT_S, Checkout, until
from benchmarks.reliability.found.case import Case

SLEEPER = "import time; time.sleep(600)"
ENGINE = f"""
import os, subprocess, sys, time

how, count, tag = sys.argv[1], int(sys.argv[2]), sys.argv[3]
for _ in range(count):
    subprocess.Popen([sys.executable, "-S", "-c", {SLEEPER!r}, tag], start_new_session=how == "session")
for line in sys.stdin:
    number, _, command = line.strip().partition(" ")
    if command.startswith("genmove") and how == "crash":
        os.kill(os.getpid(), 11)
    known = "name list_commands set_game set_position genmove quit".replace(" ", chr(10))
    answers = {{"name": "Polite", "genmove": "4", "list_commands": known}}
    print("=" + number + " " + answers.get(command.partition(" ")[0], "") + "\\n", flush=True)
    if command == "quit":
        break
"""
VOICE = f"""#!{sys.executable}
import subprocess, sys
if "--voices" in sys.argv:
    print("Pty Language       Age/Gender VoiceName          File\\n 5  en              --/M      English            gmw/en")
    sys.exit()
said = sys.stdin.read()
subprocess.Popen([sys.executable, "-S", "-c", {SLEEPER!r}, LOG], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
open(LOG, "a").write("said\\n")
"""
END_TIMEOUT_S = 5.0
SPEAKING_S = 4.0  # for everything to be printed


def sleepers(tag: Path) -> list[psutil.Process]:
    """Return the processes that sleep with this last argument."""
    return [each for each in psutil.process_iter(["cmdline"]) if (each.info["cmdline"] or [])[-1:] == [str(tag)]]


def left_by_engine(checkout: Checkout, how: str, count: int) -> int:
    """Return the number of children that an engine leaves behind in a game of two moves."""
    engine = checkout.folder / "engine.py"
    engine.write_text(ENGINE)
    tag = checkout.folder / f"{how}-{count}"
    seats = f"human:Anna,gtp:{sys.executable} {engine} {how} {count} {tag}"
    with checkout.started("play", "connect4", "--terminal", "--seats", seats) as process:
        assert process.stdin
        process.stdin.write(b"4\n")
        process.stdin.flush()
        until(lambda: checkout.records().count('"event": "move"') > 1, LINE_TIMEOUT_S)
        with suppress(TimeoutExpired):
            process.communicate(b"quit\n", LINE_TIMEOUT_S)
    until(lambda: not sleepers(tag), END_TIMEOUT_S)
    left = sleepers(tag)
    for each in left:
        each.kill()
    return len(left)


def polite_engine(checkout: Checkout) -> bool:
    """Play against an engine that has started a program, and ends when told to."""
    return left_by_engine(checkout, "polite", 1) == 0


def crashing_engine(checkout: Checkout) -> bool:
    """Play against an engine that has started a program, and crashes."""
    return left_by_engine(checkout, "crash", 1) == 0


def engine_of_hundreds(checkout: Checkout) -> bool:
    """Play against an engine that has started 300 programs."""
    return left_by_engine(checkout, "polite", 300) == 0


def engine_with_sessions(checkout: Checkout) -> bool:
    """Play against an engine that has started programs in their own sessions, like daemons."""
    return left_by_engine(checkout, "session", 3) == 0


def spoken(checkout: Checkout, **environment: str) -> str:
    """Return the terminal's output in a game of two moves with a voice."""
    with checkout.started(
        "play", "connect4", "--terminal", "--seats", "human:Anna,human:Ben", "--voice", **environment
    ) as process:
        assert process.stdin
        for line in (b"4\n", b"3\n"):
            time.sleep(SPEAKING_S)
            process.stdin.write(line)
            process.stdin.flush()
        time.sleep(SPEAKING_S)
        out, err = process.communicate(b"quit\n", LINE_TIMEOUT_S)
    return (out + err).decode("utf-8", "replace")


def speaking_with(checkout: Checkout, program: str) -> str:
    """Return the terminal's output with another program in place of espeak-ng."""
    file = checkout.folder / "bin" / "espeak-ng"
    file.parent.mkdir()
    file.write_text(program)
    file.chmod(0o755)
    return spoken(checkout, PATH=f"{file.parent}:/usr/bin:/bin")


def voice_without_sound(checkout: Checkout) -> bool:
    """Speak on a computer without a sound device: one sentence says so, once."""
    shown = spoken(checkout, ALSA_CONFIG_PATH="/nowhere", PULSE_SERVER="/nowhere")
    return shown.count("no sound device was found") == 1


def voice_that_leaves(checkout: Checkout) -> bool:
    """Speak with a program that leaves another behind, which holds its output."""
    log = checkout.folder / "log"
    speaking_with(checkout, VOICE.replace("LOG", repr(str(log))))
    until(lambda: not sleepers(log), END_TIMEOUT_S)
    left = sleepers(log)
    for each in left:
        each.kill()
    return log.exists() and len(log.read_text().split()) > 1 and not left


def voice_that_fails(checkout: Checkout) -> bool:
    """Speak with a program that cannot even list its voices: nobody sees a message of Python."""
    shown = speaking_with(checkout, "#!/bin/sh\nexit 1\n")
    return shown.count("voice has failed") == 1 and "Command '" not in shown and "non-zero" not in shown


CASES: Mapping[str, Case] = {
    "polite-engine": Case("attack 8", polite_engine),
    "crashing-engine": Case("attack 8", crashing_engine),
    "engine-of-hundreds": Case("attack 8", engine_of_hundreds),
    "engine-with-sessions": Case("attack 8", engine_with_sessions),
    "voice-without-sound": Case("outside 27", voice_without_sound),
    "voice-that-leaves": Case("attack 8", voice_that_leaves),
    "voice-that-fails": Case("phones M9", voice_that_fails),
}
