from __future__ import annotations

import pytest

from fourth_seat.hardware.sounds.sounds import VOLUMES, Sound, file_of
from training.sounds import wav


@pytest.mark.quick
@pytest.mark.parametrize("volume", VOLUMES)
def test_the_files_are_those_that_are_written(volume: str) -> None:
    for sound in Sound:
        assert file_of(sound, volume).read_bytes() == wav(sound, volume)
