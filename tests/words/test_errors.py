"""The reasons of the operating system are sentences of the catalogue."""

from __future__ import annotations

import errno
import os

import pytest

from fourth_seat.words import error_text
from fourth_seat.words.catalogue import Catalogue, languages
from fourth_seat.words.errors import REASONS

MET = (
    errno.EACCES, errno.EADDRINUSE, errno.EBUSY, errno.ECONNREFUSED, errno.EEXIST, errno.EHOSTUNREACH, errno.EIO,
    errno.EISDIR, errno.ENOENT, errno.ENOSPC, errno.ENOTDIR, errno.EPERM, errno.EROFS,
)  # fmt: skip


@pytest.mark.parametrize("number", MET, ids=lambda number: errno.errorcode[number])
def test_what_the_system_says_is_said_in_every_language(number: int) -> None:
    text = error_text(OSError(number, os.strerror(number)))
    assert str(text) == os.strerror(number)
    for language in sorted(set(languages()) - {"en"}):
        assert Catalogue(language).render(text) != str(text), language


def test_other_reasons_stay_as_they_are() -> None:
    assert str(error_text(OSError(1, "the printer is on fire"))) == "the printer is on fire"
    assert all(text.key == said for said, text in REASONS.items())
