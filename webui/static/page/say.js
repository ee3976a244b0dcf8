// Sentences with places to fill in, and what a seat is called: who sits there, else its wind, else its side.
export const put = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

/** The wind as a word; while nobody knows who is East (null) the side of the drawing at which the seat is. */
export const windOrSide = (words, wind, seat) => words[wind === null ? `seat.side_${seat}` : `wind.${wind}`];

/** A function from a seat's number to the name of its player, or the seat as the language says it. */
export function caller({ words, players, seats }) {
  return (seat) => {
    const about = seats()[seat];
    const place = windOrSide(words, about.wind, seat);
    return players[about.player] || (about.wind === null ? place : put(words["seat.called"], { wind: place }));
  };
}
