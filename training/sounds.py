"""Write the sounds of `hardware/sounds`: notes and knocks, each partial tones that die away.

    python -m uv run --group dev python -m training.sounds

A knock is wood on wood: partials that are not multiples of each other, and die away within a few hundredths of a second. No
sound has noise, so the same bytes come out each time.
"""

from __future__ import annotations

import io
import wave
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fourth_seat.hardware.sounds.sounds import VOLUMES, Sound, file_of

SAMPLE_RATE_HZ = 22_050
ATTACK_S = 0.006  # until a note is at its loudest; without this, it would click
KNOCK_ATTACK_S = 0.0015
FADE_S = 0.05  # the last moments fade to nothing, so that a sound does not end with a click
PEAK_LEVELS = dict(zip(VOLUMES, (0.09, 0.22, 0.5), strict=True))  # of the loudest there is


@dataclass(frozen=True, slots=True)
class Tone:
    """A note or a knock.

    Attributes:
        begins: in seconds.
        hertz: the frequency of its lowest partial.
        strength: compared to the others of a sound.
        partials: each as a multiple of the lowest frequency, and its strength.
        decay: that of the lowest partial, 1/s; higher ones decay faster.
        attack: in seconds.
    """

    begins: float
    hertz: float
    strength: float
    partials: tuple[tuple[float, float], ...]
    decay: float
    attack: float


def note(begins: float, hertz: float, decay: float = 5.5) -> Tone:
    """Return a note with two overtones."""
    return Tone(begins, hertz, 1.0, ((1.0, 1.0), (2.0, 0.28), (3.0, 0.09)), decay, ATTACK_S)


def knock(begins: float, hertz: float, strength: float = 1.0) -> Tone:
    """Return a knock, as of a wooden bar that is struck."""
    return Tone(begins, hertz, strength, ((1.0, 1.0), (2.76, 0.35), (5.4, 0.12)), 45.0, KNOCK_ATTACK_S)


SOUNDS: dict[Sound, tuple[float, tuple[Tone, ...]]] = {  # how long each is in seconds, and its tones
    Sound.CHIME: (0.9, (note(0.0, 659.26), note(0.14, 987.77))),  # e, then b above it
    Sound.PLACING: (0.16, (knock(0.0, 520.0),)),
    Sound.CAPTURE: (0.26, (knock(0.0, 520.0, 0.8), knock(0.09, 390.0))),
    Sound.END: (1.3, (note(0.0, 523.25, 4.5), note(0.15, 659.26, 4.5), note(0.3, 783.99, 3.5))),  # c, e, g
}


def samples(sound: Sound, peak: float) -> NDArray[np.int16]:
    """Return a sound whose loudest moment is this share of the loudest possible."""
    length, tones = SOUNDS[sound]
    time = np.arange(round(SAMPLE_RATE_HZ * length)) / SAMPLE_RATE_HZ
    total = sum((_wave(tone, time) for tone in tones), np.zeros_like(time))
    total *= np.minimum(1.0, (length - time) / FADE_S)
    levels: NDArray[np.int16] = np.round(32767 * peak * total / np.abs(total).max()).astype(np.int16)
    return levels


def _wave(tone: Tone, time: NDArray[np.float64]) -> NDArray[np.float64]:
    since = np.maximum(0.0, time - tone.begins)
    partials = sum(
        (
            strength * np.exp(-tone.decay * times * since) * np.sin(2 * np.pi * tone.hertz * times * since)
            for times, strength in tone.partials
        ),
        np.zeros_like(time),
    )
    return tone.strength * np.minimum(1.0, since / tone.attack) * partials


def wav(sound: Sound, volume: str) -> bytes:
    """Return the file of a sound: 16 bit, one channel."""
    file = io.BytesIO()
    with wave.open(file, "wb") as writer:
        writer.setnchannels(1)
        writer.setsampwidth(2)
        writer.setframerate(SAMPLE_RATE_HZ)
        writer.writeframes(samples(sound, PEAK_LEVELS[volume]).astype("<i2").tobytes())
    return file.getvalue()


def main() -> None:
    for sound in Sound:
        for volume in VOLUMES:
            file_of(sound, volume).write_bytes(wav(sound, volume))


if __name__ == "__main__":
    main()
