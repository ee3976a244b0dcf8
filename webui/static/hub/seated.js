// Begins the game that the desk has planned for this table, with its players in their seats.
const button = document.getElementById("begin");
const problem = document.getElementById("problem");

button?.addEventListener("click", async () => {
  button.disabled = true;
  const answer = await fetch("/scores/games", {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "X-Jantaku-Token": document.querySelector('meta[name="jantaku-token"]').content,
    },
    body: JSON.stringify({
      rules: button.dataset.rules, names: JSON.parse(button.dataset.names), dealer: 0, note: button.dataset.note,
    }),
  });
  if (answer.ok) location.href = "/scores";
  else {
    problem.textContent = (await answer.json()).error;
    problem.hidden = false;
    button.disabled = false;
  }
});
