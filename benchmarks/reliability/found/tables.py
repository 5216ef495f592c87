"""Findings at tables in a terminal, at linked tables, and at tables with other makers' engines."""

from __future__ import annotations

import asyncio
import os
import pty
import re
import shlex
import shutil
import socket
import subprocess
import sys
import threading
import time
import tty
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import IO, Any

import aiohttp

from benchmarks.reliability.checkout import LINE_TIMEOUT_S, Checkout, until
from benchmarks.reliability.found.case import Case

NOTICE_TIMEOUT_S = 90.0  # within which an engine that hangs is reported
DEVICE_TIMEOUT_S = 10.0  # within which a device that has gone is reported
HANGING_ENGINE = """
import os, signal, sys, time
for line in sys.stdin:
    number, _, command = line.strip().partition(" ")
    if command.startswith(("genmove", "reg_genmove")):
        if sys.argv[1] == "stops":
            os.kill(os.getpid(), signal.SIGSTOP)
        time.sleep(3600)
    answer = "\\n".join(("name", "version", "list_commands", "play", "genmove", "clear_board", "boardsize", "quit"))
    print(f"={number} {answer if command == 'list_commands' else ''}\\n", flush=True)
"""
WINDOW = """
import sys
import tkinter as tk
from datetime import datetime
from fourth_seat.games import find
from fourth_seat.table.seats import read_seat
from fourth_seat.table.table import Table
from fourth_seat.ui.settings import Settings
try:
    from fourth_seat.ui.main_window import MainWindow as Window
    from fourth_seat.ui.table.page import sit_down
except ImportError:  # older checkouts
    from fourth_seat.ui.window import Window
    sit_down = Window.show_table
def turns(window, seconds=1.0):
    import time
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        window.root.update()
        time.sleep(0.01)
window = Window(tk.Tk(), Settings())
"""
SHEET = """
from fourth_seat.ui.phones.sheet import PhonesSheet
game = find("connect4")
seats = list(map(read_seat, ["human:Anna", sys.argv[1]]))
sit_down(window, Table.begin(game, game.options(), seats, None, datetime.now))
turns(window)
window.phones.open()
shown = [window.page.stage.table] if hasattr(window.page, "stage") else []
sheet = PhonesSheet(window.page, *shown, window.phones)
window.page.open_sheet(sheet)
turns(window)
"""


