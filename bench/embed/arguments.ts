/** Command-line arguments of the embed benchmark. */
import { parseArgs } from 'node:util'
import { lineNames, type LineName } from './line/lines.ts'
import { type Transport, transports } from './line/transport.ts'
import { series, seriesNames, type SeriesName } from './series.ts'

/**
 * Values of `--only`: a line of the first series, a series on every line, the page's main thread,
 * the change of looks, or the feed.
 */
const partNames = [...lineNames, ...seriesNames.slice(1), 'thread', 'looks', 'feed'] as const

export type BenchOptions = {
  /** Visits of each embed on each line. */
  runs: number
  pairs: { series: SeriesName; line: LineName }[]
  /** Whether to measure main-thread time on the partner's page. */
  includesThread: boolean
  /** Whether to measure changes of looks. */
  includesLooks: boolean
  /** Whether to measure the widget under a fast feed. */
  includesFeed: boolean
  /** Whether to measure the layout shift in a narrow frame. */
  includesNarrowFrame: boolean
  /** Whether the run measures everything with enough visits, so that it writes the report. */
  isComplete: boolean
  transport: Transport
  /** Whether missed bars are reported without exit code 1. */
  measureOnly: boolean
}

/** Minimum visits for the report: medians of fewer visits are too noisy. */
const minReportedRuns = 7

/**
 * Parses the arguments after the script's name.
 *
 * @throws Error with a message for the command line
 */
export function parseBenchOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      runs: { type: 'string', default: String(minReportedRuns) },
      only: { type: 'string' },
      over: { type: 'string', default: 'plain' },
      'measure-only': { type: 'boolean', default: false },
    },
  })
  const runs = Number(values.runs)
  if (!Number.isInteger(runs) || runs < 1)
    throw new Error(`--runs ${values.runs}: expected a whole number, 1 or more`)
  const only = values.only && partNames.find((name) => name === values.only)
  if (values.only && !only) throw new Error(`--only ${values.only}: expected one of ${partNames.join(', ')}`)
  const transport = transports.find((name) => name === values.over)
  if (!transport) throw new Error(`--over ${values.over}: expected one of ${transports.join(', ')}`)
  const measureOnly = values['measure-only']
  const allPairs = seriesNames.flatMap((name) => series[name].lines.map((line) => ({ series: name, line })))
  return {
    runs,
    pairs: allPairs.filter(
      (pair) => !only || only === pair.series || (pair.series === 'ideas' && only === pair.line),
    ),
    includesThread: !only || only === 'thread',
    includesLooks: !only || only === 'looks',
    includesFeed: !only || only === 'feed',
    includesNarrowFrame: !only || only === 'direct',
    isComplete: !only && !measureOnly && transport === 'plain' && runs >= minReportedRuns,
    transport,
    measureOnly,
  }
}
