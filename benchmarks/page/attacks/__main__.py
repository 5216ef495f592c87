"""Everything that a stranger in the room, or a malicious guest, may try against the server of the page.

    python -m benchmarks.page.attacks                      # 100,000 tries of eleven kinds
    python -m benchmarks.page.attacks --tries 2000 --seed 7

Each try is a separate connection. Allowed answers are a refusal, with one sentence or none, and, to a request for `/`, the
joining page; a guest whose WebSocket speaks nonsense is cut off. Meanwhile a guest plays on: the table shows how long they
waited for an answer at most, and by how much the server's memory grew. Tries from an address that is not private need a
separate network, which Linux provides (`unshare`); elsewhere they are left out, and the output says so.
"""

from __future__ import annotations

import argparse
import asyncio
import sys

import psutil

from benchmarks.page.attacks.attack import GUEST_COUNT, Outcome, attack, from_outside, outside
from tests.page.server.running import RunningServer

TRY_COUNT = 100_000


def report(server: RunningServer, outcomes: dict[str, Outcome], waits: list[float], before: int) -> bool:
    """Print the outcomes of all attempts; return whether all were repelled."""
    print(f"{'kind':22}{'tries':>9}{'joining':>9}{'wrong':>7}{'seconds':>9}  answers")
    for kind, outcome in outcomes.items():
        answers = ", ".join(f"{status or 'cut'}: {count}" for status, count in sorted(outcome.answers.items()))
        tries = sum(outcome.answers.values())
        print(f"{kind:22}{tries:9}{outcome.joining_pages:9}{len(outcome.wrong):7}{outcome.seconds:9.1f}  {answers}")
    grown = psutil.Process(server.process.pid).memory_info().rss - before
    waits.sort()
    messages = [event for event in server.received("message") if event["message"] != {"type": "ping"}]
    joined = len(server.received("joined"))
    print(f"memory of the server: {before / 1e6:.1f} MB before, {grown / 1e6:+.1f} MB after")
    print(f"a guest's answers meanwhile: {len(waits)}, 95 % within {waits[len(waits) * 95 // 100] * 1000:.0f} ms, "
          f"the slowest {waits[-1] * 1000:.0f} ms")  # fmt: skip
    print(f"let in: {joined}, of whom {GUEST_COUNT + 2} were invited; messages that reached the host: {len(messages)}")
    wrong = [line for outcome in outcomes.values() for line in outcome.wrong]
    for line in wrong[:10]:
        print(line)
    return not wrong and joined == GUEST_COUNT + 2 and not messages and grown < 50e6


def main() -> int:
    """Attack, print, and return the exit status: 0 if nothing but refusals came."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tries", type=int, default=TRY_COUNT)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--loris-seconds", type=float, default=30.0)
    parser.add_argument("--outside", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.outside:
        with RunningServer(private_only=False) as server:  # where everybody is admitted, this one is too: it does arrive
            if asyncio.run(outside(server, 1)).answers[0]:
                return 1
        with RunningServer() as server:
            outcome = asyncio.run(outside(server, options.outside))
        for status, count in outcome.answers.items():
            print(status, count)
        for line in outcome.wrong:
            print("wrong", line)
        return 0
    with RunningServer() as server:
        before = psutil.Process(server.process.pid).memory_info().rss
        outcomes, waits = asyncio.run(attack(server, options.tries, options.seed, options.loris_seconds))
        if far := from_outside(options.tries // 50):
            outcomes["a public address"] = far
        else:
            print("a public address: not tried, since there is no separate network")
        return 0 if report(server, outcomes, waits, before) else 1


if __name__ == "__main__":
    sys.exit(main())
