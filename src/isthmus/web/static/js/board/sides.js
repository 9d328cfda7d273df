// The goal sides of a board in words, as they are seen when the board is turned.

const EIGHT = ["top", "upper right", "right", "lower right", "bottom", "lower left", "left", "upper left"];
/** Of two opposite sides the one that is named first. */
const FIRST = ["top", "left", "upper left", "upper right"];

/** What a colour is after, such as `left to right, three of five times`, with its sides as they are seen.
 * @param {string} goal as the rules say it, for the board as they draw it
 * @param {number[] | undefined} angles where the two sides lie then, in degrees clockwise from the top
 * @param {number} turn by how many degrees the board is turned */
export function goalAsSeen(goal, angles, turn) {
  if (!angles || turn % 360 === 0) return goal;
  const [one, other] = angles.map((angle) => EIGHT[Math.round((((angle + turn) % 360) + 360) / 45) % 8]);
  const words = FIRST.includes(one) ? `${one} to ${other}` : `${other} to ${one}`;
  return goal.replace(/^[^,]* to [^,]*/, words);
}
