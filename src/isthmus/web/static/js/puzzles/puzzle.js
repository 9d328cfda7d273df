// One puzzle: turns are tried on the board and judged by the server; the verdict is shown on the board and in words.

import { ask } from "../page/asking.js";
import { wireButtons } from "../board/buttons.js";
import { choiceButtons, confirmSwitch, typedTurns } from "../board/controls.js";
import { keepWords } from "../page/drafts.js";
import { wireSharing } from "../page/sharing.js";
import { failed, isSolved, opened, progress, solved } from "./progress.js";
import { at, hideButton } from "../page/elements.js";
import { Sandbox } from "../board/sandbox.js";
import { keepUnfinished } from "../board/unfinished.js";

/** @typedef {import("../board/state.js").BoardState} BoardState */
/** @typedef {"" | "right" | "wrong"} Mood */
/**
 * @typedef {object} PuzzleFacts What the page knows of its puzzle; see puzzles/pages.py.
 * @property {string} game
 * @property {number} number of the puzzle in its set, from 1
 * @property {string} name
 * @property {string[]} names of all puzzles of the set
 * @property {string} goal "White to play and win", without a full stop
 * @property {string} position
 */

/** Milliseconds between turns that are played automatically. */
const PAUSE = 900;

/** @type {PuzzleFacts} */
const facts = JSON.parse(at("facts").textContent ?? "");
const calm = matchMedia("(prefers-reduced-motion: reduce)");

const sandbox = new Sandbox(at("board"), {
  position: facts.position,
  onTurn: attempt,
  onChoices: choiceButtons(at("choices")),
});
const { board } = sandbox;

/** The open question: its number, and its position. */
let open = { number: 0, position: facts.position, state: board.state };
/** No wrong try yet. */
let first = true;
/** A turn was shown on request. */
let shown = false;
/** The hints asked for at the open question. */
let hints = 0;
/** The last wrong turn. */
let tried = "";
/** @type {string[]} */
let rest = [];
/** Counts the sequences shown on the board. A newer one stops older ones. */
let scene = 0;
/** Counts judged turns and new tries, so that answers about an earlier board can be dropped. */
let moment = 0;

for (const goal of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-goal-of]"))) {
  const words = goal.textContent ?? "";
  board.root.addEventListener("board-turned", () => (goal.textContent = board.goalSeen(goal.dataset.goalOf ?? "", words)));
}

/** @param {string} words @param {Mood} [mood] */
function say(words, mood = "") {
  at("verdict").textContent = words;
  at("verdict").dataset.mood = mood;
}

/** @param {string} words */
function complain(words) {
  if (words) board.hush(); // one refusal at a time
  at("error").textContent = words;
}
board.root.addEventListener("board-say", () => complain(""));

/** Asks the server about this puzzle. If it does not answer, returns null and shows a complaint.
 * @param {string} what @param {object} [wish] sent by POST; without it by GET @returns {Promise<any>} */
function askAbout(what, wish) {
  return ask(`/api/puzzles/${facts.game}/${facts.number}/${what}`, wish).catch((error) => {
    complain(error.message);
    return null;
  });
}

/** @param {number} milliseconds */
function pause(milliseconds) {
  return new Promise((done) => setTimeout(done, calm.matches ? 0 : milliseconds));
}

/** Shows the played turns one after another. The words are already on the page.
 * @param {BoardState[]} states @param {string} position the last position
 * @returns {Promise<boolean>} whether nothing else has begun in the meantime */
async function playThrough(states, position) {
  const own = ++scene;
  for (const [index, state] of states.entries()) {
    if (index) await pause(PAUSE);
    if (scene !== own) return false;
    sandbox.show(position, { ...state, news: "" }, { animate: true, yours: false });
  }
  return true;
}

/** Shows the buttons for the next step; the first is the most likely choice. @param {...string} ids */
function offer(...ids) {
  for (const button of at("steps").children) /** @type {HTMLElement} */ (button).hidden = !ids.includes(button.id);
  at(ids[0] ?? "")?.focus({ preventScroll: true });
}

/** @param {string} turn @returns {Promise<false | void>} */
async function attempt(turn) {
  complain("");
  const asked = moment;
  const answer = await askAbout("try", { question: open.number, turn, first });
  if (!answer || moment !== asked) return false; // sent twice
  if (answer.refused !== undefined) {
    complain(answer.why);
    return false;
  }
  void (answer.right ? advance(answer) : refute(answer)); // the typed turn does not wait for the motion
}

