// JSON requests from pages to the server, and the message if there is no answer.

export const UNANSWERED = "The server is not responding. Try again.";

/** Asks the server for JSON. If there is no answer, throws an Error that a page can show.
 * @param {string} path @param {object} [wish] sent by POST; without it by GET @returns {Promise<any>} */
export async function ask(path, wish) {
  const how = wish && { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(wish) };
  const answer = await fetch(path, how).catch(() => null);
  if (!answer) throw new Error(UNANSWERED);
  if (!answer.ok) throw new Error(`The server answered ${answer.status}; try again.`);
  return answer.json();
}
