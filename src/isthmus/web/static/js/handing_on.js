// Links and texts that are given to somebody else: by what the device has for that, or by the clipboard.

/** @param {string} text @param {HTMLInputElement | null} shown a field that shows it */
async function copy(text, shown) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Browsers have no clipboard for pages without https; marked text can be copied the old way.
    const field = shown ?? document.body.appendChild(Object.assign(document.createElement("input"), { value: text, className: "unseen" }));
    field.select();
    const done = document.execCommand("copy");
    if (!shown) field.remove();
    return done;
  }
}

/** Shares an address where the device can, copies it otherwise; the button says what was done.
 * @param {HTMLElement} button @param {string} title
 * @param {() => string | Promise<string>} address rejects where there is none
 * @param {HTMLInputElement | null} [shown] a field that shows it */
export function wireHandingOn(button, title, address, shown = null) {
  const words = button.textContent;
  const shares = "share" in navigator && matchMedia("(pointer: coarse)").matches;
  button.addEventListener("click", async () => {
    try {
      const url = await address();
      if (shares) return void navigator.share({ title, url }).catch(() => {}); // somebody thought better of it
      button.textContent = (await copy(url, shown)) ? "Copied" : "Not copied";
    } catch {
      button.textContent = "Not copied";
    }
    setTimeout(() => (button.textContent = words), 2000);
  });
  if (shares) button.textContent = words?.replace("Copy", "Share") ?? "Share";
}

/** Whether a page was opened by an address that only its own machine understands. */
export function onlyThisMachine() {
  return /^(localhost|127\..*|\[::1\])$/.test(location.hostname);
}
