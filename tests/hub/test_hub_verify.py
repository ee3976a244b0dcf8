"""A byte altered among what the hub keeps is found by the chain."""

import pytest
from click.testing import CliRunner

from engine.table.events import DealStarted
from webui.commands.server.hub import command
from webui.hub.kept.checking import checked_journals
from webui.hub.kept.database import connect

from .test_hub_pages import entries_at, store  # noqa: F401


@pytest.fixture
def kept(store):  # noqa: F811
    """Two tables with three entries each."""
    for name in ("club.1", "club.2"):
        entries_at(store, name, *[DealStarted(dealer) for dealer in range(3)])
    return store.address


def test_what_came_as_it_was_sent_is_whole(kept):
    with connect(kept) as connection:
        assert [(each.table, each.kept, each.is_whole) for each in checked_journals(connection)] == [
            ("club.1", 3, True),
            ("club.2", 3, True),
        ]


@pytest.mark.parametrize(
    "harm",
    [
        "UPDATE entries SET line = replace(line, '\"dealer\": 1', '\"dealer\": 2') WHERE journal_id = 1",
        "UPDATE entries SET line = line || ' ' WHERE journal_id = 1 AND number = 1",
        "DELETE FROM entries WHERE journal_id = 1 AND number = 3",
        "INSERT INTO entries VALUES (1, 4, '{}')",
        "UPDATE entries SET number = 9 WHERE journal_id = 1 AND number = 3",
    ],
    ids=["a value", "a blank", "a line less", "a line more", "another number"],
)
def test_an_alteration_is_told_with_its_table(kept, harm):
    with connect(kept) as connection:
        connection.execute(harm)
    said = CliRunner().invoke(command, ["verify", "--database", kept])
    assert said.exit_code == 1
    assert "club.1" in said.output
    assert "club.2" not in said.output
    assert "2 journals" in said.output


def test_a_whole_database_is_said_to_be_whole(kept):
    said = CliRunner().invoke(command, ["verify", "--database", kept])
    assert (said.exit_code, said.output) == (0, "2 journals, 6 entries, 0 altered\n")
