// What the server says while it analyses: messages as they come, until the last one, which is `done`.

/** Names this page, so that a newer wish of its takes the place of the older one. */
const PAGE = Math.random().toString(36).slice(2);

/**
 * @typedef {object} Message besides these keys, what the wish was about
 * @property {number} [place] the place in the queue, 1 the next
 * @property {boolean} [starting] an engine process is being started
 * @property {boolean} [begun] a worker thinks now
 * @property {boolean} [again] it begins anew: the worker before died
 * @property {boolean} [done]
 * @property {string} [error]
 * @property {boolean} [replaced] a newer wish of this page took its place
 */

/** The messages of an answer. Aborting ends the work on the server too, and the messages.
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
    if (!(error instanceof TypeError)) throw error; // what fetch throws where there is no connection
  }
  if (!ended && !signal.aborted) yield { done: true, error: "The server does not answer." };
}

/** What a page says from the moment it asks until it hears more, so that it never looks dead. */
export const ASKING = "Asking the engine …";

/** What the server does about a wish, in words; empty where the message is about something else.
 * @param {Message} message */
export function doing({ place, starting, begun, again }) {
  if (place) return place === 1 ? "Next in the queue …" : `Number ${place} in the queue …`;
  if (starting) return "Starting the engine …";
  if (begun) return again ? "The engine has failed and begins again." : "The engine is thinking …";
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

/** Why the server refused. @param {Response} answer */
async function reasonOf(answer) {
  const { detail } = await answer.json().catch(() => ({}));
  return typeof detail === "string" ? detail : `The server refused this (${answer.status}).`;
}
