// The page of a game: the board, the seats, the turns and the actions. All data comes from the server's messages.

import { Board } from "../board/board.js";
import { wireButtons } from "../board/buttons.js";
import { typedTurns } from "../board/controls.js";
import { sayIn } from "../board/speech.js";
import { Chat } from "./chat.js";
import { keepWords } from "../page/drafts.js";
import { Choices, tabStop } from "./choices.js";
import { GameHint } from "./game_hint.js";
import { GameView, otherOf } from "./game_view.js";
import { onlyThisMachine, wireSharing } from "../page/sharing.js";
import { at, capital, keepFocus, tell } from "../page/elements.js";
import { LineNote } from "./line_note.js";
import { Notice } from "./notice.js";
import { Offers } from "./offers.js";
import { close, gameBefore, remember, standing } from "./own_games.js";
import { Past } from "./past.js";
import { wireSwitch } from "../page/preferences.js";
import { guardPresses } from "../page/presses.js";
import { SeatBoxes } from "./seats.js";
import { GameSocket } from "./socket.js";
import { Sounds, wireMute } from "./sounds.js";
import { applyRotation, keepRotation } from "../board/rotation.js";
import { keepUnfinished } from "../board/unfinished.js";

/** Milliseconds between two requests for the computer's place in the queue. */
const QUEUE_PAUSE = 2500;

/** @param {string} id */
const dialog = (id) => /** @type {HTMLDialogElement} */ (at(id));
const facts = JSON.parse(at("facts").textContent ?? "{}");
const table = at("game");
const field = /** @type {HTMLInputElement} */ (at("turn"));
const view = new GameView(table.dataset.game ?? "", facts);
const sounds = new Sounds();
/** The current board, even while an earlier one is shown. */
let present = facts.board;

const board = new Board(at("board"), {
  askSteps: (/** @type {string[]} */ made) => socket.wish({ do: "steps", made }),
  askSummary: async () => (await socket.wish({ do: "summary" })).summary,
  onTurn: (/** @type {string} */ turn) => play(turn),
});
const choices = new Choices(at("choices"), board);
const positionAfter = (/** @type {number} */ ply) => socket.wish({ do: "position", ply });
const past = new Past(view, positionAfter, showBoard, complain);
const hint = new GameHint(at("hint"), view, board, past, positionAfter);
const boxes = new SeatBoxes(view, (side, goal) => board.goalSeen(side, goal), (words, urgent) => {
  if (!urgent) return board.say(words);
  sayIn(at("urgent"), words);
  sounds.play("low");
});
const toBoard = () => tabStop(board)?.focus({ preventScroll: true });
const offers = new Offers(view, act, toBoard);
const chat = new Chat(view, facts.said, (words) => act({ do: "say", words, seat: view.mySeat }), tellTab);
const notice = new Notice(at("told"));
const line = new LineNote(() => socket.retry(), toBoard);
const socket = new GameSocket(view.id, Number(table.dataset.number), hear, (connected) => line.tell(connected), () => line.gone(view.state.ready));

/** @param {any} message */
function hear(message) {
  const before = view.state;
  const { asked } = offers;
  view.hear(message);
  const { event } = message;
  if (event) {
    if (event.turn) complain("");
    // The last notice was about the game before this event.
    if (!event.say) notice.say(event.paused ? "The server was down for a while. The clock did not run." : offers.newsOf(event));
    for (const id of ["invitation", "withdraw"]) document.getElementById(id)?.toggleAttribute("hidden", view.state.ready);
    if (message.board) {
      present = message.board;
      if (past.ply === null) showBoard(null, true);
      if (event.remove) board.say(`Taken back. ${present.news || view.words}`);
    }
    if (event.result) board.say(""); // the status tells the result
    if (event.say) chat.hear(event.seat, event.say);
    if (event.rematch && view.seated) location.assign(`/g/${view.id}/next`);
    sound(event, before.over);
  }
  // An unexpected event may put its buttons where the user is about to press something else.
  if (view.state.over !== before.over || offers.asked !== asked) board.settling.begin();
  if (view.state.over) dialog("resign-dialog").close("no");
  draw();
  if (view.state.over && !before.over) at("result").scrollIntoView({ block: "nearest" });
}

/** @param {any} event @param {boolean} wasOver */
function sound(event, wasOver) {
  const mine = view.yours.includes(event.seat) && !view.sharedScreen;
  if (view.state.over && !wasOver) sounds.play("end");
  else if (event.turn) {
    sounds.play(present.ghosts.some((/** @type {string[]} */ [kind]) => kind === "captured") ? "captured" : "stone");
    if (!mine && view.myTurn && !view.sharedScreen && document.hidden) sounds.play("turn");
  } else if (event.say && !mine && chat.wanted) sounds.play("said");
  else if (event.seat && (event.players || event.ask) && !mine) sounds.play("turn");
}

