// What pages ask of the server in JSON, and what they say where no answer comes.

export const UNANSWERED = "The server does not answer; try again.";

/** Asks the server; what it answers is JSON. Throws an Error that a page can show where no answer comes.
 * @param {string} path @param {object} [wish] posted; without it the question is asked @returns {Promise<any>} */
export async function ask(path, wish) {
  const how = wish && { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(wish) };
  const answer = await fetch(path, how).catch(() => null);
  if (!answer) throw new Error(UNANSWERED);
  if (!answer.ok) throw new Error(`The server answers ${answer.status}; try again.`);
  return answer.json();
}
