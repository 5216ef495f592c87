"""The supported formats and sizes of picture files, and advice on unsupported ones. Does not import OpenCV."""

from __future__ import annotations

from fourth_seat.words import say

PHOTO_PREFIX = "photo:"  # before the name of a file, as a source: it is read as a picture whatever its name
PICTURE_SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff", ".avif"})
VIDEO_SUFFIXES = frozenset({".mp4", ".m4v", ".mov", ".avi", ".mkv", ".webm", ".mpg", ".mpeg", ".3gp"})  # the usual ones
RECORDING_SUFFIX = ".zip"  # of the last seconds before somebody recorded a problem
PICTURE_FORMATS = ("JPEG", "PNG", "BMP", "WEBP", "TIFF", "AVIF")  # as Pillow names them
FRAME_FORMATS = ("JPEG", "PNG")  # of a camera

HEIC_SUFFIXES = frozenset({".heic", ".heif", ".hif"})
NO_HEIC = say(
    "a HEIC picture can't be read: save it as JPEG, or set the phone to take JPEGs (iPhone: "
    "Settings > Camera > Formats > Most Compatible)"
)
AVIF_BRANDS = frozenset({b"avif", b"avis"})  # AV1 Image File Format, 1.1
HEIC_BRANDS = frozenset({b"heic", b"heix", b"hevc", b"hevx", b"heim", b"heis", b"mif1", b"msf1"})  # ISO 23008-12
MAX_BRANDS_BYTES = 256  # of the list of brands that a file is compatible with
MAX_SIDE = 1 << 14  # pixels of a picture's width or height
MAX_PIXELS = 1 << 26  # of a whole picture, 67 million; phones make fewer, unless they are set to 108 or 200 million


def is_heic(data: bytes) -> bool:
    """Return whether a file that begins with these bytes is a HEIC picture, regardless of its name."""
    return bool(_brands(data) & HEIC_BRANDS) and not is_avif(data)


def is_avif(data: bytes) -> bool:
    """Return whether a file that begins with these bytes is an AVIF picture, regardless of its name."""
    return bool(_brands(data) & AVIF_BRANDS)


def _brands(data: bytes) -> set[bytes]:
    """Return the major and compatible brands of a file from its first box (ISO 14496-12)."""
    if data[4:8] != b"ftyp":
        return set()
    end = min(int.from_bytes(data[:4]), MAX_BRANDS_BYTES)
    return {data[8:12], *(data[at : at + 4] for at in range(16, end, 4))}


def is_fit_size(width: float, height: float) -> bool:
    """Return whether a picture of this width and height in pixels is within the limits."""
    return max(width, height) <= MAX_SIDE and width * height <= MAX_PIXELS