/** Shows an earlier board, or the current one. @param {any} shown @param {boolean} [animate] */
function showBoard(shown, animate = false) {
  board.show(shown ?? present, { animate, yours: !shown && view.myTurn });
}

/** Sends a wish. If it is refused, shows the reason. @param {object} wish @returns {Promise<boolean>} */
async function act(wish) {
  const { at } = past;
  const answer = await socket.wish(wish);
  // A refusal is not shown once the user looks at another position.
  if (at === past.at || !("refused" in answer)) complain("refused" in answer ? answer.why : "");
  return !("refused" in answer);
}

/** The ply of the turn that is on its way. @type {number | null} */
let playing = null;

/** Sends a turn, unless one for this ply is already on its way, because Enter pressed twice means one turn. The
 * news of a turn may arrive before the answer to its wish; then the next turn may be sent.
 * @param {string} turn @returns {Promise<boolean>} whether it was made */
async function play(turn) {
  const { seat, ply } = view.state;
  if (playing === ply) return false;
  playing = ply;
  board.hush();
  const made = await act({ do: "play", seat, turn, ply });
  if (playing === ply) playing = null;
  if (!made) board.reset();
  return made;
}

/** @param {string} words */
function complain(words) {
  if (words) board.hush(); // one refusal at a time
  sayIn(at("error"), words);
}

/** Where the focus waits for the field for typed turns, which is hidden during the opponent's turn. @type {Element | null} */
let waiting = null;

function draw() {
  const typing = [field, waiting].includes(document.activeElement);
  keepFocus(drawAll, () => tabStop(board));
  if (typing && !at("typed").hidden) field.focus({ preventScroll: true });
  waiting = typing && at("typed").hidden ? document.activeElement : null;
}

function drawAll() {
  const { state } = view;
  boxes.draw();
  past.draw();
  hint.draw();
  offers.draw();
  chat.draw();
  const where = past.ply === null ? [] : [`After turn ${past.ply} of ${state.ply}.`];
  say([...where, view.words, view.deadline, ...state.status.map((words) => `${capital(words)}.`)].filter(Boolean).join(" "));
  at("typed").hidden = !view.myTurn || past.ply !== null;
  drawDue();
  at("resign").hidden = !view.seated || !state.ready || state.over;
  at("result").hidden = !state.over;
  table.classList.toggle("is-over", state.over);
  table.classList.toggle("is-waiting", !state.ready);
  table.classList.toggle("is-watching", !view.seated);
  // A game between two people on two screens may be studied only after it is over.
  at("study").hidden = !state.over && view.separateScreens;
  if (state.over) {
    at("result-words").textContent = view.verdict;
    at("study").className = "button";
    tell(at("study"), "Review this game");
    // Moved only once, because a moved element loses the focus.
    if (at("again").previousElementSibling !== at("study")) at("again").before(at("study"));
  }
  at("watching").textContent = view.crowdWords;
  at("watching").hidden = !view.crowdWords;
  tellTab();
  if (view.seated) note();
}

/** The next thing to do, also in the middle of a turn. The board announces it to screen readers. */
function drawDue() {
  const { hand, state } = board;
  const wanted = view.myTurn && past.ply === null && !state.choosing && !board.sent;
  const due = hand.whole ? `Press “${board.deed}”, or “Undo” to change it.` : hand.state.due && `${capital(hand.state.due)}.`;
  at("due").textContent = hand.question || (wanted && due) || "";
  if (state.example) /** @type {HTMLInputElement} */ (at("turn")).placeholder = `such as ${state.example}`;
}

/** The title says whose turn it is, for users in another tab, and counts the messages that came while the page was hidden. */
function tellTab() {
  const calls = view.myTurn && !view.sharedScreen;
  const news = document.hidden ? chat.newsWords : "";
  const marks = [calls ? "Your turn" : "", news].filter(Boolean).join(" · ");
  document.title = `${marks && `● ${marks} · `}${view.state.over ? "Over · " : ""}${view.game.title} · Isthmus`;
  const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
  const wanted = calls ? table.dataset.iconTurn : table.dataset.icon;
  if (icon && wanted && icon.getAttribute("href") !== wanted) icon.href = wanted;
}

/** Keeps this game in the user's list. */
function note() {
  const { seats, title } = view.game;
  const size = /size=(\d+)/.exec(view.game.game)?.[1] ?? "";
  const against = view.sharedScreen ? "two people at this screen" : `against ${view.nameOf(otherOf(view.mySeat))}`;
  const level = view.sharedScreen ? "" : seats[otherOf(view.mySeat)].kind === "computer" ? ", the computer" : "";
  const result = view.state.over ? standing(view.state, view.yours) : undefined;
  const ended = result && view.separateScreens ? Date.now() : undefined;
  remember({ id: view.id, title: `${title} ${size}`.trim(), against: against + level, seats: view.yours, result, ended });
}

