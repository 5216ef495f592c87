"""An engine that speaks GTP and misbehaves on demand, for Connect 4: a separate program that uses only the standard
library.

Each `--at COMMAND DEED` says what happens instead of an ordinary answer: `hang`, `die`, `noise`, `refuse`, or the text
to answer. Every line that it receives goes to `--log`.
"""

import argparse
import sys
import time

parser = argparse.ArgumentParser()
parser.add_argument("--at", nargs=2, action="append", default=[], metavar=("COMMAND", "DEED"))
parser.add_argument("--lacks", default="", help="commands it does not know, separated by commas")
parser.add_argument("--knows", default="", help="commands it knows beside the usual, separated by commas")
parser.add_argument("--name", default="Mock")
parser.add_argument("--move", default="4", help="what genmove answers")
parser.add_argument("--slow", type=float, default=0.0, help="seconds before anything is answered")
parser.add_argument("--banner", default="")
parser.add_argument("--log")
args = parser.parse_args()

DEEDS = dict(args.at)
KNOWN = {"name", "list_commands", "set_game", "set_position", "clear_board", "play", "genmove", "values", "stop", "quit"}
KNOWN |= {"level", "time_per_move", "set_random_seed"}
KNOWN |= set(args.knows.split(","))
KNOWN -= set(args.lacks.split(","))
ANSWERS = {"name": args.name, "list_commands": "\n".join(sorted(KNOWN)), "genmove": args.move}


def answer(number: str, text: str, sign: str = "=") -> None:
    print(f"{sign}{number} {text}\n", flush=True)


time.sleep(args.slow)
if args.banner:
    print(args.banner, flush=True)
for line in sys.stdin:
    if args.log:
        with open(args.log, "a") as log:  # noqa: PTH123  this is a program for itself
            log.write(line)
            if "loadsgf" in line:
                log.write(open(line.split()[-1]).read())  # noqa: PTH123, SIM115
    number, _, command = line.strip().partition(" ")
    name = command.partition(" ")[0]
    deed = DEEDS.get(name)
    if line.strip() == "stop":
        continue
    if name == "quit":
        answer(number, "")
        break
    if deed == "hang":
        time.sleep(3600)
    elif deed == "die":
        print("something broke", file=sys.stderr, flush=True)
        sys.exit(3)
    elif deed == "noise":
        print("Lorem ipsum dolor\nsit amet", flush=True)
    elif deed == "refuse" or name not in KNOWN:
        answer(number, "I would rather not", "?")
    elif deed:
        answer(number, deed)
    else:
        answer(number, ANSWERS.get(name, ""))