class Running:
    """A running program: its output so far, and lines typed for it."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process
        self.written: list[str] = []
        for stream in (process.stdout, process.stderr):
            threading.Thread(target=self._read, args=(stream,), daemon=True).start()

    def _read(self, stream: IO[bytes]) -> None:
        with suppress(ValueError):  # closed as the program is killed
            for line in stream:
                self.written.append(line.decode("utf-8", "replace"))

    def type(self, line: str) -> int:
        """Type a line; return the number of lines written before."""
        assert self.process.stdin
        before = len(self.written)
        with suppress(BrokenPipeError):
            self.process.stdin.write(f"{line}\n".encode())
            self.process.stdin.flush()
        return before

    def says(self, pattern: str, since: int = 0, seconds: float = LINE_TIMEOUT_S) -> str:
        """Wait for a line that matches; return the match, empty if none came."""

        def found() -> str:
            matches = (re.search(pattern, line) for line in self.written[since:])
            return next((match.group() for match in matches if match), "")

        until(lambda: bool(found()), seconds)
        return found()

    def link(self, line: str) -> str:
        """Type a line; return the link printed in answer."""
        return self.says(r"http://\S+", self.type(line), 5.0)

    def ends(self, seconds: float = LINE_TIMEOUT_S) -> bool:
        """Wait for the end of the program."""
        return until(lambda: self.process.poll() is not None, seconds)


@contextmanager
def playing(checkout: Checkout, home: str, *arguments: str) -> Iterator[Running]:
    """Yield a game of Connect 4 in a terminal, with its own data folder."""
    folder = str(checkout.folder / home)
    with checkout.started("play", "connect4", "--terminal", *arguments, FOURTH_SEAT_HOME=folder) as process:
        yield Running(process)


@contextmanager
def restarted_host(checkout: Checkout) -> Iterator[tuple[Running, str]]:
    """Yield the first of two linked tables after it was killed and resumed, and a new link for the other family."""
    with playing(checkout, "here", "--resume", "--phones") as here:
        here.says(r"http://\S+")
        yield here, here.link("phones 2")


@contextmanager
def linked(checkout: Checkout) -> Iterator[tuple[Running, Running]]:
    """Yield two tables that are linked, after a move of the first one."""
    with playing(checkout, "here", "--phones", "--seats", "human:Anna,human:Ben") as here:
        here.says(r"http://\S+")
        link = here.link("phones 2")
        with playing(checkout, "there", "--seats", f"table:{link},human:Ben") as there:
            until(lambda: "table:guest" in checkout_records(checkout, "here"), LINE_TIMEOUT_S)
            here.type("4")
            there.says("plays column 4")
            yield here, there


@contextmanager
def linked_and_killed(checkout: Checkout) -> Iterator[Running]:
    """Yield the second of two linked tables, after three moves and the death of the first one."""
    with linked(checkout) as (here, there):
        there.type("3")
        here.says("plays column 3")
        since = len(there.written)
        here.type("4")
        there.says("plays column 4", since)
        here.process.kill()
        here.process.wait()
        yield there


def goes_on(here: Running, there: Running) -> bool:
    """Return whether moves at each of two tables reach the other."""
    since = here.type("show")
    there.type("2")
    if not here.says("plays column 2", since):
        return False
    since = there.type("show")
    here.type("1")
    return bool(there.says("plays column 1", since))


def linked_host_returns(checkout: Checkout) -> bool:
    """Kill the first of two linked tables and resume it: a new link, typed at the other one, joins the same game."""
    with linked_and_killed(checkout) as there, restarted_host(checkout) as (here, link):
        there.type(f"seat 1 table:{link}")
        return bool(link) and goes_on(here, there)


def linked_both_return(checkout: Checkout) -> bool:
    """Kill both of two linked tables: the other family resumes with the new link on its command line."""
    with linked_and_killed(checkout) as there:
        there.process.kill()
        there.process.wait()
        with restarted_host(checkout) as (here, link):
            if not link:
                return False
            with playing(checkout, "there", "--resume", "--seats", f"table:{link},human:Ben") as again:
                return goes_on(here, again)


def linked_guest_returns(checkout: Checkout) -> bool:
    """Let the other family's table die and come back, without any wrong message about it."""
    with linked(checkout) as (here, there):
        there.process.kill()
        there.process.wait()
        wrong = here.says("computer", here.type("3"), 2.0)
        with playing(checkout, "there", "--resume") as again:
            again.type("3")
            return not wrong and bool(here.says("plays column 3"))


def waiting_for_a_table(checkout: Checkout) -> bool:
    """Wait for another table and type meanwhile: no sentence mentions a computer."""
    with linked(checkout) as (here, there):
        for each, column in ((here, "5"), (there, "3"), (there, "5")):
            each.type(column)
            time.sleep(1.0)
        there.says("other table", there.type(""), 5.0)
        return not any("computer" in line for line in here.written + there.written)


def checkout_records(checkout: Checkout, home: str) -> str:
    """Return the contents of the records of a data folder."""
    return "".join(path.read_text() for path in (checkout.folder / home).glob("records/*.jsonl"))


def offered_seats(checkout: Checkout) -> bool:
    """Resume the first of two linked tables in the window: the next code can be for the other family."""
    code = WINDOW + SHEET + "assert (2,) in sheet.seats.names\nprint('offered')"
    return "offered" in _shown(checkout, code, "table:guest")


def removed_phone(checkout: Checkout) -> bool:
    """Remove a phone in the window: its seat is offered to the next one at once."""
    code = (
        WINDOW
        + SHEET
        + """
from fourth_seat.page.guests import Guest
host = window.phones.host
host.guests["x"] = Guest("x", "0" * 64, (1,))
host.guests["y"] = Guest("y", "1" * 64, (2,))
turns(window)
host.put_out("x")
turns(window)
assert sheet.seats.value == (1,)
print("offered")
"""
    )
    return "offered" in _shown(checkout, code, "human:Ben")


def _shown(checkout: Checkout, code: str, *arguments: str) -> str:
    """Return the output of lines of Python that have their own screen."""
    display, write = os.pipe()
    with subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x800x24", "-nolisten", "tcp"],
        pass_fds=[write],
        stderr=subprocess.DEVNULL,
    ) as screen:
        os.close(write)
        try:
            with os.fdopen(display) as number:
                shown = checkout.python(code, *arguments, DISPLAY=f":{number.readline().strip()}")
        finally:
            screen.terminate()
    return shown.out


