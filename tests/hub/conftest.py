"""A real broker and a real database for the tests of the hub, started once, and tables that keep journals."""

import itertools
import shutil
import tempfile
import threading
from pathlib import Path

import psycopg
import pytest

from tests.ports import free_port
from webui.hub.carried.link_file import new_secret
from webui.hub.carried.wire import password_of
from webui.hub.kept.database import connect, migrate
from webui.hub.kept.engines import Cluster, OwnBroker
from webui.hub.kept.keeping import add_table

from .tables import Club

NUMBERS = itertools.count(1)


@pytest.fixture(scope="session")
def engines_folder():
    """Short, for the sockets in it, and open, for the account that PostgreSQL runs as."""
    folder = Path(tempfile.mkdtemp(prefix="jantaku-hub-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def cluster(engines_folder):
    """PostgreSQL, empty."""
    own = Cluster(engines_folder)
    own.open()
    with psycopg.connect(own.address, autocommit=True) as admin:
        # A process that is killed loses nothing without it; only this machine's own plug would.
        admin.execute("ALTER SYSTEM SET fsync = off")
        admin.execute("SELECT pg_reload_conf()")
    yield own
    own.stop()


@pytest.fixture(scope="session")
def tables_secrets():
    """Three tables that the broker knows."""
    return {name: new_secret() for name in ("club.1", "club.2", "away.1")}


@pytest.fixture(scope="session")
def broker(engines_folder, tables_secrets):
    """Mosquitto, with an encrypted port as well."""
    own = OwnBroker(engines_folder / "broker", free_port(), free_port())
    own.open({name: password_of(secret) for name, secret in tables_secrets.items()})
    yield own
    own.close()


@pytest.fixture
def empty_database(cluster):
    """Makes databases in which nothing is."""
    made = []

    def make():
        made.append(f"hub{next(NUMBERS)}")
        with psycopg.connect(cluster.address, autocommit=True) as admin:
            admin.execute(f"CREATE DATABASE {made[-1]}")
        return cluster.address.replace("/jantaku?", f"/{made[-1]}?")

    yield make
    with psycopg.connect(cluster.address, autocommit=True) as admin:
        for name in made:
            admin.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def new_database(empty_database, tables_secrets):
    """Makes databases of the hub that know the three tables."""

    def make():
        address = empty_database()
        with connect(address) as connection:
            migrate(connection)
            for table, secret in tables_secrets.items():
                add_table(connection, table, secret)
        return address

    return make


@pytest.fixture
def club(tmp_path, broker, cluster, new_database, tables_secrets):
    """A club with three tables, its hub and its engines."""
    club = Club(tmp_path, broker, cluster, new_database(), tables_secrets)
    yield club
    club.close()
    assert [thread.name for thread in threading.enumerate() if thread.name == "keep"] == []
