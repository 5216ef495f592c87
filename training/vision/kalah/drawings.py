"""Draw pits and stores of sets, from which the counter learns: ellipsoids in bowls under a few lights, seen at an angle.

Everything that differs between sets and rooms is drawn at random, once for a set: the wood or its paint, the bowls' outline
and form, the seeds' form, size, colours and gloss, how much light they let through, the lights, the camera's angle, blur
and noise. Its pits and stores differ in the grain, in where the seeds lie, and a little in how the camera and the lights
meet them. Where rays meet ellipsoids is computed exactly, and where they meet the bowl by marching.
"""

from __future__ import annotations

from copy import copy

import cv2
import numpy as np
from numpy.typing import NDArray

from fourth_seat.vision.kalah.seed_counter import PITCH_PX, SIDE_PX

Floats = NDArray[np.float64]

PIT_PITCHES, STORE_PITCHES = SIDE_PX / PITCH_PX, 1.0  # width of what is counted of a pit, and of a store
SEED_HEIGHT = -0.08  # of the plane through which pits are looked at, in pits, as in vision/kalah
LIGHT_COUNT = 4
FALL_STEPS = 70  # steps until seeds lie still
MARCH_HEIGHTS = np.linspace(0.12, -0.42, 18)  # heights at which a ray is compared with the bowl
MAX_SEED_RADIUS = 0.45  # radius of a seed, in radii of its pit, at most
STONE_SHARE = 0.5  # share of sets whose seeds are smooth, shining stones of glass
GLASS_SHARE = 0.35  # share of sets whose seeds let light through
WINDOW_SIGMA = 0.012  # standard deviation of a window's place, in pitches
OVERLAPPING_SHARE = 0.5  # share of sets whose seeds lie partly on top of each other
LIFT_FACTOR = 0.8  # of each of them above the one before it, by the part of a seed that is covered, in half its height
DIRECTION_SIGMA = 0.05  # standard deviation by which one window's directions of view and light differ from another's