async def _next_game(link: str) -> bool:
    """Join with a phone, give up, and tap `Next game`: return whether one begins."""
    base, _, token = link.partition("/#")
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as session:
        async with session.post(
            f"{base}/join", json={"token": token, "language": "en"}, headers={"Origin": base}
        ) as joined:
            if joined.status != 204:
                return False
        number, over = 0, False
        async with session.ws_connect(f"{base}/ws", headers={"Origin": base}) as pages:
            while True:
                message = await pages.receive_json(timeout=LINE_TIMEOUT_S)
                if message["type"] == "refused":
                    return False
                if message["type"] != "scene":
                    continue
                if over and not message["over"] and not message["cells"]:
                    return True
                number += 1
                asks: dict[str, Any] = {"type": "do", "page": "p", "id": number, "moment": message["moment"]}
                if message["over"] and not over:
                    over = True
                    if "next" not in message["can"]:
                        return False
                    await pages.send_json(asks | {"what": "next"})
                elif not message["over"] and not message["cells"]:
                    await pages.send_json(asks | {"what": "tap", "cell": "4"})
                elif not message["over"]:
                    await pages.send_json(asks | {"what": "resign", "worth": None})


def next_game_from_a_phone(checkout: Checkout) -> bool:
    """Give up on a phone at a terminal's table and tap “Next game”, in text and in JSON."""
    begun = []
    for form in ((), ("--json",)):
        with playing(checkout, "here", "--phones", "--seats", "human:Anna,human:Ben", *form) as here:
            link = here.says(r"http://\S+")
            with suppress(TimeoutError, asyncio.TimeoutError, TypeError):
                begun.append(asyncio.run(_next_game(link)))
    return begun == [True, True]


def _hanging(checkout: Checkout, way: str) -> str:
    """Return the seat of an engine that never moves."""
    engine = checkout.folder / "hanging.py"
    engine.write_text(HANGING_ENGINE)
    return f"gtp:{shlex.join([sys.executable, str(engine), way])}"


def hanging_engine_is_left(checkout: Checkout) -> bool:
    """Quit while an engine hangs, and take a move back and seat a person in its place."""
    seats = f"human:Anna,{_hanging(checkout, 'hangs')}"
    with playing(checkout, "one", "--seats", seats) as game:
        game.says("Anna")
        game.type("4")
        game.says("thinking")
        game.type("quit")
        left = game.ends(5.0)
    with playing(checkout, "two", "--seats", seats) as game:
        game.says("Anna")
        game.type("4")
        game.says("thinking")
        since = game.type("undo")
        undone = game.says("Anna's turn", since, 5.0)
        game.type("5")
        time.sleep(1.0)
        since = game.type("seat 2 human:Ben")
        seated = game.says("Ben's turn", since, 5.0)
        since = game.type("3")
        return left and bool(undone and seated and game.says("played 3", since, 5.0))


def hanging_engine_is_noticed(checkout: Checkout) -> bool:
    """Let an engine hang, and one stop itself: each is reported once, after a minute, and can be replaced."""
    with (
        playing(checkout, "one", "--seats", f"human:Anna,{_hanging(checkout, 'hangs')}") as hangs,
        playing(checkout, "two", "--seats", f"human:Anna,{_hanging(checkout, 'stops')}") as stops,
    ):
        for game in (hangs, stops):
            game.says("Anna")
            game.type("4")
        said = [bool(game.says("minute", 0, NOTICE_TIMEOUT_S)) for game in (hangs, stops)]
        once = all(sum("minute" in line for line in game.written) == 1 for game in (hangs, stops))
        for game in (hangs, stops):
            since = game.type("seat 2 human:Ben")
            said.append(bool(game.says("Ben's turn", since, 5.0)))
        return all(said) and once


def pulled_lights(checkout: Checkout) -> bool:
    """Pull the lights while a person thinks, in a terminal without phones: that is reported without any key being
    pressed."""
    ours, theirs = pty.openpty()
    tty.setraw(theirs)
    reading = True

    def drain() -> None:
        with suppress(OSError):
            while reading:
                os.read(ours, 65_536)

    threading.Thread(target=drain, daemon=True).start()
    lights = f"adalight://{os.ttyname(theirs)}"
    with playing(checkout, "here", "--seats", "human:Anna,human:Ben", "--lights", lights) as game:
        game.says("Anna")
        time.sleep(3.0)
        before = len(game.written)
        reading = False
        os.close(theirs)
        os.close(ours)
        return bool(game.says("plug|connected|lights", before, DEVICE_TIMEOUT_S))


