// What a board says: the names of its fields, and what happens on it for those who do not see it.

/** @typedef {import("./board_types.js").BoardState} BoardState */
/** @typedef {import("./board_turn.js").TurnInHand} TurnInHand */

const MARKS = { last: "last turn", pending: "this turn", winning: "winning" };

/** Fields are listed one by one up to so many. */
const MOST_LISTED = 8;

/** How a field is called, as board_state.py says it too.
 * @param {string} name @param {string | undefined} side @param {string[]} marks */
export function fieldLabel(name, side, marks) {
  const said = Object.entries(MARKS).flatMap(([mark, words]) => (marks.includes(mark) ? [words] : []));
  return [name, side ?? "empty", ...said].join(", ");
}

/** @param {string[]} fields */
function listed(fields) {
  return fields.length > MOST_LISTED ? `${fields.length} fields` : fields.join(", ");
}

/** What can follow the steps made so far. @param {TurnInHand} hand */
export function saidOfStep(hand) {
  const { state, made } = hand;
  const step = made[made.length - 1];
  if (hand.whole) return `${hand.text || step}: tap it again or press Enter to play it, Escape to take it back.`;
  const fields = state.steps.filter((next) => !next.includes("-") && next !== "stop" && next !== "pass");
  const moves = hand.movable().size;
  const next = [
    fields.length ? `Next: ${listed(fields)}.` : "",
    moves ? `Or move: ${listed([...hand.movable()])}.` : "",
    state.may_stop ? "Done (Shift and Enter) ends the turn here." : "",
  ];
  return [`${step} chosen.`, ...next].filter(Boolean).join(" ");
}

/** @param {string} field @param {string[]} targets */
export function saidOfPick(field, targets) {
  return `${field} picked up. It can go to ${listed(targets)}.`;
}

/** A live region says the same words twice only if they differ.
 * @param {Element | null} region @param {string} words */
export function sayIn(region, words) {
  if (region) region.textContent = words && region.textContent === words ? `${words}\u00a0` : words;
}
