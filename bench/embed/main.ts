/**
 * Time until a partner's page shows ideas, relative to a bare embed on the same service: `npm run
 * bench:embed`. Exits 1 if a bar is missed; a whole run is written to docs/performance.md, which describes
 * the method.
 */
import { writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { chromium } from 'playwright'
import { chromiumLaunch } from '#e2e/kit/browsers.ts'
import { startPartner } from '#e2e/kit/partner.ts'
import { startSite } from '#e2e/kit/site.ts'
import { type BenchOptions, readArguments } from './arguments.ts'
import { barsOf, holds, lineOf, threadBar } from './bars.ts'
import { type FeedFigures, measureFeed } from './feed-run.ts'
import { pageOfFigures } from './page-of-figures.ts'
import { measureThread, type ThreadFigures } from './page-thread.ts'
import type { Over } from './line/over.ts'
import { openProxy } from './line/proxy.ts'
import { type SeriesMedians, measure, measureNarrowShift, series } from './series.ts'
import { feedTable, threadTable, waitingTable, weightTable } from './tables.ts'
import type { Stage } from './visit.ts'

const page = 'docs/performance.md'

/** Runs something with a service, a partner's server, the lines and a browser, and ends them all. */
async function onStage<T>(over: Over, act: (stage: Stage) => Promise<T>): Promise<T> {
  // The last that was opened is closed first.
  const ends: (() => Promise<unknown>)[] = []
  try {
    const site = await startSite()
    ends.unshift(site.stop)
    const partner = await startPartner(site)
    ends.unshift(partner.stop)
    const proxy = await openProxy(Number(new URL(site.serviceUrl).port), over)
    ends.unshift(proxy.stop)
    // The bench uses a self-signed certificate.
    const browser = await chromium.launch({
      ...chromiumLaunch(),
      args: [...(chromiumLaunch().args ?? []), ...(over === 'plain' ? [] : ['--ignore-certificate-errors'])],
    })
    ends.unshift(() => browser.close())
    return await act({ browser, site, partner, proxy })
  } finally {
    for (const end of ends) await end()
  }
}

type Found = {
  measured: SeriesMedians[]
  narrowShift?: number
  thread?: ThreadFigures
  feed?: FeedFigures
  browser: string
}

async function measureAll(stage: Stage, asked: BenchOptions): Promise<Found> {
  const found: Found = { measured: [], browser: stage.browser.version() }
  for (const { series: name, line } of asked.pairs) {
    const one = await measure(stage, name, line, asked.runs)
    found.measured.push(one)
    console.log(`\n${series[name].title}\n${waitingTable([one])}\n${weightTable([one])}`)
  }
  if (asked.narrow) {
    found.narrowShift = await measureNarrowShift(stage, asked.runs)
    console.log(`\nlayout shift at 390 px: ${found.narrowShift.toFixed(4)}`)
  }
  if (asked.thread) {
    found.thread = await measureThread(stage, asked.runs)
    console.log(`\n${threadTable(found.thread)}`)
  }
  // The last: from then on the feed is another.
  if (asked.feed) {
    found.feed = await measureFeed(stage)
    console.log(`\n${feedTable(found.feed)}`)
  }
  return found
}

const asked = readArguments(process.argv.slice(2))
const [load = 0] = loadavg()
const { measured, narrowShift, thread, feed, browser } = await onStage(asked.over, (stage) =>
  measureAll(stage, asked),
)
if (asked.whole && narrowShift !== undefined && thread && feed)
  writeFileSync(
    page,
    pageOfFigures({
      runs: asked.runs,
      at: new Date().toISOString(),
      load,
      browser,
      measured,
      narrowShift,
      thread,
      feed,
    }),
  )
const bars = [...measured.flatMap(barsOf), ...(thread ? [threadBar(thread.ours)] : [])]
const missed = bars.filter((bar) => !holds(bar))
console.log(missed.length > 0 ? '\nmissed:' : '\nno bar is missed')
for (const bar of missed) console.log(`  ${lineOf(bar)}`)
if (missed.length > 0 && !asked.measureOnly) process.exitCode = 1
