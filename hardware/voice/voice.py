"""A voice that reads announcements aloud. A separate thread runs the speech program, so the game never waits."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from queue import SimpleQueue

from fourth_seat.hardware.current_sentences import CurrentSentences
from fourth_seat.hardware.voice.speakers import NoVoice, Speaker, find_speaker
from fourth_seat.processes.child import ChildProcess
from fourth_seat.processes.output import ProgramFailed, why_failed
from fourth_seat.table.protocols import Announcement, AnnouncementKind
from fourth_seat.words import ENGLISH, Catalogue, Text, error_text, say
from fourth_seat.words.direction import without_marks

POLL_PERIOD_S = 0.05  # between checks whether something newer is to be said
CLOSE_TIMEOUT_S = 1.0  # that `close` waits for the thread
SPEAKING_TIMEOUT_S, SPEAKING_S_PER_CHARACTER = 20.0, 0.25  # more than three times what the slowest voice takes
SAMPLE = say("This is the voice of Fourth Seat.")
SENTENCE_ENDINGS = ".!?:;"
NO_SOUND = say(
    "no sound can be played: no sound device was found (connect loudspeakers or headphones, or switch the voice off)"
)


class Voice:
    """A display (`table.protocols.Display`). A new sentence interrupts an older one that is still being spoken.

    Attributes:
        trouble: the reason why it does not speak, with the remedy; None if there is no problem.
    """

    def __init__(
        self, catalogue: Catalogue = ENGLISH, find: Callable[[], Speaker] = find_speaker, *, on: bool = True
    ) -> None:
        self._on = on
        self.trouble: Text | None = None
        self.catalogue = catalogue
        self._find = find
        self._speaker: Speaker | None = None
        self._languages: Sequence[str] = ()
        self._sentences = CurrentSentences()
        # Sentences with the number of their announcement; None for the end.
        self._waiting: SimpleQueue[tuple[int, tuple[Text, ...]] | None] = SimpleQueue()
        self._newest = 0  # sentences of an older announcement are no longer spoken
        self._ended = False
        self._thread: threading.Thread | None = None

    @property
    def on(self) -> bool:
        """Whether the voice reads announcements aloud."""
        return self._on

    @on.setter
    def on(self, on: bool) -> None:
        if self._on and not on:  # silent at once
            self._newest += 1
            self.trouble = None
        self._on = on

    def show(self, announcement: Announcement) -> None:
        """Speak an announcement; after a person's own move, only say what to do next. Returns immediately."""
        follows = self._sentences.add(announcement)
        texts = announcement.texts[1:] if announcement.kind is AnnouncementKind.MOVE else announcement.texts
        if self._on:
            self._announce(texts, after=follows)

    def say(self, texts: Sequence[Text]) -> None:
        """Speak sentences in place of the current ones, even if the voice is off. Returns immediately."""
        self._announce(texts, after=False)

    def try_out(self) -> None:
        """Speak a sample sentence, even if the voice is off."""
        self.say((SAMPLE,))

    def close(self) -> None:
        """Stop speaking immediately. Safe to call twice."""
        self._ended = True
        self._waiting.put(None)
        if self._thread:
            self._thread.join(CLOSE_TIMEOUT_S)

    def _announce(self, texts: Sequence[Text], *, after: bool) -> None:
        if not after:
            self._newest += 1
        self._waiting.put((self._newest, tuple(texts)))
        if self._thread is None and not self._ended:
            # A daemon: a program that hangs must not keep this one from ending.
            self._thread = threading.Thread(target=self._run, name="voice", daemon=True)
            self._thread.start()

    # -- the thread --------------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        for number, texts in iter(self._waiting.get, None):
            try:
                if number == self._newest and not self._ended:
                    self._speak(number, texts)
            except NoVoice as error:
                self.trouble = error.text
            except OSError as error:
                self.trouble = say("the voice has failed: {reason}", reason=error_text(error))

    def _speak(self, number: int, texts: Sequence[Text]) -> None:
        if self._speaker is None:
            found = self._find()
            self._languages = tuple(found.languages())
            self._speaker = found
        # A language without a voice is spoken in English, which each of these programs has.
        catalogue = self.catalogue if self.catalogue.language in self._languages else ENGLISH
        sentences = [without_marks(catalogue.render(text)) for text in texts]
        utterance = "\n".join(text if text.endswith(tuple(SENTENCE_ENDINGS)) else f"{text}." for text in sentences)
        ended = threading.Event()
        command = self._speaker.command(catalogue.language)
        child = ChildProcess(command, niceness=0, on_line=lambda _: None, on_end=lambda _: ended.set())
        child.send(utterance)
        child.end_input()
        try:
            if self._wait(ended, number, SPEAKING_TIMEOUT_S + SPEAKING_S_PER_CHARACTER * len(utterance)):
                self.trouble = self._heard(child, self._speaker)
        finally:
            child.close(0)

    def _wait(self, ended: threading.Event, number: int, seconds: float) -> bool:
        """Wait for the program to end; return False if something newer has to be said first.

        Raises:
            ProgramFailed: it takes longer than this many seconds.
        """
        last = time.monotonic() + seconds
        while not ended.wait(POLL_PERIOD_S):
            if time.monotonic() > last:
                raise ProgramFailed(say("it does not answer"))
            if number != self._newest or self._ended:
                return False
        return True

    @staticmethod
    def _heard(child: ChildProcess, speaker: Speaker) -> Text | None:
        """Return the failure of a program that has ended."""
        if status := child.wait():
            return say("the voice has failed: {reason}", reason=why_failed(child, status))
        last = child.last_errors().rpartition(" | ")[2]
        return NO_SOUND if speaker.no_sound and last.startswith(speaker.no_sound) else None
