"""Workers on other machines, connected through Dask (Rocklin 2015). Anyone who can reach the scheduler can join it or
submit work.

Messages between its processes are pickled, and unpickling can run arbitrary code: the machines of a farm must trust each
other and their network, or restrict access with TLS (`distributed.comm.tls` in Dask's own configuration). A farm over SSH
creates its own certificates for each run. Dask is installed with the extra `farm`, and imported lazily.
"""

from __future__ import annotations

import asyncio
import logging
import shlex
import signal
import socket
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from fourth_seat.boundary.addresses import shown
from fourth_seat.farm.local import Farm
from fourth_seat.farm.unit import FarmFailed
from fourth_seat.processes.extras.catalogue import need
from fourth_seat.processes.installation import PACKAGE_FOLDER
from fourth_seat.processes.start import SAFE_PATH, python_variables_taken
from fourth_seat.words import error_text, say

if TYPE_CHECKING:
    from distributed import Client

CONNECT_TIMEOUT_S = 30.0
START_TIMEOUT_S = 300.0  # for workers' processes to start, on a machine that may be busy
FIRST_WORKER_TIMEOUT_S = 300.0
QUIET_SETTINGS: dict[str, Any] = {
    "logging": {"distributed": "warning"},
    "distributed.comm.timeouts.connect": "120s",  # a machine may be busy
    "distributed.worker.http.routes": [],  # no web pages,
    "distributed.scheduler.http.routes": [],
    "distributed.worker.memory.terminate": False,  # and no worker is terminated for the memory of its engines
    "distributed.worker.memory.pause": False,
    "distributed.worker.memory.spill": False,
    "distributed.worker.memory.target": False,
}
NO_PAGES_ADDRESS = "127.0.0.1:0"  # where those pages would be, which otherwise have no address of their own


def dask() -> Any:
    """Import Dask's `distributed`, configured without web pages and memory limits, and with little logging.

    Raises:
        MissingExtra: the extra `farm` is not installed.
    """
    need("farm")
    import dask.config

    dask.config.set(QUIET_SETTINGS)  # its log is set up when it is imported
    import distributed

    return distributed


def _farm(client: Client) -> Farm:
    """Return a farm with the workers of a client's scheduler."""
    return Farm(client.get_executor(pure=False), lambda: len(client.scheduler_info(n_workers=-1)["workers"]))


