from __future__ import annotations

import os
import struct
import threading
import wave
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from fourth_seat.games import find
from fourth_seat.games.steps import captures
from fourth_seat.hardware.sounds import player
from fourth_seat.hardware.sounds.sounds import LOUD, MEDIUM, QUIET, VOLUMES, Sound, Sounds, file_of
from fourth_seat.table.protocols import Announcement, AnnouncementKind


class Recorder:
    """Takes the files to be played, holding each until told to go on."""

    def __init__(self) -> None:
        self.played: list[Path] = []
        self.begun, self.go_on = threading.Semaphore(0), threading.Semaphore(0)

    def __call__(self, file: Path) -> None:
        self.played.append(file)
        self.begun.release()
        self.go_on.acquire(timeout=10)

    def next(self) -> Path:
        assert self.begun.acquire(timeout=10)
        return self.played[-1]


@pytest.mark.parametrize(
    ("announcement", "sound"),
    [
        (Announcement(AnnouncementKind.PLACE, ()), Sound.CHIME),
        (Announcement(AnnouncementKind.MOVE, ()), Sound.PLACING),
        (Announcement(AnnouncementKind.MOVE, (), captures=True), Sound.CAPTURE),
        (Announcement(AnnouncementKind.OVER, ()), Sound.END),
    ],
)
@pytest.mark.quick
def test_what_is_heard(announcement: Announcement, sound: Sound) -> None:
    recorder = Recorder()
    sounds = Sounds(recorder)
    sounds.volume = LOUD
    sounds.show(announcement)
    assert recorder.next() == file_of(sound, LOUD)


def test_what_is_silent() -> None:
    recorder = Recorder()
    sounds = Sounds(recorder)
    for kind in (AnnouncementKind.TURN, AnnouncementKind.NOTICE, AnnouncementKind.WRONG):
        sounds.show(Announcement(kind, ()))
    sounds.on = False
    sounds.show(Announcement(AnnouncementKind.PLACE, ()))
    sounds.on = True
    sounds.show(Announcement(AnnouncementKind.OVER, ()))
    assert recorder.next() == file_of(Sound.END, MEDIUM)
    assert len(recorder.played) == 1


def test_a_sound_waits_for_the_one_before_and_only_the_last_that_waits_is_heard() -> None:
    recorder = Recorder()
    sounds = Sounds(recorder)
    sounds.sound(Sound.PLACING)
    assert recorder.next() == file_of(Sound.PLACING, MEDIUM)
    for sound in (Sound.CAPTURE, Sound.PLACING, Sound.CHIME):  # returns though nothing has ended
        sounds.sound(sound)
    recorder.go_on.release()
    assert recorder.next() == file_of(Sound.CHIME, MEDIUM)
    assert len(recorder.played) == 2


def read(sound: Sound, volume: str) -> tuple[tuple[int, ...], float]:
    with wave.open(str(file_of(sound, volume))) as wav:
        assert (wav.getnchannels(), wav.getsampwidth()) == (1, 2)
        samples = struct.unpack(f"<{wav.getnframes()}h", wav.readframes(wav.getnframes()))
        return samples, wav.getnframes() / wav.getframerate()


@pytest.mark.quick
@pytest.mark.parametrize("sound", Sound)
def test_sounds_are_soft_short_and_do_not_click(sound: Sound) -> None:
    for volume in VOLUMES:
        samples, seconds = read(sound, volume)
        assert 0.1 < seconds < 1.5
        assert 0.05 < max(map(abs, samples)) / 32767 < 0.6
        assert abs(samples[0]) < 50
        assert max(map(abs, samples[-20:])) < 100
        steps = [abs(b - a) for a, b in pairwise(samples)]
        assert max(steps) < 0.8 * max(map(abs, samples))  # no jump that would make a loudspeaker crack
    quiet, medium, loud = (max(read(sound, volume)[0]) for volume in (QUIET, MEDIUM, LOUD))
    assert 2 * quiet < medium < 0.5 * loud


def test_the_first_player_there_is_plays_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = tmp_path / "log"
    program = tmp_path / "aplay"
    program.write_text(f'#!/bin/sh\necho "$@" >> {log}\n')
    program.chmod(0o755)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("PATH", str(tmp_path) + os.pathsep + "/bin")
    play = player.sound_player()
    assert play
    play(file_of(Sound.CHIME, MEDIUM))
    options, file = log.read_text().split()
    assert options == "-q"
    assert file.endswith("chime-medium.wav")


def test_a_player_that_never_ends_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "aplay"
    program.write_text("#!/bin/sh\nexec sleep 60\n")
    program.chmod(0o755)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr(player, "TIMEOUT_S", 0.1)
    monkeypatch.setenv("PATH", str(tmp_path) + os.pathsep + "/bin")
    play = player.sound_player()
    assert play
    play(file_of(Sound.CHIME, MEDIUM))


def test_a_machine_without_a_player_is_silent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert player.sound_player() is None
    sounds = Sounds()
    assert not sounds.audible
    sounds.sound(Sound.CHIME)


def test_a_player_that_cannot_start_is_no_error() -> None:
    tried = threading.Semaphore(0)

    def broken(file: Path) -> None:
        tried.release()
        raise FileNotFoundError(file)

    sounds = Sounds(broken)
    for _ in range(2):
        sounds.show(Announcement(AnnouncementKind.PLACE, ()))
        assert tried.acquire(timeout=10)


@pytest.mark.quick
@pytest.mark.parametrize("game", ["kalah", "backgammon", "tridice"])
def test_some_moves_capture_and_some_do_not(game: str) -> None:
    found = find(game)
    geometry, rng, taken = found.geometry(found.options()), Random(3), set()
    for _ in range(3):
        state = found.start(found.options())
        for _ in range(120):
            if state.over:
                break
            move = rng.choice(list(state.legal()))
            taken.add(captures(found.steps(state, move), state.cells(), state.mover, geometry))
            state = state.play(move)
    assert taken == {False, True}
