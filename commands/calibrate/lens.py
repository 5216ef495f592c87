"""`companion.py calibrate lens`: measure the distortion of a camera's lens with a printed sheet.

    companion.py calibrate lens --sheet lens.pdf     write the sheet, to be printed
    companion.py calibrate lens --source 0           look at it from several sides, and save the result
    companion.py calibrate lens --source FOLDER --camera 0

This is needed only if straight edges look bent. Pictures of the sheet in a file or folder can be used instead of a camera
if `--camera` says which camera took them. The result is saved for this camera and this picture size.
"""

from __future__ import annotations

import argparse
import sys

import numpy as np

from fourth_seat.boundary.given_path import given_path
from fourth_seat.calibration.lens import BadLens, Lens, save_lens
from fourth_seat.commands import notify, spoken
from fourth_seat.commands.arguments import refuse_beside, refuse_without
from fourth_seat.commands.arguments.output import add_force, check_free
from fourth_seat.commands.watch import read_frame
from fourth_seat.hardware.paper.lens_sheet import write_lens_sheet
from fourth_seat.vision.camera.open_source import open_source
from fourth_seat.vision.protocols import size_of
from fourth_seat.vision.setup.lens import LensSetup
from fourth_seat.words import FourthSeatError, Text, say


class CameraUnnamed(FourthSeatError, ValueError):
    """Raised when the pictures come from files and the camera that took them was not specified."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--sheet", metavar="FILE", type=given_path, help="only write the sheet to print, a PDF file")
    add_force(parser)
    parser.add_argument("--source", metavar="SOURCE", help="camera number, device, file, folder, or address (default 0)")
    parser.add_argument(
        "--camera",
        metavar="SOURCE",
        help="camera whose lens it is: a number, device or address (default: the source; needed for a file or folder)",
    )


def run(args: argparse.Namespace) -> int:
    refuse_without(args, force="sheet")
    refuse_beside(args, source="sheet", camera="sheet")
    if args.sheet:
        check_free(args.sheet, args.force)
        write_lens_sheet(args.sheet)
        return 0
    named = args.source or "0"
    source = open_source(named)
    steps, last_message = LensSetup(), None
    trouble: Text | None = None
    complaint: Text | None = None
    try:
        if not source.live and not args.camera:
            raise CameraUnnamed(
                say(
                    (
                        "{source} does not say which camera took its pictures: specify the camera, for example "
                        "with --camera 0"
                    ),
                    source=named,
                )
            )
        while steps.lens is None:
            if source.over:
                print(spoken().render(say("The pictures stopped too soon: {what}", what=steps.message)), file=sys.stderr)
                return 1
            if steps.message != last_message:
                last_message = steps.message
                print(spoken().render(last_message), flush=True)
            frame = read_frame(source)
            if source.trouble != trouble:
                trouble = source.trouble
                if trouble:
                    notify(trouble)
            if frame is None:
                continue
            size = size_of(frame.image)
            try:
                if steps.see(frame.image):
                    complaint = None
            except BadLens as error:
                if error.text != complaint:  # a camera gives thirty pictures a second: one report is enough
                    complaint = error.text
                    notify(complaint)
    finally:
        source.close()
    save_lens(args.camera or named, size, steps.lens)
    print(spoken().render(report(steps.lens, size)))
    return 0


def report(lens: Lens, size: tuple[int, int]) -> Text:
    """Describe the measured lens."""
    corner = np.array([[0.0, 0.0]])
    bent = float(np.linalg.norm(lens.straightened(corner) - corner))
    return say(
        ("saved: {width} x {height} pixels, focal length {focal}; distortion at the corners: {bent} pixels"),
        width=size[0],
        height=size[1],
        focal=round(lens.focal),
        bent=round(bent),
    )
