/** Generates docs/service-performance.md from the last complete run. */
import { availableParallelism } from 'node:os'
import { describeMachine } from '../machine.ts'
import { markdownTable } from '../markdown-table.ts'
import type { FeedRow } from './feed.ts'
import { minNewPositions, maxP99Ratio } from './rows.ts'

/** Columns of the table of requests. `raw` is the bare server. */
export const routeColumns = ['ours/s', 'raw/s', 'ratio', 'p99', 'of raw p99', 'processor', 'raw'] as const

export type RouteRow = {
  readonly label: string
  readonly isMet: boolean
  /** One cell per column; empty if the column does not apply. */
  readonly cells: readonly string[]
}

export type ServiceResults = {
  /** ISO 8601 UTC. */
  readonly measuredAt: string
  /** Load average of the minute before the run. */
  readonly load: number
  /** Duration of a round, and number of rounds. */
  readonly seconds: number
  readonly rounds: number
  readonly routes: readonly RouteRow[]
  readonly feed: readonly FeedRow[]
}

/** One sentence on whether all rows meet their bars, and a list of the rows that do not. */
function verdict(rows: readonly Pick<FeedRow, 'label' | 'isMet'>[]): string {
  const missedRows = rows.filter(({ isMet }) => !isMet)
  if (missedRows.length === 0) return `All ${rows.length} rows hold their bars.`
  return `${missedRows.length} of ${rows.length} rows miss a bar:\n\n${missedRows.map(({ label }) => `- ${label}`).join('\n')}`
}

/** Warning if other processes used the cores; empty if the load was low. */
const loadWarning = (load: number): string =>
  load < availableParallelism() / 2
    ? ''
    : '**Other processes used the processors during the run: nothing can be compared with these figures.** Repeat it on a quiet machine.\n\n'

/** `one round`, or `3 rounds`. */
const countText = (count: number, noun: string) => (count === 1 ? `one ${noun}` : `${count} ${noun}s`)

export const servicePerformancePage = ({
  measuredAt,
  load,
  seconds,
  rounds,
  routes,
  feed,
}: ServiceResults): string =>
  `# How fast the service is

Measured in one run by \`npm run bench:service\` on ${measuredAt.slice(0, 10)}, with the load generator on the same machine:

${describeMachine()}, load ${load.toFixed(1)} at the start.

${loadWarning(load)}${verdict([...routes, ...feed])}

## Responses

Requests over 16 connections (wrk) to the service, and to a bare \`node:http\` server that writes the same bytes: the median of
${countText(rounds, 'round')} of ${countText(seconds, 'second')}, alternating, so that other load on the machine affects both. **Ratio** is ours divided by raw, with its
minimum; **of raw p99** is the ratio of the 99th percentiles, at most ${maxP99Ratio}. **Processor** is the CPU time per request
in all threads. New positions are uncached positions on cached chains (if the chains must be read again every 3 s, the rate is a tenth lower); a core must process ${minNewPositions} a second.

${markdownTable(
  ['request', ...routeColumns],
  routes.map(({ label, cells }) => [label, ...cells]),
)}

## The feed

${markdownTable(
  ['what', 'figure', 'bar'],
  feed.map(({ label, figure, bar }) => [label, figure, bar]),
)}

## To run it

\`npm run bench:service\` needs the build, Debian's \`wrk\` and a quiet machine, takes about six minutes, exits 1 if a bar is missed,
and writes this page. \`-- --only why\` (or any part of a row's name, or \`feed\`) runs a part of it without writing this page;
\`--seconds 5 --rounds 7\` measures longer.
`
