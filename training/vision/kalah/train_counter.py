"""Train the network that counts seeds (vision/kalah/weights/counter.onnx) on drawn sets and on path-traced boards.

    uv run --group renders python -m training.vision.kalah.rendered_pits BOARDS
    uv run python -m training.vision.kalah.drawn_sets SETS
    uv run --with torch==2.13.0 --with onnx==1.23.2 python -m training.vision.kalah.train_counter SETS BOARDS
        [--minutes 60] [--rate 0.002] [--seed 1] [--go-on]

A step shows some sets: of each, a few pits whose counts are given, which make the set's code, and others to be counted;
of some sets nothing is given. Path-traced boards come as light and are developed afresh now and then. Some of the pits to
be counted are moved aside, covered or replaced by noise, and these are no pits. Every sixteenth file and board is kept out,
and the figures printed are from these. The weights stored are moving averages, with codes reduced to their principal
components. After another training, measure the result with benchmarks.vision.cells and benchmarks.vision.other_sets.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from benchmarks.vision.renders.tracing.sensor import developed, jpeg, metered
from calibration.view import View
from games import find
from training.vision import onnx_files
from training.vision.kalah.drawn_sets import ALIKE, SetPictures, load
from vision.kalah.classifier import pictures
from vision.kalah.layout import PitLayout
from vision.kalah.seed_counter import CODE, CORNER, FAINT, LEAST_SPREAD, MOST, NO_PIT, SIDE, WEIGHTS

BATCH = 16  # sets
GIVEN, ASKED = 6, 6  # pits of each set whose counts are given, at most, and that are to be counted
UNKNOWN = 0.25  # share of sets of which no pit is given
AS_AT_START = 0.7  # share of the others of which pits are given that are filled as at the start
RENDERED = 0.35  # share of the sets that are path-traced
BOARD_STEPS = 2  # until another board is developed
RATE = 2e-3  # of learning, at its highest
CHANNELS, HIDDEN = (16, 32, 48, 64), 64
WIDTH = 24  # numbers of a code while the network is trained; the CODE most important ones are stored
PRINCIPAL_SETS = 300  # whose codes say which these are
NEIGHBOUR = 0.001  # of the truth is given to a count one more and one less: nobody is surer than that
NO_PITS = 0.06  # share of the pictures that are made none
AVERAGED = 1000  # steps over which weights are averaged
JITTER = 0.02  # standard deviation of a corner's place, in pits
KEPT_OUT = 16  # every so many files and boards one is not learned from
STORE_WEIGHT = 0.15  # of stores' loss
GIVEN_WEIGHT = 0.3  # of the loss of counting the pits that are given, too, as if nothing of their set were known
TURN, LARGER = 0.12, 0.06  # standard deviations of a set's angle, in radians, and of the logarithm of its size
REPORT_EVERY = 60.0  # seconds


class SeedCounterNetwork(nn.Module):
    """Counts seeds, conditional on the code of their set; what half a store looks like is added up over both halves.

    Codes come from pits whose counts are known; a set of which nothing is known has the code 0.

    Args:
        width: numbers of a code.
    """

    def __init__(self, width: int = WIDTH) -> None:
        super().__init__()
        self.width = width
        first, second, third, fourth = CHANNELS
        self.first = nn.Conv2d(3, first, 5, 2, 2)
        self.second = nn.Conv2d(first, second, 3, 1, 1)
        self.third = nn.Conv2d(second, third, 3, 2, 1)
        self.fourth = nn.Conv2d(third, fourth, 3, 2, 1)
        self.blocks = nn.ModuleList(nn.Conv2d(n, n, 3, 1, 1) for n in (third, third, fourth))
        self.fine_scale, self.fine_shift = (nn.Linear(width, third) for _ in range(2))
        self.coarse_scale, self.coarse_shift = (nn.Linear(width, fourth) for _ in range(2))
        self.hidden = nn.Linear(fourth * (SIDE // 8) ** 2, HIDDEN)
        self.out = nn.Linear(HIDDEN, NO_PIT + 1)
        self.store = nn.Linear(HIDDEN, 2)
        self.known = nn.Linear(HIDDEN, HIDDEN)
        self.held = nn.Linear(NO_PIT, HIDDEN)
        self.code = nn.Linear(HIDDEN, width)
        for layer in (self.first, self.second, self.third, self.fourth):
            nn.init.kaiming_normal_(layer.weight)
        for scale, shift in ((self.fine_scale, self.fine_shift), (self.coarse_scale, self.coarse_shift)):
            nn.init.ones_(scale.bias)
            nn.init.zeros_(shift.bias)

    def features(self, x: Tensor, code: Tensor) -> Tensor:
        """Return the input of the last layers, shape (n, HIDDEN)."""
        x = functional.relu(self.second(functional.relu(self.first(x))))
        x = functional.relu(self.third(x) * self.fine_scale(code)[..., None, None] + self.fine_shift(code)[..., None, None])
        x = self._residual(self._residual(x, 0), 1)
        x = self.fourth(x) * self.coarse_scale(code)[..., None, None] + self.coarse_shift(code)[..., None, None]
        x = self._residual(functional.relu(x), 2)
        return functional.relu(self.hidden(functional.dropout(x.flatten(1), 0.1, self.training)))

    def codes(self, features: Tensor, counts: Tensor) -> Tensor:
        """Return what pits add to the code of their set, by their features under the code 0 and their counts, one-hot."""
        out: Tensor = self.code(functional.relu(self.known(features) + self.held(counts)))
        return out

    def stored(self, features: Tensor) -> tuple[Tensor, Tensor]:
        """Return the expected count of stores and its standard deviation; upper and lower halves lie one after the
        other.
        """
        mean, spread = self.store(features.reshape(-1, 2, HIDDEN).sum(1)).T
        return mean, LEAST_SPREAD + functional.softplus(spread)

    @classmethod
    def load(cls, path: Path) -> SeedCounterNetwork:
        """Return the network that `save` stored."""
        stored = {name: torch.from_numpy(values) for name, values in onnx_files.load(path).items()}
        network = cls(len(stored["code.bias"]))
        state = {name: stored[name].reshape(value.shape) for name, value in network.state_dict().items()}
        network.load_state_dict({**state, "store.bias": 2 * state["store.bias"]})  # stored for half a store
        return network

    def save(self, path: Path) -> None:
        """Store it as `vision.kalah.seed_counter` reads it."""
        weights = {name: value.numpy() for name, value in self.state_dict().items()}
        onnx_files.save(onnx_files.seed_counter(weights, SIDE), path)

    def _residual(self, x: Tensor, block: int) -> Tensor:
        return functional.relu(x + self.blocks[block](x))


def main() -> None:
    """Load and develop pictures, train, and store the network."""
    parser = argparse.ArgumentParser(
        prog="python -m training.vision.kalah.train_counter", description=__doc__.split("\n")[0]
    )
    parser.add_argument("sets", type=Path)
    parser.add_argument("boards", type=Path)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--rate", type=float, default=RATE, help="of learning, at its highest; less where it goes on")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--go-on", action="store_true", help="from the weights that are there")
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    torch.manual_seed(args.seed)
    rng = np.random.default_rng(args.seed)
    network = SeedCounterNetwork.load(args.out) if args.go_on else SeedCounterNetwork()
    network = network.to(memory_format=torch.channels_last)
    averaged = torch.optim.swa_utils.AveragedModel(
        network, avg_fn=lambda average, weight, steps: average + (weight - average) / torch.clamp(steps + 1, max=AVERAGED)
    )
    optimiser = torch.optim.AdamW(network.parameters(), args.rate, weight_decay=1e-3)
    sets = SetPool(args.sets, args.boards)
    start = reported = time.monotonic()
    step = 0
    while (done := (time.monotonic() - start) / 60 / args.minutes) < 1:
        if step % BOARD_STEPS == 0:
            sets.develop(rng)
        for group in optimiser.param_groups:
            group["lr"] = float(args.rate * min(1, (step + 1) / 200) * (0.01 + 0.99 * np.cos(done * np.pi / 2) ** 2))
        with torch.autocast("cpu", torch.bfloat16):
            loss = _loss(network.train(), rng, sets.some(rng, BATCH))
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimiser.step()
        averaged.update_parameters(network)
        step += 1
        if time.monotonic() - reported > REPORT_EVERY:
            reported = time.monotonic()
            sets.read()
            stored = principal(averaged.module, sets.some(rng, PRINCIPAL_SETS))
            stored.save(args.out)
            print(f"step {step}, {sets}, loss {loss.item():.3f}; {_measured(stored, sets)}", flush=True)
    stored = principal(averaged.module, sets.some(rng, PRINCIPAL_SETS))
    stored.save(args.out)
    print(_measured(stored, sets))


@torch.no_grad()
def principal(network: SeedCounterNetwork, sets: Sequence[SetPictures]) -> SeedCounterNetwork:
    """Return the network with codes of CODE numbers: the principal components of what the codes of these sets do to its
    features, each of unit variance. What a code does is linear, and so is the change; the code 0 stays as it is.
    """
    network.eval()
    codes = torch.stack([_code_of(network, one.pits[:GIVEN], one.counts[:GIVEN]) for one in sets])
    variances, axes = torch.linalg.eigh(torch.cov(codes.T))
    half = axes * variances.clamp(min=0).sqrt()
    layers = ("fine_scale", "fine_shift", "coarse_scale", "coarse_shift")
    effects = torch.cat([getattr(network, layer).weight for layer in layers])
    basis = half @ torch.linalg.svd(effects @ half, full_matrices=False)[2].T  # shape (width, components)
    inverse, basis = torch.linalg.pinv(basis)[:CODE], basis[:, :CODE]
    state = network.state_dict()
    state |= {f"{layer}.weight": state[f"{layer}.weight"] @ basis for layer in layers}
    state |= {"code.weight": inverse @ state["code.weight"], "code.bias": inverse @ state["code.bias"]}
    stored = SeedCounterNetwork(CODE)
    stored.load_state_dict(state)
    stored.eval()
    return stored


def _code_of(network: SeedCounterNetwork, pits: NDArray[np.uint8], counts: NDArray[np.int64]) -> Tensor:
    """Return the code of the set whose pits hold these, shape (width,)."""
    x = _relative(torch.tensor(pits.transpose(0, 3, 1, 2).copy()).float())
    return network.codes(network.features(x, torch.zeros(len(x), network.width)), _one_hot(counts.tolist(), NO_PIT)).mean(0)


class SetPool:
    """Sets to draw batches from, and sets that are kept out."""

    def __init__(self, drawn: Path, boards: Path) -> None:
        self._drawn_folder, self._boards_folder = drawn, boards
        self._files: dict[Path, SetPictures] = {}
        self._boards: dict[Path, SetPictures] = {}
        self._drawn: list[SetPictures] = []
        self._rendered: list[SetPictures] = []
        self.kept_out: dict[str, list[SetPictures]] = {"drawn": [], "rendered": []}
        self.read()

    def __str__(self) -> str:
        return f"{len(self._drawn)} drawn and {len(self._rendered)} rendered sets"

    def read(self) -> None:
        """Read the files and boards that have come since."""
        for path in sorted(set(self._drawn_folder.glob("*.npz")) - set(self._files)):
            self._files[path] = several = load(path)
            kept = self.kept_out["drawn"] if _number(path) % KEPT_OUT == 0 else self._drawn
            kept += [SetPictures(*(values[k] for values in several)) for k in range(len(several.counts))]
        for path in sorted(set(self._boards_folder.glob("*.npz")) - set(self._boards)):
            self._boards[path] = board = developed_board(path, np.random.default_rng(_number(path)))
            (self.kept_out["rendered"] if _number(path) % KEPT_OUT == 0 else self._rendered).append(board)

    def develop(self, rng: np.random.Generator) -> None:
        """Develop one of the boards anew."""
        paths = [path for path in self._boards if _number(path) % KEPT_OUT]
        if paths:
            chosen = int(rng.integers(len(paths)))
            self._rendered[chosen] = developed_board(paths[chosen], rng)

    def some(self, rng: np.random.Generator, n: int) -> list[SetPictures]:
        """Draw sets at random."""
        pools = [self._rendered if rng.random() < RENDERED and self._rendered else self._drawn for _ in range(n)]
        return [pool[int(rng.integers(len(pool)))] for pool in pools]


def _number(path: Path) -> int:
    return int(path.stem.split("_")[1])


def developed_board(path: Path, rng: np.random.Generator) -> SetPictures:
    """Return a board's light as some camera stores it, read with corners a little off."""
    with np.load(path) as stored:
        light, corners, counts = stored["light"].astype(np.float32), stored["corners"], stored["counts"]
        options = find("kalah").options(f"pits={int(stored['pits'])}")
    image = developed(light, sensor := metered(rng, light), rng)
    image = np.asarray(cv2.imdecode(np.frombuffer(jpeg(image, sensor.quality), np.uint8), cv2.IMREAD_COLOR), np.uint8)
    geometry = find("kalah").geometry(options)
    unit = np.hypot(*(corners[2] - corners[3])) / (geometry.area[2] - geometry.area[0])
    view = View.of_corners(corners + rng.normal(0, JITTER * unit, (4, 2)), geometry.area, (image.shape[1], image.shape[0]))
    seen = pictures(image, view, options, PitLayout.usual(int(options["pits"])))
    pits = [(cell.foot, count) for cell, count in zip(geometry.cells, counts, strict=True) if cell.zone == "board"]
    stores = [(cell.foot, count) for cell, count in zip(geometry.cells, counts, strict=True) if cell.zone == "store"]
    return SetPictures(
        np.array([seen[int(y), int(x)] for (x, y), _ in pits]),
        np.array([count for _, count in pits]).clip(0, MOST),
        np.array([seen[:, int(x)].reshape(2 * SIDE, SIDE, 3) for (x, _), _ in stores]),
        np.array([count for _, count in stores]),
    )


