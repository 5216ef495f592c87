"""HTTPS: our own authority, the names for which it is valid, and how a guest continues from HTTP."""

from __future__ import annotations

import ipaddress
import plistlib
import socket
import ssl
import subprocess
from pathlib import Path

import aiohttp
import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding

from fourth_seat.boundary.marks import OWN
from fourth_seat.page.private import is_private
from fourth_seat.page.server.certificates import authority, sign_server
from fourth_seat.page.server.files import page_files
from fourth_seat.page.server.own_names import OwnNames
from tests.page.server.running import HERE, RunningServer, Visitor, refuses, run


def trusting(folder: Path) -> ssl.SSLContext:
    """Return a browser that trusts the authority, and nothing else."""
    return ssl.create_default_context(cafile=str(folder / "authority.crt"))


def speak(server: RunningServer, context: ssl.SSLContext) -> str | None:
    """Return the version of TLS that is agreed upon."""
    with (
        socket.create_connection((HERE, server.secure_port), 10) as link,
        context.wrap_socket(link, server_hostname=HERE) as secure,
    ):
        return secure.version()


def test_who_trusts_the_authority_trusts_the_server(tmp_path: Path) -> None:
    with RunningServer(tls={"authority": str(tmp_path), "port": 0}) as server:
        assert speak(server, trusting(tmp_path)) == "TLSv1.3"
        with pytest.raises(ssl.SSLCertVerificationError):
            speak(server, ssl.create_default_context())
        old = trusting(tmp_path)
        with pytest.warns(DeprecationWarning):
            old.minimum_version, old.maximum_version = ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1
        with pytest.raises((ssl.SSLError, ConnectionError)):
            speak(server, old)
    for name in ("authority.key", "server.key"):
        assert (tmp_path / name).stat().st_mode & 0o077 == 0


def test_the_authority_is_kept_and_damage_is_mended(tmp_path: Path) -> None:
    first = authority(tmp_path, "kitchen")
    assert authority(tmp_path, "kitchen").der == first.der
    (tmp_path / "authority.key").write_bytes(b"nonsense")
    assert authority(tmp_path, "kitchen").der != first.der


def test_each_certificate_is_good_for_one_use(tmp_path: Path) -> None:
    signer = authority(tmp_path, "kitchen")
    server = x509.load_pem_x509_certificate(sign_server(signer, tmp_path, [])[0].read_bytes())
    for certificate, uses in (
        (signer.certificate, ["key_cert_sign", "crl_sign"]),
        (server, ["digital_signature"]),
    ):
        usage = certificate.extensions.get_extension_for_class(x509.KeyUsage).value
        every = ("digital_signature", "content_commitment", "key_encipherment", "data_encipherment", "key_agreement")
        assert [use for use in (*every, "key_cert_sign", "crl_sign") if getattr(usage, use)] == uses


def test_its_folder_is_made_and_marked_as_ours(tmp_path: Path) -> None:
    folder = tmp_path / "data" / "https"
    authority(folder, "kitchen")
    assert OWN.is_on(folder) and OWN.is_on(folder.parent) and not OWN.is_on(tmp_path)


@pytest.mark.parametrize(("address", "good"), [("192.168.1.5", True), ("fd00::5", True), ("93.184.216.34", False)])
def test_it_holds_for_private_addresses_alone(tmp_path: Path, address: str, good: bool) -> None:
    """Certificates that a thief of the key might sign, as judged by OpenSSL."""
    signer = authority(tmp_path, "kitchen")
    certificate, _ = sign_server(signer, tmp_path, [address])
    names = x509.load_pem_x509_certificate(certificate.read_bytes()).extensions.get_extension_for_class(
        x509.SubjectAlternativeName
    )
    assert (address in [str(name) for name in names.value.get_values_for_type(x509.IPAddress)]) == good
    if not good:
        return
    with_names = ("openssl", "verify", "-CAfile", str(tmp_path / "authority.crt"), "-verify_ip", address, str(certificate))
    assert subprocess.run(with_names, capture_output=True, check=False).returncode == 0


def test_a_stolen_key_signs_nothing_in_the_internet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    signer = authority(tmp_path, "kitchen")
    monkeypatch.setattr("fourth_seat.page.server.certificates.Authority.holds_for", lambda *_: True)
    certificate, _ = sign_server(signer, tmp_path, ["93.184.216.34"])
    command = ("openssl", "verify", "-CAfile", str(tmp_path / "authority.crt"), str(certificate))
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "permitted subtree violation" in done.stderr


