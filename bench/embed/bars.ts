/** Performance bars: the maximum of each measurement. A run that exceeds one fails. */
import { lines } from './line/lines.ts'
import type { SeriesMedians } from './series.ts'

/** Maximum number of requests for scripts and styles until all panels are shown. */
export const maxCodeRequests = 12
/** Milliseconds from the response with the ideas to their paint, on the direct line. */
export const maxResponseToPaintMs = 45
/** Milliseconds from the open session to the paint of the ideas, if the page has called `warm` before `load`. */
export const maxWarmMs = 100
/** Ratio of `proStrategies`, direct: its first contract to the bare embed's ideas. */
const maxStrategiesRatio = 2
/** Longest task after the first paint, milliseconds, on the direct line. */
export const maxTaskMs = 50

/**
 * Main-thread time of the partner's page from `load()` to READY, milliseconds, on the direct line.
 */
export const maxThreadMs = 5

export type EmbedBar = { label: string; value: number; maximum: number }

/**
 * The bars of a series on a line, with its measurements. The value is NaN, which misses every bar,
 * if the event was not observed.
 */
export function barsOf({ series, line, bare, ours }: SeriesMedians): EmbedBar[] {
  const prefix = `${series}, ${lines[line].name}`
  const bars: EmbedBar[] = [
    { label: `${prefix}: requests for code and styles`, value: ours.codeRequests, maximum: maxCodeRequests },
  ]
  if (series === 'warm')
    bars.push({
      label: `${prefix}: ms from the open session to the ideas`,
      value: ours.ideasMs - (ours.sessionMs ?? Number.NaN),
      maximum: maxWarmMs,
    })
  if (series === 'strategies' && line === 'direct')
    bars.push({
      label: `${prefix}: first contract ÷ bare`,
      value: ours.ideasMs / bare.ideasMs,
      maximum: maxStrategiesRatio,
    })
  if (series !== 'ideas') return bars
  const { maxIdeasRatio, maxPanelsRatio } = lines[line]
  bars.push(
    {
      label: `${prefix}: ideas ÷ bare`,
      value: ours.ideasMs / bare.ideasMs,
      maximum: maxIdeasRatio,
    },
    {
      label: `${prefix}: all panels ÷ bare`,
      value: ours.panelsMs / bare.ideasMs,
      maximum: maxPanelsRatio,
    },
  )
  if (line === 'direct')
    bars.push(
      {
        label: `${prefix}: ms from the ideas’ response to paint`,
        value: ours.responseToPaintMs ?? Number.NaN,
        maximum: maxResponseToPaintMs,
      },
      {
        label: `${prefix}: ms of the longest task after the first paint`,
        value: ours.longestTaskAfterFirstPaintMs,
        maximum: maxTaskMs,
      },
    )
  return bars
}

/** @param ms milliseconds that the partner page's main thread was busy from `load()` to READY */
export const threadBar = (ms: number): EmbedBar => ({
  label: 'ms the page’s own thread is busy from load() to READY',
  value: ms,
  maximum: maxThreadMs,
})

export const meetsBar = ({ value, maximum }: EmbedBar): boolean => value <= maximum

/** A bar as one line of text. */
export const barText = ({ label, value, maximum }: EmbedBar): string => {
  const digits = Number.isInteger(maximum) && maximum > 10 ? 0 : 2
  return `${label}: ${Number.isNaN(value) ? 'not observed' : value.toFixed(digits)}, at most ${maximum}`
}
