// A saved game plays itself: everything it shows lies packed in the page, nothing is fetched.
const packed = document.getElementById("game").textContent.trim();
const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
const at = { deal: 0, place: 0 };
let game;
let playing = 0;

const find = (id) => document.getElementById(id);

function pictures(number) {
  const shown = ["before", "after"].filter((side) => game.pictures[`${number} ${side}`]).map((side) => {
    const figure = document.createElement("figure");
    const picture = document.createElement("img");
    picture.src = `data:image/jpeg;base64,${game.pictures[`${number} ${side}`]}`;
    picture.alt = find("pictures").dataset[side];
    const caption = document.createElement("figcaption");
    caption.textContent = picture.alt;
    figure.append(picture, caption);
    return figure;
  });
  find("pictures").dataset.count = shown.length;
  find("pictures").replaceChildren(...shown);
}

function list() {
  const rows = game.deals[at.deal].moments.map((moment, place) => {
    const row = document.createElement("li");
    row.className = `${moment.is_fault ? "fault" : ""} ${moment.is_undone ? "undone" : ""}`;
    const link = document.createElement("a");
    link.href = `#${at.deal + 1}.${place + 1}`;
    link.innerHTML = `<span class="when">${moment.clock}</span><span>${moment.said}</span>`;
    row.append(link);
    return row;
  });
  find("moves").replaceChildren(...rows);
  find("deals").value = String(at.deal);
}

function show(deal, place) {
  const isOther = deal !== at.deal || !find("moves").children.length;
  at.deal = Math.min(Math.max(deal, 0), game.deals.length - 1);
  const { moments } = game.deals[at.deal];
  at.place = Math.min(Math.max(place, 0), moments.length - 1);
  if (isOther) list();
  const moment = moments[at.place];
  find("board").innerHTML = moment.board;
  find("said").innerHTML = moment.said;
  find("where").textContent = [`${at.place + 1} / ${moments.length}`, moment.clock, moment.who].filter(Boolean).join(" · ");
  pictures(moment.number);
  for (const [number, row] of [...find("moves").children].entries()) {
    if (number === at.place) row.setAttribute("aria-current", "step");
    else row.removeAttribute("aria-current");
  }
  const row = find("moves").children[at.place];
  find("moves").scrollTo({ top: row.offsetTop - find("moves").clientHeight / 2 });
  history.replaceState(null, "", `#${at.deal + 1}.${at.place + 1}`);
}

const steps = {
  first: () => show(at.deal, 0),
  back: () => show(at.deal, at.place - 1),
  next: () => show(at.deal, at.place + 1),
  last: () => show(at.deal, Infinity),
  play: () => {
    playing = playing ? clearInterval(playing) : setInterval(() => {
      if (at.place === game.deals[at.deal].moments.length - 1) steps.play();
      else steps.next();
    }, 1100);
    document.querySelector('[data-step="play"]').setAttribute("aria-pressed", String(Boolean(playing)));
  },
};

function there() {
  const [deal, place] = location.hash.slice(1).split(".").map(Number);
  show((deal || 1) - 1, (place || 1) - 1);
}

new Response(stream).json().then((told) => {
  game = told;
  there();
  addEventListener("hashchange", there);
  find("deals").addEventListener("change", (event) => show(Number(event.target.value), 0));
  for (const button of document.querySelectorAll("[data-step]")) button.addEventListener("click", steps[button.dataset.step]);
  addEventListener("keydown", (event) => {
    const step = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" }[event.key];
    if (step && !event.target.closest("select")) { event.preventDefault(); steps[step](); }
  });
});