@contextmanager
def connect(address: str) -> Iterator[Farm]:
    """Connect to a running scheduler.

    Raises:
        FarmFailed: there is no scheduler at this address, or no worker joins it in time.
    """
    distributed = dask()
    try:
        client = distributed.Client(address, timeout=CONNECT_TIMEOUT_S, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise FarmFailed(
            say("no farm answers at {address}: {reason}", address=shown(address), reason=error_text(error))
        ) from None
    with client:
        try:
            client.wait_for_workers(1, timeout=FIRST_WORKER_TIMEOUT_S)
        except TimeoutError:
            raise FarmFailed(
                say("the farm at {address} has no workers; add some with: {command}", address=shown(address),
                    command=f"companion.py farm join {address}")
            ) from None  # fmt: skip
        yield _farm(client)


@contextmanager
def over_ssh(hosts: Sequence[str], folder: str, **connect: Any) -> Iterator[Farm]:
    """Start a worker over SSH for each entry in `hosts`; a host may be listed more than once. On each host, the program
    must be in `folder`, with its `.venv`.

    The scheduler runs in this process. All traffic between it and the workers is encrypted, with a key that is sent to them
    over SSH.

    Args:
        connect: arguments for `asyncssh.connect`, in addition to the user's own SSH configuration.
    """
    distributed = dask()
    from dask import config
    from distributed.deploy.spec import SpecCluster
    from distributed.deploy.ssh import Worker

    security = distributed.Security.temporary()
    own = _own_address(f"tcp://{hosts[0].rpartition('@')[2]}:22")
    # The home folder is the remote one's, so its sign stays outside the quotation marks.
    place = f"~/{shlex.quote(folder[2:])}" if folder.startswith("~/") else shlex.quote(folder)
    python = f"PYTHONSAFEPATH={SAFE_PATH} PYTHONPATH={place} {place}/.venv/bin/python"
    scheduler = {
        "cls": distributed.Scheduler,
        "options": {"protocol": "tls", "host": own, "port": 0, "dashboard": False, "dashboard_address": NO_PAGES_ADDRESS,
                    "security": security},
    }  # fmt: skip
    workers = {
        number: {
            "cls": Worker,
            "options": {
                "address": name,
                "connect_options": {**({"username": user} if user else {}), **connect},
                "kwargs": {"nthreads": 1},
                "remote_python": python,
            },
        }
        for number, (user, _, name) in enumerate(host.rpartition("@") for host in hosts)
    }
    inherited = {f"distributed.comm.{key}": value for key, value in _tls(security).items()}
    inherited["logging"] = {"distributed": "info"}  # a worker's log shows that it has started
    with config.set(inherited):
        try:
            cluster = SpecCluster(scheduler=scheduler, workers=workers, security=security, silence_logs=False)
        except Exception as error:  # any error of asyncssh or the other machine
            raise FarmFailed(say("cannot start workers over SSH: {reason}", reason=error_text(error))) from None
        with cluster, distributed.Client(cluster, set_as_default=False) as client:
            client.wait_for_workers(len(hosts), timeout=FIRST_WORKER_TIMEOUT_S)
            yield _farm(client)


def _tls(security: Any) -> dict[str, Any]:
    """Return a key and its certificate as Dask configuration settings; workers inherit them."""
    certificate, key = security.tls_ca_file, security.tls_worker_key
    pair = {"key": key, "cert": certificate}
    return {
        "require-encryption": True,
        "tls.ca-file": certificate,
        **{f"tls.{role}.{name}": value for role in ("scheduler", "worker", "client") for name, value in pair.items()},
    }


def _find_beside() -> None:
    """Allow this process and its children to import packages next to the program in a checkout, such as `training`."""
    if str(PACKAGE_FOLDER) not in sys.path:
        sys.path.append(str(PACKAGE_FOLDER))


def serve(address: str) -> None:
    """Run a farm's scheduler at an address until interrupted."""
    distributed = dask()
    _find_beside()

    async def run() -> None:
        try:
            scheduler = await distributed.Scheduler(host=address, dashboard=False, dashboard_address=NO_PAGES_ADDRESS)
        except (OSError, ValueError, RuntimeError) as error:
            cause = error.__cause__ if isinstance(error, RuntimeError) else error  # Dask wraps the cause of a failed start
            if not isinstance(cause, (OSError, ValueError)):
                raise
            raise FarmFailed(
                say("the farm cannot listen on {address}: {reason}", address=shown(address), reason=error_text(cause))
            ) from None
        async with scheduler:
            print(scheduler.address, flush=True)  # noqa: T201 - the address to give to others
            await _interrupted()

    asyncio.run(run())


def join(address: str, processes: int) -> None:
    """Run workers, each in its own process, for the farm at an address, until interrupted or until the farm shuts down."""
    distributed = dask()
    _find_beside()

    async def run() -> None:
        nannies = [
            distributed.Nanny(
                address,
                host=_own_address(address),
                nthreads=1,
                dashboard=False,
                dashboard_address=NO_PAGES_ADDRESS,
                silence_logs=logging.WARNING,
            )
            for _ in range(processes)
        ]
        try:
            await asyncio.wait_for(asyncio.gather(*nannies), START_TIMEOUT_S)
        except (OSError, TimeoutError, ValueError) as error:
            raise FarmFailed(
                say("no farm answers at {address}: {reason}", address=shown(address), reason=error_text(error))
            ) from None
        print(f"{processes} workers of {address}; Ctrl+C ends them", flush=True)  # noqa: T201
        finished = [asyncio.ensure_future(nanny.finished()) for nanny in nannies]
        interrupted = asyncio.ensure_future(_interrupted())
        await asyncio.wait([*finished, interrupted], return_when=asyncio.FIRST_COMPLETED)
        await asyncio.gather(*(nanny.close() for nanny in nannies))

    with python_variables_taken():  # workers are Python processes that a library starts
        asyncio.run(run())


def _own_address(address: str) -> str:
    """Return this machine's address on the route to another one, so that it listens at no other address.

    Raises:
        FarmFailed: the host name cannot be resolved.
    """
    from distributed.comm.addressing import get_address_host
    from distributed.utils import get_ip

    try:
        host = socket.gethostbyname(get_address_host(address))
        return str(get_ip(host))
    except (OSError, ValueError) as error:
        raise FarmFailed(
            say("{address} cannot be found: {reason}", address=shown(address), reason=error_text(error))
        ) from None


async def _interrupted() -> None:
    """Wait for SIGINT (Ctrl+C) or SIGTERM."""
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    await stop.wait()
