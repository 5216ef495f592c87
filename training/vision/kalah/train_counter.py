"""Train the network that counts seeds (vision/kalah/weights/counter.onnx) on drawn sets and on path-traced boards.

    uv run --group renders python -m training.vision.kalah.rendered_pits BOARDS
    uv run python -m training.vision.kalah.drawn_sets SETS
    uv run --with torch==2.13.0 --with onnx==1.23.2 python -m training.vision.kalah.train_counter SETS BOARDS
        [--minutes 60] [--rate 0.002] [--seed 1] [--go-on]

A step shows some sets, each by a few pits whose counts are given, which make the set's code, and by others to be counted;
for some sets nothing is given. Path-traced boards come as light and are developed again now and then. Some of the pits to
be counted are moved aside, covered or replaced by noise, and these are not pits. Every sixteenth file and board is kept
out, and the figures printed are from these. The weights stored are moving averages, with codes reduced to their principal
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

from benchmarks.outputs import output_file
from fourth_seat.vision.kalah.seed_counter import NO_PIT, SIDE_PX, WEIGHTS
from training.vision.kalah.counter_network import (
    MAX_GIVEN_PITS,
    SeedCounterNetwork,
    code_of,
    one_hot,
    principal,
    relative,
    relative_of,
)
from training.vision.kalah.drawn_sets import START_PITS, SetPictures
from training.vision.kalah.set_pool import SetPool
from training.vision.network import averaged_over

BATCH_SETS = 16
ASKED_PITS = 6  # pits of each set that are to be counted
UNKNOWN_SHARE = 0.25  # of sets of which no pit is given
START_SHARE = 0.7  # of the other sets, of which pits are given that are filled as at the start
STEPS_PER_BOARD = 2  # until another board is developed
MAX_LEARNING_RATE = 2e-3
PRINCIPAL_SETS = 300  # whose codes determine which numbers of a code are stored
NEIGHBOUR_PROBABILITY = 0.001  # of the truth is given to a count one more and one less: nobody is surer than that
NO_PIT_SHARE = 0.06  # of the pictures that are turned into something other than a pit
AVERAGED_STEPS = 1000  # over which weights are averaged
STORE_WEIGHT = 0.15  # of stores' loss
GIVEN_WEIGHT = 0.3  # of the loss of counting the given pits, too, as if nothing were known about their set
TURN_SIGMA, SIZE_LOG_SIGMA = 0.12, 0.06  # of a set's angle, in radians, and of the logarithm of its size
MAX_ASIDE_PX = 1.5  # by which a pit is displaced, each way
REPORT_INTERVAL_S = 60.0


def main() -> None:
    """Load and develop pictures, train, and store the network."""
    parser = argparse.ArgumentParser(
        prog="python -m training.vision.kalah.train_counter", description=__doc__.split("\n")[0]
    )
    parser.add_argument("sets", type=Path)
    parser.add_argument("boards", type=Path)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument(
        "--rate", type=float, default=MAX_LEARNING_RATE, help="of learning, at its highest; less where it goes on"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--go-on", action="store_true", help="from the weights that are there")
    parser.add_argument("--out", type=output_file, default=WEIGHTS)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    torch.manual_seed(args.seed)
    rng = np.random.default_rng(args.seed)
    network = SeedCounterNetwork.load(args.out) if args.go_on else SeedCounterNetwork()
    network = network.to(memory_format=torch.channels_last)
    averaged = averaged_over(network, AVERAGED_STEPS)
    optimiser = torch.optim.AdamW(network.parameters(), args.rate, weight_decay=1e-3)
    sets = SetPool(args.sets, args.boards)
    start = reported = time.monotonic()
    step = 0
    while (done := (time.monotonic() - start) / 60 / args.minutes) < 1:
        if step % STEPS_PER_BOARD == 0:
            sets.develop(rng)
        for group in optimiser.param_groups:
            group["lr"] = float(args.rate * min(1, (step + 1) / 200) * (0.01 + 0.99 * np.cos(done * np.pi / 2) ** 2))
        with torch.autocast("cpu", torch.bfloat16):
            loss = _loss(network.train(), rng, sets.some(rng, BATCH_SETS))
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimiser.step()
        averaged.update_parameters(network)
        step += 1
        if time.monotonic() - reported > REPORT_INTERVAL_S:
            reported = time.monotonic()
            sets.read()
            stored = principal(averaged.module, sets.some(rng, PRINCIPAL_SETS))
            stored.save(args.out)
            print(f"step {step}, {sets}, loss {loss.item():.3f}; {_measured(stored, sets)}", flush=True)
    stored = principal(averaged.module, sets.some(rng, PRINCIPAL_SETS))
    stored.save(args.out)
    print(_measured(stored, sets))


def _loss(network: SeedCounterNetwork, rng: np.random.Generator, sets: Sequence[SetPictures]) -> Tensor:
    given, asked = [], []
    for one in sets:
        places = _chosen(rng, one.counts)
        asked.append(places[-ASKED_PITS:])
        given.append(places[:-ASKED_PITS] if rng.random() > UNKNOWN_SHARE else places[:0])
    known = [(k, place) for k, places in enumerate(given) for place in places]
    owner = torch.tensor([k for k, _ in known], dtype=torch.long)
    questions = [(k, place) for k, places in enumerate(asked) for place in places]
    pits = [sets[k].pits[place] for k, place in (*known, *questions)]
    stores = [int(rng.integers(len(one.stores))) for one in sets]
    halves = [
        half for one, store in zip(sets, stores, strict=True) for half in one.stores[store].reshape(2, SIDE_PX, SIDE_PX, 3)
    ]
    light = _Light(len(sets))
    each = torch.arange(len(sets))
    sources = torch.cat([owner, each.repeat_interleave(ASKED_PITS), each.repeat_interleave(2)])
    x = light(torch.tensor(np.moveaxis(np.stack([*pits, *halves]), -1, 1).copy()), sources)
    code = torch.zeros(len(sets), network.width)
    of_given = torch.zeros(())
    if known:
        held = one_hot([sets[k].counts[place] for k, place in known], NO_PIT)
        seen = network.features(x[: len(known)], torch.zeros(len(known), network.width))
        of_given = functional.cross_entropy(network.out(seen), functional.pad(held, (0, 1)))
        added = network.codes(seen, held)
        share = torch.bincount(owner, minlength=len(sets)).clamp(min=1)
        code = code.index_add(0, owner, added.float()) / share[:, None]
    queries = x[len(known) :].clone()
    target = one_hot([sets[k].counts[place] for k, place in questions], NO_PIT + 1)
    less, more = functional.pad(target[:, 1:NO_PIT], (0, 2)), functional.pad(target[:, : NO_PIT - 1], (1, 1))
    target = (1 - 2 * NEIGHBOUR_PROBABILITY) * target + NEIGHBOUR_PROBABILITY * (less + more)
    for k in torch.nonzero(torch.rand(len(target)) < NO_PIT_SHARE)[:, 0].tolist():
        queries[k] = _no_pit(queries[k])
        target[k] = functional.one_hot(torch.tensor(NO_PIT), NO_PIT + 1)
    features = network.features(queries, code[sources[len(known) :]])
    mean, spread = network.stored(features[len(target) :])
    held = torch.tensor([float(one.stored[store]) for one, store in zip(sets, stores, strict=True)])
    of_stores = (((held - mean) / spread) ** 2 / 2 + torch.log(spread)).mean()
    of_asked = functional.cross_entropy(network.out(features[: len(target)]), target)
    return of_asked + GIVEN_WEIGHT * of_given + STORE_WEIGHT * of_stores


def _chosen(rng: np.random.Generator, counts: NDArray[np.int64]) -> NDArray[np.intp]:
    """Return places of up to MAX_GIVEN_PITS whose counts are to be given, then of ASKED_PITS others."""
    order = rng.permutation(len(counts))
    if rng.random() < START_SHARE and len(counts) > START_PITS + ASKED_PITS:  # a drawn set: the first are filled alike
        order = np.concatenate([rng.permutation(START_PITS), START_PITS + rng.permutation(len(counts) - START_PITS)])
    most = min(MAX_GIVEN_PITS, len(counts) - ASKED_PITS)
    return np.concatenate([order[: int(rng.integers(min(1, most), most + 1))], order[-ASKED_PITS:]])


@torch.no_grad()
def _measured(network: SeedCounterNetwork, sets: SetPool) -> str:
    """Describe how sets that were kept out are read, when nothing is given and when MAX_GIVEN_PITS pits are."""
    network.eval()
    notes = []
    for name, kept in sets.kept_out.items():
        right: dict[bool, list[bool]] = {False: [], True: []}
        surprise, off = [], []
        for one in kept[:200]:
            x = relative_of(one.pits)
            given = slice(0, min(MAX_GIVEN_PITS, len(x) // 2))
            nothing = torch.zeros(len(x), network.width)
            code = code_of(network, one.pits[given], one.counts[given])
            counts = torch.tensor(one.counts[given.stop :])
            for known in (False, True):
                logits = network.out(network.features(x, nothing + (code if known else 0)))[given.stop :, :NO_PIT]
                right[known] += (logits.argmax(1) == counts)[counts <= 7].tolist()
            surprise.append(functional.cross_entropy(logits, counts).item())
            halves = relative_of(one.stores.reshape(-1, SIDE_PX, SIDE_PX, 3))
            mean, spread = network.stored(network.features(halves, code.expand(len(halves), -1)))
            off += ((torch.tensor(one.stored) - mean) / spread).tolist()
        if kept:
            notes.append(
                f"{name}: {np.mean(right[False]):.1%} right, {np.mean(right[True]):.1%} of sets known, "
                f"surprise {np.mean(surprise):.3f}, stores off by {np.std(off):.2f} spreads"
            )
    return "; ".join(notes)


class _Light:
    """Other light and noise for each set; sets are mirrored, turned, larger or smaller, and each picture is shifted a
    little.
    """

    def __init__(self, sets: int) -> None:
        self._gain = torch.empty(sets, 1, 1, 1).uniform_(-0.9, 0.25) + torch.randn(sets, 3, 1, 1) * 0.06
        self._noise = torch.empty(sets, 1, 1, 1).uniform_(0, 1) ** 3 * 8
        turn, size = torch.randn(sets) * TURN_SIGMA, torch.exp(torch.randn(sets) * SIZE_LOG_SIGMA)
        turned = torch.stack([turn.cos(), -turn.sin(), turn.sin(), turn.cos()], 1).reshape(-1, 2, 2)
        mirrored = torch.where(torch.rand(sets, 1, 2) < 0.5, -1.0, 1.0)
        self._turned = turned * size[:, None, None] * mirrored
        self._channels = torch.stack([torch.randperm(3) if torch.rand(1) < 0.3 else torch.arange(3) for _ in range(sets)])

    def __call__(self, pits: Tensor, sets: Tensor) -> Tensor:
        """Return pits of these sets, relative to the wood as the counter sees them."""
        gain = self._gain[sets] + torch.randn(len(pits), 1, 1, 1) * 0.08
        noise = torch.randn(pits.shape) * self._noise[sets]
        aside = (torch.rand(len(pits), 2, 1) - 0.5) * MAX_ASIDE_PX * 4 / SIDE_PX
        grid = functional.affine_grid(torch.cat([self._turned[sets], aside], 2), list(pits.shape), align_corners=False)
        x = functional.grid_sample(pits.float(), grid, padding_mode="reflection", align_corners=False)
        x = relative((x * torch.exp(gain) + noise).clamp(0, 255).round())
        return x.gather(1, self._channels[sets][:, :, None, None].expand_as(x))


def _no_pit(x: Tensor) -> Tensor:
    """Return a displaced pit, something that covers it, patches of colour, or noise on a slope."""
    kind = torch.rand(1).item()
    if kind < 0.4:
        far, aside = int(torch.randint(13, 35, (1,))), int(torch.randint(0, SIDE_PX, (1,)))
        return torch.roll(x, (far, aside) if torch.rand(1) < 0.5 else (aside, far), (1, 2))
    if kind < 0.6:
        patches = torch.randn(1, 3, *torch.randint(2, 7, (2,)).tolist()) * torch.rand(1) * 1.2
        mode = "bilinear" if torch.rand(1) < 0.5 else "nearest"
        grain = torch.randn(3, SIDE_PX, SIDE_PX) * 0.05
        return functional.interpolate(patches, size=(SIDE_PX, SIDE_PX), mode=mode)[0] + grain
    if kind < 0.8:
        slope = torch.linspace(-1, 1, SIDE_PX)[None, :, None] * torch.randn(1) * 0.4
        return torch.randn(3, 1, 1) * 0.3 + torch.randn(3, SIDE_PX, SIDE_PX) * torch.rand(1) * 0.1 + slope
    cover = torch.zeros(SIDE_PX, SIDE_PX)
    cover[: int(torch.randint(20, SIDE_PX, (1,)))] = 1
    if torch.rand(1) < 0.5:
        cover = cover.T
    if torch.rand(1) < 0.5:
        cover = cover.flip(0, 1)
    return x * (1 - cover) + (torch.randn(3, 1, 1) * 0.8 + torch.randn(3, SIDE_PX, SIDE_PX) * 0.05) * cover


if __name__ == "__main__":
    main()
