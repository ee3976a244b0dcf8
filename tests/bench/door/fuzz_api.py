"""Sends many cases to every route the interface describes: python tests/bench/door/fuzz_api.py --cases 1000

Each route gets a table of its own, at which a deal of a game kept by hand is under way (those of the set-up a
bare one). Prints each route with what was wrong, and ends with status 1 when anything was. A route counts as
tried only when it also answered 2xx (a form: 303, as it says that it was taken; an address that only sends
on: 302): else nothing behind its door was tried. Those that never did are listed at the end, and are wrong.
With `--done FILE` the routes written there are left out and those tried are added, and with `--seconds` no
route is begun later than that, so that it can be done in turns.
"""

from __future__ import annotations

import argparse
import importlib.util
import random
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fuzz_seeds import make_ready, seed_of
from fuzz_spoilt import spoilt

from engine.rules import load_ruleset
from engine.table.events import FaultFound
from vision.simulate.playing.play import play_deal
from webui.access.logins import Logins
from webui.access.roles import Access
from webui.api.openapi import description_of
from webui.plan import Asked
from webui.serving import Serving
from webui.storage.settings import SettingsFile

NAMES = ("Ann", "Bob", "Cem", "王小明")
RULES = ("riichi", "mcr", "hong_kong", "doubles")
"""Taken in turns, route by route."""
ONLY_THERE = {"/scores/kongs": "doubles", "/scores/ready": "riichi"}
"""What only one of the rule sets knows."""
BARE = ("/setup", "/login", "/logout")
SENDS_ON = ("/replay/{game}/deal/{number}",)
"""What answers with another address, and with nothing else."""
KNOWN = ("table", "1", "2", "before", "after", "csv", "json", "tenhou6", "mjai", "journal")
"""Games, sides and exports there are."""
HEADERS = ("Accept-Language", "If-None-Match", "If-Modified-Since", "Range")
"""What a browser says beside the address; a page that takes little else is asked with anything in them."""
GAMES = 4
"""No more games, players or seasons than this are there."""
EVENTS = 45
"""So far the deal under way has come."""


def load():
    """The sender of the test, so that both send the same way."""
    place = Path(__file__).parents[2] / "webui" / "page" / "test_openapi.py"
    spec = importlib.util.spec_from_file_location("test_openapi", place)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@contextmanager
def played(rules: str) -> Iterator[object]:
    """A table without a camera: a finished game in its book, another one under way with a fault in it."""
    with tempfile.TemporaryDirectory() as folder:
        serving = Serving(Asked("none", rules), Path(folder))
        app = serving.open()
        app.extensions["access"] = Access(Logins(None), SettingsFile(None), lambda: True)
        book = app.extensions["scores"].book
        book.begin_season("2026")
        for _ in range(2):
            game = book.begin_game("by_hand", load_ruleset(rules), NAMES, first_dealer=0)
            serving.play(game)
            for event in play_deal(load_ruleset(rules), 3)[:EVENTS]:
                app.extensions["room"].record("import", (event,))
            app.extensions["room"].record("import", (FaultFound("S004-39", 0, name="flower_not_replaced"),))
        make_ready(app, Path(folder))
        yield app
        serving.close()


