/** Command line arguments of the bench. */
import { parseArgs } from 'node:util'
import { lineNames, type LineName } from './line/lines.ts'
import { type Over, overs } from './line/over.ts'
import { seriesNames, type SeriesName } from './series.ts'

/** A part of the run: a line of the first series, a series on every line, the page's own thread, or the feed. */
const parts = [...lineNames, ...seriesNames.slice(1), 'thread', 'feed'] as const

export type BenchOptions = {
  /** Visits of each embed on each line. */
  runs: number
  pairs: { series: SeriesName; line: LineName }[]
  /** How long the page's own thread is busy. */
  thread: boolean
  feed: boolean
  /** Layout shift in a narrow frame. */
  narrow: boolean
  /** Everything with enough visits: the page of figures may be written. */
  whole: boolean
  over: Over
  /** Missed bars are reported without failing. */
  measureOnly: boolean
}

/** Medians of fewer visits are for looking, not for showing. */
const fewestRuns = 7

/** @throws Error in words for the command line */
export function readArguments(given: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...given],
    options: {
      runs: { type: 'string', default: String(fewestRuns) },
      only: { type: 'string' },
      over: { type: 'string', default: 'plain' },
      'measure-only': { type: 'boolean', default: false },
    },
  })
  const runs = Number(values.runs)
  if (!Number.isInteger(runs) || runs < 1)
    throw new Error(`--runs ${values.runs}: expected a whole number, 1 or more`)
  const only = values.only && parts.find((part) => part === values.only)
  if (values.only && !only) throw new Error(`--only ${values.only}: expected one of ${parts.join(', ')}`)
  const over = overs.find((one) => one === values.over)
  if (!over) throw new Error(`--over ${values.over}: expected one of ${overs.join(', ')}`)
  const measureOnly = values['measure-only']
  const all = seriesNames.flatMap((series) => lineNames.map((line) => ({ series, line })))
  return {
    runs,
    pairs: all.filter(
      ({ series, line }) => !only || only === series || (series === 'ideas' && only === line),
    ),
    thread: !only || only === 'thread',
    feed: !only || only === 'feed',
    narrow: !only || only === 'direct',
    whole: !only && !measureOnly && over === 'plain' && runs >= fewestRuns,
    over,
    measureOnly,
  }
}
