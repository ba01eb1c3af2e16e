/** The lines that are measured, and what must hold on each. */

export type Line = {
  name: string
  /** Milliseconds from here to the service and back; 0: nothing is added. */
  roundTripMs: number
  /** A second, shared by all connections; Infinity: nothing is held back. */
  megabits: number
  bars: {
    /** First idea painted, at most so many times the bare embed's. */
    ideas: number
    /** All three panels painted, at most so many times the bare embed's ideas. */
    panels: number
    /** From the ideas' answer to their paint, milliseconds, where the line has a limit of its own. */
    answerToPaintMs?: number
    /** The longest task after the first paint, milliseconds. */
    longestTaskMs?: number
  }
}

export const lines = {
  direct: {
    name: 'direct',
    roundTripMs: 0,
    megabits: Number.POSITIVE_INFINITY,
    bars: { ideas: 1.7, panels: 3, answerToPaintMs: 80, longestTaskMs: 50 },
  },
  '60': {
    name: '60 ms round trip, 20 Mbit/s',
    roundTripMs: 60,
    megabits: 20,
    bars: { ideas: 1.35, panels: 2.2 },
  },
  '150': {
    name: '150 ms round trip, 9 Mbit/s',
    roundTripMs: 150,
    megabits: 9,
    bars: { ideas: 1.25, panels: 2 },
  },
} as const satisfies Record<string, Line>
export type LineName = keyof typeof lines

/** Requests for code and styles until all panels stand, on any line. */
export const mostCodeRequests = 12
