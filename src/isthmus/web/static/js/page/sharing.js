// Shares links and texts, by the device's share sheet or by the clipboard.

import { make } from "./elements.js";

/** @param {string} text @param {HTMLInputElement | null} shown a field that shows it */
async function copy(text, shown) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without https, browsers have no clipboard API. Selected text can still be copied the old way.
    const field = shown ?? document.body.appendChild(make("input", { value: text, class: "unseen" }));
    const focused = /** @type {HTMLElement | null} */ (document.activeElement);
    field.select();
    const done = document.execCommand("copy");
    if (shown) return done;
    field.remove();
    focused?.focus({ preventScroll: true });
    return done;
  }
}

/** Copies a text when a button is pressed. The button then shows the result for a moment.
 * @param {HTMLElement} button @param {() => string | Promise<string>} text makes the text, or rejects
 * @param {HTMLInputElement | null} [shown] a field that shows it */
export function wireCopying(button, text, shown = null) {
  const words = button.textContent;
  button.addEventListener("click", async () => {
    const copied = await Promise.resolve().then(text).then((found) => copy(found, shown)).catch(() => false);
    button.textContent = copied ? "Copied" : "Not copied";
    setTimeout(() => (button.textContent = words), 2000);
  });
}

/** Shares an address if the device can; otherwise copies it.
 * @param {HTMLElement} button @param {string} title
 * @param {() => string | Promise<string>} address makes the address, or rejects
 * @param {HTMLInputElement | null} [shown] a field that shows it */
export function wireSharing(button, title, address, shown = null) {
  if (!("share" in navigator) || !matchMedia("(pointer: coarse)").matches) return wireCopying(button, address, shown);
  const words = button.textContent?.replace("Copy", "Share") ?? "Share";
  button.textContent = words;
  button.addEventListener("click", async () => {
    const url = await Promise.resolve().then(address).catch(() => null);
    if (url !== null) return void navigator.share({ title, url }).catch(() => {}); // the user cancelled
    button.textContent = "Not shared";
    setTimeout(() => (button.textContent = words), 2000);
  });
}

/** Whether a link works only on this machine. @param {HTMLInputElement | null} link */
export function onlyThisMachine(link) {
  return link !== null && /^(localhost|127\..*|\[::1\])$/.test(new URL(link.value).hostname);
}
