"""QR codes for links, as rows of dark and light modules."""

from __future__ import annotations


def qr_code(text: str) -> list[list[bool]]:
    """Return the modules of a QR code (ISO/IEC 18004, error correction M), with True for dark, without the quiet zone."""
    import segno  # only when somebody is invited

    return [[bool(square) for square in row] for row in segno.make(text, error="m", micro=False).matrix]