/** Takes the seat of a player who came to a rematch by its address, not through the game before it. */
async function takeSeat() {
  const before = view.seated ? undefined : await gameBefore(view.id);
  const answer = before && (await fetch(`/g/${before.id}/next`).catch(() => null));
  if (!before || !answer?.ok) return;
  close(before.id); // so that a browser that has lost its seat tries only once
  location.reload();
}

/** @param {string} words */
function say(words) {
  if (at("status").textContent !== words) at("status").textContent = words;
}

// Input -------------------------------------------------------------------------------------------------------------
board.options.onActions = (/** @type {import("../board/state.js").Actions} */ actions) => {
  choices.show(actions);
  drawDue();
};
past.onMove = draw;
for (const id of ["choices", "asked", "result", "actions"]) guardPresses(at(id), board.settling);
past.watch(board);
// The next action on the board, such as a preview of a colour, clears the complaint.
board.root.addEventListener("board-say", () => complain(""));

/** A text that identifies the current position. */
const here = () => view.state.turns.join(" ");
keepWords(field, `turn ${view.id}`, here);

typedTurns(/** @type {HTMLFormElement} */ (at("typed")), play);

at("resign").addEventListener("click", () => {
  dialog("resign-dialog").returnValue = "no";
  at("resign-words").textContent = `${view.nameFirst(otherOf(view.mySeat))} will win.`;
  dialog("resign-dialog").showModal();
});
dialog("resign-dialog").addEventListener("close", () => {
  if (dialog("resign-dialog").returnValue === "yes") void act({ do: "resign", seat: view.mySeat });
});

at("options").addEventListener("click", () => dialog("options-dialog").showModal());
wireButtons(board, at("options-dialog"));
wireSwitch("confirm", view.slow ? "confirm-slow" : "confirm", view.slow || matchMedia("(pointer: coarse)").matches, (wanted) => board.setConfirm(wanted));
wireSwitch("coordinates", "coordinates", true, (wanted) => board.setCoordinates(wanted));
wireMute(sounds, at("mute"), /** @type {HTMLInputElement} */ (at("sound")));
if (!view.separateScreens) /** @type {HTMLElement} */ (at("chat-on").closest("label")).hidden = true; // nobody to write to
wireSwitch("chat-on", "chat-on", true, (wanted) => {
  chat.wanted = wanted;
  chat.draw();
});

document.addEventListener("keydown", (event) => {
  const within = /** @type {Element} */ (event.target);
  if (event.key === "Escape" && !within.closest("input, dialog, [role=grid]") && board.back()) event.preventDefault();
});

const link = /** @type {HTMLInputElement | null} */ (document.getElementById("link"));
if (link) wireSharing(at("copy"), `A game of ${view.game.title}`, () => link.value, link);
const seatLink = /** @type {HTMLInputElement | null} */ (document.getElementById("my-seat"));
document.getElementById("only-here")?.toggleAttribute("hidden", !onlyThisMachine(link));
document.getElementById("seat-only-here")?.toggleAttribute("hidden", !onlyThisMachine(seatLink));
if (seatLink) wireSharing(at("copy-seat"), `My seat in a game of ${view.game.title}`, () => seatLink.value, seatLink);
wireSharing(at("copy-watch"), `A game of ${view.game.title}`, () => location.href);
wireSharing(at("copy-record"), `A game of ${view.game.title}`, async () => {
  const answer = await fetch(`/api/games/${view.id}/record`, { headers: { accept: "text/plain" } });
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
  return `${location.origin}/${await answer.text()}`;
});

// If the computer does not move, it may be waiting for an engine process, or the engine has failed.
let asking = false;
setInterval(async () => {
  if (!view.thinking || document.hidden || asking) return;
  const { ply } = view.state;
  asking = true;
  const { place, fault } = await socket.wish({ do: "place" });
  asking = false;
  if (!view.thinking || view.state.ply !== ply) return;
  if (place) say(`${view.words} The computer is waiting for a free engine: number ${place} in the queue.`);
  else if (fault) say(`The computer cannot move: ${fault}.`);
}, QUEUE_PAUSE);

applyRotation(board);
for (const button of at("options-dialog").querySelectorAll("[data-board]")) button.addEventListener("click", () => keepRotation(board));
board.root.addEventListener("board-turned", draw);

showBoard(null);
choices.show(board.actions);
draw();
void takeSeat();
void keepUnfinished(board, `steps ${view.id}`, () => (past.ply === null ? here() : null));