class DrawnSet:
    """One set in one room in front of one camera."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.bowl = Bowl(rng)
        self.kind = SeedKind(rng, MAX_SEED_RADIUS * self.bowl.radius * min(1, self.bowl.oval))
        slant = np.radians(rng.uniform(0, 47) if rng.random() < 0.8 else rng.uniform(40, 60))
        turn = rng.uniform(-0.35, 0.35) if rng.random() < 0.6 else rng.uniform(-np.pi, np.pi)
        self.view = np.array([np.sin(slant) * np.sin(turn), np.sin(slant) * np.cos(turn), np.cos(slant)])
        self.edge = rng.uniform(0.3, 1.2)  # exponent of how dark glass is where it is seen along its surface
        self.weights = rng.dirichlet(np.full(LIGHT_COUNT, 0.7)) * 0.8
        self.towards = np.column_stack([rng.normal(0, 0.55, (LIGHT_COUNT, 2)), rng.uniform(0.5, 1, LIGHT_COUNT)])
        self.tints = 1 + 0.1 * rng.normal(0, 1, (LIGHT_COUNT, 3))
        self.sky = rng.uniform(0.08, 0.3)
        self.mirror = rng.uniform(0.0, 1.2) * (0.12 if rng.random() < 0.7 else 0.4)
        self.room = MirroredRoom(rng)
        self.exposure = rng.uniform(0.12, 0.42) * np.exp(rng.normal(0, 0.12, 3))
        self.gain = self.exposure / np.exp(np.log(self._light(rng, self.bowl, 4, PIT_PITCHES).mean(axis=2) + 1e-3).mean())
        self.blur = rng.uniform(0.3, 1.0)
        self.noise = 10 ** rng.uniform(-4.2, -2.9)

    def pit(self, rng: np.random.Generator, count: int) -> NDArray[np.uint8]:
        """Return a picture of a pit with this many seeds, blue, green, red, shape (SIDE_PX, SIDE_PX, 3)."""
        return self._developed(rng, self._light(rng, self.bowl, count, PIT_PITCHES))

    def store(self, rng: np.random.Generator, count: int) -> NDArray[np.uint8]:
        """Return a picture of a store with this many seeds, two pitches high, shape (2 * SIDE_PX, SIDE_PX, 3)."""
        return self._developed(rng, self._light(rng, self.bowl.store(), count, STORE_PITCHES, 2))

    def _light(self, rng: np.random.Generator, bowl: Bowl, count: int, pitches: float, rows: int = 1) -> Floats:
        """Return the light that `count` windows, one below the other and each `pitches` wide, send to the camera."""
        phase = rng.uniform(0, 6, 3)  # of the grain
        centres, frames, sizes, colours, clear = self.kind.heap(rng, count, bowl)
        view = _near(rng, self.view)
        # y runs towards the camera, as on the board; rows of the picture likewise
        x, y = (
            v.ravel()
            for v in np.meshgrid(
                pitches * ((np.arange(SIDE_PX) + 0.5) / SIDE_PX - 0.5) + rng.normal(0, WINDOW_SIGMA),
                pitches * ((np.arange(rows * SIDE_PX) + 0.5) / SIDE_PX - rows / 2) + rng.normal(0, WINDOW_SIGMA),
            )
        )
        start = np.column_stack([x, y, np.full(x.shape, SEED_HEIGHT)]) + view * (0.5 / view[2])
        far, which = _first_hit(start, -view, centres, frames, sizes)
        floor = bowl.intersect(start, -view)
        seed = far < floor
        hit = start - view * np.minimum(far, floor)[:, None]
        normal = bowl.normal(hit)
        albedo = bowl.albedo(hit, phase)
        rough = np.full(len(hit), bowl.gloss)
        through = np.zeros(len(hit))  # share of the light that goes through
        if count:
            local = np.einsum("nij,nj->ni", frames[which], hit - centres[which]) / sizes[which] ** 2
            up = np.einsum("nji,nj->ni", frames[which], local)
            normal[seed] = (up / np.linalg.norm(up, axis=1, keepdims=True))[seed]
            through[seed] = clear[which][seed]
            tint = colours[which] ** self.kind.tint  # glass is less coloured where it lets more light through
            glassy = through[:, None] * (tint * (0.5 * albedo + 0.2)) + (1 - through[:, None]) * colours[which]
            albedo[seed] = (glassy * self.kind.swirls(rng, local * sizes[which]))[seed]
            rough[seed] = self.kind.gloss
        light = np.zeros((len(hit), 3))
        shine = np.zeros(len(hit))
        edge = np.clip(normal @ view, 0, 1) ** self.edge
        above = hit + normal * 0.004
        for weight, direction, tint in zip(self.weights, self.towards, self.tints, strict=True):
            towards = _near(rng, direction)
            behind = (normal - view) @ np.append(towards[:2], 0)  # light that is gathered glows on the far side
            glow = np.clip(0.55 - 0.9 * behind, 0.1, self.kind.gathered) * edge
            facing = (1 - through) * np.maximum(normal @ towards, 0) + through * glow
            reached = np.where(_unshadowed(above, towards, centres, frames, sizes), 1.0, self.kind.passed)
            reached *= ~bowl.shades(above, towards)
            light += (weight * facing * reached)[:, None] * tint
            half = towards + view
            shine += weight * reached * np.maximum(normal @ (half / np.linalg.norm(half)), 0) ** (4 / rough**2 + 2)
        light += (self.sky * (0.5 + 0.5 * normal[:, 2]) * np.clip(1 + hit[:, 2] / 0.5, 0.3, 1))[:, None]
        facing = np.clip(normal @ view, 0, 1)
        fresnel = self.kind.mirror + (1 - self.kind.mirror) * (1 - facing) ** 5 * self.kind.polish
        fresnel = np.where(seed, fresnel, 0.0)[:, None]
        colour = albedo * light * (1 - fresnel) + (self.kind.shine * self.mirror * shine / np.maximum(rough, 0.1))[:, None]
        if count:
            image = self.room.light(2 * facing[:, None] * normal - view)
            colour += fresnel * image * np.where(self.kind.is_metal, albedo, 1.0)
        return np.asarray(colour.reshape(rows * SIDE_PX, SIDE_PX, 3), np.float64)

    def _developed(self, rng: np.random.Generator, light: Floats) -> NDArray[np.uint8]:
        """Return a cheap camera's picture of linear light."""
        seen = cv2.GaussianBlur(light * self.gain, (0, 0), self.blur)
        seen = seen + rng.normal(0, 1, seen.shape) * np.sqrt(np.maximum(seen, 0) * self.noise + self.noise / 4)
        seen = np.where(seen > 0.8, 0.8 + 0.2 * (1 - np.exp(-(seen - 0.8) / 0.2)), np.maximum(seen, 0))
        return np.asarray(np.clip(255 * seen ** (1 / 2.2) + 0.5, 0, 255), np.uint8)


