// The overlay fetches its piece anew twice a second and puts it in only when it changed, so that what is
// shown one by one is not begun again. When the table cannot be reached the last picture stays.
const overlay = document.getElementById("overlay");
let last = "";

async function refresh() {
  try {
    const answer = await fetch(overlay.dataset.address, { headers: { Accept: "text/html" }, cache: "no-store" });
    if (!answer.ok) return;
    const fresh = await answer.text();
    if (fresh !== last) overlay.innerHTML = fresh;
    last = fresh;
  } catch { /* tried again in half a second */ }
}

setInterval(refresh, 500);
