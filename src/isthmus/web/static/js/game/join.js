// The page of an invitation: it fills in the name that this browser used last.

import { keepData, keptData, LAST_CHOICE } from "../page/preferences.js";

const name = /** @type {HTMLInputElement} */ (document.querySelector("input[name=name]"));
name.value ||= String(keptData(LAST_CHOICE)?.name ?? "");
name.form?.addEventListener("submit", () => keepData(LAST_CHOICE, { ...keptData(LAST_CHOICE), name: name.value }));
