/** The bars and which of them are missed. */
import { lines } from './line/lines.ts'
import type { SeriesMedians } from './series.ts'

/** Maximum number of requests for scripts and styles until all panels are shown. */
export const mostCodeRequests = 12
/** From the ideas' answer to their paint where the line adds nothing, milliseconds. */
export const mostAnswerToPaintMs = 80
/** The longest task after the first paint where the line adds nothing, milliseconds. */
export const longestTaskMs = 50

/** How long the page's own thread is busy from `load()` to READY where the line adds nothing, milliseconds. */
export const mostThreadMs = 5

export type EmbedBar = { what: string; value: number; most: number }

/** Every bar with its measurement; NaN, which misses every bar, if an event was not observed. */
export function barsOf({ series, line, bare, ours }: SeriesMedians): EmbedBar[] {
  const on = `${series}, ${lines[line].name}`
  const bars: EmbedBar[] = [
    { what: `${on}: requests for code and styles`, value: ours.codeRequests, most: mostCodeRequests },
  ]
  if (series !== 'ideas') return bars
  const { mostIdeas, mostPanels } = lines[line]
  bars.push(
    { what: `${on}: ideas ÷ bare`, value: ours.ideas / bare.ideas, most: mostIdeas },
    { what: `${on}: all panels ÷ bare`, value: ours.panels / bare.ideas, most: mostPanels },
  )
  if (line === 'direct')
    bars.push(
      {
        what: `${on}: ms from the ideas’ answer to paint`,
        value: ours.answerToPaint ?? Number.NaN,
        most: mostAnswerToPaintMs,
      },
      {
        what: `${on}: ms of the longest task after the first paint`,
        value: ours.longestAfterFirstPaint,
        most: longestTaskMs,
      },
    )
  return bars
}

/** @param ms milliseconds that the page's own thread was busy from `load()` to READY */
export const threadBar = (ms: number): EmbedBar => ({
  what: 'ms the page’s own thread is busy from load() to READY',
  value: ms,
  most: mostThreadMs,
})

export const holds = ({ value, most }: EmbedBar): boolean => value <= most

/** One line for people. */
export const lineOf = ({ what, value, most }: EmbedBar): string => {
  const digits = Number.isInteger(most) && most > 10 ? 0 : 2
  return `${what}: ${Number.isNaN(value) ? 'not seen' : value.toFixed(digits)}, at most ${most}`
}
