"""Colours as seen by people who lack one kind of cone, and the visible difference between two colours."""

from __future__ import annotations

import math

from fourth_seat.hardware.hues import rgb

Lab = tuple[float, float, float]
# In linear light: Machado, Oliveira and Fernandes 2009, "A Physiologically-based Model for Simulation of Color Vision
# Deficiency", severity 1.
BLINDNESS = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
WHITE_POINT = 0.95047, 1.0, 1.08883  # D65


def seen(colour: str, kind: str | None = None) -> Lab:
    """Return `#rrggbb` in CIELAB, as seen by people with one of `BLINDNESS` or by most people."""
    light = [v / 12.92 if (v := part / 255) <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for part in rgb(colour)]
    if kind:
        light = [min(1.0, max(0.0, sum(a * b for a, b in zip(row, light, strict=True)))) for row in BLINDNESS[kind]]
    red, green, blue = light
    xyz = (
        0.4124564 * red + 0.3575761 * green + 0.1804375 * blue,
        0.2126729 * red + 0.7151522 * green + 0.0721750 * blue,
        0.0193339 * red + 0.1191920 * green + 0.9503041 * blue,
    )
    parts = [value / white for value, white in zip(xyz, WHITE_POINT, strict=True)]
    fx, fy, fz = (v ** (1 / 3) if v > 216 / 24389 else (24389 / 27 * v + 16) / 116 for v in parts)
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def difference(one: Lab, other: Lab) -> float:
    """Return CIEDE2000 (Sharma, Wu and Dalal 2005): a difference of 1 can just be seen side by side."""
    mean_chroma = (math.hypot(*one[1:]) + math.hypot(*other[1:])) / 2
    stretch = 1.5 - 0.5 * math.sqrt(mean_chroma**7 / (mean_chroma**7 + 25**7))
    (l1, c1, h1), (l2, c2, h2) = (_polar(lab, stretch) for lab in (one, other))
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0.0
    across = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    hue = (h1 + turn / 2) % 360 if c1 * c2 else h1 + h2
    t = (
        1
        - 0.17 * math.cos(math.radians(hue - 30))
        + 0.24 * math.cos(math.radians(2 * hue))
        + 0.32 * math.cos(math.radians(3 * hue + 6))
        - 0.20 * math.cos(math.radians(4 * hue - 63))
    )
    in_light = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / math.sqrt(20 + (light - 50) ** 2))
    in_chroma, in_hue = (c2 - c1) / (1 + 0.045 * chroma), across / (1 + 0.015 * chroma * t)
    twist = math.sin(math.radians(60 * math.exp(-(((hue - 275) / 25) ** 2))))
    twist *= -2 * math.sqrt(chroma**7 / (chroma**7 + 25**7))
    return math.sqrt(in_light**2 + in_chroma**2 + in_hue**2 + twist * in_chroma * in_hue)


def _polar(lab: Lab, stretch: float) -> Lab:
    lightness, a, b = lab
    return lightness, math.hypot(stretch * a, b), math.degrees(math.atan2(b, stretch * a)) % 360
