// The clocks of both seats. The server sends the times, and the page counts down from them.

/** @param {number} seconds */
export function inWords(seconds) {
  if (seconds >= 2 * 86400) return `${Math.floor(seconds / 86400)} days`;
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)} h`;
  if (seconds >= 20) return `${Math.floor(seconds / 60)}:${two(Math.floor(seconds) % 60)}`;
  return Math.max(0, seconds).toFixed(1);
}

/** @param {number} number */
function two(number) {
  return String(number).padStart(2, "0");
}

/**
 * A seat's remaining main time and periods after it has used a number of seconds in the present turn.
 * @param {{left: number[], periods: number[]}} clock
 * @param {{period: number}} control
 * @param {number} seat
 * @param {number} used
 */
export function leftOf(clock, control, seat, used) {
  const main = clock.left[seat] - used;
  if (main >= 0 || !clock.periods[seat]) return { seconds: Math.max(0, main), periods: clock.periods[seat] };
  const over = -main;
  const spent = Math.min(clock.periods[seat] - 1, Math.floor(over / control.period));
  return { seconds: Math.max(0, (spent + 1) * control.period - over), periods: clock.periods[seat] - spent };
}
