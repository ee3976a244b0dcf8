// The sheet of a win filled from a picture: a photo of the hand, or what the table's camera sees lying open.
// What was read with doubt stands in a strip: the cut of the picture and the likeliest tiles, one tap each.
const $ = (id) => document.getElementById(id);
const MOST_PX = 2400;

/** A photo no larger than it needs to be, so that it arrives soon. */
async function smaller(file) {
  try {
    const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
    const scale = Math.min(1, MOST_PX / Math.max(picture.width, picture.height));
    if (scale === 1 && file.size < 3e6) return file;
    const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale));
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    return canvas.convertToBlob({ type: "image/jpeg", quality: 0.92 });
  } catch {
    return file; // the server says what is wrong with it
  }
}

async function ask(path, body) {
  const headers = { Accept: "application/json" };
  if (body) headers["X-Jantaku-Token"] = document.querySelector('meta[name="jantaku-token"]').content;
  if (body) headers["Content-Type"] = body.type || "application/octet-stream";
  const answer = await fetch(`${path}?lang=${document.documentElement.lang}`, { method: body ? "POST" : "GET", headers, body });
  const told = await answer.json().catch(() => ({}));
  return answer.ok ? told : { told: told.error || String(answer.status), hand: [] };
}

export function winFromPicture({ words, face, winner, take, settle }) {
  function showDoubts(doubtful) {
    $("doubts").replaceChildren(...doubtful.map((doubt) => {
      const line = document.createElement("div");
      line.className = "doubt-line";
      if (doubt.cut) {
        const cut = document.createElement("img");
        Object.assign(cut, { src: doubt.cut, alt: words["scores.as_seen"], width: 50, height: 66 });
        line.append(cut);
      }
      line.append(...doubt.likeliest.map((tile) => {
        const pick = document.createElement("button");
        pick.type = "button";
        pick.className = "key";
        pick.append(face(tile));
        pick.setAttribute("aria-label", words[`tile.${tile}`]);
        pick.addEventListener("click", () => showDoubts(settle(doubt, tile)));
        return pick;
      }));
      return line;
    }));
  }

  async function read(asked) {
    $("reading").textContent = words["scores.reading"];
    const told = await asked().catch(() => ({ told: words["door.not_accepted"], hand: [] }));
    if (told.hand.length) { take(told); showDoubts(told.doubtful); }
    const count = told.doubtful?.length;
    $("reading").textContent = told.told || (count ? words["scores.doubts"].replace("{count}", count) : told.is_tile_sure ? "" : words["scores.check_tile"]);
  }

  $("from-photo").addEventListener("change", async (event) => {
    const [file] = event.target.files;
    event.target.value = "";
    if (file) await read(async () => ask("/scores/read", await smaller(file)));
  });
  $("from-table")?.addEventListener("click", () => {
    if (winner() === null) { $("reading").textContent = words["scores.who_won"]; return; }
    read(() => ask(`/api/scores/open/${winner()}`));
  });
}
