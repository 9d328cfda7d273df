// The clocks of both seats. The server sends the times, and the page counts down from them.

/** @param {number} seconds */
export function inWords(seconds) {
  if (seconds >= 86400) {
    const [days, hours] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600) % 24];
    return hours ? `${days} d ${hours} h` : `${days} ${days === 1 ? "day" : "days"}`;
  }
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
  // With no main time at all, the period has begun.
  if (main > 0 || !clock.periods[seat]) return { seconds: Math.max(0, main), periods: clock.periods[seat] };
  const over = -main;
  const spent = Math.min(clock.periods[seat] - 1, Math.floor(over / control.period));
  return { seconds: Math.max(0, (spent + 1) * control.period - over), periods: clock.periods[seat] - spent };
}
