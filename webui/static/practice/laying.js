// Tiles a learner lays: tapped one by one, or read from the camera or a photo and then put right by hand.
const read = (id) => JSON.parse(document.getElementById(id).textContent);
export const words = read("words");
export const task = read("task");
const sprite = read("sprite");
export const $ = (id) => document.getElementById(id);
const KEYS = [
  ...["m", "p", "s"].map((suit) => [1, 2, 3, 4, 5, 6, 7, 8, 9].map((rank) => `${rank}${suit}`)),
  ["1z", "2z", "3z", "4z", "5z", "6z", "7z", "back"],
  ["1f", "2f", "3f", "4f", "5f", "6f", "7f", "8f"],
  ["0m", "0p", "0s"],
];
const LARGEST_PX = 1800;

export async function post(path, body) {
  const isFile = body instanceof Blob;
  const answer = await fetch(path, {
    method: "POST",
    headers: {
      "Content-Type": isFile ? body.type || "application/octet-stream" : "application/json",
      "X-Jantaku-Token": document.querySelector('meta[name="jantaku-token"]').content,
    },
    body: isFile ? body : JSON.stringify(body),
  }).catch(() => null);
  if (!answer) return { ok: false, error: words["practice.no_answer"] };
  const told = await answer.json().catch(() => ({}));
  return { ok: answer.ok, ...told };
}

export function tileDrawing(word) {
  const span = document.createElement("span");
  const face = word.replace(/[+_~]/g, "");
  span.className = ["tile", word.includes("_") && "turned", word.startsWith("+") && "apart", word.includes("~") && "doubtful",
    face === "back" && "back", face === "?" && "unread doubtful"].filter(Boolean).join(" ");
  if (face === "?") span.textContent = "?";
  else if (face !== "back") {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    use.setAttribute("href", `${sprite}#tile-${face}`);
    svg.append(use);
    svg.setAttribute("aria-hidden", "true");
    span.append(svg);
  }
  return span;
}

export function tileName(word) {
  const face = word.replace(/[+_~]/g, "");
  return face === "back" ? words["practice.back"] : words[`tile.${face}`] || words["tile.?"];
}

/** The rows being laid; `changed` is called after every change. */
export class Laying {
  constructor(changed = () => {}) {
    this.rows = [[]];
    this.at = { row: 0, place: null };
    this.changed = changed;
    this.seen = null;
    this.paths = { look: "/practice/read", photo: "/practice/photo" };
    this._keys();
    $("tools").addEventListener("click", (event) => this._tool(event.target.closest("[data-tool]")?.dataset.tool));
    if ($("photo")) $("photo").addEventListener("change", () => this._photo());
    if ($("look")) $("look").addEventListener("click", () => this._camera());
    this.draw();
  }

  get filled() { return this.rows.filter((row) => row.length); }

  set(rows) {
    this.rows = rows.length ? rows.map((row) => [...row]) : [[]];
    this.at = { row: this.rows.length - 1, place: null };
    this.draw();
  }

  put(face) {
    const { row, place } = this.at;
    if (place === null) this.rows[row].push(face);
    else {
      const marks = this.rows[row][place].replace(/[^+_]/g, "");
      this.rows[row][place] = `${marks.includes("+") ? "+" : ""}${face}${marks.includes("_") ? "_" : ""}`;
      const next = this.rows[row].findIndex((word, at) => at > place && /[~?]/.test(word));
      this.at.place = next < 0 ? null : next;
    }
    this.draw();
  }

  draw() {
    $("rows").replaceChildren(...this.rows.map((row, line) => {
      const box = document.createElement("div");
      box.className = "row" + (line === this.at.row ? " here" : "");
      box.append(...row.map((word, place) => {
        const button = document.createElement("button");
        button.type = "button";
        button.className = "laid";
        button.setAttribute("aria-label", tileName(word));
        button.setAttribute("aria-pressed", String(line === this.at.row && place === this.at.place));
        button.append(tileDrawing(word));
        button.addEventListener("click", (event) => {
          event.stopPropagation();
          const isSame = this.at.row === line && this.at.place === place;
          this.at = { row: line, place: isSame ? null : place };
          this.draw();
        });
        return button;
      }));
      if (!row.length) {
        const empty = document.createElement("i");
        empty.textContent = words["practice.empty_row"];
        box.append(empty);
      }
      box.addEventListener("click", () => { this.at = { row: line, place: null }; this.draw(); });
      return box;
    }));
    this.changed(this);
  }

