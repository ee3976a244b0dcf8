// The clock of a round: counts down to the moment the desk set, whatever this device's own clock is set to.
const clock = document.querySelector(".desk-clock");

async function run() {
  const answer = await fetch("/api/now", { cache: "no-store" });
  const ahead = Date.now() / 1000 - (await answer.json()).now;
  const tell = () => {
    const left = Math.ceil(Number(clock.dataset.ends) - (Date.now() / 1000 - ahead));
    const [minutes, seconds] = [Math.floor(left / 60), String(left % 60).padStart(2, "0")];
    clock.textContent = left > 0 ? `${minutes}:${seconds}` : clock.dataset.over;
    clock.classList.toggle("over", left <= 0);
  };
  tell();
  setInterval(tell, 500);
}

if (clock) run();
