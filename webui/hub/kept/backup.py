"""A hub's database as one file, by PostgreSQL's own programs, and back."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from webui.hub.carried.wire import HubError
from webui.hub.kept.engines import postgres_programs


def write_hub_backup(address: str, out: Path) -> None:
    """Everything in the database at `address` into the file `out`, readable by its owner only: the tables'
    secrets are in it. The hub may be in use."""
    fresh = out.with_name(f".{out.name}.part")
    try:
        os.close(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
        _run("pg_dump", "--format=custom", f"--file={fresh}", address)
        os.replace(fresh, out)
    finally:
        fresh.unlink(missing_ok=True)


def restore_hub(address: str, backup: Path) -> None:
    """The backup into the empty database at `address`; tables send what came after it again.

    HubError: no such file, or pg_restore fails.
    """
    if not backup.is_file():
        raise HubError(f"there is no backup {backup}")
    _run(
        "pg_restore",
        "--no-owner",
        "--exit-on-error",
        "--single-transaction",
        "--dbname",
        address,
        str(backup),
    )


def _run(program: str, *words: str) -> None:
    path = shutil.which(program) or str(postgres_programs() / program)
    done = subprocess.run([path, *words], stdin=subprocess.DEVNULL, capture_output=True)
    if done.returncode:
        said = " ".join(done.stderr.decode(errors="replace").split())[-300:]
        raise HubError(f"{program} did not work: {said}")