def _loss(network: SeedCounterNetwork, rng: np.random.Generator, sets: Sequence[SetPictures]) -> Tensor:
    given, asked = [], []
    for one in sets:
        places = _chosen(rng, one.counts)
        asked.append(places[-ASKED:])
        given.append(places[:-ASKED] if rng.random() > UNKNOWN else places[:0])
    known = [(k, place) for k, places in enumerate(given) for place in places]
    owner = torch.tensor([k for k, _ in known], dtype=torch.long)
    questions = [(k, place) for k, places in enumerate(asked) for place in places]
    pits = [sets[k].pits[place] for k, place in (*known, *questions)]
    stores = [int(rng.integers(len(one.stores))) for one in sets]
    halves = [half for one, store in zip(sets, stores, strict=True) for half in one.stores[store].reshape(2, SIDE, SIDE, 3)]
    light = _Light(len(sets))
    each = torch.arange(len(sets))
    sources = torch.cat([owner, each.repeat_interleave(ASKED), each.repeat_interleave(2)])
    x = light(torch.tensor(np.moveaxis(np.stack([*pits, *halves]), -1, 1).copy()), sources)
    code = torch.zeros(len(sets), network.width)
    of_given = torch.zeros(())
    if known:
        held = _one_hot([sets[k].counts[place] for k, place in known], NO_PIT)
        seen = network.features(x[: len(known)], torch.zeros(len(known), network.width))
        of_given = functional.cross_entropy(network.out(seen), functional.pad(held, (0, 1)))
        added = network.codes(seen, held)
        share = torch.bincount(owner, minlength=len(sets)).clamp(min=1)
        code = code.index_add(0, owner, added.float()) / share[:, None]
    queries = x[len(known) :].clone()
    target = _one_hot([sets[k].counts[place] for k, place in questions], NO_PIT + 1)
    less, more = functional.pad(target[:, 1:NO_PIT], (0, 2)), functional.pad(target[:, : NO_PIT - 1], (1, 1))
    target = (1 - 2 * NEIGHBOUR) * target + NEIGHBOUR * (less + more)
    for k in torch.nonzero(torch.rand(len(target)) < NO_PITS)[:, 0].tolist():
        queries[k] = _no_pit(queries[k])
        target[k] = functional.one_hot(torch.tensor(NO_PIT), NO_PIT + 1)
    features = network.features(queries, code[sources[len(known) :]])
    mean, spread = network.stored(features[len(target) :])
    held = torch.tensor([float(one.stored[store]) for one, store in zip(sets, stores, strict=True)])
    of_stores = (((held - mean) / spread) ** 2 / 2 + torch.log(spread)).mean()
    of_asked = functional.cross_entropy(network.out(features[: len(target)]), target)
    return of_asked + GIVEN_WEIGHT * of_given + STORE_WEIGHT * of_stores


