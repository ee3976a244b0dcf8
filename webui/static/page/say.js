// Sentences with places to fill in, and what a seat is called: who sits there, else its wind.
export const put = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

/** A function from a seat's number to the name of its player, or the seat as the language says it. */
export function caller({ words, players, seats }) {
  return (seat) => {
    const about = seats()[seat];
    return players[about.player] || put(words["seat.called"], { wind: words[`wind.${about.wind}`] });
  };
}
