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
import { type BenchOptions, parseBenchOptions } from './arguments.ts'
import { barsOf, holds, barText, threadBar } from './bars.ts'
import { type FeedFigures, measureFeed } from './feed-run.ts'
import { performancePage } from './performance-page.ts'
import { measureThread, type ThreadFigures } from './page-thread.ts'
import type { Transport } from './line/transport.ts'
import { openProxy } from './line/proxy.ts'
import { type SeriesMedians, measure, measureNarrowShift, series } from './series.ts'
import { feedTable, threadTable, waitingTable, weightTable } from './tables.ts'
import type { Stage } from './visit.ts'

const reportFile = 'docs/performance.md'

/** Runs a function with a service, a partner's server, the lines and a browser, and stops them afterwards. */
async function withStage<T>(over: Transport, run: (stage: Stage) => Promise<T>): Promise<T> {
  // Closed in reverse order of opening.
  const cleanups: (() => Promise<unknown>)[] = []
  try {
    const site = await startSite()
    cleanups.unshift(site.stop)
    const partner = await startPartner(site)
    cleanups.unshift(partner.stop)
    const proxy = await openProxy(Number(new URL(site.serviceUrl).port), over)
    cleanups.unshift(proxy.stop)
    // The bench uses a self-signed certificate.
    const browser = await chromium.launch({
      ...chromiumLaunch(),
      args: [...(chromiumLaunch().args ?? []), ...(over === 'plain' ? [] : ['--ignore-certificate-errors'])],
    })
    cleanups.unshift(() => browser.close())
    return await run({ browser, site, partner, proxy })
  } finally {
    for (const cleanup of cleanups) await cleanup()
  }
}

type Measurements = {
  measured: SeriesMedians[]
  narrowShift?: number
  thread?: ThreadFigures
  feed?: FeedFigures
  browser: string
}

async function measureAll(stage: Stage, options: BenchOptions): Promise<Measurements> {
  const measurements: Measurements = { measured: [], browser: stage.browser.version() }
  for (const { series: name, line } of options.pairs) {
    const medians = await measure(stage, name, line, options.runs)
    measurements.measured.push(medians)
    console.log(`\n${series[name].title}\n${waitingTable([medians])}\n${weightTable([medians])}`)
  }
  if (options.narrow) {
    measurements.narrowShift = await measureNarrowShift(stage, options.runs)
    console.log(`\nlayout shift at 390 px: ${measurements.narrowShift.toFixed(4)}`)
  }
  if (options.thread) {
    measurements.thread = await measureThread(stage, options.runs)
    console.log(`\n${threadTable(measurements.thread)}`)
  }
  // Last, because it replaces the feed.
  if (options.feed) {
    measurements.feed = await measureFeed(stage)
    console.log(`\n${feedTable(measurements.feed)}`)
  }
  return measurements
}

const options = parseBenchOptions(process.argv.slice(2))
const [load = 0] = loadavg()
const { measured, narrowShift, thread, feed, browser } = await withStage(options.over, (stage) =>
  measureAll(stage, options),
)
if (options.isComplete && narrowShift !== undefined && thread && feed)
  writeFileSync(
    reportFile,
    performancePage({
      runs: options.runs,
      measuredAt: new Date().toISOString(),
      load,
      browser,
      measured,
      narrowShift,
      thread,
      feed,
    }),
  )
const bars = [...measured.flatMap(barsOf), ...(thread ? [threadBar(thread.ours)] : [])]
const missedBars = bars.filter((bar) => !holds(bar))
console.log(missedBars.length > 0 ? '\nmissed:' : '\nno bar is missed')
for (const bar of missedBars) console.log(`  ${barText(bar)}`)
if (missedBars.length > 0 && !options.measureOnly) process.exitCode = 1
