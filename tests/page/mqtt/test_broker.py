"""Publishing a game: addresses, passwords that nobody else sees, and encryption."""

from __future__ import annotations

import os
import ssl
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import psutil
import pytest

from fourth_seat.page.mqtt.broker import VARIABLE, BadBroker, Broker, environment_password, fits_topic, read_broker
from fourth_seat.page.mqtt.publisher import MqttPublisher
from fourth_seat.page.server.certificates import authority, sign_server
from fourth_seat.words import ENGLISH
from tests.page.mqtt.broker import Mosquitto, needs_mosquitto, until

ROOT = Path(__file__).resolve().parents[3]
SECRET = "pass wörd/#"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FOURTH_SEAT_HOME", str(tmp_path))
    monkeypatch.delenv(VARIABLE, raising=False)
    environment_password.cache_clear()
    return tmp_path


def test_addresses() -> None:
    assert read_broker("mqtt://broker.local") == Broker("broker.local", 1883)
    assert read_broker("mqtts://ann@broker.local/club/table%202/") == Broker(
        "broker.local", 8883, tls=True, user="ann", prefix="club/table 2"
    )
    assert read_broker("mqtt://[fe80::1]:99") == Broker("fe80::1", 99)
    assert read_broker(" 'ssl://ann@broker.local:1883' ") == Broker("broker.local", 1883, tls=True, user="ann")
    assert (read_broker("tls://broker.local").port, read_broker("tcp://broker.local").port) == (8883, 1883)


@pytest.mark.parametrize(
    "address",
    [
        "", "mqtt://", "broker.local", "http://broker.local", "http://broker.local:1883", "ws://broker.local:9001",
        "wss://broker.local:443", "mqtt://host:0", "mqtt://host:0x1", "mqtt://host:99999", "mqtt://host/a#b",
        "mqtt://host/a?b", "mqtt://host/%23", "mqtt://host/a/%2B", "mqtt://host/a//b", "mqtt://host/$SYS",
        "mqtt://host/%00", "mqtt://ho\x00st", "mqtt://[host", "mqtt://host/" + 201 * "a",
    ],
)  # fmt: skip
def test_addresses_that_cannot_be_meant_are_refused_in_a_sentence(address: str) -> None:
    with pytest.raises(BadBroker) as refused:
        read_broker(address)
    assert "\n" not in str(refused.value) and len(str(refused.value)) < 400


def test_topics_mean_themselves_alone() -> None:
    assert fits_topic("a/b") and fits_topic("שולחן")
    assert not any(map(fits_topic, ("", "/", "a/", "#", "a+b", "$a", "a\x00", "ש" * 101)))


def test_the_password_stands_where_nobody_else_reads_it(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for address in ("mqtt://ann:secret@broker.local", "mqtt://ann:12/secret@broker.local", "ssl://ann:sec#ret/@[::1]:8883"):
        with pytest.raises(BadBroker, match=VARIABLE) as refused:
            read_broker(address)
        assert "secret" not in str(refused.value) and "ret/" not in str(refused.value)
    settings = home / "settings.toml"
    settings.write_text('[mqtt]\npassword = "saved"\n')
    settings.chmod(0o644)
    with pytest.raises(BadBroker, match="chmod 600"):
        read_broker("mqtt://ann@broker.local")
    settings.chmod(0o600)
    assert read_broker("mqtt://ann@broker.local").password == "saved"
    monkeypatch.setenv(VARIABLE, SECRET)
    environment_password.cache_clear()
    broker = read_broker("mqtt://ann@broker.local")
    assert broker.password == SECRET
    assert SECRET not in repr(broker)
    assert VARIABLE not in os.environ  # no engine inherits it


@needs_mosquitto
def test_a_broker_that_asks_for_a_password(home: Path) -> None:
    users = home / "users"
    subprocess.run(("mosquitto_passwd", "-b", "-c", str(users), "ann", SECRET), check=True)
    running = Mosquitto(home, f"password_file {users}")
    with closing(MqttPublisher(Broker("127.0.0.1", running.port, user="ann", password="wrong"), ENGLISH)) as publisher:
        until(lambda: publisher.trouble is not None, publisher.step)
        assert "does not accept this name and password" in str(publisher.trouble)
    with subprocess.Popen(
        (sys.executable, "companion.py", "play", "kalah", "--terminal", "--seats", "human,human", "--mqtt",
         f"mqtt://ann@127.0.0.1:{running.port}"),
        cwd=ROOT,
        env={**os.environ, VARIABLE: SECRET},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        try:
            until(lambda: b"as fourth-seat-" in running.log.read_bytes())
            family = psutil.Process(process.pid).children(recursive=True)
            assert any("fourth_seat.page.mqtt" in child.cmdline() for child in family)
            assert not any(SECRET in " ".join(child.cmdline()) for child in (psutil.Process(process.pid), *family))
            assert not any(VARIABLE in child.environ() for child in family)
            out, err = process.communicate(b"quit\n", timeout=30)
        finally:
            process.kill()
    records = b"".join(path.read_bytes() for path in (home / "records").rglob("*") if path.is_file())
    assert records
    assert not any(SECRET.encode() in text for text in (out, err, records))
    running.kill()


@needs_mosquitto
def test_an_encrypted_broker_must_be_one_that_is_trusted(home: Path) -> None:
    signer = authority(home, "table")
    certificate, key = sign_server(signer, home, ["127.0.0.1"])
    trusted = home / "ca.pem"

    trusted.write_text(ssl.DER_cert_to_PEM_cert(signer.der))
    running = Mosquitto(home, f"certfile {certificate}", f"keyfile {key}")
    with closing(MqttPublisher(Broker("127.0.0.1", running.port, tls=True, ca=str(trusted)), ENGLISH)) as publisher:
        until(lambda: publisher.here, publisher.step)
    with closing(MqttPublisher(Broker("127.0.0.1", running.port, tls=True), ENGLISH)) as publisher:
        until(lambda: publisher.trouble is not None, publisher.step)
        assert "certificate" in str(publisher.trouble).lower()
    running.kill()
