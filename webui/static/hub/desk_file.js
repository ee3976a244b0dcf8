// A file chosen at the desk is shown as text, to be looked at before it is sent; and the button that prints.
for (const chosen of document.querySelectorAll("input[data-into]")) {
  chosen.addEventListener("change", async () => {
    const [file] = chosen.files;
    if (file) document.getElementById(chosen.dataset.into).value = await file.text();
  });
}
for (const button of document.querySelectorAll("[data-print]")) button.addEventListener("click", () => print());
