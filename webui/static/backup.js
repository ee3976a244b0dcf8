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

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  $("restore-wrong").textContent = "";
  $("restore-says").textContent = words["backup.checking"];
  const button = form.querySelector("button");
  button.disabled = true;
  try {
    const answer = await fetch(form.dataset.to, {
      method: "POST",
      headers: {
        "Content-Type": "application/zip",
        "X-Jantaku-Token": document.querySelector('meta[name="jantaku-token"]').content,
      },
      body: form.elements.file.files[0],
    });
    const told = await answer.json().catch(() => ({}));
    if (!answer.ok) throw new Error(told.error || String(answer.status));
    $("restore-says").textContent = words[form.dataset.restarts === "yes" ? "backup.restarting" : "backup.start_anew"];
    if (form.dataset.restarts === "yes") {
      await whenBack();
      location.assign("/");
    }
  } catch (wrong) {
    $("restore-says").textContent = "";
    $("restore-wrong").textContent = wrong.message;
    button.disabled = false;
  }
});
