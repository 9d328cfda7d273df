// Geometry of a board at any rotation: fields, directions, the frame around it, and the goal sides in words.

/** @typedef {import("./state.js").Field} Field */
/** @typedef {{x: number, y: number}} Place */

/** Picture units in a board unit, as in board/symbols.py. */
export const UNIT = 20;
/** The panel's margin and the free edge around it, in picture units, as in board/empty_board.py. */
const MARGIN = (0.3 + 0.08) * UNIT;
/** Half of a label's height, as a fraction of its font size. */
const HALF_LABEL = 0.62;

/** @param {Element} grid @returns {{fields: Map<string, Field>, rows: Field[][]}} */
export function readFields(grid) {
  const fields = new Map();
  const rows = [...grid.children].map((group, row) =>
    [...group.children].map((node, column) => {
      const data = /** @type {SVGElement} */ (node).dataset;
      const field = {
        name: data.field ?? "",
        x: Number(node.getAttribute("cx")),
        y: Number(node.getAttribute("cy")),
        angle: data.angle === undefined ? null : Number(data.angle),
        node: /** @type {SVGElement} */ (node),
        row,
        column,
      };
      fields.set(field.name, field);
      return field;
    }),
  );
  return { fields, rows };
}

/** @param {Place} place @param {number} degrees clockwise on the screen @returns {Place} */
export function turned(place, degrees) {
  const angle = (degrees * Math.PI) / 180;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return { x: place.x * c - place.y * s, y: place.x * s + place.y * c };
}

/** The box around a turned board with its labels, the same as in empty_board.py.
 * @param {Place[]} outline @param {Place[]} labels @param {number} size of the labels @param {number} turn */
export function frameAround(outline, labels, size, turn) {
  const around = (/** @type {Place[]} */ places, /** @type {number} */ margin) => {
    const at = places.map((place) => turned(place, turn));
    const [xs, ys] = [at.map((place) => place.x), at.map((place) => place.y)];
    return [Math.min(...xs) - margin, Math.min(...ys) - margin, Math.max(...xs) + margin, Math.max(...ys) + margin];
  };
  let [left, top, right, bottom] = around(outline, MARGIN);
  if (labels.length) {
    const wide = around(labels, HALF_LABEL * size);
    [left, top] = [Math.min(left, wide[0]), Math.min(top, wide[1])];
    [right, bottom] = [Math.max(right, wide[2]), Math.max(bottom, wide[3])];
  }
  return { left, top, width: right - left, height: bottom - top };
}

/** The field nearest to a place. A legal field is preferred to one that is only a little nearer.
 * @param {Iterable<Field>} fields @param {Place} place @param {number} reach @param {(name: string) => boolean} legal */
export function nearestField(fields, place, reach, legal) {
  let best = null;
  let least = Infinity;
  for (const field of fields) {
    const distance = Math.hypot(field.x - place.x, field.y - place.y);
    const cost = distance + (legal(field.name) ? 0 : 0.35 * UNIT);
    if (distance <= reach && cost < least) [best, least] = [field, cost];
  }
  return best;
}

/** The field one step away for a key: the nearest within 40° of a direction on the screen.
 * @param {Iterable<Field>} fields @param {Field} from @param {number} degrees 0 is right, 90 down @param {number} turn */
export function fieldTowards(fields, from, degrees, turn) {
  const way = turned({ x: 1, y: 0 }, degrees - turn);
  let best = null;
  let least = Infinity;
  for (const field of fields) {
    const [dx, dy] = [field.x - from.x, field.y - from.y];
    const along = dx * way.x + dy * way.y;
    const across = Math.abs(dx * way.y - dy * way.x);
    // More than 30°, so that each key finds a field even on a board turned by half a direction. The cost decides if two
    // match.
    if (along <= 0 || across > along * Math.tan((40 * Math.PI) / 180)) continue;
    const cost = along + across + 0.01 * (dx * way.y - dy * way.x);
    if (cost < least) [best, least] = [field, cost];
  }
  return best;
}

/** The field to which an arrow key leads: along the row, or to the next row, at any rotation.
 * @param {Field[][]} rows @param {Field} from @param {Place} arrow on the screen @param {number} turn
 * @param {boolean} slanted columns lean like those of a rhombus @param {number} goal the x to keep to */
export function fieldByArrow(rows, from, arrow, turn, slanted, goal) {
  const way = turned(arrow, -turn);
  if (Math.abs(way.x) >= Math.abs(way.y) - 0.01) return rows[from.row][from.column + Math.sign(way.x)] ?? null;
  const next = rows[from.row + Math.sign(way.y)];
  if (!next) return null;
  if (slanted) return next[from.column] ?? null;
  return next.reduce((best, field) => (Math.abs(field.x - goal) < Math.abs(best.x - goal) ? field : best));
}

/** The directions of goals in words, clockwise from the top. */
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
