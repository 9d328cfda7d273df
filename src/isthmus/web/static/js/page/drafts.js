// What is typed or begun and not sent yet, kept in this tab so that a reload loses none of it. A draft belongs to a
// place, such as a game after certain turns: it comes back there and nowhere else, and not after it was sent.

/** A name in the browser's store. @param {string} name */
const keyOf = (name) => `draft ${name}`;

/** What was kept under a name for a place; null where there is nothing. @param {string} name @param {string} place @returns {any} */
export function draftAt(name, place) {
  try {
    const draft = JSON.parse(sessionStorage.getItem(keyOf(name)) ?? "null");
    return draft?.place === place ? draft.data : null;
  } catch {
    return null; // a browser that keeps nothing, or something that is none of ours
  }
}

/** @param {string} name @param {string} place @param {unknown} data */
export function keepDraft(name, place, data) {
  try {
    sessionStorage.setItem(keyOf(name), JSON.stringify({ place, data }));
  } catch {
    // then it lasts as long as this page
  }
}

/** @param {string} name */
export function dropDraft(name) {
  try {
    sessionStorage.removeItem(keyOf(name));
  } catch {
    // nothing was kept
  }
}

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Field */

/** Keeps the words of a field, which are gone when it is emptied with `empty`.
 * @param {HTMLInputElement | HTMLTextAreaElement} field @param {string} name @param {() => string} [place] where the words belong now */
export function keepWords(field, name, place = () => "") {
  const words = draftAt(name, place());
  if (typeof words === "string" && !field.value) field.value = words;
  field.addEventListener("input", () => (field.value ? keepDraft(name, place(), field.value) : dropDraft(name)));
}

/** Empties a field whose words were sent. @param {HTMLInputElement | HTMLTextAreaElement} field */
export function empty(field) {
  field.value = "";
  field.dispatchEvent(new Event("input"));
}

/** Keeps what is chosen and written in a form until it is sent.
 * @param {HTMLFormElement} form @param {string} name @param {(field: Field) => boolean} [wanted] which of its fields */
export function keepForm(form, name, wanted = () => true) {
  const fields = () => /** @type {Field[]} */ ([...form.elements]).filter((one) => one.name && !["hidden", "file", "submit"].includes(one.type) && wanted(one));
  const kept = draftAt(name, "") ?? {};
  for (const field of fields()) {
    const value = kept[field.name];
    if (typeof value !== "string") continue;
    if (field instanceof HTMLInputElement && field.type === "radio") field.checked = field.value === value;
    else if (!(field instanceof HTMLSelectElement) || [...field.options].some((option) => option.value === value)) field.value = value;
  }
  const keep = () => {
    const chosen = fields().filter((field) => !(field instanceof HTMLInputElement && field.type === "radio" && !field.checked));
    keepDraft(name, "", Object.fromEntries(chosen.map((field) => [field.name, field.value])));
  };
  form.addEventListener("input", keep);
  form.addEventListener("change", keep);
  form.addEventListener("submit", () => dropDraft(name));
}
