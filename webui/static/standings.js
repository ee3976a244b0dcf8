// The wall screen: the four scores, whose move it is, and the newest discard, large.
import { caller } from "./say.js";
import { face } from "./story.js";

const SPRITE = document.querySelector(".brand-tile use").getAttribute("href").split("#")[0];

function wind(number) {
  const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `${SPRITE}#wind-${number}`);
  drawing.append(use);
  drawing.setAttribute("aria-hidden", "true");
  return drawing;
}

export function showStandings(now, { words, players }) {
  const order = [...now.seats].sort((a, b) => a.wind - b.wind);
  document.getElementById("standings").replaceChildren(...order.map((seat) => {
    const row = document.createElement("li");
    const name = document.createElement("span");
    const points = document.createElement("b");
    row.dataset.wind = seat.wind;
    row.classList.toggle("turn", now.phase !== "ended" && now.seats[now.turn] === seat);
    row.classList.toggle("winner", seat.won);
    const word = words[`wind.${seat.wind}`]; // one character says no more than the drawn wind does
    name.textContent = [players[seat.player] || (word.length > 1 ? word : ""), seat.ready ? words["seat.ready"] : ""]
      .filter(Boolean).join(" · ");
    points.textContent = seat.score.toLocaleString(document.documentElement.lang).replace("-", "−");
    row.append(wind(seat.wind), name, points);
    return row;
  }));
  const newest = document.getElementById("newest");
  newest.hidden = !now.last;
  if (!now.last) return;
  newest.firstElementChild.replaceChildren(...(now.last.tile === "?" ? [] : [face(now.last.tile)]));
  const by = words["view.newest"].replace("{wind}", caller({ words, players, seats: () => now.seats })(now.last.seat));
  newest.lastElementChild.textContent = `${by} ${words[`tile.${now.last.tile}`]}`;
}
