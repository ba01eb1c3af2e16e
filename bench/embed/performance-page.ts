/** Generates docs/performance.md from the last complete run. */
import { barsOf, barText, type EmbedBar, maxCodeRequests, meetsBar, threadBar } from './bars.ts'
import { feedSeconds, type FeedFigures, quotesPerSecond } from './feed-run.ts'
import { looksBars, type LooksFigures } from './looks-run.ts'
import { type SeriesMedians, series, seriesNames } from './series.ts'
import type { ThreadFigures } from './page-thread.ts'
import { describeMachine } from '../machine.ts'
import { feedTable, looksTable, threadTable, waitingTable, weightTable } from './tables.ts'

export type EmbedResults = {
  /** Visits of each embed on each line. */
  runs: number
  /** ISO 8601 UTC. */
  measuredAt: string
  /** Load average of the minute before the run. */
  load: number
  /** Browser version. */
  browser: string
  seriesMedians: readonly SeriesMedians[]
  /** Layout shift of the frame at 390 px. */
  narrowShift: number
  thread: ThreadFigures
  looks: LooksFigures
  feed: FeedFigures
}

/** One sentence on whether all bars hold, and a list of the missed bars. */
function verdict(bars: readonly EmbedBar[]): string {
  const missedBars = bars.filter((bar) => !meetsBar(bar))
  if (missedBars.length === 0) return `All ${bars.length} bars hold.`
  return `${missedBars.length} of ${bars.length} bars are missed:\n\n${missedBars.map((bar) => `- ${barText(bar)}`).join('\n')}`
}

const sections = (allMedians: readonly SeriesMedians[]): string =>
  seriesNames
    .map((name) => {
      const seriesMedians = allMedians.filter((medians) => medians.series === name)
      return `## ${series[name].title}\n\n${waitingTable(seriesMedians)}\n\n${weightTable(seriesMedians)}`
    })
    .join('\n\n')

export const performancePage = ({
  runs,
  measuredAt,
  load,
  browser,
  seriesMedians,
  narrowShift,
  thread,
  looks,
  feed,
}: EmbedResults): string => `# How fast it is

Measured in one run by \`npm run bench:embed\` on ${measuredAt.slice(0, 10)}. Medians of ${runs} visits, each in its own browser
context, so that nothing is cached; ours and the bare embed alternate on one running service. The machine:

${describeMachine()}, Chromium ${browser}, load ${load.toFixed(1)} at the start.

${verdict([...seriesMedians.flatMap(barsOf), threadBar(thread.ours), ...looksBars(looks)])}

The **bare embed** is the simplest hand-written page: a frame's document, one script, the same handshake, \`/Token\`,
\`/setCookie\`, the ideas, and their companies' names as text (\`bench/embed/bare/\`). Times count from \`load()\` on the
partner's page until the browser has painted, in milliseconds: **ideas** is the first idea, **all panels** are What, Why
with its chart, and How. A ratio is followed by its maximum.

A **line** is a proxy between the browser and the service: it adds half a round trip each way and two round trips
before a connection's first byte (one for TCP, one for TLS), and all connections share its bandwidth
round-robin. \`direct\` goes through the same proxy without any delay. On the phone Chromium slows the main thread of
the page down, which is then that of the frame too, for the bare embed as for ours. There, the panels are behind tabs:
**all panels** is the time until each tab has been selected, as soon as it could be, and its panel is shown.

**First paint** is the browser's first contentful paint; **answer to paint** is the time from the last byte of
the response with the first content to its paint. **Long tasks** are tasks of 50 ms or longer in the frame: their number
and the longest one, before and after the first idea was painted. **Requests** are all requests to the service until half
a second after everything is shown, and **for code** the requests for scripts and styles until everything is shown, at
most ${maxCodeRequests}; **kB** are the bytes over the wire in both directions, **shift** is the frame's cumulative layout shift.

${sections(seriesMedians)}

## In a narrow frame

At 390 px the frame's cumulative layout shift is ${narrowShift.toFixed(4)}.

## The page's own thread

Main-thread time of the partner's page from \`load()\` to READY, in all callbacks of the loader, on the direct line. It alternates
with a hand-written frame in the same page with the same document and handshake. The figure is the median over all visits of
each visit's minimum, which is the undisturbed work.

${threadTable(thread)}

## A changed look

From \`SET_THEME\` on the page to the paint in the frame, with all panels open; the first change of each look is not counted.

${looksTable(looks)}

## The feed

${quotesPerSecond.toLocaleString('en')} quotes a second for ${feedSeconds} s into an open widget with all its panels; “main thread” is that of the frame's process.

${feedTable(feed)}

## To run it

\`npm run bench:embed\` needs Chromium and a quiet machine, takes about ten minutes, exits 1 if a bar is missed, and
writes this page. \`-- --only direct\` (or \`60\`, \`150\`, \`phone\`, \`strategies\`, \`symbol\`, \`native\`, \`warm\`, \`thread\`, \`looks\`, \`feed\`) runs a part of it, \`--runs 3\`
makes fewer visits, \`--measure-only\` never fails; none of the three writes this page.
`
