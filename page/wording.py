"""The page's own sentences, keyed as in its scripts; all others are part of the scenes."""

from __future__ import annotations

from collections.abc import Mapping

from fourth_seat.table.settings.language import named
from fourth_seat.vision.camera.formats import NO_HEIC
from fourth_seat.words import Text, say
from fourth_seat.words.catalogue import languages

_ACTIONS: Mapping[str, Text] = {
    "done": say("Done", context="on the board"),
    "undo": say("Undo"),
    "redo": say("Redo"),
    "hint": say("Hint"),
    "play_hint": say("Play this"),
    "place": say("Place"),
    "clear": say("Clear"),
    "untap": say("Undo tap"),
    "roll": say("Roll for me"),
    "out": say("No more pieces"),
    "next": say("Next game"),
    "stop": say("Stop here and score"),
    "stop_sure": say("Stop the game here and score it?"),
    "stop_yes": say("Stop and score"),
    "resign": say("Give up ..."),
    "resign_sure": say("Give this game up?"),
    "resign_yes": say("Give up"),
    "type": say("Type a move"),
    "type_label": say("The move in notation"),
    "send": say("Enter"),
    "anyway": say("Allow it anyway"),
    "more": say("More"),
    "close": say("Close"),
    "cancel": say("Cancel"),
}
_STAGE: Mapping[str, Text] = {
    "watching": say("You are watching."),
    "you": say("you"),
    "first_done": say("First copy what is shown onto the board, then press Done."),
    "all_steps": say("all steps"),
    "step": say("step {n} of {all}", n="{n}", all="{all}"),
    "step_on": say("Next step"),
    "step_back": say("Previous step"),
    "dice": say("Tap what was rolled."),
    "thrown": say("Rolled: {faces}", faces="{faces}"),
    "piece": say("piece {name}", name="{name}"),
    "pieces_of": say("Pieces: {colour}", colour="{colour}"),
    "in_hand": say("Piece in hand"),
    "up": say("Up"),
    "down": say("Down"),
    "left": say("Left"),
    "right": say("Right"),
    "turn_left": say("Turn left"),
    "turn_right": say("Turn right"),
    "flip_piece": say("Flip"),
    "put_back": say("Put back"),
    "scores": say("Scores"),
    "course": say("How the game went"),
    "curve": say("Graph of who was ahead"),
    "not_connected": say("Not connected to the table. Trying again ..."),
    "over": say("The game is over."),
    "you_win": say("You win!"),
    "closed": say("The page has been closed at the table. Once it is open again, scan the code that the computer shows."),
    "removed": say("This phone has been removed at the table. To join again, scan the code that the computer shows."),
    "gone": say("This phone is no longer at the table. To join again, scan the code that the computer shows."),
}
_DOOR: Mapping[str, Text] = {
    "door_wait": say("Joining the table ..."),
    "door_silent": say("The computer does not answer: is this phone on the same network?"),
    "door_bare": say("To join, scan the code that the computer shows."),
    "door_type": say("Or type the six letters and digits beside the code:"),
    "door_enter": say("Join"),
    "door_code": say("This code is wrong, has been used or is too old: type the one that the computer shows now."),
    "door_late": say("This link has been used or is too old: scan the code on the computer once more."),
    "door_too_often": say("Too many tries in one minute: wait a moment, then scan a new code."),
    "door_elsewhere": say("The page is not at this address: open {address} instead.", address="{address}"),
    "door_misunderstood": say("The table does not understand this request: scan the code that the computer shows."),
    "door_too_large": say("This request is too large for the table."),
    "door_no_picture": say("The table accepts photos only as JPEG."),
    "door_broken": say("Something has gone wrong at the table: try again."),
}
_SPOKEN: Mapping[str, Text] = {
    "board": say("Board"),
    "keys": say(
        "Use the arrow keys to move from place to place, and Enter to tap. Press the question mark to ask about the board."
    ),
    "empty": say("empty"),
    "die": say("die"),
    "shows": say("shows {faces}", faces="{faces}"),
    "comes": say("goes here: {content}", content="{content}"),
    "can_tap": say("can be tapped"),
    "above": say("{name} above", name="{name}"),
    "below": say("{name} below", name="{name}"),
    "on_left": say("{name} on the left", name="{name}"),
    "on_right": say("{name} on the right", name="{name}"),
    "tapped": say("tapped"),
    "proposed": say("proposed"),
    "last_move": say("last move"),
    "would_lie": say("the piece fits here"),
    "would_not": say("the piece does not fit here"),
    "row": say("Row {name}", name="{name}"),
    "column": say("Column {name}", name="{name}"),
    "ask": say("Ask about the board"),
    "ask_short": say("Ask"),
    "tell": say("Tell me"),
    "what_lies": say("What is here?"),
    "where_can": say("Where can {colour} go?", colour="{colour}"),
    "where_next": say("What can be tapped now?"),
    "can_go": say("Possible now: {places}", places="{places}"),
    "nothing_offered": say("Nothing is marked on the board now."),
    "whole_board": say("Describe the whole board"),
    "how_stands": say("Whose turn is it, and what is the score?"),
}
_SETTINGS: Mapping[str, Text] = {
    "settings": say("Settings for this phone"),
    "language": say("Language"),
    "name": say("Your name"),
    "look": say("Appearance"),
    "look_auto": say("automatic"),
    "look_light": say("light", context="theme"),
    "look_dark": say("dark", context="theme"),
    "text": say("Text size"),
    "text_small": say("small"),
    "text_medium": say("medium"),
    "text_large": say("large"),
    "text_huge": say("huge"),
    "contrast": say("High contrast"),
    "letters": say("Letters on the pieces"),
    "eyes": say("Colours of the pieces"),
    "eyes_usual": say("like the real ones"),
    "eyes_red-green": say("for people who confuse red and green"),
    "eyes_blue-yellow": say("for people who confuse blue and yellow"),
    "sound": say("Sounds"),
    "motion": say("Animate the pieces"),
    "vibration": say("Vibrate when it is your turn"),
    "speech": say("Read messages aloud"),
    "speech_on": say("Messages will now be read aloud."),
    "speech_missing": say("This browser does not support speech."),
    "awake": say("The screen stays on while this page is open."),
    "awake_later": say("The screen stays on while this page is open, unless the phone is saving battery power."),
    "awake_missing": say("This browser does not let the page keep the screen on."),
    "sleep_plain": say("The screen may turn off: browsers keep it on only for encrypted pages."),
    "sleep_ios": say("To keep the screen on longer: Settings > Display & Brightness > Auto-Lock."),
    "sleep_android": say("To keep the screen on longer: Settings > Display > Screen timeout."),
    "turn_view": say("Rotate the board on this phone"),
    "zoom_in": say("Enlarge the board"),
    "zoom_out": say("Show the whole board"),
}
_TRUST: Mapping[str, Text] = {
    "trust": say("Trust this phone ..."),
    "trust_why": say(
        "Browsers let a page use the camera and keep the screen on only if the page is encrypted (HTTPS). You therefore "
        "have to tell this phone (just once) to trust the computer at the table."
    ),
    "trust_profile": say("Download the profile"),
    "trust_certificate": say("Download the certificate"),
    "trust_ios_get": say("In Safari, download the profile and allow it."),
    "trust_ios_install": say("Settings > General > VPN & Device Management: choose Fourth Seat, then Install."),
    "trust_ios_believe": say("Settings > General > About > Certificate Trust Settings: switch Fourth Seat on."),
    "trust_android_get": say("In Chrome, download the certificate; keep it if you are asked."),
    "trust_android_install": say(
        "Open the phone's settings, search for “CA certificate”, and choose Install a certificate > CA certificate."
    ),
    "trust_android_choose": say("Install anyway, then choose the file fourth-seat.crt from your downloads."),
    "trust_then": say("Then come back to this page and continue."),
    "trust_go": say("Open the encrypted page"),
    "trust_scope": say(
        "The certificate was made on that computer and is valid only for addresses in private networks. You can remove it "
        "where you installed it."
    ),
}
_FILM: Mapping[str, Text] = {
    "film": say("Use this phone as the camera"),
    "film_stop": say("Stop filming"),
    "film_aim": say("Put the phone where it can see the whole board and will not move."),
    "film_denied": say("The browser does not have permission to use the camera: allow it for this page, then try again."),
    "film_none": say("This phone's camera cannot be used: perhaps another app is using it."),
    "film_lost": say("The phone's camera has stopped."),
    "film_wanted": say(
        "You have been asked to use this phone as the table's camera: choose “Use this phone as the camera” under “More”."
    ),
    "film_trust": say(
        "You have been asked to use this phone as the table's camera: first choose “Trust this phone ...” under “More”."
    ),
}
_PHOTO: Mapping[str, Text] = {
    "photo": say("Take a photo of the board ..."),
    "photo_sending": say("The photo is on its way to the table."),
    "photo_heic": NO_HEIC,
    "photo_unreadable": say("This phone cannot open that file as a picture: take a photo of the board instead."),
    "photo_refused": say("The table did not accept the photo: try again in a moment."),
    "photo_cut": say("The photo did not reach the table: try again once the page is connected."),
}
WORDS: Mapping[str, Text] = {**_ACTIONS, **_STAGE, **_DOOR, **_SPOKEN, **_SETTINGS, **_TRUST, **_FILM, **_PHOTO}


def in_every_language() -> dict[str, tuple[dict[str, str], bool]]:
    """Return each language's sentences by key, and whether the language is written from right to left."""
    catalogues = {language: named(language) for language in languages()}
    return {
        language: ({key: catalogue.render(text) for key, text in WORDS.items()}, catalogue.right_to_left)
        for language, catalogue in catalogues.items()
    }
