"""The commands of the documentation that need a hub's database and broker are run with those of the tests."""

import json
import re
import shlex
import urllib.request
from urllib.parse import quote

import pytest
from click.testing import CliRunner

from engine.table.events import DealStarted
from tests.docs.shown import LINES, ROOT
from tests.docs.small import run_by, smaller
from tests.docs.test_docs_commands import in_a_shell
from tests.served import Served
from webui.cli import jantaku
from webui.hub.carried.link_file import LinkFile, write_link_file
from webui.hub.kept.backup import write_hub_backup
from webui.hub.link.files import STATUS_FILE

from .tables import until
from .test_hub_pages import entries_at, store  # noqa: F401

HERE = run_by("tests/hub/test_docs_hub.py", LINES)
OF_A_DATABASE = [line for line in HERE if re.match(r"jantaku hub (backup|restore|verify)", line)]
BENCHES = [line for line in HERE if line.startswith("python ")]
HUBS = [line for line in HERE if line.startswith("jantaku hub --")]
LINKED = [line for line in HERE if line.startswith("jantaku serve")]


def test_each_of_them_is_run_here():
    assert sorted((*OF_A_DATABASE, *BENCHES, *HUBS, *LINKED)) == sorted(HERE)


@pytest.mark.parametrize("line", OF_A_DATABASE)
def test_what_the_docs_do_with_a_hubs_database_is_done(line, store, empty_database, tmp_path, monkeypatch):  # noqa: F811
    entries_at(store, "club.1", DealStarted(0))
    monkeypatch.chdir(tmp_path)
    write_hub_backup(store.address, tmp_path / "FILE")
    monkeypatch.setenv("JANTAKU_DATABASE", empty_database() if " restore " in line else store.address)
    done = CliRunner().invoke(jantaku, shlex.split(line)[1:])
    assert done.exit_code == 0, done.output
    told = CliRunner().invoke(jantaku, ["hub", "verify"])
    assert told.output == "1 journals, 1 entries, 0 altered\n"


@pytest.mark.parametrize("line", HUBS)
def test_a_hub_of_the_docs_serves_its_page_until_ctrl_c(line, cluster, new_database, broker, tmp_path):
    own = broker.broker
    address = f"mqtt://{own.user}:{quote(own.password, safe='')}@{own.host}:{own.port}"
    line = line.replace("postgresql://…", new_database()).replace("mqtt://user:password@host", address)
    hub = Served(tmp_path / "hub", *shlex.split(line)[2:], command="hub").start()
    try:
        with urllib.request.urlopen(f"{hub.address}/api/room") as room:
            assert len(json.load(room)["tables"]) == 3
    finally:
        hub.interrupt()
    assert (hub.process.returncode, "Traceback" in hub.said) == (0, False), hub.said


@pytest.mark.parametrize("line", LINKED)
def test_a_table_of_the_docs_comes_to_its_hubs_broker(line, broker, tables_secrets, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    link = LinkFile("club.1", tables_secrets["club.1"], "127.0.0.1", broker.port)
    write_link_file(tmp_path / "club.1.json", link)
    table = Served(tmp_path / "kept", *shlex.split(line)[2:]).start()
    status = table.folder / STATUS_FILE
    try:
        until(lambda: status.exists() and json.loads(status.read_text())["state"] == "no_hub", "the broker")
    finally:
        table.interrupt()
    assert (table.process.returncode, "Traceback" in table.said) == (0, False), table.said


@pytest.mark.parametrize("line", BENCHES)
def test_a_bench_of_the_hub_runs_on_less(line, tmp_path):
    in_a_shell(smaller(line).replace("python ", f"python {ROOT}/", 1), tmp_path)