def near(schema, most, as_shown=False):
    """The description with numbers no larger than `most`, as those of entries and games there are, and names
    that there are. `as_shown`: where it gives examples, with nothing but them."""
    if isinstance(schema, list):
        return [near(each, most, as_shown) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if as_shown and "examples" in schema:
        return {"enum": schema["examples"]}
    if "pattern" in schema:
        return {"enum": list(KNOWN)}
    if "integer" in schema.get("type", []) and schema.get("maximum", 1e9) > 1000:
        return {**schema, "minimum": max(0, schema.get("minimum", 0)), "maximum": most}
    return {name: near(value, most, as_shown) for name, value in schema.items()}


def whole(description):
    """The description with every field of a body there, so that it is not refused for what is missing."""
    for operations in description["paths"].values():
        for told in operations.get("post", {}).get("requestBody", {}).get("content", {}).values():
            if "properties" in told["schema"]:
                told["schema"] = {**told["schema"], "required": list(told["schema"]["properties"])}
    return description


def loosely(description):
    """The description with anything for a language, a field nobody described, and headers as a browser or a
    stranger sends them, so that no page that is only read is asked in the same few ways."""
    for operations in description["paths"].values():
        reading = operations.get("get")
        if reading is None:
            continue
        kept = [each for each in reading["parameters"] if each["name"] != "lang"]
        anything = [("lang", "query"), ("else", "query"), *((name, "header") for name in HEADERS)]
        reading["parameters"] = kept + [
            {"name": name, "in": place, "schema": {"type": "string", "maxLength": 60}}
            for name, place in anything
        ]
    return description


@contextmanager
def bare(sending) -> Iterator[object]:
    """A table at which nothing happened."""
    with tempfile.TemporaryDirectory() as folder:
        app = sending.bare_table()
        make_ready(app, Path(folder))
        yield app
        app.extensions["room"].close()


def main():
    """Sends them."""
    asked = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    asked.add_argument("--cases", type=int, default=1000)
    asked.add_argument("--only", default="", help="routes whose address holds this")
    asked.add_argument("--done", type=Path, help="a file of routes tried already")
    asked.add_argument("--seconds", type=float, default=1e9)
    chosen = asked.parse_args()
    sending, began = load(), time.monotonic()
    done = chosen.done.read_text().splitlines() if chosen.done and chosen.done.exists() else []
    with bare(sending) as app:
        routes = [(each.method.upper(), each.path) for each in sending.Sender(app).operations()]
    routes.sort(key=lambda route: route[0] != "POST")  # what changes something first
    wrong, tried, never = 0, 0, []
    for number, (method, path) in enumerate(routes):
        is_left = chosen.only in path and f"{method} {path}" not in done
        if not is_left or time.monotonic() - began > chosen.seconds:
            continue
        rules = ONLY_THERE.get(path, RULES[number % len(RULES)])
        found, was_taken = tried_one(sending, method, path, chosen.cases, rules)
        wrong, tried = wrong + found, tried + was_taken
        never += [] if was_taken else [f"{method} {path}"]
        if chosen.done:
            with chosen.done.open("a") as kept:
                kept.write(f"{method} {path}\n")
    print(f"{tried} routes tried, {chosen.cases} cases each, {time.monotonic() - began:.0f} s: {wrong} wrong")
    print(f"{len(never)} never answered 2xx: {', '.join(never) or 'none'}")
    return 1 if wrong or never else 0


def tried_one(sending, method: str, path: str, cases: int, rules: str) -> tuple[int, bool]:
    """Sends the cases of one route; gives how many answers were wrong, and whether one was ever taken."""
    began = time.monotonic()
    found, codes, distinct = [], Counter(), set()
    with bare(sending) if path.startswith(BARE) else played(rules) as app:
        most = GAMES if "/scores/" in path else EVENTS + 10
        told = description_of(app)["paths"][path][method.lower()]
        ways = [loosely, lambda told: whole(near(told, most))]
        if "'examples'" in str(told):
            ways.append(lambda told: whole(near(told, most, as_shown=True)))
        spoiler = sending.Sender(app)
        found += from_seed(spoiler, method, path, max(1, cases // 2), told["responses"])
        codes, distinct = codes + spoiler.codes, distinct | spoiler.distinct
        for way in ways:
            sender = sending.Sender(app, way)
            routes = {(each.method.upper(), each.path): each for each in sender.operations()}
            _, wrong, answered = sending.fuzz(sender, max(1, cases // 2 // len(ways)), [routes[method, path]])
            found, codes, distinct = found + wrong, codes + answered, distinct | sender.distinct
        sent, spoiler.codes = sum(codes.values()), Counter()  # a page that takes little is asked in few ways
        found += from_seed(spoiler, method, path, cases - sent, told["responses"], sent)
        codes, distinct = codes + spoiler.codes, distinct | spoiler.distinct
    is_form, is_sent_on = method == "POST" and "303" in codes, path in SENDS_ON and "302" in codes
    was_taken = any(code.startswith("2") for code in codes) or is_form or is_sent_on
    told = ", ".join(f"{code}: {count}" for code, count in sorted(codes.items()))
    took = f"{time.monotonic() - began:.0f} s"
    print(f"{method:5} {path}: {len(found)} wrong of {len(distinct)} different ({told}; {took})", flush=True)
    for line in found[:3]:
        print(f"      {line[:400]}", flush=True)
    return len(found), was_taken


def from_seed(sender, method: str, path: str, cases: int, answers, more: int = 0) -> list[str]:
    """Sends a request the route takes, and then the same spoilt in many ways, others with another `more`;
    gives what was wrong."""
    chance, wrong = random.Random(f"{path}{more or ''}"), []

    def sent(address: str, body: object) -> object:
        return sender.open("POST", address, json=body)

    seed = seed_of(sender.app, method, path, sent)
    for number in range(cases):
        one = seed if number == 0 else spoilt(seed, chance)
        if number % 10 == 5:
            one = seed = seed_of(sender.app, method, path, sent)  # the table has moved on
        address = re.sub(r"\{(\w+)\}", lambda named, one=one: str(one.parts.get(named[1], "1")), path)
        body = {"json": one.json} if one.json is not None else {}
        if one.form is not None:
            body = {"data": one.form, "content_type": "application/x-www-form-urlencoded"}
        if one.file is not None:
            body = {"data": one.file[0], "content_type": one.file[1]}
        problem = sender.tell(answers, method, address + one.query, one.headers, **body)
        wrong += [problem] if problem else []
    return wrong


if __name__ == "__main__":
    sys.exit(main())