class MirroredRoom:
    """The room as polished seeds mirror it: lamps and windows above a dark board."""

    def __init__(self, rng: np.random.Generator) -> None:
        lamps = int(rng.integers(2, 8))
        self.towards = rng.normal(0, 1, (lamps, 3))
        self.towards[:, 2] = np.abs(self.towards[:, 2])
        self.towards /= np.linalg.norm(self.towards, axis=1, keepdims=True)
        self.edge = rng.uniform(0.6, 0.98, lamps)  # cosine of half the angle at which they are seen
        self.soft = rng.uniform(0.005, 0.1, lamps)
        self.strength = 0.5 * np.exp(rng.normal(0, 0.8, lamps))
        self.walls, self.board = rng.uniform(0.05, 0.5), rng.uniform(0.02, 0.3)

    def light(self, directions: Floats) -> Floats:
        """Return the light from directions, shape (n, 3), which is the same for every colour; shape (n, 1)."""
        beyond = (directions @ self.towards.T - self.edge) / self.soft
        lamps = (self.strength / (1 + np.exp(-np.clip(beyond, -30, 30)))).sum(axis=1)
        above = np.clip(0.5 + 4 * directions[:, 2], 0, 1)
        return np.asarray((above * (lamps + self.walls) + (1 - above) * self.board)[:, None], np.float64)