/** @param {any} answer */
async function refute(answer) {
  moment++;
  tried = answer.turn;
  fail();
  board.marks([]);
  say(answer.words, "wrong");
  at("typed").hidden = true;
  offer("again", ...(answer.withheld ? ["reply"] : []));
  if (!(await playThrough(answer.states, open.position))) return;
  board.marks(answer.fields.map((/** @type {string} */ point) => ({ point, kind: "circle", tone: "bad" })));
}

/** Continues after a right turn: to the next question, or to the end. @param {any} answer */
async function advance(answer) {
  moment++;
  board.marks([]);
  hints = 0;
  if (answer.next === null) return finish(answer);
  say(answer.words, "right");
  open = { number: answer.next, position: answer.position, state: answer.states[answer.states.length - 1] };
  if (await playThrough(answer.states, answer.position)) ready();
}

/** @param {any} answer */
async function finish(answer) {
  rest = answer.rest;
  if (!shown) solved(facts.name);
  const praise = shown ? "" : first ? "Solved on the first try." : "Solved.";
  say([answer.words, praise, answer.end].filter(Boolean).join(" "), "right");
  for (const id of ["typed", "hint", "solution", "skip"]) at(id).hidden = true;
  offer("next", ...(rest.length ? ["rest"] : []));
  showStreak();
  await playThrough(answer.states, answer.position);
}

/** Shows the question on the board for a new try. */
function ready() {
  scene++;
  complain("");
  at("typed").hidden = false;
  offer();
  sandbox.show(open.position, { ...open.state, news: "" }, { animate: true, yours: true });
}

/** Shows the question again after a wrong turn. */
function afresh() {
  moment++;
  board.marks([]);
  ready();
}

function fail() {
  first = false;
  failed(facts.name);
  showStreak();
}

function showStreak() {
  const { streak, best } = progress();
  at("streak").textContent = best ? `Streak: ${streak} on the first try${best > streak ? `, best ${best}` : ""}.` : "";
}

at("again").addEventListener("click", () => {
  afresh();
  say(`Try again. ${facts.goal}.`);
  board.keys.stop.node.focus({ preventScroll: true });
});

at("reply").addEventListener("click", async () => {
  const asked = moment;
  const answer = await askAbout("try", { question: open.number, turn: tried, tell: true });
  if (answer && moment === asked) await refute(answer);
});

at("rest").addEventListener("click", async () => {
  hideButton(at("rest"), at("next"));
  const own = ++scene;
  while (rest.length) {
    if (!(await sandbox.play(rest[0]))) break;
    rest.shift();
    await pause(PAUSE);
    if (scene !== own) return;
  }
  at("rest").hidden = !rest.length; // the server did not answer: the next press continues
});

at("hint").addEventListener("click", async () => {
  if (!at("again").hidden) afresh();
  const asked = moment;
  const { number } = open;
  const press = ++hints; // counted before the answer, because a second press may be faster
  const answer = await askAbout(`hint?question=${number}&step=${Math.min(1, press - 1)}`);
  if (hints !== press || open.number !== number) return; // another hint, or another question
  if (!answer || moment !== asked) return void hints--;
  fail();
  say(answer.words);
  board.marks(answer.fields.map((/** @type {string} */ point) => ({ point, kind: "circle", tone: "good" })));
});

at("solution").addEventListener("click", async () => {
  const asked = moment;
  const answer = await askAbout(`solution?question=${open.number}`);
  if (!answer || moment !== asked) return;
  shown = true;
  fail();
  ready();
  await advance(answer);
});

wireSharing(at("share"), document.title, () => `${location.origin}${location.pathname}`);
confirmSwitch(board);
typedTurns(/** @type {HTMLFormElement} */ (at("typed")), attempt);
keepWords(/** @type {HTMLInputElement} */ (at("turn")), `turn ${facts.name}`, () => open.position);
void keepUnfinished(board, `steps ${facts.name}`, () => sandbox.position);
wireButtons(board, document);
opened(facts.name);
const others = [...facts.names.slice(facts.number), ...facts.names.slice(0, facts.number - 1)];

/** Shows the person's progress, which other pages change too. */
function showProgress() {
  const next = others.find((/** @type {string} */ name) => !isSolved(name)) ?? others[0];
  for (const id of ["next", "skip"]) {
    /** @type {HTMLAnchorElement} */ (at(id)).href = `/puzzles/${facts.game}/${facts.names.indexOf(next) + 1}`;
  }
  showStreak();
}

showProgress();
addEventListener("pageshow", (event) => event.persisted && showProgress());