def _chosen(rng: np.random.Generator, counts: NDArray[np.int64]) -> NDArray[np.intp]:
    """Return places of up to GIVEN pits whose counts are to be given, then of ASKED others."""
    order = rng.permutation(len(counts))
    if rng.random() < AS_AT_START and len(counts) > ALIKE + ASKED:  # a drawn set: the first are filled alike
        order = np.concatenate([rng.permutation(ALIKE), ALIKE + rng.permutation(len(counts) - ALIKE)])
    most = min(GIVEN, len(counts) - ASKED)
    return np.concatenate([order[: int(rng.integers(min(1, most), most + 1))], order[-ASKED:]])


def _one_hot(counts: Sequence[int], classes: int) -> Tensor:
    return functional.one_hot(torch.tensor([int(count) for count in counts]), classes).float()


@torch.no_grad()
def _measured(network: SeedCounterNetwork, sets: SetPool) -> str:
    """Describe how sets that were kept out are read, with nothing given and with GIVEN pits."""
    network.eval()
    notes = []
    for name, kept in sets.kept_out.items():
        right: dict[bool, list[bool]] = {False: [], True: []}
        surprise, off = [], []
        for one in kept[:200]:
            x = _relative(torch.tensor(one.pits.transpose(0, 3, 1, 2).copy()).float())
            given = slice(0, min(GIVEN, len(x) // 2))
            nothing = torch.zeros(len(x), network.width)
            code = _code_of(network, one.pits[given], one.counts[given])
            counts = torch.tensor(one.counts[given.stop :])
            for known in (False, True):
                logits = network.out(network.features(x, nothing + (code if known else 0)))[given.stop :, :NO_PIT]
                right[known] += (logits.argmax(1) == counts)[counts <= 7].tolist()
            surprise.append(functional.cross_entropy(logits, counts).item())
            halves = one.stores.reshape(-1, SIDE, SIDE, 3).transpose(0, 3, 1, 2).copy()
            halves = _relative(torch.tensor(halves).float())
            mean, spread = network.stored(network.features(halves, code.expand(len(halves), -1)))
            off += ((torch.tensor(one.stored) - mean) / spread).tolist()
        if kept:
            notes.append(
                f"{name}: {np.mean(right[False]):.1%} right, {np.mean(right[True]):.1%} of sets known, "
                f"surprise {np.mean(surprise):.3f}, stores off by {np.std(off):.2f} spreads"
            )
    return "; ".join(notes)


class _Light:
    """Other light and noise for each set; sets mirrored, turned, larger or smaller, and each picture a little aside."""

    def __init__(self, sets: int) -> None:
        self._gain = torch.empty(sets, 1, 1, 1).uniform_(-0.9, 0.25) + torch.randn(sets, 3, 1, 1) * 0.06
        self._noise = torch.empty(sets, 1, 1, 1).uniform_(0, 1) ** 3 * 8
        turn, size = torch.randn(sets) * TURN, torch.exp(torch.randn(sets) * LARGER)
        turned = torch.stack([turn.cos(), -turn.sin(), turn.sin(), turn.cos()], 1).reshape(-1, 2, 2)
        mirrored = torch.where(torch.rand(sets, 1, 2) < 0.5, -1.0, 1.0)
        self._turned = turned * size[:, None, None] * mirrored
        self._channels = torch.stack([torch.randperm(3) if torch.rand(1) < 0.3 else torch.arange(3) for _ in range(sets)])

    def __call__(self, pits: Tensor, sets: Tensor) -> Tensor:
        """Return pits of these sets, relative to the wood as the counter sees them."""
        gain = self._gain[sets] + torch.randn(len(pits), 1, 1, 1) * 0.08
        noise = torch.randn(pits.shape) * self._noise[sets]
        aside = (torch.rand(len(pits), 2, 1) - 0.5) * 4 / SIDE
        grid = functional.affine_grid(torch.cat([self._turned[sets], aside], 2), list(pits.shape), align_corners=False)
        x = functional.grid_sample(pits.float(), grid, padding_mode="reflection", align_corners=False)
        x = _relative((x * torch.exp(gain) + noise).clamp(0, 255).round())
        return x.gather(1, self._channels[sets][:, :, None, None].expand_as(x))


def _relative(pits: Tensor) -> Tensor:
    """Return colours as `vision.kalah.seed_counter.relative` does."""
    logs = torch.log(pits + FAINT)
    ends = (slice(None, CORNER), slice(-CORNER, None))
    wood = torch.cat([logs[:, :, rows, columns].flatten(2) for rows in ends for columns in ends], 2).quantile(0.5, 2)
    return logs - wood[:, :, None, None]


def _no_pit(x: Tensor) -> Tensor:
    """Return a pit out of its place, something that covers it, patches of colour, or noise on a slope."""
    kind = torch.rand(1).item()
    if kind < 0.4:
        far, aside = int(torch.randint(13, 35, (1,))), int(torch.randint(0, SIDE, (1,)))
        return torch.roll(x, (far, aside) if torch.rand(1) < 0.5 else (aside, far), (1, 2))
    if kind < 0.6:
        patches = torch.randn(1, 3, *torch.randint(2, 7, (2,)).tolist()) * torch.rand(1) * 1.2
        mode = "bilinear" if torch.rand(1) < 0.5 else "nearest"
        return functional.interpolate(patches, size=(SIDE, SIDE), mode=mode)[0] + torch.randn(3, SIDE, SIDE) * 0.05
    if kind < 0.8:
        slope = torch.linspace(-1, 1, SIDE)[None, :, None] * torch.randn(1) * 0.4
        return torch.randn(3, 1, 1) * 0.3 + torch.randn(3, SIDE, SIDE) * torch.rand(1) * 0.1 + slope
    cover = torch.zeros(SIDE, SIDE)
    cover[: int(torch.randint(20, SIDE, (1,)))] = 1
    if torch.rand(1) < 0.5:
        cover = cover.T
    if torch.rand(1) < 0.5:
        cover = cover.flip(0, 1)
    return x * (1 - cover) + (torch.randn(3, 1, 1) * 0.8 + torch.randn(3, SIDE, SIDE) * 0.05) * cover


if __name__ == "__main__":
    main()
