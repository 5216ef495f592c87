"""Speech programs: espeak-ng, and the built-in voices of Windows and macOS. Each reads text from standard input."""

from __future__ import annotations

import re
import sys
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Protocol

from fourth_seat.processes.output import output_of
from fourth_seat.processes.start import find_program
from fourth_seat.words import FourthSeatError, say

LISTING_TIMEOUT_S = 5.0  # that a program may take to list its voices
POWERSHELL = """
$ErrorActionPreference = 'Stop'
[Console]::InputEncoding = [Text.Encoding]::UTF8
Add-Type -AssemblyName System.Speech
$speaker = New-Object System.Speech.Synthesis.SpeechSynthesizer
"""
LIST_VOICES = "$speaker.GetInstalledVoices() | ForEach-Object { $_.VoiceInfo.Culture.TwoLetterISOLanguageName }"
SPEAK = """
$voice = $speaker.GetInstalledVoices() |
    Where-Object { $_.VoiceInfo.Culture.TwoLetterISOLanguageName -eq 'LANGUAGE' } | Select-Object -First 1
if ($voice) { $speaker.SelectVoice($voice.VoiceInfo.Name) }
$speaker.Speak([Console]::In.ReadToEnd())
"""


class NoVoice(FourthSeatError, OSError):
    """No speech program is installed."""


class Speaker(Protocol):
    """A speech program.

    Attributes:
        no_sound: the beginning of the last line that the program prints if it exits successfully without finding a sound
            device; empty if it fails in that case.
    """

    @property
    def no_sound(self) -> str: ...

    def languages(self) -> Collection[str]:
        """Return the languages for which it has voices, as two-letter codes. This may take a second. Raises `ProgramFailed`
        if the program fails.
        """

    def command(self, language: str) -> list[str]:
        """Return a command that reads UTF-8 text from standard input, speaks it and exits."""


@dataclass(frozen=True, slots=True)
class EspeakNg:
    """espeak-ng; `options` are additional options, such as `-w FILE` to write to a file."""

    program: str = "espeak-ng"
    options: tuple[str, ...] = ("-s", "150")  # words a minute: slower than its own 175, to be followed by hand
    no_sound: str = "error:"

    def languages(self) -> Collection[str]:
        lines = _output([self.program, "--voices"])[1:]
        return {line.split()[1].partition("-")[0] for line in lines if len(line.split()) > 1}

    def command(self, language: str) -> list[str]:
        return [self.program, "-v", language, "-b", "1", *self.options, "--stdin"]


@dataclass(slots=True)
class MacSay:
    """The `say` program on macOS, using the first voice listed for each language."""

    program: str = "say"
    no_sound: str = ""
    _voices: dict[str, str] = field(default_factory=dict)

    def languages(self) -> Collection[str]:
        # Lines such as `Anna                de_DE    # Hallo! Ich heiße Anna.`
        found = re.findall(r"^(.+?)\s+([a-z]{2,3})[_-]\w+\s+#", "\n".join(_output([self.program, "-v", "?"])), re.MULTILINE)
        self._voices = {language: name for name, language in reversed(found)}
        return self._voices

    def command(self, language: str) -> list[str]:
        voice = ["-v", self._voices[language]] if language in self._voices else []
        return [self.program, *voice, "-f", "-"]


@dataclass(frozen=True, slots=True)
class WindowsSpeech:
    """System.Speech on Windows, used through PowerShell, which comes with Windows."""

    program: str = "powershell"
    no_sound: str = ""

    def languages(self) -> Collection[str]:
        return {line.strip() for line in _output(self._running(LIST_VOICES))}

    def command(self, language: str) -> list[str]:
        return self._running(SPEAK.replace("LANGUAGE", language))

    def _running(self, script: str) -> list[str]:
        return [self.program, "-NoProfile", "-NonInteractive", "-Command", POWERSHELL + script]


def find_speaker() -> Speaker:
    """Find this computer's speech program.

    Raises:
        NoVoice: there is none.
    """
    if find_program("espeak-ng"):
        return EspeakNg()
    if sys.platform == "win32" and find_program("powershell"):
        return WindowsSpeech()
    if sys.platform == "darwin" and find_program("say"):
        return MacSay()
    raise NoVoice(
        say("there is no speech program on this computer: install espeak-ng (on Debian: sudo apt install espeak-ng)")
    )


def _output(command: list[str]) -> list[str]:
    return output_of(command, LISTING_TIMEOUT_S)
