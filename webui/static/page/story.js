// The announcements: the newest large, all of them in a scroll, newest on top.
const SPRITE = document.querySelector(".brand-tile use").getAttribute("href").split("#")[0];
const KEPT = 400;

export function face(tile) {
  const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `${SPRITE}#tile-${tile}`);
  drawing.setAttribute("viewBox", "0 0 240 320");
  drawing.setAttribute("class", "face");
  drawing.setAttribute("aria-hidden", "true");
  drawing.append(use);
  return drawing;
}

/** The wind of a seat as a small drawing; read out by those who cannot see it unless it only repeats a word. */
export function windSign(number, said = "") {
  const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `${SPRITE}#wind-${number}`);
  drawing.setAttribute("viewBox", "0 0 24 24");
  drawing.setAttribute("class", "wind-sign");
  if (said) { drawing.setAttribute("role", "img"); drawing.setAttribute("aria-label", said); }
  else drawing.setAttribute("aria-hidden", "true");
  drawing.append(use);
  return drawing;
}

function named(part) {
  const both = document.createElement("span");
  both.className = "named";
  both.append(part.tile ? face(part.tile) : windSign(part.wind), part.text);
  return both;
}

export function sentence({ key, parts }) {
  const line = document.createElement("p");
  line.dataset.key = key;
  for (const part of parts) {
    if ((part.tile && part.tile !== "?") || part.wind !== undefined) line.append(named(part));
    else if (part.text) line.append(part.text);
  }
  return line;
}

function scoreLink(entry, words, said) {
  const link = document.createElement("a");
  link.className = "button quiet";
  link.href = `/scores/win/${entry.number}`;
  link.textContent = words[said];
  return link;
}

function row(entry, words, fix) {
  const item = document.createElement("li");
  item.dataset.number = entry.number;
  const number = document.createElement("span");
  number.className = "number";
  number.textContent = entry.number;
  const body = document.createElement("div");
  body.className = "body";
  body.append(...entry.told.map(sentence));
  if (entry.events.some((event) => event.type === "won")) body.append(scoreLink(entry, words, "scores.confirm_win"));
  if (entry.told.some(({ key }) => key === "deal_unseen")) body.append(scoreLink(entry, words, "scores.enter_win"));
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button fix";
  const asksWhich = entry.doubtful.some((doubt) => !["lasting", "concluded", "score"].includes(doubt.reason));
  button.textContent = asksWhich ? words["door.which_tile"] : words["door.correct"];
  button.setAttribute("aria-label", `${button.textContent} (${entry.number})`);
  button.addEventListener("click", () => fix(entry));
  item.append(number, body, button);
  item.classList.toggle("doubtful", entry.doubtful.length > 0);
  item.classList.toggle("replaced", entry.amended_by !== null && !entry.told_anew);
  item.classList.toggle("big", entry.told.some((line) => line.weight === "big"));
  return item;
}

export function showEntries(entries, { words, isNew, fix }) {
  const list = document.getElementById("story");
  for (const entry of entries) {
    const amended = entry.amends && list.querySelector(`[data-number="${entry.amends}"]`);
    if (amended && entry.told.length) amended.classList.add("replaced");
    if (!entry.told.length) continue;
    list.prepend(row(entry, words, fix));
    while (list.children.length > KEPT) list.lastElementChild.remove();
  }
  const told = entries.flatMap((entry) => entry.told.map((line, index) => ({ ...line, begins: index === 0 })));
  const first = told.findLastIndex((line) => line.begins && !line.follows);
  if (first >= 0) showHeadline(told[first], isNew);
  showBeside(told.slice(first + 1), first >= 0);
}

function showBeside(lines, isFresh) {
  const beside = document.getElementById("beside");
  const before = isFresh ? [] : [beside.textContent];
  beside.textContent = [...before, ...lines.map((line) => line.text)].filter(Boolean).join(" · ");
}

function showHeadline(line, isNew) {
  const headline = document.getElementById("headline");
  headline.replaceChildren(...sentence(line).childNodes);
  headline.classList.remove("new");
  if (!isNew) return;
  void headline.offsetWidth; // restarts the animation
  headline.classList.add("new");
}

export function clearStory(words) {
  document.getElementById("story").replaceChildren();
  const headline = document.getElementById("headline");
  headline.textContent = words["page.waiting"];
  document.getElementById("beside").textContent = "";
}