class Bowl:
    """A carved pit or store and the wood around it."""

    def __init__(self, rng: np.random.Generator) -> None:
        usual = rng.random() < 0.6
        self.radius = 0.43 * rng.uniform(0.92, 1.07) if usual else rng.uniform(0.33, 0.49)
        self.squarish = 2.0 if usual or rng.random() < 0.6 else rng.uniform(2, 5)  # of the superellipse that outlines it
        self.oval = 1.0 if usual or rng.random() < 0.6 else rng.uniform(0.8, 1.2)  # height by width
        self.depth = rng.uniform(0.15, 0.34) if usual else rng.uniform(0.08, 0.4)
        self.power = rng.uniform(1.7, 4.8)
        tone = rng.uniform(0.04, 0.75)
        self.wood = tone * np.array([rng.uniform(0.2, 0.75), rng.uniform(0.45, 0.85), 1.0])
        self.gloss = rng.uniform(0.15, 0.5)
        self.grain = rng.uniform(0.02, 0.15), rng.uniform(4, 40), rng.uniform(0, np.pi)
        kind = rng.random()
        self.inside = np.ones(3)  # the colour of the carved wood, relative to the board's
        if kind < 0.15:
            self.inside *= rng.uniform(0.5, 1.4)
        elif kind < 0.23:  # painted
            self.inside = _palette(rng)[0] / self.wood
        self.stripe = (rng.uniform(-0.4, 0.4), rng.uniform(0.04, 0.15), rng.uniform(0.3, 1.5))
        self.striped = rng.random() < 0.08
        self.store_size = rng.uniform(0.25, 0.48), rng.uniform(0.6, 0.98)  # half its width and its length

    def store(self) -> Bowl:
        """Return the store that is carved beside such pits."""
        store = copy(self)
        store.radius = self.store_size[0]
        store.oval = self.store_size[1] / store.radius
        return store

    def out(self, x: Floats, y: Floats) -> Floats:
        """Return distances from the middle: 1 at the rim and beyond."""
        across, along = np.abs(x) / self.radius, np.abs(y) / (self.radius * self.oval)
        return np.asarray(np.minimum((across**self.squarish + along**self.squarish) ** (1 / self.squarish), 1), np.float64)

    def height(self, x: Floats, y: Floats) -> Floats:
        """Return the height of the wood at a place."""
        return np.asarray(-self.depth * (1 - self.out(x, y) ** self.power), np.float64)

    def intersect(self, start: Floats, ray: Floats) -> Floats:
        """Return the distance along a ray to the wood."""
        steps = (MARCH_HEIGHTS - start[0, 2]) / ray[2]
        places = start[:, None] + steps[None, :, None] * ray
        under = places[..., 2] < self.height(places[..., 0], places[..., 1])
        first = np.where(under.any(axis=1), under.argmax(axis=1), len(steps) - 1).clip(1)
        rows = np.arange(len(start))
        high, low = places[rows, first - 1], places[rows, first]
        above = high[:, 2] - self.height(high[:, 0], high[:, 1])
        below = self.height(low[:, 0], low[:, 1]) - low[:, 2]
        part = np.clip(above / np.maximum(above + below, 1e-9), 0, 1)
        return np.asarray(steps[first - 1] + part * (steps[first] - steps[first - 1]), np.float64)

    def normal(self, at: Floats) -> Floats:
        """Return the normal of the wood."""
        step = 0.01
        dx = self.height(at[:, 0] + step, at[:, 1]) - self.height(at[:, 0] - step, at[:, 1])
        dy = self.height(at[:, 0], at[:, 1] + step) - self.height(at[:, 0], at[:, 1] - step)
        up = np.column_stack([-dx, -dy, np.full(len(at), 2 * step)])
        return np.asarray(up / np.linalg.norm(up, axis=1, keepdims=True), np.float64)

    def albedo(self, at: Floats, phase: Floats) -> Floats:
        """Return the colour of the grain, whose waves begin at these three phases."""
        amount, fine, angle = self.grain
        along = at[:, 0] * np.cos(angle) + at[:, 1] * np.sin(angle)
        across = at[:, 1] * np.cos(angle) - at[:, 0] * np.sin(angle)
        wave = np.sin(fine * across + 3 * np.sin(4 * along + phase[0]) + phase[1]) + np.sin(fine * 2.3 * across + phase[2])
        wood = self.wood * np.where((self.out(at[:, 0], at[:, 1]) < 1)[:, None], self.inside, 1)
        if self.striped:
            middle, half, tone = self.stripe
            wood = wood * np.where(np.abs(along - middle) < half, tone, 1)[:, None]
        return np.asarray(np.clip(wood * (1 + amount * wave[:, None] / 2), 0, 1), np.float64)

    def shades(self, at: Floats, towards: Floats) -> NDArray[np.bool_]:
        """Return a mask of the points where the rim blocks a light."""
        reach = np.array([0.1, 0.2, 0.3, 0.45])
        places = at[:, None] + reach[None, :, None] * towards
        return np.asarray((places[..., 2] < self.height(places[..., 0], places[..., 1]) - 0.003).any(axis=1))


