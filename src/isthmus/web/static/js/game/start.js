// The start page: the board follows the form, the last choices are kept, and the user's games show their states.

import { keepForm } from "../page/drafts.js";
import { at, capital, make } from "../page/elements.js";
import { close, forget, openGames, ownGames, remember, settle, standing, states } from "./own_games.js";
import { keepData, keptData, LAST_CHOICE } from "../page/preferences.js";

const form = /** @type {HTMLFormElement} */ (at("new"));
/** The choices kept across games: the opponent, but not the board. */
const KEPT = ["opponent", "seat", "clock", "name"];

// A link to a game -------------------------------------------------------------------------------------------------
const LINK = /#?(isthmus-\d+\/\S+)/;
/** The address of a game here, with or without its beginning. */
const GAME_HERE = /^(?:https?:\/\/)?([^/\s]+)?(\/g\/[\w-]+(?:\/seat\/[\w-]+)?)\/?(?:[?#].*)?$/;
/** The id of a game, or of a rematch; http/tokens.py makes them. */
const ID = /^(?:[a-hjkmnp-z2-9]{8}){1,2}$/;

/** @param {string} text @returns {boolean} whether it contains a link to a game: on this server, or to study */
function study(text) {
  const here = text.trim();
  const found = GAME_HERE.exec(ID.test(here) ? `/g/${here}` : here);
  if (found && (found[1] ?? location.host) === location.host) {
    location.assign(found[2]);
    return true;
  }
  const link = LINK.exec(text);
  if (link) location.assign(`/study#${link[1]}`);
  return link !== null;
}

if (location.hash) study(location.hash);
addEventListener("hashchange", () => study(location.hash));
at("shared").addEventListener("submit", (event) => {
  event.preventDefault();
  const found = study(/** @type {HTMLInputElement} */ (at("shared-link")).value);
  at("shared-error").textContent = found ? "" : "This is not a link to a game. Paste a link to a game on this server, its id, or a link that contains #isthmus-1/.";
});

// The last choices --------------------------------------------------------------------------------------------------
/** @param {string} name */
const field = (name) => /** @type {HTMLInputElement | HTMLSelectElement} */ (form.elements.namedItem(name));

const last = keptData(LAST_CHOICE);
for (const name of KEPT) {
  const wanted = String(last?.[name] ?? "");
  const there = field(name);
  if (wanted && (!(there instanceof HTMLSelectElement) || [...there.options].some((option) => option.value === wanted))) there.value = wanted;
}

/** @param {import("../page/drafts.js").Field} one */
const shared = (one) => KEPT.includes(one.name);
keepForm(form, "new game", shared);
// An address with more than the game's name means exactly that board.
const askedFor = [...new URLSearchParams(location.search).keys()].some((name) => name !== "game");
if (!askedFor) keepForm(form, `board of ${field("game").value}`, (one) => !shared(one));

form.addEventListener("submit", () => keepData(LAST_CHOICE, Object.fromEntries(KEPT.map((name) => [name, field(name).value]))));

// The board ---------------------------------------------------------------------------------------------------------
let asked = 0;

const settings = /** @type {HTMLSelectElement[]} */ ([...form.querySelectorAll(".setting select")]);

form.addEventListener("change", (event) => {
  if (/** @type {HTMLInputElement} */ (event.target).closest(".setting")) void showBoard();
});

/** Shows the chosen board. */
async function showBoard() {
  const number = ++asked;
  const values = new URLSearchParams({ game: field("game").value });
  for (const { name, value } of settings) if (value) values.set(name, value);
  const frame = at("preview");
  frame.classList.add("is-coming");
  const answer = await fetch(`/start/board?${values}`).catch(() => null);
  /** @type {{board?: string, usual?: Record<string, string>, why?: string}} */
  const { board, usual = {}, why = "" } = answer?.ok || answer?.status === 422 ? await answer.json().catch(() => ({})) : {};
  if (number !== asked) return;
  frame.classList.remove("is-coming");
  if (board) frame.innerHTML = board;
  for (const select of settings) {
    const option = [...select.options].find(({ value }) => value === "");
    if (option && usual[select.name]) option.textContent = usual[select.name];
  }
  at("preview-error").textContent = why ? `${capital(why)}.` : "";
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (form.querySelectorAll("button:not([value=first-game])"))) button.disabled = Boolean(why);
}

// Choices from before a reload are shown, whether this page or the browser has kept them.
if (settings.some((select) => select.options[select.selectedIndex]?.defaultSelected === false)) void showBoard();

document.querySelector("#games [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });

// The user's games --------------------------------------------------------------------------------------------------
/** `waits`: the user has something to do, such as a turn (`yours`). `again`: the row stands for the rematch of the game.
 * @typedef {{game: import("./own_games.js").OwnGame, again: boolean, words: string, waits: boolean, yours: boolean, over: boolean, until: number}} Row */
/** Games that wait for the user first, then the most urgent, finished games last. @param {Row} one @param {Row} other */
const byUrgency = (one, other) => rank(one) - rank(other) || one.until - other.until;
/** @param {Row} row */
const rank = ({ waits, over }) => (waits ? 0 : over ? 2 : 1);
/** Milliseconds between requests for the states of the user's games. */
const LOOK = 30_000;
const TITLE = document.title;
/** The rows that are shown, as text. */
let shown = "";

/** @param {Row} row */
function card({ game, again, words, waits }) {
  const href = `/g/${encodeURIComponent(game.id)}${again ? "/next" : ""}`;
  const back = async () => {
    remember(game);
    shown = "";
    await showOwnGames();
    /** @type {HTMLElement | null} */ (at("own-games").querySelector(`a[href="${href}"]`))?.focus();
  };
  const gone = () => {
    (again ? close : forget)(game.id);
    const words = make("span", { id: `removed-${href}` }, `${again ? `The rematch of ${game.title}` : game.title} was removed from this list.`);
    const undo = make("button", { type: "button", "aria-describedby": words.id, onclick: back }, "Undo");
    item.replaceChildren(make("div", { class: "removed" }, words, undo));
    undo.focus();
  };
  const item = make("li", { class: waits ? "is-yours" : null },
    make("a", { href },
      make("strong", {}, game.title), make("span", {}, game.against), make("span", { class: "stands" }, capital(words))),
    make("button", { type: "button", class: "forget", "aria-label": `Remove ${game.title}, ${game.against}, from this list`, onclick: gone }, "×"));
  return item;
}

/** @param {import("./own_games.js").OwnGame} game @param {any} told @returns {Row} */
function rowOf(game, told) {
  const row = { game, again: false, words: game.result ?? "", waits: false, yours: false, over: Boolean(game.result), until: Infinity };
  if (!told) return row;
  const words = standing(told, game.seats);
  if (told.over) settle(game.id, words);
  const yours = !told.over && told.ready && game.seats.includes(told.seat);
  const by = told.over ? told.again.asked : told.asked;
  const asked = Boolean(by) && game.seats.length === 1 && !game.seats.includes(by);
  const request = asked ? `. The other player ${told.over ? "offers a rematch" : "asks for a takeback"}` : "";
  return { ...row, words: words + request, waits: yours || asked, yours, over: told.over, until: told.until ?? Infinity };
}

/** The row of a rematch before this browser opens it. @param {import("./own_games.js").OwnGame} game @param {any} next @returns {Row} */
function rematchRow(game, next) {
  const row = rowOf({ ...game, seats: game.seats.map((seat) => (seat === "first" ? "second" : "first")) }, next);
  return { ...row, game, again: true, words: `rematch: ${row.words}`, waits: !row.over };
}

async function showOwnGames() {
  const games = ownGames();
  const open = openGames();
  const told = open.length ? await states(open) : null;
  if (open.length && !told && shown) return; // what was known is better than nothing
  const asked = new Set(open.map(({ id }) => id));
  const rows = games.flatMap((game) => {
    if (told && asked.has(game.id) && !(game.id in told)) {
      forget(game.id); // this server no longer has the game
      return [];
    }
    const state = told?.[game.id];
    const row = rowOf(game, state);
    if (!state?.next) return [row];
    if (!games.some(({ id }) => id === state.next.id)) return [rematchRow(game, state.next), row];
    close(game.id);
    return [row];
  });
  rows.sort(byUrgency);
  const count = rows.filter(({ yours }) => yours).length;
  document.title = count ? `● ${count === 1 ? "Your turn" : `Your turn in ${count} games`} · ${TITLE}` : TITLE;
  const next = JSON.stringify(rows);
  // A list in use, such as by the keyboard, stays until the user leaves it.
  if (next === shown || (shown && at("own-games").contains(document.activeElement))) return;
  shown = next;
  at("own-games").replaceChildren(...rows.map(card));
  at("own").hidden = !rows.length;
}

void showOwnGames();
setInterval(() => {
  if (!document.hidden && openGames().length) void showOwnGames();
}, LOOK);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) void showOwnGames();
});
addEventListener("pageshow", (event) => {
  if (event.persisted) showOwnGames();
});
