// A win by its value alone: han and fu, or fan.
import { $, button } from "./parts.js";
import { context, rules, sheet, words } from "./win_draft.js";

export function drawValue(draft) {
  const value = draft.value, part = $("value-part");
  const parts = [];
  if (context.most_yakuman && value.yakuman) {
    parts.push(stepper("yakuman", words["scores.yakuman"], value, 1, context.most_yakuman));
  } else {
    parts.push(stepper("value", words[`scores.unit_${rules.unit}`], value, rules.unit === "han" ? 1 : 0, context.units.highest));
    if (context.fu.length && value.value < 5) parts.push(options(words["scores.fu"], context.fu, value.fu, (fu) => { value.fu = fu; sheet.draw(); }));
  }
  if (context.most_yakuman) parts.push(button(words["scores.yakuman"], Boolean(value.yakuman), () => { value.yakuman = value.yakuman ? 0 : 1; sheet.draw(); }));
  part.replaceChildren(...parts);
}

function stepper(name, label, value, least, most) {
  const group = document.createElement("div");
  group.className = "stepper";
  const text = document.createElement("label");
  const input = document.createElement("input");
  Object.assign(input, { type: "number", inputMode: "numeric", min: least, max: most, value: value[name], id: `value-${name}` });
  text.htmlFor = input.id;
  text.textContent = label;
  const set = (wanted) => {
    value[name] = Math.max(least, Math.min(most, Number.isFinite(wanted) ? Math.trunc(wanted) : least));
    sheet.draw();
  };
  input.addEventListener("change", () => set(Number(input.value)));
  const less = button("−", null, () => set(value[name] - 1)), more = button("+", null, () => set(value[name] + 1));
  less.setAttribute("aria-label", `${label} −1`);
  more.setAttribute("aria-label", `${label} +1`);
  group.append(text, less, input, more);
  return group;
}

function options(label, offered, chosen, act) {
  const set = document.createElement("fieldset"), legend = document.createElement("legend"), box = document.createElement("div");
  legend.textContent = label;
  box.className = "choices few";
  box.append(...offered.map((each) => button(String(each), each === chosen, () => act(each))));
  set.append(legend, box);
  return set;
}
