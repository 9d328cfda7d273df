// Mouse, pen and touch on a board. A press may slide to another field before release, and a stone may be dragged. On
// small boards a lens shows the fields under the finger.

import { nearestField, UNIT } from "./geometry.js";

/** @typedef {import("./board.js").Board} Board */

/** Half of the 44 pixels that a touch target should have. */
const FINGER = 22;
/** Fields smaller than this, in pixels, are shown through the lens while a finger is down. */
const SMALL = 34;

/** @param {Board} board */
export function listenToPointer(board) {
  const { picture } = board;
  const { svg } = picture;
  /** @type {string | null} */
  let pressed = null;
  let pressing = false;

  /** @param {PointerEvent} event */
  const fieldUnder = (event) => {
    const { place, scale } = picture.placeAt(event.clientX, event.clientY);
    const finger = event.pointerType === "mouse" ? 0 : FINGER / scale;
    const reach = Math.max((picture.bridges ? 1 : 0.72) * UNIT, finger);
    return { field: nearestField(picture.fields.values(), place, reach, board.isLegal), place, scale };
  };

  /** @param {PointerEvent} event */
  const look = (event) => {
    const { field, place, scale } = fieldUnder(event);
    board.drag(pressing && pressed !== null && pressed === board.picked && field !== null && field.name !== pressed);
    board.hover(field?.name ?? null);
    if (pressing && event.pointerType === "touch" && UNIT * scale < SMALL && board.mayAct) board.lens.show(place, event, field, field !== null && board.isLegal(field.name));
    return field?.name ?? null;
  };

  svg.addEventListener("pointerdown", (event) => {
    board.hush();
    if (event.button !== 0 || !event.isPrimary || !board.mayAct || board.settling.on) return;
    pressing = true;
    pressed = null;
    pressed = look(event);
    svg.setPointerCapture(event.pointerId);
    // Otherwise browsers show a focus ring as if the keyboard had moved there.
    board.root.classList.add("by-pointer");
    // The keyboard continues from here: Escape undoes the beginning of a press.
    event.preventDefault();
    if (pressed) board.keys.goTo(picture.fields.get(pressed) ?? null, { scroll: false });
    if (pressed && board.startsMove(pressed)) board.pick(pressed);
  });
  svg.addEventListener("pointermove", (event) => {
    if (event.isPrimary && board.mayAct) look(event);
  });
  svg.addEventListener("pointerup", (event) => {
    if (!pressing || !event.isPrimary) return;
    const field = look(event);
    const { dragging } = board;
    pressing = false;
    board.drag(false);
    board.lens.hide();
    if (event.pointerType !== "mouse") board.hover(null);
    if (!field) return void board.unpick();
    // A stone picked up by this press and not dragged stays picked up.
    if (field === pressed && board.justPicked === field) board.justPicked = null;
    else board.tap(field, dragging);
  });
  const leave = () => {
    pressing = false;
    board.drag(false);
    board.lens.hide();
    board.hover(null);
  };
  svg.addEventListener("pointercancel", () => {
    if (board.justPicked) board.unpick(); // the press became a scroll or a pinch
    board.justPicked = null;
    leave();
  });
  svg.addEventListener("pointerleave", () => !pressing && leave());
  svg.addEventListener("click", (event) => {
    const field = clickedField(event);
    if (field && board.mayAct && !board.settling.on) board.tap(field);
  });
}

/** The field of a click without a press, such as one by a screen reader or by voice. @param {Event} event */
export function clickedField(event) {
  const pressed = /** @type {MouseEvent} */ (event).detail > 0;
  return pressed ? undefined : /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-field]"))?.dataset.field;
}
