"""Sends many cases to every route the interface describes: python tests/bench/fuzz_api.py --cases 1000

Prints each route with what was wrong, and ends with status 1 when anything was.
"""

import argparse
import importlib.util
import sys
import time
from pathlib import Path


def load():
    """The sender of the test, so that both send the same way."""
    place = Path(__file__).parents[1] / "webui" / "test_openapi.py"
    spec = importlib.util.spec_from_file_location("test_openapi", place)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def main():
    """Sends them."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--cases", type=int, default=1000)
    asked.add_argument("--only", default="", help="routes whose address holds this")
    chosen = asked.parse_args()
    sending = load()
    sender = sending.Sender()
    wrong, began, routes = [], time.monotonic(), 0
    for operation in sender.operations():
        if chosen.only not in operation.path:
            continue
        _, found = sending.fuzz(sender, chosen.cases, [operation])
        routes += 1
        wrong += found
        print(f"{operation.method.upper():5} {operation.path}: {len(found)} wrong", flush=True)
        for line in found[:3]:
            print(f"      {line[:300]}")
    print(f"{routes} routes, {chosen.cases} cases each, {time.monotonic() - began:.0f} s: {len(wrong)} wrong")
    sender.room.close()
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
