// The referee's picker of faults: found by typing, entered with one post. The page learns of it by the stream.
import { post } from "../page/door.js";

const $ = (id) => document.getElementById(id);
const dialog = $("faults");
const form = dialog.querySelector("form");
const plain = (text) => text.normalize("NFKC").toLocaleLowerCase();

function find() {
  const wanted = plain($("fault-search").value).split(/\s+/).filter(Boolean);
  for (const group of dialog.querySelectorAll(".fault-group")) {
    const title = plain(group.querySelector("h3").textContent);
    const rows = [...group.querySelectorAll(".fault-choice")];
    for (const row of rows) {
      const text = `${title} ${plain(row.textContent)}`;
      row.hidden = !wanted.every((word) => text.includes(word));
    }
    group.hidden = rows.every((row) => row.hidden);
  }
  $("fault-none").hidden = [...dialog.querySelectorAll(".fault-group")].some((group) => !group.hidden);
}

function choose(event) {
  if (event.target.name === "fault") form.elements.consequence.value = event.target.dataset.consequence;
  $("faults-send").disabled = !form.elements.seat.value || !form.elements.fault.value;
}

async function send() {
  const seat = form.elements.seat.value;
  const answer = await post("/referee/fault", {
    seat: seat === "table" ? null : Number(seat),
    name: form.elements.fault.value,
    consequence: form.elements.consequence.value,
    note: form.elements.note.value,
  });
  $("faults-wrong").textContent = answer.ok ? "" : answer.wrong;
  if (answer.ok) dialog.close();
}

document.addEventListener("click", (event) => {
  if (!event.target.closest("#enter-fault")) return;
  form.reset();
  $("faults-wrong").textContent = "";
  $("faults-send").disabled = true;
  find();
  dialog.showModal();
});
$("fault-search").addEventListener("input", find);
$("fault-search").addEventListener("keydown", (event) => {
  if (event.key === "Enter") event.preventDefault();
});
form.addEventListener("change", choose);
$("faults-send").addEventListener("click", send);
