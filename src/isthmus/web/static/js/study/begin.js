// Starting a study. A game in a link's fragment opens at once, and a list shows the studies made in this browser. Each
// stage of a game has one study: studying it again opens that one.

import { keepForm } from "../page/drafts.js";
import { make } from "../page/elements.js";
import { forgetStudy, knownStudies } from "./list.js";

const paste = /** @type {HTMLFormElement | null} */ (document.getElementById("paste"));
const ofGame = /** @type {HTMLFormElement | null} */ (document.getElementById("begin"));

/** A date in words, with the time to tell studies of one day apart. */
const daytime = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", hour: "2-digit", minute: "2-digit" });

/** The game in a link comes after `#`. Browsers do not send that part, so it is pasted into the form. */
function openFragment() {
  const game = location.hash;
  if (!paste || !/^#isthmus-\d+\//.test(game)) return;
  history.replaceState(null, "", location.pathname);
  const text = /** @type {HTMLTextAreaElement} */ (document.getElementById("text"));
  text.value = game;
  paste.requestSubmit();
}

function list() {
  const section = document.getElementById("mine");
  if (!section) return;
  const studies = knownStudies();
  section.hidden = !studies.length;
  document.getElementById("studies")?.replaceChildren(
    ...studies.map(({ id, title, words, when }) => {
      const told = [words, `last opened ${daytime.format(when)}`].filter(Boolean).join(" · ");
      const forget = () => {
        forgetStudy(id);
        list();
        document.getElementById("mine-title")?.focus();
      };
      return make("li", {},
        make("a", { href: `/study/${encodeURIComponent(id)}` }, title, make("small", {}, told)),
        make("button", { type: "button", "aria-label": `Remove ${title} from this list`, onclick: forget }, "Remove"));
    }),
  );
}

if (paste && !document.getElementById("error")) keepForm(paste, "study");
list();
openFragment();
addEventListener("hashchange", openFragment);
addEventListener("pageshow", (event) => event.persisted && list());
if (ofGame) {
  const { game, played } = ofGame.dataset;
  const made = knownStudies().find((one) => one.of === game && one.played === played);
  if (made) location.replace(`/study/${encodeURIComponent(made.id)}`);
  else ofGame.requestSubmit();
}