class SeedKind:
    """The kind of a set's seeds.

    Attributes:
        half: half axes of a seed, in pitches, shape (3,).
        palette: colours of seeds, blue, green, red, shape (n, 3).
        spread: how much their sizes differ.
        apart: distance between seeds that touch, in widths of a seed; those less than 1 apart overlap.
        gloss: roughness of the surface: the less there is, the smaller the highlights are.
        mirror, polish, is_metal: share of light that is mirrored straight on, how much more of it at grazing angles, and
            whether it takes the seed's colour.
        clear: share of light that the clearest seeds let through.
        tint: power of the colour that is left in light that went through.
        shine, gathered, passed: factor of highlights; how bright gathered light glows on the far side, at most; share of
            light that reaches what is in a seed's shadow.
        pattern, fine, amount: plain, speckled or veined; how narrow and how strong the pattern is.
    """

    def __init__(self, rng: np.random.Generator, largest: float) -> None:
        """Draw a kind of seeds, whose radius is at most `largest`, in pitches."""
        kind = rng.choice(["round", "round", "flat", "flat", "bean", "drop"])
        radius = min(rng.uniform(0.09, 0.135) if rng.random() < 0.5 else rng.uniform(0.075, 0.2), largest)
        axes = {
            "round": (1, 1, 1),
            "flat": (1, 1, rng.uniform(0.45, 0.7)),
            "bean": (rng.uniform(1.2, 1.7) * 0.87, 0.87, 0.68),
            "drop": (rng.uniform(1.0, 1.25), rng.uniform(0.8, 1.0), rng.uniform(0.4, 0.75)),
        }
        self.half = radius * np.array(axes[str(kind)])
        self.palette = _palette(rng)
        self.gloss = rng.uniform(0.08, 0.4)
        self.spread = rng.uniform(0.02, 0.06) if rng.random() < 0.6 else rng.uniform(0.06, 0.18)
        self.apart = rng.uniform(0.5, 0.95) if rng.random() < OVERLAPPING_SHARE else 1.0
        self.clear = rng.uniform(0.4, 1) if rng.random() < GLASS_SHARE else 0.0
        self.tint = rng.uniform(0.2, 0.6)
        mirrors = rng.random()  # most seeds reflect like wood, glass or beans, some like pearls or metal
        self.mirror = 0.04 if mirrors < 0.6 else rng.uniform(0.05, 0.3) if mirrors < 0.85 else rng.uniform(0.3, 0.8)
        self.polish = rng.uniform(0, 1) if mirrors < 0.6 else 1.0
        self.is_metal = mirrors > 0.85 and rng.random() < 0.7
        self.pattern = str(rng.choice(["plain", "speckled", "veined"], p=[0.6, 0.1, 0.3]))
        self.fine = np.exp(rng.uniform(np.log(1), np.log(7))) / radius
        self.amount = rng.uniform(0.1, 0.6) if self.pattern == "speckled" else rng.uniform(0.1, 1.5)
        self.shine, self.gathered, self.passed = 1.0, 2.0, 0.0
        if rng.random() < STONE_SHARE:
            self._make_stones(rng)

    def _make_stones(self, rng: np.random.Generator) -> None:
        """Make the seeds smooth stones of glass, which shine, gather light on their far side, and cast weak shadows."""
        self.palette = _palette(rng, glass=True)
        self.pattern = "plain" if rng.random() < 0.75 else "veined"
        self.amount = rng.uniform(0.1, 0.6)
        self.gloss = rng.uniform(0.06, 0.16)
        self.mirror, self.polish, self.is_metal = rng.uniform(0.03, 0.12), 1.0, False
        self.clear = rng.uniform(0, 1)
        self.tint = rng.uniform(0.5, 1.0)
        self.shine, self.gathered, self.passed = rng.uniform(1, 4), rng.uniform(1.5, 4.5), rng.uniform(0, 0.7)

    def heap(self, rng: np.random.Generator, count: int, bowl: Bowl) -> tuple[Floats, Floats, Floats, Floats, Floats]:
        """Let seeds fall into a bowl.

        Returns:
            Their centres (n, 3), rotations (n, 3, 3), half axes (n, 3), colours (n, 3), and shares of light that they let
            through (n).
        """
        half = self.half
        mean = float(np.sqrt(half[0] * half[1]))
        flat = half[2] / mean
        across, along = bowl.radius, bowl.radius * bowl.oval
        x, y = rng.normal(0, 0.5, (2, count)) * np.array([[across], [along]])
        z = np.arange(count) * mean * 0.5 + mean
        inner = across - 0.75 * half[0], along - 0.75 * half[0]
        own = 9 * np.eye(count)
        for _ in range(FALL_STEPS):
            z = z - 0.12 * mean
            off = np.stack([x[:, None] - x, y[:, None] - y, z[:, None] - z], axis=-1)
            apart = np.sqrt((off**2).sum(axis=-1)) + own + 1e-9
            push = (off * (np.maximum(2 * mean * self.apart - apart, 0) * 0.45 / apart)[..., None]).sum(axis=1)
            push = push.clip(-mean / 2, mean / 2)
            x, y, z = x + push[:, 0], y + push[:, 1], z + push[:, 2]
            back = 1 / np.maximum(np.hypot(x / inner[0], y / inner[1]), 1)
            x, y = x * back, y * back
            low = np.maximum(bowl.height(x, y) / flat + mean - z, 0)
            z = z + low
            rho = np.hypot(x / across, y / along)
            steep = np.where(rho < 1, bowl.depth * bowl.power * rho ** (bowl.power - 1) / min(across, along), 0)
            slide = 0.2 * low * np.minimum(steep, 1) / (np.hypot(x, y) + 1e-9)
            x, y = x - slide * x, y - slide * y
        lift = LIFT_FACTOR * (1 - self.apart) * half[2] * np.arange(count)
        centres = np.column_stack([x, y, z * flat + lift])
        up = bowl.normal(centres) * 0.6 + np.array([0, 0, 0.4]) + rng.normal(0, 0.08, (count, 3))
        up /= np.linalg.norm(up, axis=1, keepdims=True)
        angle = rng.uniform(0, np.pi, count)
        long = np.column_stack([np.cos(angle), np.sin(angle), np.zeros(count)])
        long -= (long * up).sum(axis=1, keepdims=True) * up
        long /= np.linalg.norm(long, axis=1, keepdims=True)
        frames = np.stack([long, np.cross(up, long), up], axis=1)
        sizes = half * rng.uniform(1 - 1.2 * self.spread, 1 + self.spread, (count, 1))
        colours = self.palette[rng.integers(len(self.palette), size=count)]
        return centres, frames, sizes, colours, self.clear * rng.uniform(0, 1, count)

    def swirls(self, rng: np.random.Generator, local: Floats) -> Floats:
        """Return factors of the colour over seeds: plain, speckled like beans, or veined like marbles."""
        if self.pattern == "plain":
            return np.ones((len(local), 1))
        wave = np.sin(self.fine * local @ rng.normal(0, 1, 3) + 2 * np.sin(self.fine * 0.6 * local @ rng.normal(0, 1, 3)))
        wave = np.sign(wave) if self.pattern == "speckled" else wave
        return np.asarray(np.exp(self.amount * wave)[:, None], np.float64)