  mark(places) {
    for (const [row, place] of places || []) {
      $("rows").children[row]?.children[place]?.classList.add("wrong-place");
    }
  }

  _keys() {
    $("keys").replaceChildren(...KEYS.map((line) => {
      const box = document.createElement("div");
      box.append(...line.map((face) => {
        const button = document.createElement("button");
        button.type = "button";
        button.setAttribute("aria-label", tileName(face));
        button.dataset.tile = face;
        button.append(tileDrawing(face));
        button.addEventListener("click", () => this.put(face));
        return button;
      }));
      return box;
    }));
  }

  _tool(tool) {
    if (!tool) return;
    const { row } = this.at;
    const line = this.rows[row];
    const place = this.at.place ?? line.length - 1;
    const swap = (sign) => { line[place] = line[place].includes(sign) ? line[place].replace(sign, "") : sign === "+" ? `+${line[place]}` : line[place] + sign; };
    if (tool === "clear") { this.rows = [[]]; this.at = { row: 0, place: null }; }
    else if (tool === "line") { this.rows.push([]); this.at = { row: this.rows.length - 1, place: null }; }
    else if (tool === "remove") {
      if (line.length) line.splice(place, 1);
      if (!line.length && this.rows.length > 1) { this.rows.splice(row, 1); this.at.row = Math.max(0, row - 1); }
      this.at.place = null;
    } else if (line.length) swap(tool === "turn" ? "_" : "+");
    this.draw();
  }

  async _camera() { this.take(await busy(() => post(this.paths.look, { rules: task.rules }))); }

  async _photo() {
    const file = await smaller($("photo").files[0]);
    $("photo").value = "";
    if (file) this.take(await busy(() => post(`${this.paths.photo}?rules=${task.rules}`, file)));
  }

  /** Takes over what was read; doubtful tiles are marked, the first of them is chosen to be put right. */
  take(told) {
    complain(told.ok ? told.told : told.error);
    if (!told.ok) return;
    this.seen = told;
    showPicture(told.picture);
    if (told.problem && told.problem !== "no_picture") this.set([]); // what lay there before is no answer any more
    if (!told.rows?.length) return;
    this.set(told.rows);
    for (const [line, row] of this.rows.entries()) {
      const place = row.findIndex((word) => /[~?]/.test(word));
      if (place >= 0) { this.at = { row: line, place }; this.draw(); complain(words["practice.put_right"]); break; }
    }
  }
}

export function showPicture(address) {
  if (!$("seen")) return;
  $("seen").hidden = !address;
  if (address) $("seen").querySelector("img").src = address;
}

export function complain(text) {
  if (!$("read-wrong")) return;
  $("read-wrong").hidden = !text;
  $("read-wrong").textContent = text || "";
}

export async function busy(work, name = "working") {
  const sign = $(name);
  if (sign) sign.hidden = false;
  try { return await work(); } finally { if (sign) sign.hidden = true; }
}

/** A photo no larger than the networks need, as JPEG; phones take far larger ones. */
export async function smaller(file) {
  if (!file) return null;
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return file;
  const scale = Math.min(1, LARGEST_PX / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob((blob) => done(blob || file), "image/jpeg", 0.9));
}

export function show(box, told) {
  box.innerHTML = told.ok ? told.html || "" : "";
  if (!told.ok) {
    const line = document.createElement("p");
    line.className = "wrong";
    line.textContent = told.error || words["practice.no_answer"];
    box.append(line);
  }
  box.dataset.outcome = told.outcome || "";
  box.style.minHeight = "";
}

/** What is told of the answer now asked for; what was told of the one before is gone at once, its room is kept. */
export async function tell(box, asked) {
  box.style.minHeight = `${box.offsetHeight}px`;
  box.replaceChildren();
  box.dataset.outcome = "";
  const answer = await asked;
  show(box, answer);
  return answer;
}

/** On a small screen the table can be drawn twice as large and moved about. */
const larger = $("larger");
if (larger) larger.addEventListener("click", () => {
  const drawn = document.querySelector(".drawn-table");
  const isLarge = drawn.classList.toggle("large");
  larger.setAttribute("aria-pressed", String(isLarge));
  larger.textContent = words[isLarge ? "practice.smaller" : "practice.larger"];
  if (isLarge) drawn.scrollTo((drawn.scrollWidth - drawn.clientWidth) / 2, 0);
});

const chooser = $("ruleset");
if (chooser) chooser.addEventListener("change", () => chooser.form.submit());
