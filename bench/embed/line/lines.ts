/** The lines that are measured, and what must hold on each for the widget as partners embed it most (`pro`). */

export type Line = {
  name: string
  /** Milliseconds from here to the service and back; 0: nothing is added. */
  roundTripMs: number
  /** A second, shared by all connections; Infinity: nothing is held back. */
  megabits: number
  /** First idea painted, at most so many times the bare embed's. */
  mostIdeas: number
  /** All three panels painted, at most so many times the bare embed's ideas. */
  mostPanels: number
}

export const lineNames = ['direct', '60', '150'] as const
export type LineName = (typeof lineNames)[number]

export const lines: Record<LineName, Line> = {
  direct: {
    name: 'direct',
    roundTripMs: 0,
    megabits: Number.POSITIVE_INFINITY,
    mostIdeas: 1.7,
    mostPanels: 3,
  },
  '60': {
    name: '60 ms round trip, 20 Mbit/s',
    roundTripMs: 60,
    megabits: 20,
    mostIdeas: 1.35,
    mostPanels: 2.2,
  },
  '150': {
    name: '150 ms round trip, 9 Mbit/s',
    roundTripMs: 150,
    megabits: 9,
    mostIdeas: 1.25,
    mostPanels: 2,
  },
}
