"""`companion.py farm open ADDRESS` and `farm join ADDRESS`: machines that work together on tournaments and training."""

from __future__ import annotations

import argparse
import os

from fourth_seat.boundary.addresses import shown
from fourth_seat.commands.arguments import whole
from fourth_seat.farm.run import is_scheduler
from fourth_seat.farm.unit import BadFarm
from fourth_seat.words import say

EXAMPLE = "tcp://192.168.1.5:8786"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", metavar="open|join", required=True)
    opening = actions.add_parser("open", help="hand out work at an address, to machines that trust each other")
    opening.add_argument("address", help=f"where to listen, such as {EXAMPLE}; only machines that you trust may reach it")
    joining = actions.add_parser("join", help="work for the farm at an address")
    joining.add_argument("address", help=f"address of the farm, such as {EXAMPLE}")
    joining.add_argument("--processes", type=whole, metavar="N", help="how many processes work (default: one a processor)")


def run(args: argparse.Namespace) -> int:
    from fourth_seat.farm.dask_cluster import join, serve

    if not is_scheduler(args.address):
        raise BadFarm(
            say(
                "{address} is not the address of a farm: enter an address such as {example}",
                address=shown(args.address),
                example=EXAMPLE,
            )
        )
    if args.action == "open":
        serve(args.address)
        return 0
    processes = (os.cpu_count() or 1) if args.processes is None else args.processes
    if processes < 1:
        raise BadFarm(say("at least one process has to join, not {n}", n=processes))
    join(args.address, processes)
    return 0
