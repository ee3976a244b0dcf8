"""From a person's entry to the sound of it, in a real browser: ``python -m tests.bench.bench_voice``.

Starts a table whose camera sees nothing, opens the page in Chromium with the sound on, enters discards while
nothing else is being said, and takes the time from sending each to the moment its first clip begins to play.
"""

import os
import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.e2e.conftest import BROWSER_FLAGS, Served

TIMES = 12
REST_MS = 4500
"""So long no sentence goes on; what is told meanwhile would wait for its end."""
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
  return window.played[before] - began;
}"""


def main():
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as browsers:
        server = Served(Path(folder), "simulated:", "--rules", "mcr").start()
        browser = browsers.chromium.launch(executable_path="/usr/bin/chromium", args=BROWSER_FLAGS)
        try:
            page = browser.new_page()
            page.add_init_script(LISTENING)
            page.goto(f"{server.address}/?lang=en")
            page.click("#sound")
            page.wait_for_selector("html[data-played]")
            page.wait_for_timeout(REST_MS)
            took = []
            for number in range(TIMES):
                took.append(page.evaluate(ENTER, [number % 4, f"{number % 9 + 1}p"]))
                page.wait_for_timeout(REST_MS)
        finally:
            browser.close()
            server.stop()
    load = " ".join(f"{each:.1f}" for each in os.getloadavg()[:2])
    heard = sorted(each for each in took if each is not None)
    middle = statistics.median(heard)
    print(f"{len(heard)} of {TIMES} heard; median {middle:.0f} ms, longest {heard[-1]:.0f} ms; load {load}")
    return 0 if len(heard) == TIMES else 1


if __name__ == "__main__":
    sys.exit(main())
