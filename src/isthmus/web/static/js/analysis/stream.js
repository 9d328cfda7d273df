// The server's messages during an analysis, until the last one, which is `done`.

/** The name of this page. A newer request with the same name replaces the older one. */
const PAGE = Math.random().toString(36).slice(2);

/**
 * @typedef {object} Message these keys, and those of the request's kind
 * @property {number} [place] the place in the queue, 1 the next
 * @property {boolean} [starting] an engine process is being started
 * @property {boolean} [begun] a worker is searching now
 * @property {boolean} [again] it starts again because the previous worker crashed
 * @property {boolean} [done]
 * @property {string} [error]
 * @property {boolean} [replaced] a newer request of this page replaced it
 */

/** The messages of an answer. Aborting ends them and the work on the server.
 * @param {string} path below /api/analysis @param {object} wish @param {AbortSignal} signal
 * @returns {AsyncGenerator<Message & Record<string, any>>} */
export async function* analysed(path, wish, signal) {
  let ended = false;
  try {
    const answer = await fetch(`/api/analysis${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "text/event-stream" },
      body: JSON.stringify({ page: PAGE, ...wish }),
      signal,
    });
    if (!answer.ok || !answer.body) {
      ended = true;
      yield { done: true, error: await reasonOf(answer) };
      return;
    }
    for await (const message of eventsOf(answer.body)) {
      ended = Boolean(message.done);
      yield message;
    }
  } catch (error) {
    if (signal.aborted) return;
    if (!(error instanceof TypeError)) throw error; // fetch throws a TypeError if there is no connection
  }
  if (!ended && !signal.aborted) yield { done: true, error: "The server is not responding." };
}

/** Shown from the request until the first message, so that the page never seems frozen. */
export const ASKING = "Asking the engine …";

/** The server's progress on a request, in words; empty if the message is about something else.
 * @param {Message} message */
export function doing({ place, starting, begun, again }) {
  if (place) return place === 1 ? "Next in the queue …" : `Number ${place} in the queue …`;
  if (starting) return "Starting the engine …";
  if (begun) return again ? "The engine failed and has restarted." : "The engine is thinking …";
  return "";
}

/** @param {ReadableStream<Uint8Array>} body */
async function* eventsOf(body) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const events = (text + decoder.decode(value, { stream: true })).split("\n\n");
    text = events.pop() ?? "";
    for (const event of events) if (event.startsWith("data: ")) yield JSON.parse(event.slice(6));
  }
}

/** The server's reason for a refusal. @param {Response} answer */
async function reasonOf(answer) {
  const { detail } = await answer.json().catch(() => ({}));
  return typeof detail === "string" ? detail : `The server refused this (${answer.status}).`;
}
