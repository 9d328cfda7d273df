// The colour theme: light, dark or the system's. It is a classic script, because that runs before the first paint. So a
// page never flashes in the wrong colours.

(() => {
  const THEMES = ["system", "light", "dark"];
  const root = document.documentElement;

  /** A theme that could not be stored lasts until the page is closed. @type {string | null} */
  let unstored = null;
  const kept = () => {
    try {
      return unstored ?? localStorage.getItem("theme") ?? "system";
    } catch {
      return "system"; // no storage
    }
  };

  /** @param {string} theme */
  const applyTheme = (theme) => {
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    else delete root.dataset.theme;
  };

  applyTheme(kept());
  addEventListener("storage", () => applyTheme(kept()));
  addEventListener("DOMContentLoaded", () => {
    const button = document.getElementById("theme");
    if (!button) return;
    const name = () => button.setAttribute("aria-label", `Colours: ${kept()}`);
    button.hidden = false;
    button.title = "Colours: same as the system, light or dark";
    name();
    addEventListener("storage", name);
    button.addEventListener("click", () => {
      const next = THEMES[(THEMES.indexOf(kept()) + 1) % THEMES.length];
      try {
        localStorage.setItem("theme", next);
        unstored = null;
      } catch {
        unstored = next;
      }
      applyTheme(next);
      name();
    });
  });
})();
