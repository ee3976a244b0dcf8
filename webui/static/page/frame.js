// Menus of the bar close when one looks elsewhere.
const menus = () => document.querySelectorAll("details.menu[open]");

addEventListener("click", (event) => {
  for (const menu of menus()) if (!menu.contains(event.target)) menu.open = false;
});
addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of menus()) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});

// A form that goes to the server goes once: a second press before the answer would do the same again.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.method !== "post" || "download" in form.dataset) return;
  if (form.dataset.sent) event.preventDefault();
  form.dataset.sent = "1";
});
addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
});

// Which file was chosen.
addEventListener("change", ({ target }) => {
  const says = target.type === "file" && target.closest(".choose")?.querySelector(".chosen");
  if (says) says.textContent = target.files[0]?.name ?? says.dataset.none;
});

// An app on phones, where the browser lets us (https, or this machine itself).
const isInstallable = document.querySelector('link[rel="manifest"]') !== null;
if (isInstallable && isSecureContext && "serviceWorker" in navigator) navigator.serviceWorker.register("/worker.js").catch(() => {});
