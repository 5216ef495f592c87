"""Pictures from a camera on their way through the page: what comes out is what was sent, so far as JPEG preserves it, and
nothing comes twice.
"""

from __future__ import annotations

import numpy as np

from benchmarks.page.films import PhoneLine


def test_pictures_come_out_as_they_were_sent() -> None:
    rows = np.linspace(0, 255, 270).astype(np.uint8)[:, None, None]
    with PhoneLine() as line:
        for blue in (0, 60, 120):
            sent = np.broadcast_to(rows, (270, 480, 3)).copy()
            sent[..., 0] = blue
            found = line.carry(sent)
            assert found.shape == sent.shape
            assert np.abs(found.astype(int) - sent).mean() < 3


def test_a_large_picture_comes_out_as_large_as_the_page_sends_it() -> None:
    with PhoneLine() as line:
        assert line.carry(np.full((1080, 1920, 3), 90, np.uint8)).shape == (720, 1280, 3)
