// Light, dark or as the system wants it. Runs before anything is painted, so a page never flashes in the wrong colours;
// it is a classic script for that reason.

(() => {
  const THEMES = ["system", "light", "dark"];
  const root = document.documentElement;

  const kept = () => {
    try {
      return localStorage.getItem("theme") ?? "system";
    } catch {
      return "system"; // a browser that keeps nothing
    }
  };

  /** @param {string} theme */
  const wear = (theme) => {
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    else delete root.dataset.theme;
  };

  wear(kept());
  addEventListener("storage", () => wear(kept()));
  addEventListener("DOMContentLoaded", () => {
    const button = document.getElementById("theme");
    if (!button) return;
    const name = () => button.setAttribute("aria-label", `Colours: ${kept()}`);
    button.hidden = false;
    button.title = "Colours: as the system, light, dark";
    name();
    button.addEventListener("click", () => {
      const next = THEMES[(THEMES.indexOf(kept()) + 1) % THEMES.length];
      try {
        localStorage.setItem("theme", next);
      } catch {
        // then it lasts as long as this page
      }
      wear(next);
      name();
    });
  });
})();
