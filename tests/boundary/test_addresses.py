"""Addresses with logins of any characters: no secret is shown, and ambiguous ones are not guessed."""

from __future__ import annotations

from urllib.parse import quote

import pytest

from fourth_seat.boundary.addresses import (
    Address,
    Login,
    NoAddress,
    UnclearLogin,
    bare,
    join_login,
    masked,
    read_address,
    shown,
    split_login,
)

SECRETS = (
    "geheim",
    "ge/heim",
    "ge#heim",
    "ge?heim",
    "ge]heim",
    "ge[heim",
    "ge@heim",
    "ge heim",
    "geh:eim",
    "gehéim",
    "12/34",
    "%zz/",
)


@pytest.mark.parametrize("secret", SECRETS)
@pytest.mark.parametrize("host", ["127.0.0.1", "[fe80::1]", "192.168.1.20:8080"])
def test_a_login_is_everything_before_the_host(secret: str, host: str) -> None:
    for written in (secret, quote(secret, safe="")):
        text = f"http://ann:{written}@{host}/video?channel=1"
        rest, login = split_login(text)
        assert (rest, login) == (f"http://{host}/video?channel=1", Login("ann", secret))
        assert login and split_login(join_login(rest, login)) == (rest, login)
        assert shown(text) == f"http://{host}/video?…"


@pytest.mark.parametrize(
    "text",
    ["http://ann:12/34@cam/video", "http://cam/video?user=ann@home", "http://ann:secret@cam/video@home", "mqtt://a/b@c"],
)
def test_what_may_be_read_in_two_ways_is_not_guessed(text: str) -> None:
    with pytest.raises(UnclearLogin):
        read_address(text)
    assert shown(text).startswith(text.partition("://")[0] + "://…@")
    assert shown(shown(text)) == shown(text)


def test_an_ip_address_is_no_part_of_a_login_or_a_path() -> None:
    camera = read_address("http://192.168.1.10:88/cgi?usr=admin&pwd=p@ss")
    assert camera == Address("http", "192.168.1.10", 88, "/cgi?usr=admin&pwd=p@ss")
    assert shown(str(camera)) == "http://192.168.1.10:88/cgi?…"


@pytest.mark.parametrize(
    "text",
    ["", "0", "film.mp4", "http://", "http://ann:secret", "http://[cam", "http://cam:80a/", "http://cam:99999",
     "http://ca m/", "http://ann:secret@", "http://ann:secret@:80/", "ann:secret@cam", "http:/ann:secret@cam",
     "//ann:secret@cam"],
)  # fmt: skip
def test_what_is_no_address_is_refused_and_shown_without_a_secret(text: str) -> None:
    with pytest.raises(NoAddress):
        read_address(text)
    assert "secret" not in shown(text) and "ann" not in shown(text)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("/dev/serial/by-path/pci-0000:00:14.0", "/dev/serial/by-path/pci-0000:00:14.0"),
        ("adalight:///dev/serial/by-path/pci-0000:00:14.0", "adalight:///dev/serial/by-path/pci-0000:00:14.0"),
        ("game@home.mp4", "game@home.mp4"),
        ("http://cam/?", "http://cam/?"),
        ("http://192.168.1.20:8737/#TOKEN", "http://192.168.1.20:8737/#…"),
        ("adalight://socket://ann:secret@lamp:1", "adalight://socket://lamp:1"),
    ],
)
def test_what_is_shown_says_where(text: str, wanted: str) -> None:
    assert shown(text) == wanted


def test_a_sentence_that_quotes_addresses_is_masked() -> None:
    said = masked("unrecognized arguments: http://ann:se cret@cam/video?pwd=secret ann:secret@cam")
    assert "secret" not in said and "cret" not in said and said.startswith("unrecognized arguments:")
    assert masked("argument --mqtt: expected one argument") == "argument --mqtt: expected one argument"
    assert masked("“http://cam:8737/#TOKEN” is not a link") == "“http://cam:8737/#…” is not a link"


def test_blanks_and_quotation_marks_around_are_no_part() -> None:
    assert {bare(text) for text in (" a ", "'a'", '"a"', "“a”", "„a“", "<a>", ' "a " ')} == {"a"}
    assert (bare("'"), bare("'a"), bare("")) == ("'", "'a", "")
