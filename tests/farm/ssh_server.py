"""An SSH server on this machine that runs commands for whoever has the key that it prints: for tests without one."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path

import asyncssh

RUNNING: set[asyncio.Task[None]] = set()


async def run(process: asyncssh.SSHServerProcess[str]) -> None:
    """Run a command as a shell would; it ends with the connection."""
    child = await asyncio.create_subprocess_shell(
        process.command or "", stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE, start_new_session=True
    )
    task = asyncio.ensure_future(_ended(process, child))
    RUNNING.add(task)
    assert child.stdout and child.stderr
    with suppress(BrokenPipeError):  # the connection has ended
        await asyncio.gather(_sent(child.stdout, process.stdout), _sent(child.stderr, process.stderr))
        process.exit(await child.wait())  # only now: anything still to be sent would end the connection


async def _sent(output: asyncio.StreamReader, to: asyncssh.SSHWriter[str]) -> None:
    while line := await output.readline():
        to.write(line.decode())


async def _ended(process: asyncssh.SSHServerProcess[str], child: asyncio.subprocess.Process) -> None:
    await asyncio.wait(
        [asyncio.ensure_future(child.wait()), asyncio.ensure_future(process.wait_closed())],
        return_when=asyncio.FIRST_COMPLETED,
    )
    if child.returncode is None:
        os.killpg(child.pid, signal.SIGTERM)
    await child.wait()


async def serve(folder: Path) -> None:
    """Serve until the end of input; print the port, and write the client's key to the folder."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    key.write_private_key(folder / "key")
    key.write_public_key(folder / "authorized")
    server = await asyncssh.listen(
        "127.0.0.1",
        0,
        server_host_keys=[asyncssh.generate_private_key("ssh-ed25519")],
        authorized_client_keys=str(folder / "authorized"),
        process_factory=run,
    )
    print(server.get_port(), flush=True)
    await asyncio.to_thread(sys.stdin.read)
    server.close()
    await asyncio.gather(*RUNNING)


if __name__ == "__main__":
    asyncio.run(serve(Path(sys.argv[1])))
