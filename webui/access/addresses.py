"""Under which names and addresses this machine can be reached."""

from __future__ import annotations

import errno
import socket


def lan_address() -> str | None:
    """This machine's address on the local network, None when it has none. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if address.startswith("127.") else address


def host_names() -> frozenset[str]:
    """The names a browser on the local network may use for this machine."""
    own = socket.gethostname().lower()
    return frozenset({"localhost", "jantaku", "jantaku.local", own, f"{own.split('.')[0]}.local"})


def is_port_free(host: str, port: int) -> bool:
    """Whether a server could listen there now."""
    return why_not_listening(host, port) is None


def why_not_listening(host: str, port: int) -> str | None:
    """Why a server cannot listen there, and what to do; None when it can."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except socket.gaierror:
            return f"--host {host} is no address of this machine; 0.0.0.0 listens on all it has"
        except OSError as wrong:
            return _in_words(wrong, host, port)
    return None


def _in_words(wrong: OSError, host: str, port: int) -> str:
    match wrong.errno:
        case errno.EADDRNOTAVAIL:
            return f"--host {host} is no address of this machine; 0.0.0.0 listens on all it has"
        case errno.EADDRINUSE:
            return f"port {port} on {host} is in use; choose another with --port"
        case errno.EACCES:
            return f"port {port} needs the right to it; choose one above 1023 with --port"
    return f"cannot listen on {host} port {port}: {wrong.strerror}"
