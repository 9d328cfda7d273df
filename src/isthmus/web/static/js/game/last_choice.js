/** The name under which the browser keeps the last choices of a new game: opponent, seat, clock and the user's name. */
export const LAST = "last-choice";
