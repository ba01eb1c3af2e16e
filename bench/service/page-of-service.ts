/** docs/service-performance.md: the last run of all rows. */
import { availableParallelism } from 'node:os'
import { machine } from '../machine.ts'
import { table } from '../markdown-table.ts'
import type { FeedRow } from './feed.ts'
import { leastNewPositions, mostOfP99 } from './rows.ts'

/** Columns for each kind of request: ours and the bare server's. */
export const answerColumns = ['ours/s', 'raw/s', 'ratio', 'p99', 'of raw p99', 'processor', 'raw'] as const

export type AnswerRow = {
  readonly what: string
  readonly isMet: boolean
  /** One for each of the columns; empty where there is nothing to say. */
  readonly figures: readonly string[]
}

export type ServiceResults = {
  /** ISO 8601 UTC. */
  readonly at: string
  /** How many processes wanted a processor, on average over the minute before. */
  readonly load: number
  /** How long each round took, and how many there were. */
  readonly seconds: number
  readonly rounds: number
  readonly answers: readonly AnswerRow[]
  readonly feed: readonly FeedRow[]
}

function verdict(rows: readonly Pick<FeedRow, 'what' | 'isMet'>[]): string {
  const missed = rows.filter(({ isMet }) => !isMet)
  if (missed.length === 0) return `All ${rows.length} rows hold their bars.`
  return `${missed.length} of ${rows.length} rows miss a bar:\n\n${missed.map(({ what }) => `- ${what}`).join('\n')}`
}

/** Where others want the processors as well, each row was measured while something else was going on. */
const doubt = (load: number): string =>
  load < availableParallelism() / 2
    ? ''
    : '**Other work had the processors meanwhile: nothing can be compared with these figures.** A quiet machine writes better ones.\n\n'

const counted = (count: number, what: string) => (count === 1 ? `one ${what}` : `${count} ${what}s`)

export const pageOfService = ({ at, load, seconds, rounds, answers, feed }: ServiceResults): string =>
  `# How fast the service is

Measured in one run by \`npm run bench:service\` on ${at.slice(0, 10)}, the load's generator on the same machine:

${machine()}, load ${load.toFixed(1)} when it began.

${doubt(load)}${verdict([...answers, ...feed])}

## Answers

Requests over 16 connections (wrk) to the service, and to a bare \`node:http\` server that writes the same bytes: the median of
${counted(rounds, 'round')} of ${counted(seconds, 'second')}, both in turn, so that what else the machine does falls on both. **Ratio** is ours against raw, beside what it must
be at least; **of raw p99** how many times as long the slowest of a hundred takes, at most ${mostOfP99}. **Processor** is what a request
takes of one core, in all threads. New positions are uncached ones on warm chains (if the chains must be read again every 3 s, the rate is a tenth lower); of these a core must do ${leastNewPositions} a second.

${table(
  ['request', ...answerColumns],
  answers.map(({ what, figures }) => [what, ...figures]),
)}

## The feed

${table(
  ['what', 'figure', 'bar'],
  feed.map(({ what, figure, bar }) => [what, figure, bar]),
)}

## To run it

\`npm run bench:service\` needs the build, Debian's \`wrk\` and a quiet machine, takes some six minutes, exits 1 where a bar is missed,
and writes this page. \`-- --only why\` (or any part of a row's name, or \`feed\`) runs a part of it, and this page stays as it is;
\`--seconds 5 --rounds 7\` measures longer.
`
