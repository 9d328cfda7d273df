// Short soft sounds, made from sine waves: a stone, a capture, your turn, low time, the end. They are on until muted.
// Browsers let a page play sounds only after the user has touched it; until then it is silent.

import { prefer, preferred } from "../page/preferences.js";

/** The highest amplitude of a tone; a page should not startle. */
const LOUDEST = 0.14;

/** The tones of each sound: frequency in hertz, start and length in seconds, loudness from 0 to 1.
 * @type {Record<string, [number, number, number, number][]>} */
const SOUNDS = {
  stone: [
    [310, 0, 0.07, 0.5],
    [180, 0, 0.1, 0.5],
  ],
  captured: [
    [310, 0, 0.07, 0.4],
    [220, 0.09, 0.08, 0.4],
    [160, 0.18, 0.12, 0.4],
  ],
  turn: [
    [523, 0, 0.12, 0.25],
    [659, 0.1, 0.18, 0.25],
  ],
  low: [
    [880, 0, 0.09, 0.3],
    [880, 0.16, 0.09, 0.3],
  ],
  said: [[740, 0, 0.08, 0.15]],
  end: [
    [392, 0, 0.2, 0.3],
    [523, 0.15, 0.2, 0.3],
    [659, 0.3, 0.4, 0.3],
  ],
};

export class Sounds {
  constructor() {
    this.on = true;
    /** @type {AudioContext | null} */
    this.context = null;
  }

  /** @param {keyof typeof SOUNDS} name */
  play(name) {
    const touched = navigator.userActivation?.hasBeenActive ?? true;
    if (!this.on || !touched || !("AudioContext" in window)) return;
    this.context ??= new AudioContext();
    if (this.context.state === "suspended") void this.context.resume().catch(() => {});
    for (const [pitch, start, length, loud] of SOUNDS[name]) this.tone(this.context, pitch, start, length, loud);
  }

  /** @param {AudioContext} context @param {number} pitch @param {number} start @param {number} length @param {number} loud */
  tone(context, pitch, start, length, loud) {
    const from = context.currentTime + start;
    const wave = new OscillatorNode(context, { frequency: pitch });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.setValueAtTime(0, from);
    volume.gain.linearRampToValueAtTime(LOUDEST * loud, from + 0.005);
    volume.gain.exponentialRampToValueAtTime(0.0005, from + length);
    wave.connect(volume).connect(context.destination);
    wave.start(from);
    wave.stop(from + length);
  }
}

/** Wires the mute button and the checkbox in the options, which show the same saved state.
 * @param {Sounds} sounds @param {HTMLElement} button @param {HTMLInputElement} box */
export function wireMute(sounds, button, box) {
  /** @param {boolean} on */
  const set = (on) => {
    sounds.on = on;
    box.checked = on;
    button.setAttribute("aria-pressed", String(on));
    button.title = on ? "Sound is on; press to mute" : "Sound is off";
  };
  /** @param {boolean} on */
  const choose = (on) => {
    prefer("sound", on);
    set(on);
    sounds.play("stone");
  };
  button.addEventListener("click", () => choose(!sounds.on));
  box.addEventListener("change", () => choose(box.checked));
  set(preferred("sound", true));
}
