// The types of the server's messages to a board, for the type checker and for readers. board_state in
// web/board/state.py makes a BoardState, and a test compares their keys.

/** @typedef {"black" | "white"} Side */

/**
 * @typedef {object} BoardState A position, perhaps in mid-turn.
 * @property {string} game such as `trellis(size=15,pie=3)`
 * @property {Record<Side, string[]>} stones
 * @property {Record<string, string[]>} marks fields by mark: `last`, `pending`, `winning`
 * @property {[string, Side, string][]} ghosts kind (`captured`, `left`), side, field
 * @property {[string, Side, string, string][]} links kind (`winning`, `trail`), side, from, to
 * @property {Record<string, string[]>} land fields by owner: `black`, `white`, `shared`
 * @property {string | null} seat the seat to act
 * @property {Side | null} side whose stones are played
 * @property {string} phase
 * @property {boolean} choosing
 * @property {Choice[]} choices
 * @property {string[]} made steps of the unfinished turn
 * @property {boolean} may_stop
 * @property {string[]} steps all legal steps
 * @property {boolean | string[]} [continues] which steps leave the turn unfinished; undefined: ask the server
 * @property {Record<string, [string[], string[]]>} [rows] the steps that move several stones: their old and new fields
 * @property {Record<string, string[]>} [doubts] questions to confirm, each with its steps
 * @property {string} [deed] the text of the button that plays the shown turn
 * @property {boolean} [done] the steps in the request are a whole turn
 * @property {string} due what comes next, in words; empty when the game is over
 * @property {string} example a legal turn; empty when the game is over
 * @property {{winner: Side | null, text: string} | null} over
 * @property {string} turn the last turn; empty at the start
 * @property {string[]} status facts that players watch, such as stones left
 * @property {string} news what the last turn did, in words
 * @property {string} text the board in words
 */

/** @typedef {{step: string, side: Side, goal: string, then: string}} Choice an answer to the pie rule */

/**
 * @typedef {object} Field
 * @property {string} name
 * @property {number} x
 * @property {number} y
 * @property {number | null} angle the direction of Black's bridge here, in degrees
 * @property {SVGElement} node
 * @property {number} row
 * @property {number} column place within the row
 */

/**
 * @typedef {object} Actions The possible actions apart from the fields.
 * @property {boolean} done end the turn here
 * @property {boolean} confirm send the whole turn shown
 * @property {string} question the question before that turn is sent, or empty
 * @property {boolean} back take the last step back
 * @property {boolean} pass
 * @property {Choice[]} choices
 * @property {Side | null} preview the shown choice
 * @property {Map<Place, string>} places buttons that are or will be needed, with their usual texts
 */

/** @typedef {"end" | "back" | "pass"} Place */

/** @param {BoardState} state @param {string} name @returns {Side | undefined} */
export function ownerIn(state, name) {
  return state.stones.black.includes(name) ? "black" : state.stones.white.includes(name) ? "white" : undefined;
}
