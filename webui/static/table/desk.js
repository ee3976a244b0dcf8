// What the phones said, on the table's page: calls, the time that is left, and where camera and phones differ.
import { post } from "../page/door.js";
import { caller, put } from "../page/say.js";

let offset = 0;
let desk = null;
let bar = null;

function chip(text, className, state) {
  const item = document.createElement("span");
  item.className = className;
  item.dataset.state = state || "";
  item.textContent = text;
  return item;
}

function button(label, happened, number) {
  const item = document.createElement("button");
  item.type = "button";
  item.className = "button quiet";
  item.textContent = label;
  item.addEventListener("click", () => post("/seats/differences", { number, happened }));
  return item;
}

function difference({ number, seat, call, tile, seen }, { words, wind, watched }) {
  const key = seen ? "seats.differs_other" : watched ? "seats.differs_none" : "seats.was_it_so";
  const told = document.createElement("span");
  const box = document.createElement("div");
  box.className = "differs";
  told.textContent = put(words[key], {
    wind: wind(seat),
    call: words[`call.${call}`],
    tile: words[`tile.${tile}`],
    other: seen && wind(seen.seat),
    seen: seen && words[`call.${seen.call}`],
  });
  box.append(told, button(words["seats.enter"], true, number), button(words["seats.dismiss"], false, number));
  if (seen) box.querySelector("button").remove();
  return box;
}

export function showDesk(news, { words, seats, players }) {
  desk = news;
  offset = news.now_s - performance.now() / 1000;
  const wind = caller({ words, players, seats: () => seats });
  const called = news.calls.filter((each) => each.call !== "pass")
    .map((each) => chip(`${wind(each.seat)}: ${words[`call.${each.call}`]}`, "called", each.became));
  const clock = news.clock && chip("", "move", news.clock.told ? "late" : "");
  bar = clock ? { clock, words, wind } : null;
  const box = document.getElementById("desk");
  box.replaceChildren(...called, ...(clock ? [clock] : []), ...news.differences.map((each) => difference(each, { words, wind, watched: news.watched })));
  box.hidden = !box.children.length;
  document.getElementById("clock").checked = news.timed;
  showClock();
}

function showClock() {
  if (!bar || !desk?.clock) return;
  const left = Math.ceil(desk.clock.since_s + desk.move_s - (performance.now() / 1000 + offset));
  const key = left > 0 ? "seats.move_left" : "seats.move_over";
  const text = put(bar.words[key], { wind: bar.wind(desk.clock.seat), seconds: left > 0 ? left : desk.move_s });
  if (bar.clock.textContent !== text) bar.clock.textContent = text;
}

setInterval(showClock, 250);
