// A tap on a picture makes it large; a swipe, the arrows or a tap at the side lead to the one before or after.
// Without this script the picture opens by itself.
const dialog = document.createElement("dialog");
dialog.className = "enlarged";
dialog.innerHTML = '<div class="bar-of"><p></p><button class="button" type="button">✕</button></div>'
  + '<img class="large" alt=""><div class="bar-of"><button class="button" type="button">‹</button>'
  + '<button class="button" type="button">›</button></div>';
document.body.append(dialog);
const [close, back, next] = dialog.querySelectorAll("button");
const picture = dialog.querySelector("img");
const caption = dialog.querySelector("p");
const name = (of, word) => of.setAttribute("aria-label", document.body.dataset[word] || word);
name(close, "close");
name(back, "back");
name(next, "next");
let shown = [];
let place = 0;

function show(index) {
  if (index < 0 || index >= shown.length) return;
  place = index;
  const link = shown[place];
  picture.src = link.href;
  picture.alt = link.querySelector("img")?.alt || "";
  caption.textContent = link.dataset.caption || "";
  back.disabled = place === 0;
  next.disabled = place === shown.length - 1;
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a.enlarging");
  if (!link || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  shown = [...(link.closest(".evidence, .strip, section, main") || document).querySelectorAll("a.enlarging")];
  show(shown.indexOf(link));
  dialog.showModal();
});
close.addEventListener("click", () => dialog.close());
back.addEventListener("click", () => show(place - 1));
next.addEventListener("click", () => show(place + 1));
dialog.addEventListener("keydown", (event) => {
  if (event.key === "ArrowLeft") show(place - 1);
  if (event.key === "ArrowRight") show(place + 1);
});
let from = null;
picture.addEventListener("pointerdown", (event) => { from = event.clientX; });
picture.addEventListener("pointerup", (event) => {
  if (from === null) return;
  const way = event.clientX - from;
  from = null;
  if (Math.abs(way) > 40) show(place + (way < 0 ? 1 : -1));
});
picture.addEventListener("dragstart", (event) => event.preventDefault());
