// One stream a page. The browser reconnects by itself and sends the last number it heard; when it gives up
// (a full server answers 503), we try again with the number in the address, so that nothing is missed.
export function listen({ address, onEntry, onSight, onReset, onDesk, onTentative }) {
  let source;
  let wait = 1000;
  const open = () => {
    source = new EventSource(address());
    source.addEventListener("entry", (event) => onEntry(JSON.parse(event.data)));
    source.addEventListener("sight", (event) => { wait = 1000; onSight(JSON.parse(event.data)); });
    source.addEventListener("tentative", () => onTentative?.());
    source.addEventListener("desk", (event) => onDesk?.(JSON.parse(event.data)));
    source.addEventListener("reset", (event) => {
      onReset(JSON.parse(event.data));
      source.close();
      open();
    });
    source.onerror = () => {
      if (source.readyState !== EventSource.CLOSED) return;
      setTimeout(open, wait);
      wait = Math.min(wait * 2, 10000);
    };
  };
  open();
  addEventListener("pagehide", () => source.close());
  addEventListener("pageshow", (event) => { if (event.persisted) open(); });
}
