// Motion: stones appear, disappear and slide to show the effect of a turn. The reduced-motion setting is respected.

import { UNIT } from "./geometry.js";
import { ownerIn } from "./state.js";

/** @typedef {import("./picture.js").Picture} Picture */
/** @typedef {import("./picture.js").Item} Item */
/** @typedef {import("./state.js").BoardState} BoardState */
/** @typedef {import("./state.js").Field} Field */

/** Milliseconds. */
const QUICK = 180;
const SLOW = 420;

/** The field from which each stone of a state came. In a moved row, all stones move by the same distance.
 * @param {Picture} picture @param {BoardState} before @param {BoardState} after @returns {Map<string, string>} to → from */
export function slidesBetween(picture, before, after) {
  const slides = new Map();
  for (const [kind, side, from, to] of after.links) {
    const [start, end] = [picture.fields.get(from), picture.fields.get(to)];
    if (kind !== "trail" || !start || !end || ownerIn(before, from) !== side) continue;
    const [dx, dy] = [end.x - start.x, end.y - start.y];
    const fields = Math.max(1, Math.round(Math.hypot(dx, dy) / UNIT));
    /** @type {Field | undefined} */
    let at = start;
    while (at && ownerIn(before, at.name) === side) {
      const target = picture.fieldAt(at.x + dx, at.y + dy);
      if (target && ownerIn(after, target.name) === side) slides.set(target.name, at.name);
      at = picture.fieldAt(at.x + dx / fields, at.y + dy / fields);
    }
  }
  return slides;
}

/** Places a stone, or slides it to its field. @param {Picture} picture @param {SVGElement} node @param {Item} item @param {string} [from] */
export function arrive(picture, node, item, from) {
  if (from) return slide(picture, node, from, item);
  const there = picture.transformOf(item);
  node.animate(
    [
      { transform: `${there} scale(1.35)`, opacity: 0 },
      { transform: there },
    ],
    { duration: QUICK, easing: "cubic-bezier(.2,.7,.3,1)" },
  );
}

/** @param {Picture} picture @param {SVGElement} node @param {string} from @param {Item} item */
export function slide(picture, node, from, item) {
  const frames = [{ transform: picture.transformOf({ ...item, at: from }) }, { transform: picture.transformOf(item) }];
  node.animate(frames, { duration: SLOW, easing: "cubic-bezier(.4,0,.2,1)" });
}

/** Removes a stone; its node is removed when the motion has ended. @param {Picture} picture @param {SVGElement} node */
export function vanish(picture, node) {
  const at = node.dataset.key ?? "";
  const side = node.classList.contains("stone--black") ? "black" : "white";
  const there = picture.transformOf({ at, rotate: picture.rotation(side, at), kind: "" });
  return node.animate(
    [
      { transform: there, opacity: 1 },
      { transform: `${there} scale(.3)`, opacity: 0 },
    ],
    { duration: SLOW, easing: "ease-in" },
  );
}

/** @param {SVGElement} node */
export function appear(node) {
  node.animate([{ opacity: 0 }, {}], { duration: SLOW, easing: "ease-out" });
}
