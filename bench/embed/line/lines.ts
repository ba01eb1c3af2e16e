/** The measured network lines, and on each the bars of the most common embed (`pro`). */

export type Line = {
  name: string
  /** Added round-trip time, milliseconds; 0: none. */
  roundTripMs: number
  /** Bandwidth per second, shared by all connections; Infinity: unlimited. */
  megabits: number
  /** Maximum ratio of the time to the first idea to the bare embed's. */
  maxIdeasRatio: number
  /** Maximum ratio of the time to all three panels to the bare embed's ideas. */
  maxPanelsRatio: number
}

export const lineNames = ['direct', '60', '150'] as const
export type LineName = (typeof lineNames)[number]

export const lines: Record<LineName, Line> = {
  direct: {
    name: 'direct',
    roundTripMs: 0,
    megabits: Number.POSITIVE_INFINITY,
    maxIdeasRatio: 1.7,
    maxPanelsRatio: 3,
  },
  '60': {
    name: '60 ms round trip, 20 Mbit/s',
    roundTripMs: 60,
    megabits: 20,
    maxIdeasRatio: 1.35,
    maxPanelsRatio: 2.2,
  },
  '150': {
    name: '150 ms round trip, 9 Mbit/s',
    roundTripMs: 150,
    megabits: 9,
    maxIdeasRatio: 1.25,
    maxPanelsRatio: 2,
  },
}
