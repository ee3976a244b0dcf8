// What is filled in on the sheet of a win: one draft a winner, and where the next tile goes. No drawing here.
export const context = JSON.parse(document.getElementById("context").textContent);
export const words = JSON.parse(document.getElementById("words").textContent);
export const { rules, seats } = context;
const SIZE = { chow: 3, pung: 3, melded_kong: 4, promoted_kong: 4, concealed_kong: 4 };
export const FLOWERS = rules.bonus;      // or North alone, four times, where three play
const isNorth = FLOWERS.length === 1;

/** The sheet: which winner is shown, the row that the next tile goes to, the tile chosen to be replaced; `draw` shows it anew. */
export const sheet = { drafts: context.wins.map(draftOf), at: 0, row: "hand", place: null, draw: () => {} };

export function draftOf(told) {
  return {
    winner: told.winner ?? null, giver: told.giver ?? null, isGiverChosen: told.winner != null,
    tile: told.tile ?? null, hand: [...(told.hand ?? [])], melds: (told.melds ?? []).map((meld) => ({ ...meld, tiles: [...meld.tiles] })),
    flowers: [...(told.flowers ?? [])], dora: [...(told.dora ?? [])], ura: [...(told.ura ?? [])],
    circumstances: new Set(told.circumstances ?? []), value: told.value ?? null, ready: told.ready ?? {}, known: told.known ?? null,
    kept: { value: 1, fu: 30, yakuman: 0 },
  };
}

export function sent(draft) {
  const wire = { winner: draft.winner, giver: draft.giver };
  if (draft.value) return { ...wire, value: draft.value };
  return { ...wire, tile: draft.tile, hand: draft.hand, melds: draft.melds, flowers: draft.flowers, dora: draft.dora,
    ura: draft.ura, circumstances: [...draft.circumstances] };
}

/** What is not filled in yet, in words; nothing when the server can say what it comes to. */
export function missing() {
  for (const draft of sheet.drafts) {
    if (draft.winner === null) return words["scores.who_won"];
    if (!draft.isGiverChosen) return words["scores.from_whom"];
    if (draft.value) continue;
    const less = 13 - 3 * draft.melds.length - draft.hand.length;
    if (less > 0) return words["scores.tiles_missing"].replace("{count}", less);
    if (!draft.tile) return words["scores.tile_missing"];
  }
  return "";
}

// The rows of tiles: one of them is the one the keyboard writes into.
export function rowsOf(draft) {
  const holds = 13 - 3 * draft.melds.length;
  const rows = [
    { name: "hand", label: words["scores.row_hand"], tiles: draft.hand, most: holds },
    { name: "tile", label: words["scores.row_tile"], tiles: draft.tile ? [draft.tile] : [], most: 1 },
    ...draft.melds.map((meld, number) => ({ name: `meld${number}`, label: words[`scores.set_${meld.kind}`], tiles: meld.tiles, most: SIZE[meld.kind], meld })),
  ];
  if (FLOWERS.length) rows.push({ name: "flowers", label: words[isNorth ? "scores.row_norths" : "scores.row_flowers"], tiles: draft.flowers, most: isNorth ? 4 : 8 });
  if (rules.has_dora) {
    rows.push({ name: "dora", label: words["scores.row_dora"], tiles: draft.dora, most: 5 });
    if (draft.circumstances.has("riichi") || draft.circumstances.has("double_riichi")) rows.push({ name: "ura", label: words["scores.row_ura"], tiles: draft.ura, most: 5 });
  }
  return rows;
}

// One tile says the whole set; of a chow it is the lowest.
export function whole(kind, tile) {
  if (kind !== "chow") return Array(SIZE[kind]).fill(tile);
  const rank = Math.min(Number(tile[0]) || 5, 7);
  return tile[1] === "z" ? [tile] : [0, 1, 2].map((step) => (step === 0 && tile[0] === "0" ? tile : `${rank + step}${tile[1]}`));
}

export function put(draft, here, number, tile) {
  if (here.name === "tile") draft.tile = tile;
  else here.tiles[number] = tile;
}

export function order(one, other) {
  const key = (tile) => "mpszf".indexOf(tile[1]) * 100 + (Number(tile[0]) || 5) * 10 - (tile[0] === "0");
  return key(one) - key(other);
}
