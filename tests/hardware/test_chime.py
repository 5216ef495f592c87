from __future__ import annotations

import os
import struct
import wave
from itertools import pairwise
from pathlib import Path

import pytest

from fourth_seat.hardware import chime
from fourth_seat.hardware.chime import SOUND, Chime
from fourth_seat.table.protocols import Announcement, AnnouncementKind


def test_it_sounds_for_placements_alone() -> None:
    played: list[Path] = []
    sound = Chime(played.append)
    for kind in AnnouncementKind:
        sound.show(Announcement(kind, ()))
    assert played == [SOUND]
    sound.on = False
    sound.show(Announcement(AnnouncementKind.PLACE, ()))
    assert len(played) == 1


def test_the_sound_is_soft_short_and_does_not_click() -> None:
    with wave.open(str(SOUND)) as wav:
        assert (wav.getnchannels(), wav.getsampwidth()) == (1, 2)
        samples = struct.unpack(f"<{wav.getnframes()}h", wav.readframes(wav.getnframes()))
        assert 0.3 < wav.getnframes() / wav.getframerate() < 1.5
    assert 0.1 < max(map(abs, samples)) / 32767 < 0.4
    assert abs(samples[0]) < 50
    assert max(map(abs, samples[-20:])) < 50
    steps = [abs(b - a) for a, b in pairwise(samples)]
    assert max(steps) < 0.12 * 32767  # no jump that a loudspeaker would crack at


def test_the_first_player_there_is_plays_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = tmp_path / "log"
    program = tmp_path / "aplay"
    program.write_text(f'#!/bin/sh\necho "$@" >> {log}\n')
    program.chmod(0o755)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("PATH", str(tmp_path) + os.pathsep + "/bin")
    play = chime.sound_player()
    assert isinstance(play, chime._Program)
    sound = Chime(play)
    sound.sound()
    assert play._running is not None
    assert play._running.wait(10) == 0
    options, file = log.read_text().split()
    assert options == "-q"
    assert file.endswith("chime.wav")


def test_a_machine_without_a_player_is_silent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert chime.sound_player() is None
    Chime().sound()


def test_a_player_that_cannot_start_is_no_error() -> None:
    sound = Chime(chime._Program(("/nowhere/player",)))
    sound.show(Announcement(AnnouncementKind.PLACE, ()))
