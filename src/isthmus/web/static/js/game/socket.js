// The connection of a page to its game. Messages arrive in order, each wish is sent once, and it reconnects by itself.

/** @typedef {(message: any) => void} Listener */

const FIRST_WAIT = 500;
const LONGEST_WAIT = 5000;
/** The code with which the server closes the connection of a game that no longer exists. */
const GONE = 4404;
/** The code for a page that has seen more events than the game has, as after a restored backup. */
const RELOAD = 4409;
/** Milliseconds without any message after a wish, after which the connection counts as lost. */
const PATIENCE = 12000;
/** Milliseconds between two checks of a quiet connection. */
const CHECK_PAUSE = 25000;

export class GameSocket {
  /**
   * @param {string} game
   * @param {number} number of the last event that the page has seen
   * @param {Listener} hear
   * @param {(connected: boolean) => void} tellLine
   * @param {() => void} tellGone the game was removed
   */
  constructor(game, number, hear, tellLine, tellGone) {
    this.game = game;
    this.number = number;
    this.hear = hear;
    this.tellLine = tellLine;
    this.tellGone = tellGone;
    this.wait = FIRST_WAIT;
    /** @type {Map<string, {message: any, settle: (answer: any) => void}>} */
    this.open = new Map();
    /** When the last message came. */
    this.heard = 0;
    // When the network fails, the connection may look open for minutes. Often the browser notices earlier and fires
    // these events. If it does not, an unanswered wish reveals the failure.
    addEventListener("offline", () => this.lost(this.socket));
    addEventListener("online", () => {
      if (!this.socket) this.retry();
    });
    document.addEventListener("visibilitychange", () => this.check());
    setInterval(() => this.check(), CHECK_PAUSE);
    this.connect();
  }

  connect() {
    clearTimeout(this.timer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/g/${this.game}/live?after=${this.number}`);
    /** @type {WebSocket | undefined} */
    this.socket = socket;
    socket.addEventListener("open", () => {
      if (socket !== this.socket) return socket.close();
      this.wait = FIRST_WAIT;
      this.tellLine(true);
      for (const { message } of this.open.values()) this.send(message);
    });
    socket.addEventListener("message", (event) => {
      if (socket === this.socket) this.receive(JSON.parse(event.data));
    });
    socket.addEventListener("close", ({ code }) => {
      if (code === GONE) this.tellGone();
      else if (code === RELOAD) location.reload();
      else this.lost(socket);
    });
  }

  /** Tries to connect now, even if an attempt is still waiting for an answer. */
  retry() {
    if (this.socket?.readyState === WebSocket.OPEN) return;
    this.wait = FIRST_WAIT;
    const { socket } = this;
    this.connect();
    socket?.close();
  }

  /** Sends a wish whose only use is its answer. */
  check() {
    if (!document.hidden && !this.open.size) void this.wish({ do: "place" });
  }

  /** @param {WebSocket | undefined} socket */
  lost(socket) {
    if (!socket || socket !== this.socket) return;
    this.socket = undefined;
    socket.close();
    this.tellLine(false);
    this.timer = setTimeout(() => this.connect(), this.wait * (0.7 + 0.6 * Math.random()));
    this.wait = Math.min(LONGEST_WAIT, 2 * this.wait);
  }

  /** @param {any} message */
  receive(message) {
    this.heard = performance.now();
    const key = message.granted ?? message.refused ?? message.answer;
    if (key !== undefined) {
      this.open.get(key)?.settle(message);
      this.open.delete(key);
      return;
    }
    if (message.event) {
      if (message.event.number <= this.number) return;
      this.number = message.event.number;
    }
    this.hear(message);
  }

  /** Sends a wish. The promise gives the server's answer, even if the connection breaks meanwhile.
   * @param {object} wish
   * @returns {Promise<any>} */
  wish(wish) {
    const key = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
    const message = { ...wish, key };
    return new Promise((settle) => {
      this.open.set(key, { message, settle });
      this.send(message);
    });
  }

  /** @param {any} message */
  send(message) {
    const { socket } = this;
    if (socket?.readyState !== WebSocket.OPEN) return;
    const sent = performance.now();
    socket.send(JSON.stringify(message));
    setTimeout(() => this.open.has(message.key) && this.heard < sent && this.lost(socket), PATIENCE);
  }
}
