// JSON requests from pages to the server, and the words for a request that failed.

export const UNANSWERED = "The server is not responding. Try again.";

/** A request that the server refused or did not answer. The message can be shown; `status` is 0 without an answer. */
export class Refusal extends Error {
  /** @param {string} why @param {number} [status] */
  constructor(why, status = 0) {
    super(why);
    this.status = status;
  }
}

/** Asks the server for JSON; rejects with a Refusal.
 * @param {string} path @param {object} [wish] sent by POST; without it by GET
 * @param {RequestInit} [how] more options of the request @returns {Promise<any>} */
export async function ask(path, wish, how = {}) {
  const post = wish && { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(wish) };
  const answer = await fetch(path, { ...post, ...how }).catch(() => null);
  if (!answer) throw new Refusal(UNANSWERED);
  const message = await answer.json().catch(() => ({}));
  if (answer.ok) return message;
  const why = typeof message.detail === "string" ? message.detail : `The server answered ${answer.status}; try again.`;
  throw new Refusal(why, answer.status);
}
