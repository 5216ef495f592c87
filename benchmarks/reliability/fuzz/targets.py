"""All parsers that read what others wrote."""

from __future__ import annotations

from functools import cache

from benchmarks.reliability.fuzz import cameras, files, lines, pages, seeds, streams
from benchmarks.reliability.fuzz.inputs import Target

KEPT_FOLDER = seeds.DATA_FOLDER / "fuzz"  # with a folder for each target

TARGETS = {
    "record": Target(files.record, seeds.files_of("edition-1/records/*.jsonl"), 12, 16384),
    "settings": Target(files.settings, seeds.files_of("edition-1/home/settings.toml"), 12),
    "engines": Target(files.engines, seeds.lines_of("[engines]\npentobi = 'pentobi-gtp --level 3'\n"), 6),
    "calibration": Target(files.calibration, seeds.files_of("edition-1/home/*.toml"), 3),
    "moves-file": Target(
        files.file(".moves", "connect4", "blokus", "kalah", "backgammon", "tridice"),
        seeds.files_of("edition-1/exports/*.moves"), 30,
    ),
    "mat": Target(files.file(".mat", "backgammon"), seeds.match_seeds, 30),
    "game-file": Target(files.any_file, seeds.game_file_seeds, 20),
    "blksgf": Target(files.file(".blksgf", "blokus"), seeds.files_of("edition-1/exports/*.blksgf"), 30),
    "xgid": Target(files.position("backgammon"), seeds.xgid_seeds, 60, 400),
    "gnuid": Target(files.position("backgammon"), seeds.gnuid_seeds, 60, 200),
    "position": Target(files.position(), seeds.position_seeds, 40),
    "moves": Target(files.moves, seeds.move_seeds, 30, 400),
    "cells": Target(files.cells, seeds.for_games("c=5", "d2=red d3=-", "8=white:3 bar=2", "a20=blue"), 40, 400),
    "bundle": Target(files.bundle, seeds.bundle_seeds, 8, 40_960),
    "checkpoint": Target(files.checkpoint, seeds.checkpoint_seeds, 25),
    "pit-layout": Target(files.pit_layout, seeds.lines_of("[[[0, 0], [0.1, 0], [0, 0]], [[0, 0], [0, 0], [0, -0.3]]]"), 25),
    "translations": Target(
        files.translations,
        seeds.lines_of(
            '# Anna\nmsgid ""\nmsgstr ""\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n',
            '#: a.py\n#, fuzzy\nmsgctxt "theme"\nmsgid "dark {n}"\nmsgstr "sombre {n}"\n',
            'msgid "one seed"\nmsgid_plural "{n} seeds"\nmsgstr[0] "une graine"\nmsgstr[1] "{n} \\"graines\\""\n',
        ),
        60,
    ),
    "terminal": Target(lines.terminal, seeds.terminal_seeds, 8, 1000),
    "arguments": Target(lines.arguments, seeds.argument_seeds, 6, 400),
    "addresses": Target(lines.addresses, seeds.address_seeds, 90, 400),
    "gtp-requests": Target(streams.gtp_requests, seeds.gtp_seeds, 15, 2000),
    "gtp-answers": Target(
        streams.gtp_answers, seeds.lines_of("=1 4\n\n", "?1 no\n\n", "banner\n=1\n a\n\n", "progress 0.5 x\n= ok\n\n"), 90
    ),
    "engine-answers": Target(streams.engine_answers, seeds.value_seeds, 25),
    "camera": Target(cameras.camera_http, seeds.http_seeds, 30, 8192),
    "challenges": Target(
        cameras.challenges,
        seeds.lines_of(
            'Digest realm="a, b", qop="auth,auth-int", nonce="x\\"y", opaque="", algorithm=MD5-sess, Basic realm=z',
            'Digest realm="cam", nonce="1", stale=TRUE, algorithm=SHA-256\nNegotiate\nBasic realm="x"',
        ), 60, 4000,
    ),
    "picture": Target(cameras.pictures, seeds.picture_seeds, 40, 8192),
    "video": Target(cameras.video, seeds.video_seeds, 8, 8192),
    "recording": Target(cameras.recording, seeds.recording_seeds, 20, 8192),
    "known": Target(cameras.known, seeds.known_seeds, 4, 65536, seeds.SEARCH_SETTINGS),
    "vision-messages": Target(cameras.vision_messages, seeds.vision_lines, 25, 8192),
    "watch-lines": Target(
        cameras.watch_lines,
        seeds.for_games("position 44\nplay 4\nexpect 5", "corners 1,2 3,4 5,6 7,8\nkeep", "diagnose on"), 8, 400,
    ),
    "camera-script": Target(
        cameras.camera_script, seeds.lines_of("every 0.1\nshow a.png 5\ngap 2\nfail the cable is out # x\n"), 30, 400
    ),
    "lights": Target(
        streams.lights,
        seeds.lines_of("Ada\nFourth Seat lights 1\nK1 1234\n", "WLED 0.14\n", "Ada\nAda\n", "Fourth Seat lights\nK1 9\n"),
        40, 2000,
    ),
    "boards": Target(
        streams.boards,
        seeds.for_games(
            "$board 0 1 7 connect4 -*0\n$sensors 1 0 passage 1 2 3 4 5 6 7*0\n$ready 2 7*0\n"
            "$now 3 0=0 1=0 2=0 3=0 4=0 5=0 6=0*0\n$end 4*0\n$now 5 3=1*0\n",
            "$board 0 1 0 kalah -*0\n$sensors 1 0 count a b c*0\n$buttons 2 done undo*0\n$ready 3 3*0\n$now 4 0=0 done=1*0",
            "$board 0 1 0 blokus variant%3Dduo*0\n$sensors 1 0 presence a1 b1*0\n$ready 2 2*0\n$beat 3*0\nAda\nK1 9",
        ), 12, 4000,
    ),
    "gamepads": Target(
        streams.gamepads,
        seeds.lines_of("\0\0\0\0\1\0\1\2\1\0\0\0\0\0\1\2", "\0\0\0\0\0\0\1\x7f\1\0\0\0\1\0\1\x7f\2\0\0\0\1\1\2\1"),
        60, 400,
    ),
    "lcdd": Target(
        streams.lcdd,
        seeds.lines_of("connect LCDproc 0.5.9 protocol 0.3 lcd wid 20 hgt 4 cellwid 5 cellhgt 8\nsuccess\n"), 40,
    ),
    "text-display": Target(
        streams.text_display, seeds.lines_of("Anna plays 4.", "נועה setzt ß → b4 \u202e"), 60, 1000
    ),
    "piped-text": Target(
        streams.piped_text, seeds.lines_of("4\r\nname Zoë\n", "\ufeff1 name\nquit\n", "position 44\n"), 60, 400
    ),
    "paths": Target(
        streams.given_paths,
        seeds.lines_of("'/tmp/Anna'\\''s game.moves' ", "file:///tmp/a%20b.mat", "/tmp/my\\ game.moves"), 60, 400,
    ),
    "page-messages": Target(pages.page_messages, seeds.for_games(*pages.FRAMES), 6, 2000),
    "page-host-lines": Target(pages.page_host_lines, seeds.lines_of(*pages.HOST_LINES), 25),
    "page-server-lines": Target(pages.page_server_lines, seeds.lines_of(*pages.SERVER_LINES), 6, 2000),
}  # fmt: skip


@cache
def seeds_of(name: str) -> tuple[bytes, ...]:
    """Return the inputs to begin with, including former finds."""
    return (*TARGETS[name].seeds(), *kept_of(name))


def kept_of(name: str) -> list[bytes]:
    """Return former finds."""
    return [path.read_bytes() for path in sorted((KEPT_FOLDER / name).glob("*"))]
