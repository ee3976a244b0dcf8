// A form whose secrets the server never sends back: after a mistake only the message changes, what was typed
// stays. Without this script the form is an ordinary one.
const form = document.querySelector("form[data-keeps]");

function tell(message) {
  let line = document.querySelector(".problem");
  if (!line) {
    line = document.createElement("p");
    line.className = "problem";
    line.setAttribute("role", "alert");
    form.before(line);
  }
  line.textContent = message;
  line.scrollIntoView({ block: "nearest" });
}

form.addEventListener("submit", async (event) => {
  if (event.submitter?.name) return; // another way on than sending the codes
  event.preventDefault();
  const button = event.submitter;
  if (button) button.disabled = true;
  try {
    const answer = await fetch(location.href, { method: "POST", body: new URLSearchParams(new FormData(form)), headers: { Accept: "text/html" } });
    if (answer.ok) {
      location.href = answer.url;
      return;
    }
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    tell((page.querySelector(".problem") ?? page.querySelector("main p"))?.textContent || String(answer.status));
  } catch {
    form.submit();
  } finally {
    if (button) button.disabled = false;
  }
});
