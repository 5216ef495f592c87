"""Text streams that may begin with a byte order mark.

PowerShell and Windows editors write one at the start of their output, in UTF-8 or UTF-16. Without a mark, the stream is
read in the expected encoding.
"""

from __future__ import annotations

import codecs
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

MARKS = {codecs.BOM_UTF8: "utf-8", codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
WIDE = ("utf-16-le", "utf-16-be")
LOOKED_AT_BYTES = 4  # of a stream: its mark and the beginning of its text
PREFIX = "marked_"
"""Prefix of the names of encodings for streams that may have a mark; available once `register` has been called."""


def encoding_of(data: bytes) -> tuple[str, int] | None:
    """Return the encoding and length of the mark at the start of these bytes, or None if there is no mark."""
    return next(((encoding, len(mark)) for mark, encoding in MARKS.items() if data.startswith(mark)), None)


class MarkedDecoder(codecs.IncrementalDecoder):
    """Incremental decoder that returns no text until the first bytes show whether there is a mark."""

    def __init__(self, errors: str = "replace", unmarked: str = "utf-8") -> None:
        super().__init__(errors)
        self._unmarked = unmarked
        self._begun = b""
        self._decoder: codecs.IncrementalDecoder | None = None

    def decode(self, data: ReadableBuffer, final: bool = False) -> str:
        """Decode the next block."""
        if self._decoder is None:
            self._begun += bytes(data)
            marked = encoding_of(self._begun)
            undecided = marked or any(mark.startswith(self._begun) for mark in MARKS)
            if undecided and not final and len(self._begun) < LOOKED_AT_BYTES:
                return ""
            encoding, length = marked or (self._unmarked, 0)
            if encoding in WIDE and not self._begun[length:LOOKED_AT_BYTES].decode(encoding, "replace").isascii():
                encoding, length = self._unmarked, 0  # bytes that are not text: typed input here begins in ASCII
            self._decoder = codecs.getincrementaldecoder(encoding)(self.errors)
            data, self._begun = self._begun[length:], b""
        return self._decoder.decode(data, final)

    def getstate(self) -> tuple[bytes, int]:
        """Return the bytes not yet decoded, as required by Python's file objects."""
        return self._decoder.getstate() if self._decoder else (self._begun, 0)


def register() -> None:
    """Register the encodings whose names begin with `PREFIX`, so that text streams can use them."""
    codecs.register(_codec)


def _codec(name: str) -> codecs.CodecInfo | None:
    if not name.startswith(PREFIX):
        return None
    try:
        plain = codecs.lookup(name.removeprefix(PREFIX))
    except LookupError:
        return None

    class Decoder(MarkedDecoder):
        def __init__(self, errors: str = "strict") -> None:
            super().__init__(errors, plain.name)

    return codecs.CodecInfo(plain.encode, plain.decode, name=name, incrementaldecoder=Decoder)
