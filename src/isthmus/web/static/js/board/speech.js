// The words of a board: the labels of its fields, and announcements for screen readers.

/** @typedef {import("./state.js").BoardState} BoardState */
/** @typedef {import("./turn.js").TurnInHand} TurnInHand */

const MARKS = { last: "last turn", pending: "this turn", winning: "winning" };

/** Up to this many fields are listed one by one. */
const MOST_LISTED = 8;

/** The label of a field, the same as in board/state.py.
 * @param {string} name @param {string | undefined} side @param {string[]} marks */
export function fieldLabel(name, side, marks) {
  const said = Object.entries(MARKS).flatMap(([mark, words]) => (marks.includes(mark) ? [words] : []));
  return [name, side ?? "empty", ...said].join(", ");
}

/** @param {string[]} fields */
function listed(fields) {
  return fields.length > MOST_LISTED ? `${fields.length} fields` : fields.join(", ");
}

/** The possible next steps. @param {TurnInHand} hand */
export function wordsForStep(hand) {
  const { state, made } = hand;
  const step = made[made.length - 1];
  if (hand.whole) return [hand.question, `${hand.text || step}: Shift+Enter plays it; Escape takes it back.`].filter(Boolean).join(" ");
  const fields = state.steps.filter((next) => !next.includes("-") && next !== "stop" && next !== "pass");
  const moves = hand.movable().size;
  const next = [
    fields.length ? `Next: ${listed(fields)}.` : "",
    moves ? `Or move: ${listed([...hand.movable()])}.` : "",
    state.may_stop ? "Done (Shift+Enter) ends the turn here." : "",
  ];
  return [`${step} chosen.`, ...next].filter(Boolean).join(" ");
}

/** The picked-up piece and its targets, alone or with the row ahead of it. @param {string} field @param {TurnInHand} hand */
export function wordsForPick(field, hand) {
  const moves = hand.movesFrom(field);
  const alone = moves.filter(({ from }) => from.length === 1).map(({ handle }) => handle);
  const said = [`${field} picked up.`];
  if (alone.length) said.push(`It can go to ${listed(alone)}.`);
  /** @type {Map<string, string[]>} */
  const rows = new Map();
  for (const move of moves) {
    if (move.from.length === 1) continue;
    const others = move.from.slice(1).join(" and ");
    rows.set(others, [...(rows.get(others) ?? []), `${hand.fieldsOf(move)} to ${move.handle}`]);
  }
  for (const [others, ways] of rows) said.push(`The row with ${others} can move by ${ways.join(", by ")}.`);
  if (hand.madeOn(field) >= 0) said.push("Choose the same field again to take it back.");
  return said.join(" ");
}

/** Sets the words of a live region, which announces them only if they differ from the old ones.
 * @param {Element | null} region @param {string} words */
export function sayIn(region, words) {
  if (region) region.textContent = words && region.textContent === words ? `${words}\u00a0` : words;
}
