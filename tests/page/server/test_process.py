"""The server process and its host: meaningless lines, ends and restarts."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys

import psutil

from tests.page.server.running import RunningServer, Visitor, run


def test_lines_of_the_host_that_are_none_change_nothing(server: RunningServer) -> None:
    async def test() -> None:
        async with Visitor(server.base) as anna:
            await anna.enter(server)
            for line in (
                "", "{", "null", "[]", '{"do":1}', '{"do":"fly"}', '{"do":"invite"}', '{"do":"send","language":"en"}',
                '{"do":"reply","guest":"nobody","message":{"type":"x"}}', '{"do":"put_out","guest":[]}', "\ufffd" * 99,
                '{"do":"invite","token_hash":"x","seats":["1"],"name":"","seconds":1}', "[" * 50_000, "x" * 5_000_000,
            ):  # fmt: skip
                server.process.send(line)
            server.show(type="scene", n=1)
            await anna.has("scene", n=1)

    run(test)


def test_it_ends_with_its_parent() -> None:
    program = (
        "import time\nfrom tests.page.server.running import RunningServer\n"
        "server = RunningServer().__enter__()\nprint(server.process.pid, flush=True)\ntime.sleep(60)"
    )
    parent = subprocess.Popen((sys.executable, "-c", program), stdout=subprocess.PIPE, text=True)
    assert parent.stdout
    child = psutil.Process(int(parent.stdout.readline()))
    os.kill(parent.pid, signal.SIGKILL)
    parent.wait()
    parent.stdout.close()
    child.wait(10)


def test_a_server_that_is_started_again_knows_its_guests_and_its_port() -> None:
    async def test() -> None:
        with RunningServer() as first:
            async with Visitor(first.base) as anna:
                await anna.enter(first, 1)
                joined = await first.receive("joined")
                guest = {
                    "id": joined["guest"], **{key: joined[key] for key in ("key_hash", "seats", "name", "language")}
                }  # fmt: skip
                os.kill(first.process.pid, signal.SIGKILL)
                await first.receive("ended")
                with RunningServer(port=first.port, guests=[guest]) as second:
                    assert second.port == first.port
                    await anna.open()
                    await anna.has("hello", guest=guest["id"], seats=[1])

    run(test)


def test_a_port_that_is_taken_is_left_to_whoever_has_it(server: RunningServer) -> None:
    with RunningServer(port=server.port) as other:
        assert other.port not in (0, server.port)


def test_it_says_that_it_is_alive() -> None:
    settings = {"port": 0, "addresses": [], "tls": None, "guests": [], "private_only": True, "words": {}}
    with subprocess.Popen(
        (sys.executable, "-m", "fourth_seat.page.server"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin and process.stdout
        process.stdin.write(json.dumps(settings) + "\n")
        process.stdin.flush()
        lines = [json.loads(process.stdout.readline())["event"] for _ in range(3)]
        assert lines == ["listening", "alive", "alive"]
        process.stdin.close()
        assert process.wait(10) == 0


def test_settings_that_are_none_are_refused_in_one_line() -> None:
    for settings in ("", "{}", "[]", '{"port":"x"}', "\xff"):
        done = subprocess.run(
            (sys.executable, "-m", "fourth_seat.page.server"),
            input=settings + "\n",
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == 1
        assert len(done.stderr.splitlines()) == 1
