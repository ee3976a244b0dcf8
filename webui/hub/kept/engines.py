"""The hub's own Mosquitto and PostgreSQL in a folder, on a machine that has the two programs.

A club with its own broker or database tells the hub their addresses instead; then nothing here is needed.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path

from webui.hub.carried.link_file import new_secret
from webui.hub.carried.mqtt import Broker
from webui.hub.carried.wire import LARGEST_MESSAGE, HubError

PATIENCE_S = 30.0
HUB_USER = "hub"
DATABASE = "jantaku"
ACCOUNT = "postgres"
"""PostgreSQL does not run as root; then it runs as the account that its package makes."""


class Cluster:
    """A PostgreSQL cluster of our own in `folder`, reached by a socket in it, not over the network."""

    def __init__(self, folder: Path) -> None:
        self._data, self._sockets = folder / "cluster", folder / "sockets"
        self._programs = postgres_programs()

    @property
    def address(self) -> str:
        """What `webui.hub.database.connect` takes."""
        return f"postgresql://{ACCOUNT}@/{DATABASE}?host={self._sockets}"

    def open(self) -> None:
        """Makes it on the first start; HubError when it does not come up."""
        self._data.parent.mkdir(parents=True, exist_ok=True)
        is_new = not (self._data / "PG_VERSION").exists()
        if is_new:
            self._prepare()
            self._run(
                "initdb", "-D", str(self._data), "-U", ACCOUNT, "-A", "trust", "-E", "UTF8", "--locale=C"
            )
        self.start()
        if is_new:
            self._run("createdb", "-h", str(self._sockets), "-U", ACCOUNT, DATABASE)

    def start(self) -> None:
        """Starts it and waits until it answers; one left behind by a pulled plug is taken up."""
        options = f"-k {self._sockets} -c listen_addresses= -c unix_socket_permissions=0777"
        log = str(self._data / "log")
        self._run("pg_ctl", "-D", str(self._data), "-w", "-t", "60", "-l", log, "-o", options, "start")

    def stop(self, how: str = "fast") -> None:
        """Ends it; ``immediate`` as a pulled plug does."""
        self._run("pg_ctl", "-D", str(self._data), "-w", "-m", how, "stop", is_needed=False)

    def _prepare(self) -> None:
        for folder in (self._data, self._sockets):
            folder.mkdir(parents=True, exist_ok=True)
            if os.geteuid() == 0:
                account = pwd.getpwnam(ACCOUNT)
                os.chown(folder, account.pw_uid, account.pw_gid)
        self._data.chmod(0o700)

    def _run(self, program: str, *words: str, is_needed: bool = True) -> None:
        before = ["setpriv", f"--reuid={ACCOUNT}", f"--regid={ACCOUNT}", "--init-groups"]
        command = [*(before if os.geteuid() == 0 else []), str(self._programs / program), *words]
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd="/"
        )
        if is_needed and done.returncode:
            said = " ".join(done.stderr.decode(errors="replace").split())[-300:]
            raise HubError(f"{program} did not work: {said}; look into {self._data / 'log'}")


class OwnBroker:
    """A Mosquitto of our own: tables log in by name and reach only what is theirs.

    `port` on this machine only; `outer_port` for the network, encrypted by a certificate of our own."""

    def __init__(self, folder: Path, port: int, outer_port: int | None = None) -> None:
        self._folder, self.port, self.outer_port = folder, port, outer_port
        self._process: subprocess.Popen[bytes] | None = None

    def open(self, passwords: Mapping[str, str]) -> None:
        """Writes its files and starts it; `passwords` of the tables by name."""
        self._folder.mkdir(parents=True, exist_ok=True)
        self._folder.chmod(0o700)
        if self.outer_port is not None and not (self._folder / "broker.pem").exists():
            self._make_certificate()
        self._write("acl", _rights())
        self._write("mosquitto.conf", self._settings())
        write_passwords(self._folder, passwords)
        self.start()

    def start(self) -> None:
        """Starts it and waits until it answers. HubError: it does not answer in time."""
        program = shutil.which("mosquitto") or "/usr/sbin/mosquitto"
        with open(self._folder / "log", "ab") as log:
            self._process = subprocess.Popen(
                [program, "-c", str(self._folder / "mosquitto.conf")], stdout=log, stderr=log
            )
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end and self._process.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                time.sleep(0.05)
        raise HubError(f"Mosquitto did not come up; look into {self._folder / 'log'}")

    @property
    def process(self) -> int | None:
        """Its process, None when it does not run."""
        return None if self._process is None or self._process.poll() is not None else self._process.pid

    def kill(self) -> None:
        """As a pulled plug does."""
        self._end(signal.SIGKILL)

    def close(self) -> None:
        """Ends it."""
        self._end(signal.SIGTERM)

    @property
    def broker(self) -> Broker:
        """How the hub reaches it."""
        secret = (self._folder / "hub-password").read_text().strip()
        return Broker("127.0.0.1", self.port, HUB_USER, secret)

    @property
    def authority(self) -> str | None:
        """The certificate that tables know it by."""
        path = self._folder / "broker.pem"
        return path.read_text() if self.outer_port is not None and path.exists() else None

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(timeout=20)
            self._process = None

    def _settings(self) -> str:
        lines = [
            "per_listener_settings false",
            "allow_anonymous false",
            f"password_file {self._folder / 'passwords'}",
            f"acl_file {self._folder / 'acl'}",
            f"pid_file {self._folder / 'pid'}",
            "persistence false",
            f"max_packet_size {2 * LARGEST_MESSAGE}",
            "max_queued_messages 20000",
            "max_inflight_messages 100",
            "log_type error",
            "log_type warning",
            f"listener {self.port} 127.0.0.1",
        ]
        if self.outer_port is not None:
            certificate, key = self._folder / "broker.pem", self._folder / "broker.key"
            lines += [f"listener {self.outer_port}", f"certfile {certificate}", f"keyfile {key}"]
        if os.geteuid() == 0:
            lines.append("user root")
        return "\n".join(lines) + "\n"

    def _make_certificate(self) -> None:
        command = [
            "openssl",
            "req",
            "-x509",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:P-256",
            "-nodes",
        ]
        command += ["-days", "7300", "-subj", "/CN=jantaku hub", "-keyout", str(self._folder / "broker.key")]
        done = subprocess.run([*command, "-out", str(self._folder / "broker.pem")], capture_output=True)
        if done.returncode:
            raise HubError("openssl cannot make a certificate; install openssl, or use a broker of your own")
        (self._folder / "broker.key").chmod(0o600)

    def _write(self, name: str, text: str) -> None:
        _write_private(self._folder / name, text)


def admit(folder: Path, passwords: Mapping[str, str]) -> None:
    """From now on these tables, by name, may log in to the broker whose files are in `folder`."""
    write_passwords(folder, passwords)
    try:
        os.kill(int((folder / "pid").read_text()), signal.SIGHUP)
    except (OSError, ValueError):
        return  # it does not run; it reads them when it starts


def write_passwords(folder: Path, passwords: Mapping[str, str]) -> None:
    """Writes who may log in to the broker: the hub and these tables. HubError: mosquitto_passwd fails."""
    own = folder / "hub-password"
    if not own.exists():
        _write_private(own, new_secret())
    fresh = folder / "passwords.new"
    users = {HUB_USER: own.read_text().strip(), **passwords}
    _write_private(fresh, "".join(f"{user}:{password}\n" for user, password in users.items()))
    done = subprocess.run(["mosquitto_passwd", "-U", str(fresh)], capture_output=True)
    if done.returncode:
        raise HubError("mosquitto_passwd did not work; is the package mosquitto whole?")
    os.replace(fresh, folder / "passwords")


def _write_private(path: Path, text: str) -> None:
    path.touch(mode=0o600)
    path.write_text(text)


def _rights() -> str:
    """A table writes and reads under its own name only, and sees which hubs are there."""
    return (
        f"user {HUB_USER}\n"
        "topic readwrite jantaku/#\n\n"
        "pattern write jantaku/%u/up/+\n"
        "pattern read jantaku/%u/down/+\n"
        "pattern read jantaku/hub/+\n"
    )


def postgres_programs() -> Path:
    """Where the newest PostgreSQL's programs are; HubError when there is none."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if found:
        return found[-1].parent
    known = shutil.which("initdb")
    if known is None:
        raise HubError("PostgreSQL is not on this machine: apt install postgresql, or give --database")
    return Path(known).parent
