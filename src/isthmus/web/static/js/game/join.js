// The page of an invitation: it knows the name that this browser used last.

import { keepData, keptData } from "../page/preferences.js";
import { LAST } from "./last_choice.js";

const name = /** @type {HTMLInputElement} */ (document.querySelector("input[name=name]"));
name.value ||= String(keptData(LAST)?.name ?? "");
name.form?.addEventListener("submit", () => keepData(LAST, { ...keptData(LAST), name: name.value }));
