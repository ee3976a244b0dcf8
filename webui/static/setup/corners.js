// Four corners dragged in a still picture, with a glass over the finger; and which markers are seen.
const $ = (id) => document.getElementById(id);
const words = JSON.parse($("words").textContent);
const form = $("calibration");
const still = $("still");
const loupe = $("loupe");
const { width, height } = still.viewBox.baseVal;
const handles = [...still.querySelectorAll(".handle")];
const field = (axis, corner) => form.elements[`${axis}${corner}`];
let seen = 0;
const within = (value, most) => Math.min(Math.max(value, 0), most);

function point(corner) {
  return [Number(field("x", corner).value), Number(field("y", corner).value)];
}

function draw() {
  // Handles keep their size on the screen, whatever the picture's.
  const scale = width / (still.clientWidth || width);
  handles.forEach((handle, corner) => {
    const [x, y] = point(corner);
    handle.setAttribute("transform", `translate(${x} ${y}) scale(${scale})`);
  });
  $("square").setAttribute("points", handles.map((_, corner) => point(corner).join(",")).join(" "));
}

function magnify(x, y) {
  const side = width / 12;
  loupe.setAttribute("viewBox", `${x - side / 2} ${y - side / 2} ${side} ${side}`);
  loupe.lastElementChild.setAttribute("d", `M${x - side / 2} ${y}h${side}M${x} ${y - side / 2}v${side}`);
  loupe.classList.toggle("right", x < width / 2);
}

function place(corner, x, y) {
  field("x", corner).value = Math.round(within(x, width) * 10) / 10;
  field("y", corner).value = Math.round(within(y, height) * 10) / 10;
  $("by-corners").checked = true;
  $("found").hidden = true;
  draw();
}

for (const [corner, handle] of handles.entries()) {
  let grip = null;
  const at = (event) => new DOMPoint(event.clientX, event.clientY).matrixTransform(still.getScreenCTM().inverse());
  handle.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    handle.setPointerCapture(event.pointerId);
    const from = at(event), [x, y] = point(corner);
    grip = [x - from.x, y - from.y];
    handle.classList.add("held");
    loupe.removeAttribute("hidden");
    magnify(x, y);
  });
  handle.addEventListener("pointermove", (event) => {
    if (!grip) return;
    const to = at(event);
    place(corner, to.x + grip[0], to.y + grip[1]);
    magnify(...point(corner));
  });
  const letGo = () => {
    grip = null;
    handle.classList.remove("held");
    loupe.setAttribute("hidden", "");
  };
  handle.addEventListener("pointerup", letGo);
  handle.addEventListener("pointercancel", letGo);
}
form.addEventListener("input", (event) => {
  if (/^[xy]\d$/.test(event.target.name)) {
    $("by-corners").checked = true;
    draw();
  }
});
addEventListener("resize", draw);

/** The mat found by itself is drawn where it is, and needs no more than a yes. */
function showMat(corners, isLookedFor) {
  const box = $("found"), side = Number(form.elements.square_mm.value);
  box.hidden = !isLookedFor;
  $("yes").hidden = !corners;
  box.classList.toggle("sure", Boolean(corners));
  $("found-says").textContent = corners ? words["setup.mat_found"].replace("{mm}", side) : words["setup.mat_not_found"];
  if (!corners) return;
  corners.forEach(([x, y], corner) => {
    field("x", corner).value = x;
    field("y", corner).value = y;
  });
  draw();
}
let mat = null;
async function findMat() {
  const answer = await fetch(form.dataset.mat, { cache: "no-store" }).catch(() => null);
  const told = answer?.ok ? await answer.json() : { corners: null, has_picture: false };
  mat = told.corners;
  if (seen < 4 && !$("by-corners").checked) showMat(mat, told.has_picture);
}
form.elements.square_mm.addEventListener("input", () => { if (mat && !$("found").hidden) showMat(mat, true); });
form.addEventListener("change", (event) => { if (event.target.name === "way") $("found").hidden = true; });

function fresh() {
  const address = `${form.dataset.picture}?n=${Date.now()}`;
  for (const image of document.querySelectorAll("#still image, #loupe image")) image.setAttribute("href", address);
  if (!still.querySelector("image")) location.reload();
  else findMat();
}
$("fresh").addEventListener("click", fresh);

function showMarkers(told) {
  const preview = told.preview;
  seen = preview?.markers.length ?? 0;
  if (seen === 4) $("found").hidden = true;
  for (const item of $("markers").children) {
    const isSeen = Boolean(preview?.markers.includes(Number(item.dataset.marker)));
    item.classList.toggle("seen", isSeen);
    item.lastElementChild.textContent = words[isSeen ? "setup.marker_seen" : "setup.marker_missing"];
  }
  const fits = preview && preview.residual_mm !== null;
  const says = fits ? words["setup.markers_fit"].replace("{mm}", preview.residual_mm) : words["setup.way_markers_hint"];
  if ($("markers-say").textContent !== says) $("markers-say").textContent = says;
}

async function watch() {
  try {
    const answer = await fetch(form.dataset.preview, { cache: "no-store" });
    const told = answer.ok ? await answer.json() : { preview: null };
    showMarkers(told);
    if (told.preview && !still.querySelector("image")) location.reload();
  } catch { /* asked again in a moment */ }
  setTimeout(watch, 700);
}

draw();
watch();
if (still.querySelector("image") && !("kept" in form.dataset)) findMat();
