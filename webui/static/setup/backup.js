// Sends a backup to be taken back, and waits for the server that starts anew with it.
const $ = (id) => document.getElementById(id);
const words = JSON.parse($("words").textContent);
const form = $("restore");

async function whenBack() {
  await new Promise((go) => setTimeout(go, 1500));
  for (;;) {
    try {
      if ((await fetch("/healthz", { cache: "no-store" })).status < 600) return;
    } catch { /* not yet */ }
    await new Promise((go) => setTimeout(go, 500));
  }
}

const accept = $("accept");
let token = "";

function say(text, wrong = "") {
  $("restore-says").textContent = text;
  $("restore-wrong").textContent = wrong;
}

async function post(path, body, type) {
  const answer = await fetch(path, {
    method: "POST",
    headers: {
      "Content-Type": type,
      "X-Jantaku-Token": document.querySelector('meta[name="jantaku-token"]').content,
    },
    body,
  });
  const told = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(told.error || String(answer.status));
  return told;
}

// One button at a time: first the file is checked, then what it would replace is asked about.
async function busy(button, work) {
  button.disabled = true;
  try { await work(); } catch (wrong) { say("", wrong.message); accept.hidden = true; }
  button.disabled = false;
}

form.elements.file.addEventListener("change", () => { accept.hidden = true; say(""); });

form.addEventListener("submit", (event) => {
  event.preventDefault();
  busy(form.querySelector('[type="submit"]'), async () => {
    say(words["backup.checking"]);
    const told = await post(form.dataset.to, form.elements.file.files[0], "application/zip");
    token = told.token;
    say(told.ask);
    accept.hidden = false;
    accept.focus();
  });
});

accept.addEventListener("click", () => busy(accept, async () => {
  await post(accept.dataset.to, JSON.stringify({ token }), "application/json");
  accept.hidden = true;
  say(words[form.dataset.restarts === "yes" ? "backup.restarting" : "backup.start_anew"]);
  if (form.dataset.restarts !== "yes") return;
  await whenBack();
  location.assign("/");
}));