def silent_text_display(checkout: Checkout) -> bool:
    """Let a text display's server accept and say nothing: that is reported without any key being pressed."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        where = f"lcd://127.0.0.1:{server.getsockname()[1]}"
        with playing(checkout, "here", "--seats", "human:Anna,human:Ben", "--text", where) as game:
            game.says("Anna")
            return bool(game.says("text display", 0, DEVICE_TIMEOUT_S))


def failing_voice(checkout: Checkout) -> bool:
    """Let the speaking program fail at a move: that is reported without another key being pressed."""
    programs = checkout.folder / "programs"
    programs.mkdir()
    for name in ("espeak-ng", "espeak", "spd-say", "say"):
        (programs / name).write_text("#!/bin/sh\nexit 1\n")
        (programs / name).chmod(0o755)
    environment = {"PATH": f"{programs}:{os.environ['PATH']}"}
    with checkout.started(
        "play", "connect4", "--terminal", "--seats", "human:Anna,human:Ben", "--voice", **environment
    ) as process:
        game = Running(process)
        game.says("Anna")
        game.type("4")
        return bool(game.says("voice has failed", 0, DEVICE_TIMEOUT_S))


def resumed_with_arguments(checkout: Checkout) -> bool:
    """Resume with options, a level or seats: each takes effect, or is refused in a sentence that mentions it."""
    refused = []
    for name, value in (("--options", "nonsense=1"), ("--level", "77"), ("--seats", "human:X,human:Y,human:Z")):
        checkout.record({"event": "move", "seat": 1, "move": "4", "by": "human"})
        outcome = checkout.play("--resume", name, value)
        refused.append(outcome.sound and outcome.status != 0 and ("seats" in outcome.err or name in outcome.err))
    obeyed = checkout.play("--resume", "--seats", "human:Cleo,human:Ben", typed=b"3\n")
    return all(refused) and obeyed.status == 0 and '"player": "human:Cleo"' in checkout.records()


def missing_engine(checkout: Checkout) -> bool:
    """Seat a program that is missing, is not an engine, or hangs: it is refused before the game begins."""
    refused = []
    for command in ("gtp:no-such-program --level 3", "gtp:cat", "gtp:sleep 600"):
        outcome = checkout.play("--seats", f"human:Anna,{command}", typed=b"4\n", seconds=60.0)
        refused.append(outcome.sound and outcome.status != 0 and not checkout.records())
        with suppress(FileNotFoundError):
            shutil.rmtree(checkout.home)
    checkout.record()
    checkout.play("--resume", typed=b"seat 2 gtp:no-such-program\n4\n")
    return all(refused) and "no-such-program" not in checkout.records()


def typed_prefix(checkout: Checkout) -> bool:
    """Type `gtp:` and a missing program into the window's field: one sentence without a second `gtp:`, and no game."""
    code = (
        WINDOW
        + """
from dataclasses import replace
try:
    from fourth_seat.table.settings.seat_choice import Who
    from fourth_seat.ui.seats.page import SeatsPage
except ImportError:  # older checkouts
    from fourth_seat.ui.seats.choice import Who
    window.show_seats("connect4")
else:
    window.show(SeatsPage, find("connect4"))
page = window.page
page.rows[1].switch(Who.PROGRAM)
fields = page.rows[1].fields
(fields.command if hasattr(fields, "command") else fields._command).set("gtp:no-such-program --level 3")
turns(window)
page.begin()
turns(window, 3.0)
assert window.page is page
said = str(page.complaint.cget("text"))
assert "no-such-program" in said and "gtp:" not in said, said
print("refused", window.settings.last)
"""
    )
    return "refused {}" in _shown(checkout, code)


CASES: Mapping[str, Case] = {
    "linked-host-returns": Case("phones H1", linked_host_returns),
    "linked-both-return": Case("phones H1", linked_both_return),
    "linked-guest-returns": Case("phones H1", linked_guest_returns),
    "linked-seat-offered": Case("phones H1", offered_seats),
    "phone-next-game": Case("phones H2", next_game_from_a_phone),
    "waiting-for-a-table": Case("phones H3", waiting_for_a_table),
    "engine-left": Case("attack 9", hanging_engine_is_left),
    "engine-noticed": Case("attack 9", hanging_engine_is_noticed),
    "resume-arguments": Case("phones M1", resumed_with_arguments),
    "lights-pulled": Case("phones M10", pulled_lights),
    "text-silent": Case("phones M10", silent_text_display),
    "voice-fails": Case("phones M10", failing_voice),
    "phone-removed": Case("phones M12", removed_phone),
    "engine-missing": Case("window 13", missing_engine),
    "engine-typed": Case("window 13", typed_prefix),
}
