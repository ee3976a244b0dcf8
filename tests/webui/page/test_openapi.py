"""The description of the interface is true: no answer is an accident, and each is described."""

import re
from collections import Counter

import pytest

from engine.rules import load_ruleset
from webui.access.logins import Login, Logins, Role
from webui.access.roles import COOKIE, Access
from webui.api.openapi import description_of
from webui.app import create_app
from webui.live.room import Room
from webui.live.session import new_session
from webui.storage.journal import Journal
from webui.storage.settings import SettingsFile

schemathesis = pytest.importorskip("schemathesis", reason="schemathesis is not installed")
hypothesis = pytest.importorskip("hypothesis")

CASES = 4
"""For each route; tests/bench/door/fuzz_api.py sends many more."""
HOST = {"Host": "localhost", "Origin": "http://localhost"}


@schemathesis.serializer("application/zip")
def as_it_is(context, value):
    """A file is sent as the bytes it is."""
    return value if isinstance(value, bytes) else str(value).encode()


def bare_table():
    """A table at which nothing happened, kept in memory."""
    rules = load_ruleset("mcr")
    access = Access(Logins(None), SettingsFile(None), lambda: True)
    return create_app(Room(lambda: new_session(rules, Journal(None))), b"secret", access=access)


class Sender:
    """An admin who sends whatever is described, at the table of `app` or at a bare one of its own."""

    def __init__(self, app=None, narrowed=lambda description: description):
        self.app = bare_table() if app is None else app
        self.room, self.access = self.app.extensions["room"], self.app.extensions["access"]
        self.codes, self.distinct, self._visitors = Counter(), set(), 0
        self.schema = schemathesis.openapi.from_dict(narrowed(description_of(self.app)))
        page = self.app.test_client()
        self.token = re.search(r'jantaku-token" content="([^"]+)"', page.get("/", headers=HOST).text)[1]
        self.visitor = page.get_cookie("jantaku").value

    def operations(self):
        for found in self.schema.get_all_operations():
            operation = found.ok()
            if "x-endless" not in operation.definition.raw:
                yield operation

    def send(self, case):
        """One case as the page would send it; gives what is wrong with the answer, None when nothing is."""
        sent = case.as_transport_kwargs(base_url="http://localhost")
        query = _texts(case.query)
        return self.tell(
            case.operation.definition.raw["responses"],
            case.method,
            case.formatted_path,
            query_string=query,
            headers=dict(case.headers or {}),
            content_type=case.media_type if "data" in _body(sent) else None,
            **_body(sent),
        )

    def tell(self, described, method, path, headers=None, **sent):
        """As `send`, for a request made otherwise; `described`: the answers the route may give."""
        self.distinct.add(repr((path, headers, sent)))
        answer = self.open(method, path, headers=headers, **sent)
        code = str(answer.status_code)
        self.codes[code] += 1
        answer.close()
        if answer.status_code in (500, 501, 502, 504) or code not in described:
            return f"{method} {path} {headers} {sent}: {code}"[:2000]
        return None

    def open(self, method, path, headers=None, **sent):
        """The answer to a request of an admin's page."""
        client = self.app.test_client()
        client.set_cookie("jantaku", self.visitor)
        secret = self.access.logins.open(Login(Role.admin, 0))
        client.set_cookie(COOKIE, self.app.extensions["login_signer"].sign(secret).decode())
        return client.open(
            path=path,
            method=method,
            headers={**(headers or {}), **HOST, "X-Jantaku-Token": self.token},
            environ_base={"REMOTE_ADDR": self._another_address()},
            **sent,
        )

    def _another_address(self):
        """Each case is another visitor's, so that none is refused for coming too often."""
        self._visitors += 1
        return f"10.{self._visitors >> 16 & 255}.{self._visitors >> 8 & 255}.{self._visitors & 255}"


def _texts(query):
    return {name: "" if value is None else str(value) for name, value in (query or {}).items()}


def _body(sent):
    return {name: sent[name] for name in ("json", "data") if sent.get(name) is not None}


def fuzz(sender, cases, operations=None):
    """Sends `cases` cases to each route; gives the routes tried, what was wrong, and the answers counted."""
    wrong, count = [], 0
    for operation in operations or sender.operations():
        count += 1

        @hypothesis.settings(
            max_examples=cases,
            deadline=None,
            database=None,
            derandomize=True,
            suppress_health_check=list(hypothesis.HealthCheck),
            phases=[hypothesis.Phase.generate],
        )
        @hypothesis.given(case=operation.as_strategy())
        def one(case):
            problem = sender.send(case)
            if problem:
                wrong.append(problem)

        one()
    return count, wrong, sender.codes


def test_no_described_request_leads_to_an_accident_or_an_undescribed_answer():
    sender = Sender()
    count, wrong, _ = fuzz(sender, CASES)
    sender.room.close()
    assert count > 50
    assert wrong == []


def test_a_name_means_what_it_means_where_it_stands(visitor):
    told = visitor.get("/api/openapi.json").json["paths"]
    form = told["/practice/learner"]["post"]["requestBody"]["content"]["application/x-www-form-urlencoded"]
    assert "enum" not in form["schema"]["properties"]["name"], "a person's name, not a lesson's"
    assert "count" in told["/practice/{name}"]["get"]["parameters"][0]["schema"]["enum"]


def test_every_route_is_described_with_its_role(visitor):
    told = visitor.get("/api/openapi.json").json
    assert told["openapi"].startswith("3.1")
    for path in ("/correct", "/api/state", "/setup/camera", "/setup/backup/restore", "/stream"):
        assert path in told["paths"]
    body = told["paths"]["/correct"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    assert set(body["properties"]) == {"number", "tile"}
    assert "admin" in told["paths"]["/setup/camera"]["post"]["description"]