def test_a_guest_goes_on_over_https(tmp_path: Path) -> None:
    async def test() -> None:
        with RunningServer(tls={"authority": str(tmp_path), "port": 0}) as server:
            secure = f"https://{HERE}:{server.secure_port}"
            async with (
                Visitor(server.base) as anna,
                Visitor(server.base) as stranger,
                Visitor(secure, ssl=trusting(tmp_path)) as again,
            ):
                assert refuses(await anna.get("/trust/fourth-seat.crt"), 404)
                await anna.enter(server, 2)
                guest = (await server.receive("joined"))["guest"]
                hello = await anna.has("hello", trust=True, secure_port=server.secure_port)
                status, certificate = await anna.get("/trust/fourth-seat.crt")
                assert status == 200
                assert (
                    x509.load_der_x509_certificate(certificate).public_bytes(Encoding.PEM)
                    == (tmp_path / "authority.crt").read_bytes()
                )
                profile = plistlib.loads((await anna.get("/trust/fourth-seat.mobileconfig"))[1])
                assert profile["PayloadContent"][0]["PayloadContent"] == certificate
                await anna.say(type="secure")
                link = (await anna.has("secure"))["link"]
                base, _, token = link.partition("/#")
                assert base == secure
                assert await again.join(token, Origin=server.base) == 403
                assert await again.join(token) == 204
                (cookie,) = again.session.cookie_jar
                assert cookie.key == f"__Host-seat-{server.secure_port}"
                assert cookie["secure"]
                await again.open()
                assert (await again.has("hello"))["guest"] == hello["guest"] == guest
                assert (await again.get("/"))[1] == page_files().page.body
                assert await anna.get("/") == await stranger.get("/")  # its key has been replaced
                assert await again.join(token) == 403
                with pytest.raises(aiohttp.WSServerHandshakeError):
                    await again.session.ws_connect(secure + "/ws", headers={"Origin": server.base})

    run(test)


def test_the_certificate_is_good_for_every_address_that_is_offered(tmp_path: Path) -> None:
    every = ["192.168.1.5", "10.0.0.9", "192.0.2.2", "198.18.0.7", "fd00::2", "100.64.0.1", "8.8.8.8", "2003:e1:af::5"]
    signer = authority(tmp_path, "kitchen")
    certificate, _ = sign_server(signer, tmp_path, every)
    for address in every:
        command = ("openssl", "verify", "-CAfile", tmp_path / "authority.crt", "-verify_ip", address, certificate)
        good = subprocess.run(command, capture_output=True, check=False).returncode == 0
        assert good == is_private(ipaddress.ip_address(address)) == signer.holds_for(address), address


def test_an_authority_of_an_earlier_edition_signs_what_it_holds_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One address too many would make the whole certificate worthless."""
    with monkeypatch.context() as earlier:
        earlier.setattr("fourth_seat.page.server.certificates.NETWORKS", (ipaddress.ip_network("192.168.0.0/16"),))
        signer = authority(tmp_path, "kitchen")
    certificate, _ = sign_server(authority(tmp_path, "kitchen"), tmp_path, ["192.0.2.2", "192.168.1.5", "pi.local", "pi"])
    assert authority(tmp_path, "kitchen").der == signer.der
    for option, name in (("-verify_ip", "192.168.1.5"), ("-verify_hostname", "pi.local")):
        command = ("openssl", "verify", "-CAfile", tmp_path / "authority.crt", option, name, certificate)
        assert subprocess.run(command, capture_output=True, check=False).returncode == 0


@pytest.mark.parametrize("host", ["127.0.0.2", f"{OwnNames(socket.gethostname()).known[0].partition('.')[0]}"])
def test_an_address_that_the_computer_has_only_now_is_certified_for_whom_it_leads_to_https(
    tmp_path: Path, host: str
) -> None:
    """Nobody certifies a name without a domain: the link contains the address instead."""

    async def test() -> None:
        with RunningServer(tls={"authority": str(tmp_path), "port": 0}) as server:
            context = trusting(tmp_path)
            address = "127.0.0.2"
            async with Visitor(f"http://{address}:{server.port}") as anna:
                anna.origin = f"http://{host}:{server.port}"
                token = server.invite(1)
                headers = {"Host": f"{host}:{server.port}", "Origin": anna.origin}
                async with anna.session.post(
                    f"{anna.base}/join", json={"token": token, "language": "en"}, headers=headers
                ) as answer:
                    (cookie,) = answer.cookies.values()
                headers["Cookie"] = f"{cookie.key}={cookie.value}"
                async with anna.session.ws_connect(f"{anna.base}/ws", headers=headers) as page:
                    await page.send_json({"type": "secure"})
                    while (message := await page.receive_json())["type"] != "secure":
                        pass
            base, _, token = message["link"].partition("/#")
            assert base == f"https://{address}:{server.secure_port}"
            async with Visitor(base, ssl=context) as again:
                assert await again.join(token) == 204

    run(test)


def test_a_certificate_of_the_users_own(tmp_path: Path) -> None:
    certificate, key = sign_server(authority(tmp_path, "kitchen"), tmp_path, [HERE])
    with RunningServer(tls={"certificate": str(certificate), "key": str(key), "port": 0}) as server:
        assert speak(server, trusting(tmp_path)) == "TLSv1.3"
