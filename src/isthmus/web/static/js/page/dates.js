// Dates in words, such as 28 November 2026 at 22:48.

const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric" });

/** A date with the time of day here. */
export const daytime = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", hour: "2-digit", minute: "2-digit" });

/** The date of a record in words: a day, or a moment in the time of this place. A year or month stays as it is.
 * @param {string} date a date or time of ISO 8601, or nothing */
export function inWords(date) {
  const [, whole, time] = /^(\d{4}-\d\d-\d\d)(T.+)?$/.exec(date) ?? [];
  const moment = new Date(time ? date : `${whole}T00:00`);
  return Number.isNaN(moment.getTime()) ? date : (time ? daytime : day).format(moment);
}
