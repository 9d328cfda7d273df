// Drafts: unsent input, kept in this tab so that a reload does not lose it. A draft belongs to a place, such as a game
// after certain turns. It is restored only there, and only until it is sent.

/** A key in the browser's storage. @param {string} name */
const keyOf = (name) => `draft ${name}`;

/** The draft with a name at a place; null if nothing is stored there. @param {string} name @param {string} place @returns {any} */
export function draftAt(name, place) {
  try {
    const draft = JSON.parse(sessionStorage.getItem(keyOf(name)) ?? "null");
    return draft?.place === place ? draft.data : null;
  } catch {
    return null; // no storage, or foreign data
  }
}

/** @param {string} name @param {string} place @param {unknown} data */
export function keepDraft(name, place, data) {
  try {
    sessionStorage.setItem(keyOf(name), JSON.stringify({ place, data }));
  } catch {
    // without storage it lasts until the page is closed
  }
}

/** @param {string} name */
export function dropDraft(name) {
  try {
    sessionStorage.removeItem(keyOf(name));
  } catch {
    // nothing was stored
  }
}

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Field */

/** Keeps the text of a field until `empty` empties it.
 * @param {HTMLInputElement | HTMLTextAreaElement} field @param {string} name @param {() => string} [place] the current place of the text */
export function keepWords(field, name, place = () => "") {
  const words = draftAt(name, place());
  if (typeof words === "string" && !field.value) field.value = words;
  field.addEventListener("input", () => (field.value ? keepDraft(name, place(), field.value) : dropDraft(name)));
}

/** Empties a field after sending. @param {HTMLInputElement | HTMLTextAreaElement} field */
export function empty(field) {
  field.value = "";
  field.dispatchEvent(new Event("input"));
}

/** Keeps the input of a form until it is sent.
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
