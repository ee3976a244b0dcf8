"""A table that people keep the scores of, for the tests of the score pages."""

import re
from pathlib import Path

from webui.access.roles import demonstration
from webui.plan import Asked
from webui.serving import Serving

HAND = {"hand": ["2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "5z", "5z", "5z", "2p", "2p"], "tile": "1m"}
NAMES = ["Ann", "Bob", "<img src=x onerror=alert(1)>", "Dov & Co"]


class KeptTable:
    """A table that people keep the scores of, as `jantaku serve none` has it."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.open()

    def open(self):
        self.serving = Serving(Asked("none"), self.folder)
        app = self.serving.open()
        app.extensions["access"] = demonstration()
        self.client = app.test_client()
        self.token = None

    def close(self):
        self.serving.close()

    def get(self, path):
        return self.client.get(path, headers={"Host": "localhost"})

    def post(self, path, body, more=None):
        if self.token is None:
            page = self.get("/scores").text
            self.token = re.search(r'name="jantaku-token" content="([^"]+)"', page)[1]
        sent = {"Host": "localhost", "Origin": "http://localhost", "X-Jantaku-Token": self.token}
        return self.client.post(path, json=body, headers={**sent, **(more or {})})

    def enter(self, path, body=None):
        answer = self.post(path, body or {})
        assert answer.status_code == 201, answer.text
        return answer.json

    def begin(self, rules="riichi", **more):
        return self.enter("/scores/games", {"rules": rules, "names": NAMES, "dealer": 0, **more})["game"]

    @property
    def now(self):
        return self.get("/api/scores").json

    @property
    def totals(self):
        return [who["total"] for who in self.now["players"]]


def value(winner, giver, value, fu=30):
    return {"wins": [{"winner": winner, "giver": giver, "value": {"value": value, "fu": fu}}]}
