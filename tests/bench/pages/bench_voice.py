"""From a person's entry to the sound of it: ``python -m tests.bench.pages.bench_voice``.

Starts a table whose camera sees nothing and that has a speaker, opens the page in Chromium with the sound on,
enters discards while nothing else is being said, and takes the time from sending each to the moment its first
clip begins to play: on the page, and on the machine's own speaker. There a stand-in for `aplay` notes when
the first sample reaches it; a sound card comes after that.
"""

import argparse
import os
import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.chromium import BROWSER_FLAGS, browser_path
from tests.e2e.at_the_page import know_east
from tests.served import Served

TIMES = 12
REST_S = 4.5
"""So long no sentence goes on; what is told meanwhile would wait for its end."""
PLAYER = "#!/bin/sh\nhead -c 2 > /dev/null\ndate +%s.%N >> {heard}\ncat > /dev/null\n"
LISTENING = """
const start = AudioBufferSourceNode.prototype.start;
window.played = [];
AudioBufferSourceNode.prototype.start = function (at) {
  const wait = Math.max(0, at - this.context.currentTime) * 1000;
  window.played.push(performance.now() + wait);
  document.documentElement.dataset.played = window.played.length;
  return start.call(this, at);
};
"""
ENTER = """async ([seat, tile]) => {
  const token = document.querySelector('meta[name="jantaku-token"]').content;
  const before = window.played.length;
  const began = performance.now();
  const headers = { "Content-Type": "application/json", "X-Jantaku-Token": token };
  await fetch("/record", { method: "POST", headers, body: JSON.stringify({ seat, act: "discard", tile }) });
  const rest = (ms) => new Promise((go) => setTimeout(go, ms));
  while (window.played.length === before && performance.now() - began < 5000) await rest(1);
  return [window.played[before] - began, performance.timeOrigin + began];
}"""


def told(what, waits, times):
    """One line of figures; whether all were heard."""
    load = " ".join(f"{each:.1f}" for each in os.getloadavg()[:2])
    middle, longest = (statistics.median(waits), max(waits)) if waits else (0, 0)
    figures = f"median {middle:.0f} ms, longest {longest:.0f} ms"
    print(f"{what}: {len(waits)} of {times} heard; {figures}; load {load}")
    return len(waits) == times


def main():
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("--times", type=int, default=TIMES, help="entries")
    given.add_argument("--rest", type=float, default=REST_S, help="seconds between them")
    asked = given.parse_args()
    rest_ms = 1000 * asked.rest
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as browsers:
        heard, programs = Path(folder) / "heard", Path(folder) / "programs"
        programs.mkdir()
        (programs / "aplay").write_text(PLAYER.format(heard=heard))
        (programs / "aplay").chmod(0o755)
        os.environ["PATH"] = f"{programs}:{os.environ['PATH']}"
        server = Served(Path(folder), "simulated:", "--rules", "mcr", "--attach", "speaker=en").start()
        browser = browsers.chromium.launch(executable_path=browser_path(), args=BROWSER_FLAGS)
        on_page, on_speaker = [], []
        try:
            page = browser.new_page()
            page.add_init_script(LISTENING)
            page.goto(f"{server.address}/?lang=en")
            page.click("#sound")
            page.wait_for_selector("html[data-played]")
            know_east(page)
            page.wait_for_timeout(rest_ms)
            for number in range(asked.times):
                before = len(heard.read_text().split()) if heard.exists() else 0
                wait, began = page.evaluate(ENTER, [number % 4, f"{number % 9 + 1}p"])
                page.wait_for_timeout(rest_ms)
                on_page += [wait] if wait > 0 else []  # NaN: never heard
                on_speaker += [
                    1000 * float(at) - began for at in heard.read_text().split()[before : before + 1]
                ]
        finally:
            browser.close()
            server.stop()
    return 0 if all([told("page", on_page, asked.times), told("speaker", on_speaker, asked.times)]) else 1


if __name__ == "__main__":
    sys.exit(main())
