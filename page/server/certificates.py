"""Our own certificate authority, and the certificates that it signs so that browsers in the room trust this computer.

The authority is stored in the data folder, with its key readable only by this user. It is valid only for private addresses
and `.local` names, so a phone that trusts it does not trust it for anything on the internet. The package `cryptography` is
optional.
"""

from __future__ import annotations

import ipaddress
import plistlib
import uuid
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from fourth_seat.boundary.files import read_bytes, replaced_file
from fourth_seat.boundary.marks import OWN
from fourth_seat.page.private import NETWORKS

MAX_BYTES = 20_000  # of a file with a key or a certificate
AUTHORITY_DAYS, SERVER_DAYS = 3650, 365  # Apple's systems refuse those of servers that are valid for longer than 825
LEFT_DAYS = 30  # an authority that expires before that is replaced
EARLIER = timedelta(days=1)  # clocks of phones may be slow
LOCAL_NAMES = ("local", "localhost")
IDENTIFIER = "io.github.fourth-seat.authority"  # of the profile for Apple's systems


@dataclass(frozen=True)
class Authority:
    """The authority that signs server certificates."""

    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey

    def holds_for(self, name: str) -> bool:
        """Return whether the authority may sign a certificate for a name or address. An authority created by an earlier
        version is valid for that version's networks.
        """
        trees = self.certificate.extensions.get_extension_for_class(x509.NameConstraints).value.permitted_subtrees or []
        with suppress(ValueError):
            address = ipaddress.ip_address(name)
            networks = (ipaddress.ip_network(tree.value) for tree in trees if isinstance(tree, x509.IPAddress))
            return any(address in network for network in networks)
        ends = [tree.value for tree in trees if isinstance(tree, x509.DNSName)]
        return any(name == end or name.endswith(f".{end}") for end in ends)

    @property
    def der(self) -> bytes:
        """The certificate in DER format (`.crt`), for Android and others."""
        return self.certificate.public_bytes(Encoding.DER)

    @property
    def profile(self) -> bytes:
        """The certificate as a configuration profile (`.mobileconfig`), for iOS and macOS."""
        number = self.certificate.fingerprint(hashes.SHA256())[:16]
        name = _common_name(self.certificate)
        own, whole = (str(uuid.uuid5(uuid.UUID(bytes=number), part)).upper() for part in ("certificate", "profile"))
        certificate = {
            "PayloadType": "com.apple.security.root",
            "PayloadVersion": 1,
            "PayloadIdentifier": f"{IDENTIFIER}.{own}",
            "PayloadUUID": own,
            "PayloadDisplayName": name,
            "PayloadContent": self.der,
        }
        profile = {
            "PayloadType": "Configuration",
            "PayloadVersion": 1,
            "PayloadIdentifier": IDENTIFIER,
            "PayloadUUID": whole,
            "PayloadDisplayName": name,
            "PayloadContent": [certificate],
        }
        return plistlib.dumps(profile)


def authority(folder: Path, computer: str) -> Authority:
    """Load the authority from a folder, or create a new one if there is none or it is about to expire.

    Raises:
        OSError: the authority can be neither read nor written.
    """
    with suppress(OSError, ValueError):
        found = x509.load_pem_x509_certificate(read_bytes(folder / "authority.crt", MAX_BYTES))
        key = load_pem_private_key(read_bytes(folder / "authority.key", MAX_BYTES), None)
        good = found.not_valid_after_utc > datetime.now(UTC) + timedelta(days=SERVER_DAYS + LEFT_DAYS)
        if good and isinstance(key, ec.EllipticCurvePrivateKey) and key.public_key() == found.public_key():
            return Authority(found, key)
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"Fourth Seat, {computer}"[:64])])
    trees = [*map(x509.IPAddress, NETWORKS), *map(x509.DNSName, LOCAL_NAMES)]
    made = (
        _begun(name, name, key.public_key(), AUTHORITY_DAYS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs_certificates=True), critical=True)
        .add_extension(x509.NameConstraints(permitted_subtrees=trees, excluded_subtrees=None), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
    OWN.make(folder, above=1)
    _write(folder / "authority.key", key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    _write(folder / "authority.crt", made.public_bytes(Encoding.PEM))
    return Authority(made, key)


def sign_server(signer: Authority, folder: Path, names: Iterable[str]) -> tuple[Path, Path]:
    """Write a new server certificate for these names and addresses, and its key; return both files.

    Names and addresses that the authority is not valid for are omitted.

    Raises:
        OSError: the files cannot be written.
    """
    key = ec.generate_private_key(ec.SECP256R1())
    every = dict.fromkeys([*names, "127.0.0.1", "::1", "localhost"])
    own = x509.SubjectAlternativeName([_general(name) for name in every if signer.holds_for(name)])
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Fourth Seat at the table")])
    signed = (
        _begun(subject, signer.certificate.subject, key.public_key(), SERVER_DAYS)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs_certificates=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(own, critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.key.public_key()), critical=False)
        .sign(signer.key, hashes.SHA256())
    )
    _write(folder / "server.key", key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    _write(folder / "server.crt", signed.public_bytes(Encoding.PEM))
    return folder / "server.crt", folder / "server.key"


def _general(name: str) -> x509.IPAddress | x509.DNSName:
    """Return a name or address in the form that certificates use."""
    with suppress(ValueError):
        return x509.IPAddress(ipaddress.ip_address(name))
    return x509.DNSName(name)


def _begun(subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey, days: int) -> x509.CertificateBuilder:
    now = datetime.now(UTC)
    builder = x509.CertificateBuilder().subject_name(subject).issuer_name(issuer).public_key(key)
    builder = builder.serial_number(x509.random_serial_number())
    return builder.not_valid_before(now - EARLIER).not_valid_after(now + timedelta(days=days))


def _usage(*, signs_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        encipher_only=False,
        decipher_only=False,
    )


def _write(path: Path, data: bytes) -> None:
    """Write a file that only this user can read."""
    with replaced_file(path) as file:
        file.write(data)


def _common_name(certificate: x509.Certificate) -> str:
    return str(certificate.subject.get_attributes_for_oid(NameOID.COMMON_NAME)[0].value)
