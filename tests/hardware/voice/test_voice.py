"""The voice: what it says, that the newest sentence wins, and the real espeak-ng."""

from __future__ import annotations

import shutil
import sys
import time
import wave
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest

from fourth_seat.hardware.voice import speakers
from fourth_seat.hardware.voice.speakers import EspeakNg, MacSay, NoVoice, WindowsSpeech, find_speaker
from fourth_seat.hardware.voice.voice import NO_SOUND, Voice
from fourth_seat.table.protocols import Announcement, AnnouncementKind
from fourth_seat.words import Catalogue, say
from tests.hardware.emulation.lcdd_server import until
from tests.hardware.text.announcements import placement, turn

# Reads its text, writes it down, "speaks" for the given number of seconds, and writes down that it has ended.
RECORDER = """
import sys, time
said = sys.stdin.buffer.read().decode().removesuffix("\\n")
log = open(sys.argv[1], "a", encoding="utf-8")
log.write(f"{sys.argv[2]}: {said!r}\\n"); log.flush()
time.sleep(float(sys.argv[3]))
log.write("end\\n")
"""


@dataclass
class Recorder:
    """A speaker that writes down what it hears."""

    log: Path
    seconds: float = 0.0
    known: tuple[str, ...] = ("de", "en")
    no_sound: str = "error:"

    def languages(self) -> Collection[str]:
        return self.known

    def command(self, language: str) -> list[str]:
        return [sys.executable, "-S", "-c", RECORDER, str(self.log), language, str(self.seconds)]

    @property
    def heard(self) -> list[str]:
        return self.log.read_text("utf-8").splitlines() if self.log.exists() else []


@pytest.fixture
def recorder(tmp_path: Path) -> Recorder:
    return Recorder(tmp_path / "log")


def test_a_placement_is_said_step_by_step(recorder: Recorder) -> None:
    voice = Voice(find=lambda: recorder)
    voice.show(placement("h8"))
    until(lambda: "end" in recorder.heard)
    assert recorder.heard == [
        "en: 'blue plays h8.\\nplace the blue F on h8.'",
        "end",
    ]
    voice.close()


def test_of_a_move_only_what_comes_next(recorder: Recorder) -> None:
    voice = Voice(find=lambda: recorder)
    voice.show(
        Announcement(AnnouncementKind.MOVE, (say("{colour} played {move}.", colour="x", move="4"), say("Next: Anna.")))
    )
    until(lambda: "end" in recorder.heard)
    assert recorder.heard == ["en: 'Next: Anna.'", "end"]
    voice.close()


def test_the_newest_sentence_wins(recorder: Recorder) -> None:
    recorder.seconds = 30
    voice = Voice(find=lambda: recorder)
    voice.show(turn("Anna"))
    until(lambda: recorder.heard)
    for name in ("Ben", "Cleo", "Dora"):
        voice.show(turn(name))
    until(lambda: recorder.heard[-1] == 'en: "Dora\'s turn."')
    assert "end" not in recorder.heard  # the older ones were cut short
    start = time.monotonic()
    voice.close()
    assert time.monotonic() - start < 2


def test_a_notice_waits_for_the_placement(recorder: Recorder) -> None:
    recorder.seconds = 0.3
    voice = Voice(find=lambda: recorder)
    voice.show(placement("h8"))
    voice.show(Announcement(AnnouncementKind.NOTICE, (say("{colour} cannot move and passes.", colour=say("red")),)))
    until(lambda: recorder.heard.count("end") == 2)
    assert recorder.heard[2] == "en: 'red cannot move and passes.'"
    voice.close()


def test_the_language_has_its_voice_or_is_told_in_english(recorder: Recorder) -> None:
    for language, expected in (("de", "de: 'Grün überlegt.'"), ("he", "en: 'green is thinking.'")):
        voice = Voice(Catalogue(language), find=lambda: recorder)
        voice.say([say("{who} is thinking.", who=say("green"))])
        until(lambda expected=expected: expected in recorder.heard)  # type: ignore[misc]
        voice.close()


def test_it_never_waits(recorder: Recorder) -> None:
    recorder.seconds = 30
    voice = Voice(find=lambda: recorder)
    start = time.monotonic()
    for number in range(200):
        voice.show(turn(str(number)))
    assert time.monotonic() - start < 0.2
    voice.close()


def test_off_it_says_nothing_and_is_silent_at_once(recorder: Recorder) -> None:
    recorder.seconds = 30
    voice = Voice(find=lambda: recorder, on=False)
    voice.show(turn("Anna"))
    voice.on = True
    voice.show(turn("Ben"))
    until(lambda: recorder.heard)
    voice.on = False
    until(lambda: voice._waiting.empty() and voice._thread and not any(child for child in _children()))
    assert recorder.heard == ['en: "Ben\'s turn."']
    voice.close()


def _children() -> list[psutil.Process]:
    found = []
    for child in psutil.Process().children():
        with suppress(psutil.NoSuchProcess):  # it has ended, and may still be listed
            if RECORDER[:20] in " ".join(child.cmdline()):
                found.append(child)
    return found


