/** docs/performance.md: the last whole run. */
import { type EmbedBar, barsOf, holds, lineOf, mostCodeRequests, threadBar } from './bars.ts'
import { feedSeconds, type FeedFigures, quotesPerSecond } from './feed-run.ts'
import { type SeriesMedians, series, seriesNames } from './series.ts'
import type { ThreadFigures } from './page-thread.ts'
import { machine } from '../machine.ts'
import { feedTable, threadTable, waitingTable, weightTable } from './tables.ts'

export type Results = {
  runs: number
  /** ISO 8601 UTC. */
  at: string
  /** How many processes wanted a processor, on average over the minute before. */
  load: number
  /** As the browser names itself. */
  browser: string
  measured: readonly SeriesMedians[]
  /** Layout shift of the frame at 390 px. */
  narrowShift: number
  thread: ThreadFigures
  feed: FeedFigures
}

function verdict(bars: readonly EmbedBar[]): string {
  const missed = bars.filter((bar) => !holds(bar))
  if (missed.length === 0) return `All ${bars.length} bars hold.`
  return `${missed.length} of ${bars.length} bars are missed:\n\n${missed.map((bar) => `- ${lineOf(bar)}`).join('\n')}`
}

const sections = (measured: readonly SeriesMedians[]): string =>
  seriesNames
    .map((name) => {
      const own = measured.filter((one) => one.series === name)
      return `## ${series[name].title}\n\n${waitingTable(own)}\n\n${weightTable(own)}`
    })
    .join('\n\n')

export const pageOfFigures = ({
  runs,
  at,
  load,
  browser,
  measured,
  narrowShift,
  thread,
  feed,
}: Results): string => `# How fast it is

Measured in one run by \`npm run bench:embed\` on ${at.slice(0, 10)}. Medians of ${runs} visits, each in a browser context of its
own, so that nothing is cached; ours and the bare embed in turn, on one running service. The machine:

${machine()}, Chromium ${browser}, load ${load.toFixed(1)} when it began.

${verdict([...measured.flatMap(barsOf), threadBar(thread.ours)])}

The **bare embed** is the simplest hand-written page: a frame's document, one script, the same handshake, \`/Token\`,
\`/setCookie\`, the ideas, and their companies' names as text (\`bench/embed/bare/\`). Waiting counts from \`load()\` on the
partner's page to where the browser has painted, in milliseconds: **ideas** to the first idea, **all panels** to What, Why
with its chart, and How. Beside a ratio stands what it may be at most.

A **line** is a proxy between the browser and the service: it adds half a round trip each way and two round trips
before a connection's first byte (one to connect, one as TLS costs), and its bandwidth is shared by all connections in
turn. \`direct\` goes through the same proxy, which then adds nothing.

**First paint** is the browser's first contentful paint; **answer to paint** is from the last byte of the answer with
what is shown first to its paint. **Long tasks** are those of 50 ms or longer in the frame, how many and the longest,
before and after the first idea was painted. **Requests** are all that went to the service until half a second after
everything stood there, and **for code** those for scripts and styles until everything stood there, of which there may be
${mostCodeRequests}; **kB** went over the wire both ways, **shift** is the frame's cumulative layout shift.

${sections(measured)}

## In a narrow frame

At 390 px the frame's cumulative layout shift is ${narrowShift.toFixed(4)}.

## The page's own thread

How long the page's own thread is busy from \`load()\` to READY: everything through which the loader is entered, on the line
that adds nothing, beside a frame made by hand in the same page with the same document and handshake, in turn. The least of
each visit, which is the work without what else the machine did meanwhile; of all visits their median.

${threadTable(thread)}

## The feed

${quotesPerSecond.toLocaleString('en')} quotes a second for ${feedSeconds} s into an open widget with all its panels; “main thread” is of the frame's process.

${feedTable(feed)}

## To run it

\`npm run bench:embed\` needs Chromium and a quiet machine, takes some ten minutes, exits 1 where a bar is missed, and
writes this page. \`-- --only direct\` (or \`60\`, \`150\`, \`strategies\`, \`symbol\`, \`native\`, \`thread\`, \`feed\`) runs a part of it, \`--runs 3\`
makes fewer visits, \`--measure-only\` never fails; with any of the three this page stays as it is.
`
