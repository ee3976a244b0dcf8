// What the parts of the sheet of a win are made of.
export const $ = (id) => document.getElementById(id);

export function button(label, isPressed, act, className = "button") {
  const made = document.createElement("button");
  made.type = "button";
  made.className = className;
  made.textContent = label;
  if (isPressed !== null) made.setAttribute("aria-pressed", String(isPressed));
  made.addEventListener("click", act);
  return made;
}

export function cell(text, className) {
  const made = document.createElement("td");
  made.textContent = text;
  made.className = className;
  return made;
}