def test_nothing_can_speak(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    voice = Voice()
    voice.show(turn("Anna"))
    until(lambda: voice.trouble)
    assert "sudo apt install espeak-ng" in str(voice.trouble)
    with pytest.raises(NoVoice):
        find_speaker()
    voice.close()


def trouble_of(script: str, folder: Path) -> str:
    """Return what a voice reports about a Python program that should say something."""

    class Speaking(Recorder):
        def command(self, language: str) -> list[str]:
            return [sys.executable, "-S", "-c", f"import subprocess, sys, time\n{script}"]

    voice = Voice(find=lambda: Speaking(folder / "log"))
    voice.show(turn("Anna"))
    until(lambda: voice.trouble)
    voice.close()
    return str(voice.trouble)


def test_a_program_that_fails_is_told_with_its_words(tmp_path: Path) -> None:
    assert trouble_of("sys.exit('no sound card')", tmp_path) == "the voice has failed: no sound card"
    assert trouble_of("sys.exit(7)", tmp_path) == "the voice has failed: it exited with status 7"


def test_a_program_that_speaks_for_ever_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fourth_seat.hardware.voice.voice.SPEAKING_TIMEOUT_S", 0.0)
    monkeypatch.setattr("fourth_seat.hardware.voice.voice.SPEAKING_S_PER_CHARACTER", 0.0)
    assert trouble_of("time.sleep(100)", tmp_path) == "the voice has failed: it does not answer"


def test_a_program_that_plays_no_sound_and_ends_well_is_told(tmp_path: Path) -> None:
    script = "print('ALSA lib: error', file=sys.stderr); print('error: No such file', file=sys.stderr)"
    assert trouble_of(script, tmp_path) == str(NO_SOUND)


def test_what_a_program_leaves_behind_does_not_keep_the_voice(recorder: Recorder) -> None:
    sleeper = [sys.executable, "-c", "import time; time.sleep(100)", str(recorder.log.parent)]

    class Leaving(Recorder):
        def command(self, language: str) -> list[str]:
            script = f"import subprocess, sys\nsubprocess.Popen({sleeper})\n{RECORDER}"
            return [sys.executable, "-S", "-c", script, str(self.log), language, "0"]

    leaving = Leaving(recorder.log)
    voice = Voice(find=lambda: leaving)
    for number, name in enumerate(("Anna", "Ben"), 1):
        voice.show(turn(name))
        until(lambda number=number: recorder.heard.count("end") == number)  # type: ignore[misc]
    voice.close()
    assert voice.trouble is None
    until(lambda: not [each for each in psutil.process_iter(["cmdline"]) if each.info["cmdline"] == sleeper])


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("exit 1", "it exited with status 1"),
        ("echo no voices >&2; exit 3", "no voices"),
        ("sleep 100 & exit 1", "it exited with status 1"),
        ("sleep 100", "it does not answer"),
    ],
)
def test_a_program_that_lists_no_voices_is_told(
    script: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(speakers, "LISTING_TIMEOUT_S", 1.0)
    program = tmp_path / "espeak-ng"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    voice = Voice(find=lambda: EspeakNg(str(program)))
    voice.show(turn("Anna"))
    until(lambda: voice.trouble)
    assert str(voice.trouble) == f"the voice has failed: {reason}"
    voice.close()


needs_espeak = pytest.mark.skipif(
    not shutil.which("espeak-ng"), reason="espeak-ng is not installed (on Debian: sudo apt install espeak-ng)"
)


@needs_espeak
@pytest.mark.parametrize("language", ["en", "de", "he"])
def test_the_real_espeak_ng_speaks_every_language(language: str, tmp_path: Path) -> None:
    file = tmp_path / "said.wav"
    program = EspeakNg(options=("-s", "150", "-w", str(file)))
    assert language in program.languages()
    voice = Voice(Catalogue(language), find=lambda: program)
    voice.show(placement("h8", "i8", "i9"))
    until(lambda: file.exists() and _seconds(file) > 2)
    assert voice.trouble is None
    voice.close()


@needs_espeak
def test_without_a_sound_device_the_real_espeak_ng_is_said_to_be_unheard(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ALSA_CONFIG_PATH", "PULSE_SERVER"):
        monkeypatch.setenv(name, "/nowhere")
    voice = Voice(find=EspeakNg)
    voice.show(turn("Anna"))
    until(lambda: voice.trouble)
    assert str(voice.trouble) == str(NO_SOUND)
    voice.close()


@needs_espeak
def test_longer_sentences_take_longer(tmp_path: Path) -> None:
    """So the text really arrives, and is not a command line option."""
    lengths = []
    for name, sentence in (("short", "-v."), ("long", "-v one two three four five six seven eight nine ten.")):
        file = tmp_path / f"{name}.wav"
        voice = Voice(find=lambda file=file: EspeakNg(options=("-w", str(file))))  # type: ignore[misc]
        voice.say([say(sentence)])
        until(lambda file=file: file.exists() and _seconds(file) > 0.1)  # type: ignore[misc]
        voice.close()
        lengths.append(_seconds(file))
    assert lengths[1] > 2 * lengths[0]


def _seconds(file: Path) -> float:
    try:
        with wave.open(str(file)) as wav:
            seconds = wav.getnframes() / wav.getframerate()
            return seconds if len(wav.readframes(wav.getnframes())) == 2 * wav.getnframes() else 0
    except (wave.Error, EOFError):
        return 0.0


def test_the_systems_own_voices(monkeypatch: pytest.MonkeyPatch) -> None:
    listing = [
        "Anna                de_DE    # Hallo! Ich heiße Anna.",
        "Carmit (Enhanced)   he_IL    # שלום",
        "Alex  en_US  # Hi",
    ]
    monkeypatch.setattr(speakers, "_output", lambda _: listing)
    mac = MacSay()
    assert set(mac.languages()) == {"de", "he", "en"}
    assert mac.command("he") == ["say", "-v", "Carmit (Enhanced)", "-f", "-"]
    monkeypatch.setattr(speakers, "_output", lambda _: ["de", "en"])
    windows = WindowsSpeech()
    assert set(windows.languages()) == {"de", "en"}
    assert "-eq 'de'" in windows.command("de")[-1]
