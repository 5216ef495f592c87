"""The networks that evaluate positions, and their files, written by `training/backgammon/networks.py` and `ahead.py`.

Each of the lower levels has a weaker network, which is smaller and was trained on fewer games
(`training/backgammon/weak_networks.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from fourth_seat.engines.backgammon.array_file import load, save
from fourth_seat.engines.backgammon.kernels.features import INPUTS
from fourth_seat.engines.backgammon.kernels.network import MOST_UNITS, OUTCOMES, NetworkArrays
from fourth_seat.engines.backgammon.kernels.position_kind import KINDS, RAW
from fourth_seat.engines.errors import DamagedTable, unless_damaged
from fourth_seat.words import Text, say

VERSION = 1  # of the inputs' meaning: weights of another version are useless
NETWORKS_FILE = Path(__file__).parent / "weights" / "networks.npz"
WEAK_FOLDER = NETWORKS_FILE.parent / "weak"
WEAK_LEVELS = range(1, 7)
INITIAL_WEIGHT_SPREAD = 0.1  # weights are drawn uniformly between minus this and this

Floats = NDArray[np.float32]

NO_PRUNING = NetworkArrays(
    np.zeros((1, RAW, 0), np.float32), np.zeros((1, OUTCOMES, 0), np.float32), np.zeros((1, OUTCOMES), np.float32)
)


@dataclass(frozen=True, slots=True)
class Networks:
    """A network for each kind of position, or one for all of them; see `kernels.network`. Some use only the checkers as
    inputs.

    Attributes:
        first: (kinds, inputs, hidden).
        second: (kinds, outcomes, hidden).
        last: (kinds, outcomes).
        pruning: small networks that preselect the turns to be evaluated by the others when looking ahead.
    """

    first: Floats
    second: Floats
    last: Floats
    pruning: NetworkArrays = NO_PRUNING

    @property
    def whole(self) -> bool:
        """Whether the shapes of the arrays are consistent."""
        return _fitting(self.arrays, 1) and _fitting(self.pruning, 0) and self.pruning.first.shape[1] == RAW

    @property
    def arrays(self) -> NetworkArrays:
        """The weights in the form used by the kernels."""
        return NetworkArrays(self.first, self.second, self.last)

    def copy(self) -> Networks:
        """Return an independent copy."""
        return replace(self, first=self.first.copy(), second=self.second.copy(), last=self.last.copy())


ARRAY_NAMES = NetworkArrays._fields
PRUNING_ARRAY_NAMES = tuple(f"pruning_{name}" for name in ARRAY_NAMES)


def _fitting(arrays: NetworkArrays, least: int) -> bool:
    kinds, inputs, hidden = (*arrays.first.shape, 0, 0, 0)[:3]
    return (
        arrays.first.ndim == 3
        and arrays.second.shape == (kinds, OUTCOMES, hidden)
        and arrays.last.shape == (kinds, OUTCOMES)
        and kinds in (1, KINDS)
        and inputs in (RAW, INPUTS)
        and least <= hidden <= MOST_UNITS
    )


def named(nets: Networks) -> dict[str, Floats]:
    """Return the arrays of these networks, keyed by their names in a file."""
    pruning = nets.pruning if nets.pruning.first.shape[2] else ()
    return dict(zip((*ARRAY_NAMES, *PRUNING_ARRAY_NAMES), (*nets.arrays, *pruning), strict=False))


def from_named(arrays: Mapping[str, Floats]) -> Networks:
    """Build networks from the arrays in a file."""
    pruning = [arrays[name] for name in PRUNING_ARRAY_NAMES if name in arrays]
    own = NetworkArrays(*(arrays[name] for name in ARRAY_NAMES))
    return Networks(*own, NetworkArrays(*pruning) if pruning else NO_PRUNING)


def fresh(hidden: int, seed: int) -> Networks:
    """Return an untrained network that uses only the checkers as inputs."""
    rng = np.random.default_rng(seed)
    first = rng.uniform(-INITIAL_WEIGHT_SPREAD, INITIAL_WEIGHT_SPREAD, (1, RAW, hidden))
    second = rng.uniform(-INITIAL_WEIGHT_SPREAD, INITIAL_WEIGHT_SPREAD, (1, OUTCOMES, hidden))
    return Networks(first.astype(np.float32), second.astype(np.float32), np.zeros((1, OUTCOMES), np.float32))


def widened(nets: Networks) -> Networks:
    """Return an equivalent network for each kind of position, with all inputs."""
    hidden = nets.first.shape[2]
    first = np.zeros((KINDS, INPUTS, hidden), np.float32)
    first[:, :RAW] = nets.first[:, :RAW]
    return Networks(
        first,
        np.repeat(nets.second, KINDS // len(nets.second), 0),
        np.repeat(nets.last, KINDS // len(nets.last), 0),
    )


def read(path: Path = NETWORKS_FILE) -> Networks:
    """Read networks from a file.

    Raises:
        DamagedTable: the file is missing, truncated, damaged or from another version.
    """
    damaged = say("the networks in {path} are incomplete or damaged; a simpler evaluation is used", path=str(path))
    outdated = say("the networks in {path} were written by another version; a simpler evaluation is used", path=str(path))
    try:
        nets = from_named(load(path, VERSION, ARRAY_NAMES, PRUNING_ARRAY_NAMES, damaged, outdated))
    except FileNotFoundError:
        raise DamagedTable(
            say("the networks in {path} are missing; a simpler evaluation is used", path=str(path))
        ) from None
    if not nets.whole:
        raise DamagedTable(damaged)
    return nets


def weak_file(folder: Path, level: int) -> Path:
    """Return the path of the network file for a lower level."""
    return folder / f"{level}.npz"


def read_weak(notices: list[Text], folder: Path | None = None) -> list[Networks | None]:
    """Read the networks of the lower levels. A network that cannot be read is replaced by the next weaker one (None if
    there is none), and a notice is added.
    """
    ladder: list[Networks | None] = [None]
    for level in WEAK_LEVELS:
        ladder.append(unless_damaged(partial(read, weak_file(folder or WEAK_FOLDER, level)), ladder[-1], notices))
    return ladder[1:]


def write(nets: Networks, path: Path = NETWORKS_FILE) -> None:
    """Save networks to a file."""
    save(path, VERSION, named(nets))
