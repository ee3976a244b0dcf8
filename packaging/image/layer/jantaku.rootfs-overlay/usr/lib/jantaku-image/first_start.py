"""The first start of a card without a screen: first_start.py wifi | sheet.

``wifi`` takes the network told in wifi.txt on the card's small partition, which any computer can write, and
takes the password out of it. ``sheet`` writes jantaku.html beside it: the address, a QR code of it, and the
set-up code; where no network comes up it first opens a Wi-Fi of its own.
"""

import html
import os
import re
import socket
import subprocess
import sys
import time
from pathlib import Path

CARD, DATA = Path("/bootfs"), Path("/var/lib/jantaku")
KEPT = Path("/etc/NetworkManager/system-connections")
PORT, OWN, OWN_ADDRESS = 8000, "Jantaku", "10.42.0.1"
NETWORK_S, CODE_S, STEP_S = 90, 180, 1.0
TAKEN = "# This network is kept in the machine. To tell another one: name=, password=, country= below.\n"


def told_in(text):
    """What stands in wifi.txt: `name=value` lines; anything else is left out."""
    lines = (line.strip().partition("=") for line in text.lstrip("\ufeff").splitlines())
    return {name.strip().lower(): value.strip() for name, equals, value in lines if equals and name[0] != "#"}


def take_wifi(card=CARD, kept=KEPT):
    """Keeps the network of wifi.txt and takes it out of the file; says in one line why it cannot."""
    file = card / "wifi.txt"
    told = told_in(file.read_bytes().decode("utf-8", "replace"))
    name, password = told.get("name", ""), told.get("password", "")
    why_not = _why_not(name, password)
    if not name and not password:
        return "wifi.txt names no network"
    if why_not:
        _say(file, f"# Not taken: {why_not}\nname={name}\npassword={password}\n")
        return why_not
    if told.get("country"):
        subprocess.run(["iw", "reg", "set", told["country"][:2].upper()], check=False)
    kept.mkdir(parents=True, exist_ok=True)
    secret = ["wifi-sec.key-mgmt", "wpa-psk", "wifi-sec.psk", password] if password else []
    add = ["nmcli", "--offline", "connection", "add", "type", "wifi", "con-name", "jantaku-wifi"]
    add += ["ssid", name, "connection.autoconnect-retries", "0", *secret]
    profile = subprocess.run(add, check=True, capture_output=True).stdout
    fresh = kept / ".jantaku-wifi"
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
        out.write(profile)
        os.fsync(out.fileno())
    fresh.replace(kept / "jantaku-wifi.nmconnection")
    _say(file, TAKEN)
    return f"the network {name} is kept"


def write_sheet(card=CARD, data=DATA, sleep=time.sleep):
    """Writes the sheet while the table is not set up yet; opens a Wi-Fi where no network comes up."""
    address = _soon(_address, NETWORK_S, sleep)
    if not address:
        address = _open_wifi()
    code = _soon(lambda: _read(data / "setup-code"), CODE_S, sleep)
    if not code:
        return "the table is set up already, or nothing is served; no sheet is written"
    _say(card / "jantaku.html", sheet(address, socket.gethostname(), code))
    return f"jantaku.html tells http://{address}:{PORT}/setup"


def sheet(address, name, code):
    """The page to print or to look at: QR code, addresses, set-up code."""
    import segno

    where = f"http://{address}:{PORT}/setup"
    drawing = segno.make(where, error="m").svg_inline(scale=8)
    own = ""
    if address == OWN_ADDRESS:
        own = f"<p>There is no network: join the Wi-Fi <b>{OWN}</b> first, it has no password.</p>"
    return (
        "<!doctype html><html lang=en><meta charset=utf-8><title>Jantaku</title>"
        "<style>body{font:1.4rem sans-serif;text-align:center;margin:2rem}b{font-family:monospace}</style>"
        f"<h1>Jantaku</h1>{own}{drawing}<p><b>{html.escape(where)}</b></p>"
        f"<p>or <b>http://{html.escape(name)}.local:{PORT}/setup</b></p>"
        f"<p>Set-up code: <b>{html.escape(code)}</b></p></html>\n"
    )


def _why_not(name, password):
    if not 1 <= len(name.encode()) <= 32:
        return f"a network's name has 1 to 32 bytes, got {len(name.encode())}"
    if password and not (8 <= len(password.encode()) <= 63 or re.fullmatch("[0-9a-fA-F]{64}", password)):
        return "a password has 8 to 63 characters, or none"
    return ""


def _soon(ask, seconds, sleep):
    for _ in range(int(seconds / STEP_S)):
        if found := ask():
            return found
        sleep(STEP_S)
    return ""


def _address():
    """The address by which others reach this machine, "" while there is no way out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        try:
            line.connect(("192.0.2.1", 9))  # a route is asked for; nothing is sent
        except OSError:
            return ""
        return line.getsockname()[0]


def _open_wifi():
    add = [
        "nmcli",
        "connection",
        "add",
        "type",
        "wifi",
        "ifname",
        "*",
        "con-name",
        "jantaku-own",
        "ssid",
        OWN,
    ]
    rest = ["autoconnect", "no", "wifi.mode", "ap", "ipv4.method", "shared"]
    rest += ["ipv4.addresses", f"{OWN_ADDRESS}/24"]
    subprocess.run(["nmcli", "connection", "delete", "jantaku-own"], check=False, capture_output=True)
    for command in (add + rest, ["nmcli", "connection", "up", "jantaku-own"]):
        subprocess.run(command, check=False, capture_output=True)
    return OWN_ADDRESS


def _read(path):
    try:
        return path.read_text().strip()
    except OSError:
        return ""


def _say(path, text):
    """Replaces a file of the card as a whole."""
    fresh = path.with_name(f"{path.name}.new")
    with fresh.open("w", encoding="utf-8", newline="\r\n") as out:
        out.write(text)
        out.flush()
        os.fsync(out.fileno())
    fresh.replace(path)


if __name__ == "__main__":
    print(take_wifi() if sys.argv[1:] == ["wifi"] else write_sheet())
