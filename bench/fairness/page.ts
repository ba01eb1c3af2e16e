/** The table of the attacks, for the console and for docs/service-performance.md. */
import { describeMachine } from '#bench/machine.ts'
import { markdownTable } from '#bench/markdown-table.ts'
import { percentile } from '#bench/percentile.ts'
import type { AttackReport } from './attacker.ts'
import type { PoliteResult } from './polite.ts'

/** Maximum of the 99th percentile during an attack, divided by the idle one. */
const maxP99Ratio = 3

export type AttackRow = {
  readonly name: string
  readonly polite: PoliteResult
  readonly attacker: AttackReport
}

export type FairnessResults = {
  readonly rows: readonly AttackRow[]
  /** Latencies without an attack, in ascending order, milliseconds. */
  readonly idleLatencies: readonly number[]
  /** Duration of an attack. */
  readonly seconds: number
  /** ISO 8601 UTC. */
  readonly measuredAt: string
  /** Load average of the minute before the run. */
  readonly load: number
}

/** Whether the polite callers kept their latency and were refused nothing. */
export const isMet = ({ polite }: AttackRow, idleP99: number): boolean =>
  percentile(polite.latencies, 0.99) <= maxP99Ratio * idleP99 && Object.keys(polite.refused).length === 0

/** Number of responses by status, or `0`. */
const counts = (report: Readonly<Record<string, number>>): string =>
  Object.entries(report)
    .map(([status, number]) => `${status}: ${number}`)
    .join(', ') || '0'

/** Returns the table as Markdown. */
export function fairnessTable({
  rows,
  idleLatencies,
}: Pick<FairnessResults, 'rows' | 'idleLatencies'>): string {
  const idleP99 = percentile(idleLatencies, 0.99)
  const figures = (latencies: readonly number[]) =>
    [0.5, 0.99].map((share) => `${percentile(latencies, share).toFixed(1)} ms`)
  return markdownTable(
    ['one address', 'p50', 'p99', '÷ idle p99', 'refused', 'its responses by status'],
    [
      ['idle', ...figures(idleLatencies), '', '', ''],
      ...rows.map((row) => [
        `${row.name}${isMet(row, idleP99) ? '' : ' (missed)'}`,
        ...figures(row.polite.latencies),
        `${(percentile(row.polite.latencies, 0.99) / idleP99).toFixed(1)} ≤ ${maxP99Ratio}`,
        counts(row.polite.refused),
        counts(row.attacker),
      ]),
    ],
    [0, 5],
  )
}

export const fairnessHeading = '## While one address does its worst'

/** Returns the section of docs/service-performance.md. */
export const fairnessSection = (results: FairnessResults): string => `${fairnessHeading}

Measured in one run by \`npm run bench:fairness\` on ${results.measuredAt.slice(0, 10)}: ${describeMachine()}, load ${results.load.toFixed(1)} at the start.

Four polite callers at separate addresses send 20 requests a second, a quarter of them with a new position. One address
attacks by each means for ${results.seconds} s. The polite callers' 99th percentile may be ${maxP99Ratio} times the idle one, and none of their
requests may be refused. The last column counts the responses to the attacker, or its steps without a response.

${fairnessTable(results)}

\`npm run bench:fairness\` takes about seven minutes, exits 1 if a bar is missed, and writes this section. \`-- --only feeds\` (or
any part of a name) runs a part of it and writes nothing.
`
