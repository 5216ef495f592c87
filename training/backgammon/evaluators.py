"""Networks packed into bytes for units of work, and the evaluators that processes make from them."""

from __future__ import annotations

import sys
from functools import cache
from io import BytesIO

import numpy as np

from fourth_seat.engines.backgammon import array_file, bearoff, networks
from fourth_seat.engines.backgammon.bearoff import Bearoff
from fourth_seat.engines.backgammon.evaluator import BackgammonEvaluator
from fourth_seat.engines.backgammon.networks import Networks
from fourth_seat.table.settings.tables import table_cache


def pack_networks(nets: Networks) -> bytes:
    """Return networks as bytes, which are the same for the same weights."""
    file = BytesIO()
    array_file.write(file, networks.VERSION, networks.named(nets))
    return file.getvalue()


@cache
def evaluator_of(nets: bytes) -> BackgammonEvaluator:
    """Return the evaluator of packed networks, made once in each process."""
    with np.load(BytesIO(nets)) as file:
        return BackgammonEvaluator(networks.from_named(file), tables())


@cache
def tables() -> Bearoff:
    """Return the bear-off tables, building those that are not on the disk yet."""
    return bearoff.kept(table_cache(), lambda notice: print(notice, file=sys.stderr))
