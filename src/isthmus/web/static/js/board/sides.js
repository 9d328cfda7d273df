// The goal sides of a board in words, as seen on a turned board.

const EIGHT = ["top", "upper right", "right", "lower right", "bottom", "lower left", "left", "upper left"];
/** The side to name first, of two opposite sides. */
const FIRST = ["top", "left", "upper left", "upper right"];

/** A colour's goal, such as `left to right, three of five times`, with its sides as seen.
 * @param {string} goal in the words of the rules, for the unturned board
 * @param {number[] | undefined} angles of the two sides on the unturned board, in degrees clockwise from the top
 * @param {number} turn the board's rotation in degrees */
export function goalAsSeen(goal, angles, turn) {
  if (!angles || turn % 360 === 0) return goal;
  const [one, other] = angles.map((angle) => EIGHT[Math.round((((angle + turn) % 360) + 360) / 45) % 8]);
  const words = FIRST.includes(one) ? `${one} to ${other}` : `${other} to ${one}`;
  return goal.replace(/^[^,]* to [^,]*/, words);
}
