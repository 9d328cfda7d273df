// A game against the perfect player. The server stores nothing, so every request contains the position and the trees.

import { ask } from "../page/asking.js";
import { wireButtons } from "../board/buttons.js";
import { choiceButtons, confirmSwitch, typedTurns } from "../board/controls.js";
import { at, keepFocus, make } from "../page/elements.js";
import { Sandbox } from "../board/sandbox.js";
import { TreePicture } from "./theorem_trees.js";

/** @typedef {import("./theorem_trees.js").Trees} Trees */

/**
 * @typedef {object} Told The server's message about a turn and its answer, or about the beginning.
 * @property {string} position
 * @property {import("../board/state.js").BoardState[]} states
 * @property {string} words
 * @property {string | null} answer
 * @property {string | null} winner
 * @property {string | null} kept
 * @property {Trees | null} trees
 * @property {Record<string, string>} answers
 */

/** Milliseconds between a turn and the answer. */
const PAUSE = 700;

const box = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (at(id));
const facts = JSON.parse(at("facts").textContent ?? "{}");
const calm = matchMedia("(prefers-reduced-motion: reduce)");

const sandbox = new Sandbox(at("board"), { position: facts.position, onTurn: play, onChoices: choiceButtons(at("choices")) });
const { board } = sandbox;
const picture = new TreePicture(board, facts.edges);

/** The messages at the beginning and after each turn. @type {{turn: string, told: Told}[]} */
const played = [{ turn: "", told: facts }];
/** The field under the pointer or the keys. */
let looked = "";
/** The field of the hint in this position. */
let hinted = "";

const now = () => played[played.length - 1].told;

/** @param {string} words */
function complain(words) {
  if (words) board.hush(); // one refusal at a time
  at("error").textContent = words;
}
board.root.addEventListener("board-say", () => complain(""));

/** @param {string} what @param {object} wish @returns {Promise<any>} null after a complaint, if there is no answer */
function askTheorem(what, wish) {
  complain("");
  return ask(`/api/theorem/${what}`, wish).catch((error) => {
    complain(error.message);
    return null;
  });
}

/** @param {string} turn @returns {Promise<false | void>} */
async function play(turn) {
  const told = now();
  const { position, trees } = told;
  const answer = await askTheorem("turn", { position, turn, ...trees });
  if (answer && answer.refused !== undefined) complain(answer.why);
  if (!answer || answer.refused !== undefined || now() !== told) return false;
  played.push({ turn, told: answer });
  void follow(answer, position); // the typed turn does not wait for the motion
}

/** Shows a turn and, after a pause, the answer. @param {Told} told @param {string} position before the turn */
async function follow(told, position) {
  if (told.states.length > 1) {
    board.marks([]);
    board.arrows([]);
    sandbox.show(position, { ...told.states[0], news: "" }, { animate: true, yours: false });
    if (!calm.matches) await new Promise((done) => setTimeout(done, PAUSE));
    if (now() !== told) return; // taken back in the meantime
  }
  show();
}

/** Shows the position after the last turn. */
function show() {
  keepFocus(showLast, () => board.keys.stop.node);
}

function showLast() {
  hinted = "";
  const told = now();
  const state = told.states[told.states.length - 1];
  const over = state.seat === null;
  sandbox.show(told.position, { ...state, news: "" }, { animate: true, yours: !over });
  at("verdict").textContent = told.words;
  at("typed").hidden = /** @type {HTMLButtonElement} */ (at("hint")).disabled = over;
  /** @type {HTMLButtonElement} */ (at("back")).disabled = played.length < 2;
  showTurns();
  showLoss();
  showTrees();
}

function showTurns() {
  const items = played.flatMap(({ turn, told }, index) => {
    const own = turn && [`${turn}${told.kept ? " ?" : ""}`, told.kept ? "lost" : ""];
    const theirs = told.answer && [told.answer, ""];
    return [own, theirs].filter(Boolean).map((pair) => ({ text: pair?.[0] ?? "", kind: pair?.[1] ?? "", index }));
  });
  at("turns").replaceChildren(...items.map(({ text, kind }) => make("li", { class: kind || null }, text)));
}

/** Says which turn lost the game, and which turn would have kept the win. */
function showLoss() {
  const index = played.findIndex(({ told }) => told.kept);
  at("lost").hidden = index < 0;
  if (index < 0) return;
  const { turn, told } = played[index];
  at("lost-words").textContent = `Your turn ${index}, ${turn}, gave the win away; ${told.kept} would have kept it.`;
}

function showTrees() {
  const { trees, answers } = now();
  const wanted = box("show-trees").checked;
  picture.show(wanted ? trees : null);
  const pairs = box("show-pairs").checked ? Object.entries(answers) : looked && wanted && answers[looked] ? [[looked, answers[looked]]] : [];
  board.arrows(pairs.map(([start, end]) => ({ start, end, tone: "good", weight: box("show-pairs").checked ? 0.4 : 1 })));
  const cut = wanted && trees?.cut;
  /** @type {import("../board/overlays.js").Mark[]} */
  const marks = [];
  if (cut) marks.push({ point: cut, kind: "cross", tone: "bad" });
  if (hinted) marks.push({ point: hinted, kind: "circle", tone: "good" });
  board.marks(marks);
  at("would").textContent = would();
}

/** The answer to the field under the pointer. */
function would() {
  const { trees, answers } = now();
  if (!trees || !looked || !answers[looked]) return "";
  const letter = trees.one.includes(looked) ? "A" : "B";
  return `If ${looked} of tree ${letter} is cut, ${answers[looked]} rejoins the tree.`;
}

/** @param {string} field */
function look(field) {
  if (field === looked) return;
  const nodeOf = (/** @type {string} */ name) => board.picture.fields.get(name)?.node;
  nodeOf(looked)?.removeAttribute("aria-describedby");
  nodeOf(field)?.setAttribute("aria-describedby", "would");
  looked = field;
  showTrees();
}

/** @param {number} count turns to keep */
function backTo(count) {
  played.length = count + 1;
  complain("");
  show();
}

at("back").addEventListener("click", () => backTo(played.length - 2));
at("to-kept").addEventListener("click", () => backTo(played.findIndex(({ told }) => told.kept) - 1));
for (const id of ["show-trees", "show-pairs"]) at(id).addEventListener("change", showTrees);

at("hint").addEventListener("click", async () => {
  const told = now();
  const answer = await askTheorem("hint", { position: told.position });
  if (!answer || now() !== told) return;
  hinted = answer.turn;
  showTrees();
  at("verdict").textContent = answer.wins ? `${answer.turn} keeps the win.` : `No turn wins here; ${answer.turn} is the hardest to answer.`;
});

const fieldOf = (/** @type {Event} */ event) => /** @type {SVGElement} */ (event.target).dataset.field ?? "";
board.root.addEventListener("focusin", (event) => look(fieldOf(event)));
board.root.addEventListener("pointerover", (event) => look(fieldOf(event)));
board.root.addEventListener("pointerleave", () => look(""));

confirmSwitch(board);
typedTurns(/** @type {HTMLFormElement} */ (at("typed")), play);
wireButtons(board, document);
show();
