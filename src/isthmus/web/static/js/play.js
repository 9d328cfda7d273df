// The page of a game: the board, the seats, the turns and what can be done, all as the server tells.

import { Board } from "./board.js";
import { inWords, leftOf } from "./clocks.js";
import { GameSocket } from "./socket.js";

/** @param {string} id */
const at = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const facts = JSON.parse(at("facts").textContent ?? "{}");
const table = at("game");
const SEATS = ["first", "second"];

let game = facts.game;
let state = facts.state;
let yours = /** @type {string[]} */ (facts.yours);
/** The server's clock less ours, in seconds, as far as messages tell. */
let ahead = facts.now - Date.now() / 1000;

const board = new Board(at("board"), {
  askSteps: (/** @type {string[]} */ made) => socket.wish({ do: "steps", made }),
  askSummary: async () => (await socket.wish({ do: "summary" })).summary,
  onTurn: (/** @type {string} */ turn) => play(turn),
  onChoices: showChoices,
});

const socket = new GameSocket(table.dataset.game ?? "", Number(table.dataset.number), hear, (connected) => {
  at("line").textContent = connected ? "" : "The connection is lost; trying again …";
});

/** @param {any} message */
function hear(message) {
  if (message.game) game = message.game;
  if (message.yours) yours = message.yours;
  if (message.now) ahead = message.now - Date.now() / 1000;
  if (message.event) {
    state = message.state;
    at("invitation")?.toggleAttribute("hidden", state.ready);
    if (message.board) board.show(message.board, { animate: true, yours: myTurn() });
  }
  draw();
}

function myTurn() {
  return state.ready && !state.over && yours.includes(state.seat);
}

/** @param {string} turn */
async function play(turn) {
  const answer = await socket.wish({ do: "play", seat: state.seat, turn, ply: state.ply });
  complain("refused" in answer ? answer.why : "");
  if ("refused" in answer) board.reset();
}

/** @param {string} words */
function say(words) {
  at("status").textContent = words;
}

/** @param {string} words */
function complain(words) {
  at("error").textContent = words;
}

/** The buttons for what is not a point of the board: Done, pass, the colours.
 * @param {{text: string, choose: () => void}[]} choices */
function showChoices(choices) {
  at("choices").replaceChildren(
    ...choices.map(({ text, choose }) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = text;
      button.addEventListener("click", choose);
      return button;
    }),
  );
}

/** @param {string} seat */
function nameOf(seat) {
  const holder = game.seats[seat];
  if (holder.name) return holder.name;
  return holder.kind === "open" ? "nobody yet" : yours.includes(seat) && yours.length < 2 ? "you" : `${seat} player`;
}

/** @param {string} words */
function capital(words) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function inWordsHow() {
  if (state.over) {
    return state.winner ? `${capital(nameOf(state.winner))} wins (${state.reason}).` : `The game is drawn (${state.reason}).`;
  }
  if (!state.ready) return "Waiting for the other player.";
  const who = myTurn() && yours.length < 2 ? "Your turn" : `${capital(nameOf(state.seat))} is to act`;
  if (state.choosing) return `${who}: choose a colour.`;
  if (!state.opening) return `${who}: ${state.side}.`;
  const left = state.opening === 1 ? "the last opening turn" : `${state.opening} opening turns, for both colours`;
  return `${who}: ${left}. Then the second player chooses a colour.`;
}

function draw() {
  for (const seat of SEATS) {
    const box = at(`seat-${seat}`);
    box.dataset.side = state.holds[seat] ?? "none";
    box.classList.toggle("acting", state.seat === seat && !state.over);
    /** @type {HTMLElement} */ (box.querySelector(".who")).textContent = nameOf(seat);
  }
  say([inWordsHow(), ...state.status.map(capital)].join(" "));
  const turns = at("turns");
  while (turns.children.length > state.turns.length) turns.lastElementChild?.remove();
  state.turns.forEach((/** @type {string} */ turn, /** @type {number} */ index) => {
    const item = turns.children[index] ?? turns.appendChild(document.createElement("li"));
    if (item.textContent !== turn) item.textContent = turn;
  });
  turns.scrollTop = turns.scrollHeight;
  const seated = yours.length > 0 && state.ready && !state.over;
  at("typed").hidden = !myTurn();
  at("study").hidden = !(state.over || yours.length > 1 || SEATS.some((seat) => game.seats[seat].kind === "computer"));
  at("resign").hidden = at("back").hidden = !seated;
  const asked = state.asked && yours.includes(state.asked === "first" ? "second" : "first");
  at("back").textContent = asked ? "Let them take back" : "Take back";
}

at("typed").addEventListener("submit", (event) => {
  event.preventDefault();
  const field = /** @type {HTMLInputElement} */ (at("turn"));
  const turn = field.value.trim().toLowerCase();
  if (turn) play(turn).then(() => (field.value = ""));
});

at("back").addEventListener("click", async () => {
  const other = state.asked === "first" ? "second" : "first";
  const answering = state.asked && yours.includes(other);
  const seat = answering ? other : yours.length === 2 ? (state.seat === "first" ? "second" : "first") : yours[0];
  let answer = await socket.wish(answering ? { do: "answer-back", agreed: true, seat } : { do: "ask-back", seat });
  if (yours.length === 2 && "granted" in answer && !answering) {
    answer = await socket.wish({ do: "answer-back", agreed: true, seat: seat === "first" ? "second" : "first" });
  }
  complain("refused" in answer ? answer.why : "");
});

at("resign").addEventListener("click", async () => {
  if (!confirm("Give this game up?")) return;
  const answer = await socket.wish({ do: "resign", seat: yours.length === 2 ? state.seat : yours[0] });
  complain("refused" in answer ? answer.why : "");
});

document.getElementById("copy")?.addEventListener("click", async () => {
  const link = /** @type {HTMLInputElement} */ (at("link"));
  link.select();
  await navigator.clipboard?.writeText(link.value);
  at("copy").textContent = "Copied";
});

const confirmTurns = /** @type {HTMLInputElement} */ (at("confirm"));
confirmTurns.checked = localStorage.getItem("confirm") ? localStorage.getItem("confirm") === "yes" : matchMedia("(pointer: coarse)").matches;
board.confirm = confirmTurns.checked;
confirmTurns.addEventListener("change", () => {
  localStorage.setItem("confirm", confirmTurns.checked ? "yes" : "no");
  board.confirm = confirmTurns.checked;
});

setInterval(() => {
  if (!state.clock || !game.clock) return;
  SEATS.forEach((seat, index) => {
    const running = state.seat === seat && state.clock.since !== null;
    const used = running ? Math.max(0, Date.now() / 1000 + ahead - state.clock.since) : 0;
    const { seconds, periods } = leftOf(state.clock, game.clock, index, used);
    const box = /** @type {HTMLElement} */ (at(`seat-${seat}`).querySelector(".clock"));
    const words = inWords(seconds) + (game.clock.periods ? ` (${periods})` : "");
    if (box.textContent !== words) box.textContent = words;
    box.classList.toggle("low", running && seconds < 20);
  });
}, 100);

board.show(facts.board, { animate: false, yours: myTurn() });
draw();
