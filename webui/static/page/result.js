// A deal's result comes up once on each device: patterns one by one, bars that move; looked at again it stands.
const KEPT = "jantaku-result";
const calm = matchMedia("(prefers-reduced-motion: reduce)");

export function celebrate(result) {
  if (!result) return;
  const mark = `${result.dataset.number}`;
  if (sessionStorage.getItem(KEPT) === mark) return;
  sessionStorage.setItem(KEPT, mark);
  if (calm.matches) return;
  result.classList.add("fresh");
  result.querySelectorAll("animate").forEach((each) => each.beginElement());
}
