"""Streams with a byte order mark and without, however they are cut into blocks."""

from __future__ import annotations

import io
import subprocess
import sys

import pytest

from fourth_seat.boundary.marked_text import MarkedDecoder
from fourth_seat.processes.standard_input import lines_of
from tests.house.structure import ROOT

TEXT = "4\r\nname Zoë, נועה\n"
ENCODED = {
    "plain": TEXT.encode(),
    "utf-8": b"\xef\xbb\xbf" + TEXT.encode(),
    "utf-16-le": b"\xff\xfe" + TEXT.encode("utf-16-le"),
    "utf-16-be": b"\xfe\xff" + TEXT.encode("utf-16-be"),
}


@pytest.mark.parametrize("encoding", ENCODED)
@pytest.mark.parametrize("size", [1, 2, 3, 7, 100])
def test_a_mark_says_how_a_stream_is_read(encoding: str, size: int) -> None:
    data, decoder = ENCODED[encoding], MarkedDecoder()
    blocks = [data[at : at + size] for at in range(0, len(data), size)]
    assert "".join(map(decoder.decode, blocks)) + decoder.decode(b"", final=True) == TEXT


@pytest.mark.parametrize("encoding", ENCODED)
def test_lines_of_a_stream(encoding: str) -> None:
    assert [line.strip() for line in lines_of(io.BytesIO(ENCODED[encoding]))] == TEXT.splitlines()


def test_a_line_comes_as_soon_as_it_is_there() -> None:
    for data in ENCODED.values():
        assert MarkedDecoder().decode(data) == TEXT
    assert MarkedDecoder().decode(b"4\n") == "4\n"


@pytest.mark.parametrize(
    "data", [b"", b"\xef", b"\xef\xbb\xbf", b"\xff\xfe", b"\xff", b"\xff\xfe\x80\n4\n", b"\xfe\xff\xff\xff4"]
)
def test_bytes_that_are_no_text_end_nothing(data: bytes) -> None:
    decoder = MarkedDecoder()
    text = decoder.decode(data) + decoder.decode(b"", final=True)
    assert "4" in text or b"4" not in data
    assert "\ufeff" not in text


@pytest.mark.parametrize("encoding", ENCODED)
def test_standard_input_is_read_by_its_mark(encoding: str) -> None:
    code = (
        "import sys; from fourth_seat.boundary.streams import prepare_standard_streams; prepare_standard_streams(); "
        "print([line.strip() for line in sys.stdin] == ['4', 'name Zo\\xeb, \\u05e0\\u05d5\\u05e2\\u05d4'])"
    )
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", code], input=ENCODED[encoding], capture_output=True, check=True, cwd=ROOT
    )
    assert done.stdout.strip() == b"True"
