"""The server's HTTPS certificate, which is the user's own or is signed by our own authority for this computer's names."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fourth_seat.words import error_text

if TYPE_CHECKING:
    from fourth_seat.page.server.certificates import Authority


class Security:
    """The certificate that the server presents.

    Attributes:
        context: the TLS context, or None if there is no certificate.
        name: the name that the user's certificate is valid for; empty if all of this computer's names are valid.
        trust: the files that make phones trust our own authority, keyed by path.
    """

    def __init__(self, tls: Mapping[str, Any] | None, names: Iterable[str], trouble: Callable[[str], None]) -> None:
        """`tls` contains a certificate and its key, or the folder of our own authority; None disables HTTPS. `names` are
        this computer's names and addresses; `trouble` is called with the reason for a missing certificate.
        """
        self.context: ssl.SSLContext | None = None
        self.name: str = (tls or {}).get("name", "")
        self.trust: dict[str, bytes] = {}
        self._names = list(names)
        self._authority: Authority | None = None
        self._folder = Path()
        self._trouble = trouble
        if tls is None:
            return
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        if folder := tls.get("authority"):
            self._folder = Path(folder)
            loaded = self._sign(context)
        else:
            loaded = self._load(context, str(tls.get("certificate")), str(tls.get("key")))
        self.context = context if loaded else None
        if self._authority and self.context:
            self.trust = {
                "/trust/fourth-seat.crt": self._authority.der,
                "/trust/fourth-seat.mobileconfig": self._authority.profile,
            }

    def certifies(self, name: str) -> bool:
        """Return whether the certificate is valid for a name; our own certificate is renewed to include a new name."""
        if self._authority is None or self.context is None:
            return True
        if not self._authority.holds_for(name):
            return False
        if name not in self._names:
            self._names.append(name)
            return self._sign(self.context)
        return True

    def _sign(self, context: ssl.SSLContext) -> bool:
        """Make our own certificate for all names; return whether it is now in use."""
        try:
            from fourth_seat.page.server.certificates import authority, sign_server  # with a package that is optional
        except ImportError:
            self._trouble("the package cryptography is missing")
            return False
        try:
            self._authority = self._authority or authority(self._folder, socket.gethostname())
            certificate, key = sign_server(self._authority, self._folder, self._names)
        except OSError as error:
            self._trouble(f"{self._folder}: {error_text(error)}")
            return False
        return self._load(context, str(certificate), str(key))

    def _load(self, context: ssl.SSLContext, certificate: str, key: str) -> bool:
        try:
            context.load_cert_chain(certificate, key, password=lambda: "")  # there is nobody to issue one
        except OSError as error:
            self._trouble(f"{certificate}: {error_text(error)}")
            return False
        return True
