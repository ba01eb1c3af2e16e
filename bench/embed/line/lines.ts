/** The simulated network lines and devices, and the bars of the most common embed (`pro`) on each. */

export type Line = {
  name: string
  /** Added round-trip time, milliseconds; 0 adds none. */
  roundTripMs: number
  /** Bandwidth in Mbit/s, shared by all connections; Infinity is unlimited. */
  megabitsPerSecond: number
  /** How many times slower the browser's main thread is than on this machine; 1 is not slowed. */
  cpuSlowdown: number
  /** Width of the page and the frame, CSS pixels; by default that of the embed. */
  width?: number
  /** Maximum of our time to the first idea, divided by the bare embed's. */
  maxIdeasRatio: number
  /** Maximum of our time to all three panels, divided by the bare embed's time to the ideas. */
  maxPanelsRatio: number
}

export const lineNames = ['direct', '60', '150', 'phone'] as const
export type LineName = (typeof lineNames)[number]

export const lines: Record<LineName, Line> = {
  direct: {
    name: 'direct',
    roundTripMs: 0,
    megabitsPerSecond: Number.POSITIVE_INFINITY,
    cpuSlowdown: 1,
    maxIdeasRatio: 1.6,
    maxPanelsRatio: 3.5,
  },
  '60': {
    name: '60 ms round trip, 20 Mbit/s',
    roundTripMs: 60,
    megabitsPerSecond: 20,
    cpuSlowdown: 1,
    maxIdeasRatio: 1.12,
    maxPanelsRatio: 1.6,
  },
  '150': {
    name: '150 ms round trip, 9 Mbit/s',
    roundTripMs: 150,
    megabitsPerSecond: 9,
    cpuSlowdown: 1,
    maxIdeasRatio: 1.06,
    maxPanelsRatio: 1.35,
  },
  phone: {
    name: 'a phone: 60 ms round trip, 9 Mbit/s, processor 4 times slower, 390 px',
    roundTripMs: 60,
    megabitsPerSecond: 9,
    cpuSlowdown: 4,
    width: 390,
    maxIdeasRatio: 1.4,
    maxPanelsRatio: 2.5,
  },
}
