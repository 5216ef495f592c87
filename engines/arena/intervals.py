"""Means and their 95% confidence intervals."""

from __future__ import annotations

from collections.abc import Sequence
from math import nan, pi, sqrt, tan
from statistics import NormalDist, mean, stdev

CONFIDENCE = 0.95


def student(freedom: int, confidence: float = CONFIDENCE) -> float:
    """Return the half-width, in standard errors, of a two-sided confidence interval from Student's t distribution.

    The result is exact for one and two degrees of freedom. For three or more, it comes from the Cornish-Fisher expansion
    (Abramowitz and Stegun 26.7.5), which is accurate to within 0.5%.
    """
    p = (1 + confidence) / 2
    if freedom == 1:
        return tan(pi * (p - 0.5))
    if freedom == 2:
        return (2 * p - 1) * sqrt(2 / (4 * p * (1 - p)))
    z = NormalDist().inv_cdf(p)
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return sum((term / float(freedom) ** power for power, term in enumerate(terms)), 0.0)


def standard_error(values: Sequence[float]) -> float:
    """Return the standard error of the mean of independent values, or NaN if there are fewer than two."""
    return stdev(values) / sqrt(len(values)) if len(values) > 1 else nan


def half_width(values: Sequence[float]) -> float:
    """Return the half-width of the 95% confidence interval for the mean of at least two independent values."""
    return student(len(values) - 1) * standard_error(values)


def share_interval(shares: Sequence[float]) -> tuple[float, float] | None:
    """Return the 95% confidence interval for the mean of independent shares in 0..1, or None if there are fewer than two.

    If all shares are equal, their variance is unknown, so the rule of three is used to allow for other results.
    """
    n = len(shares)
    if n < 2:
        return None
    middle, spread = mean(shares), stdev(shares)
    half = half_width(shares) if spread else min(1.0, 3 / n)
    return max(0.0, middle - half), min(1.0, middle + half)