def _near(rng: np.random.Generator, direction: Floats) -> Floats:
    """Return a direction near this one, of length 1."""
    near = direction / np.linalg.norm(direction) + rng.normal(0, DIRECTION_SIGMA, 3)
    near[2] = max(near[2], 0.3)
    return np.asarray(near / np.linalg.norm(near), np.float64)


def _palette(rng: np.random.Generator, glass: bool = False) -> Floats:
    """Return one to eight colours: of glass, or of glass or wood, stone and beans."""
    many = int(rng.choice([1, 2, 3, 4, 5, 6, 8] if glass else [1, 1, 1, 2, 3, 4, 6, 8]))
    if glass or rng.random() < 0.5:
        hue = rng.uniform(0, 180, many)
        strong = rng.uniform(0, 1, many) if rng.random() < 0.5 else rng.uniform(0.3, 1, many)
        value = rng.uniform(0.15, 1, many)
        bgr = cv2.cvtColor(np.array([np.column_stack([hue * 2, strong, value])], np.float32), cv2.COLOR_HSV2BGR)[0]
        return np.asarray(bgr, np.float64) ** 2.2
    tone = rng.uniform(0.03, 0.8, (many, 1))
    return tone * np.column_stack([rng.uniform(0.25, 1.0, many), rng.uniform(0.5, 1.0, many), np.ones(many)])


def _first_hit(
    start: Floats, ray: Floats, centres: Floats, frames: Floats, sizes: Floats
) -> tuple[Floats, NDArray[np.intp]]:
    """Return the distance along rays to the first ellipsoid (infinity: none), and its index."""
    if not len(centres):
        return np.full(len(start), np.inf), np.zeros(len(start), np.intp)
    far = np.column_stack([_distance(start, ray, *one) for one in zip(centres, frames, sizes, strict=True)])
    return far.min(axis=1), far.argmin(axis=1)


def _distance(start: Floats, ray: Floats, centre: Floats, frame: Floats, size: Floats) -> Floats:
    o, d = (start - centre) @ frame.T / size, frame @ ray / size
    b, a = o @ d, d @ d
    under = b**2 - a * ((o**2).sum(axis=1) - 1)
    far = (-b - np.sqrt(np.maximum(under, 0))) / a
    return np.where((under > 0) & (far > 1e-4), far, np.inf)


def _unshadowed(start: Floats, ray: Floats, centres: Floats, frames: Floats, sizes: Floats) -> NDArray[np.bool_]:
    """Return a mask of the points where no seed blocks a light."""
    return np.isinf(_first_hit(start, ray, centres, frames, sizes)[0])
