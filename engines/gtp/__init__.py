"""The engine process: GTP (Go Text Protocol) version 2 on standard input and output, for every game."""

from fourth_seat.engines.gtp.server import serve
from fourth_seat.engines.gtp.session import GtpSession

__all__ = ["GtpSession", "serve"]
