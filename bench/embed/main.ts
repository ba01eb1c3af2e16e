/**
 * Time until a partner's page shows ideas, relative to a bare embed on the same service:
 * `npm run bench:embed`. Exits 1 if a bar is missed. A complete run writes docs/performance.md,
 * which describes the method.
 */
import { writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { chromium } from 'playwright'
import { chromiumLaunch } from '#e2e/kit/browsers.ts'
import { startPartner } from '#e2e/kit/partner.ts'
import { startSite } from '#e2e/kit/site.ts'
import { type BenchOptions, parseBenchOptions } from './arguments.ts'
import { barsOf, barText, meetsBar, threadBar } from './bars.ts'
import { type FeedFigures, measureFeed } from './feed-run.ts'
import { looksBars, type LooksFigures, measureLooks } from './looks-run.ts'
import { performancePage } from './performance-page.ts'
import { measureThread, type ThreadFigures } from './page-thread.ts'
import type { Transport } from './line/transport.ts'
import { openProxy } from './line/proxy.ts'
import { type SeriesMedians, measure, measureNarrowShift, series } from './series.ts'
import { feedTable, looksTable, threadTable, waitingTable, weightTable } from './tables.ts'
import type { BenchEnvironment } from './visit.ts'

const reportFile = 'docs/performance.md'

/**
 * Starts the service, a partner's server, the lines and a browser, calls `run`, and stops them
 * afterwards.
 */
async function withEnvironment<T>(
  transport: Transport,
  run: (environment: BenchEnvironment) => Promise<T>,
): Promise<T> {
  // Closed in reverse order of opening.
  const cleanups: (() => Promise<unknown>)[] = []
  try {
    const site = await startSite()
    cleanups.unshift(site.stop)
    const partner = await startPartner(site)
    cleanups.unshift(partner.stop)
    const proxy = await openProxy(Number(new URL(site.serviceUrl).port), transport)
    cleanups.unshift(proxy.stop)
    const launch = async (...args: string[]) => {
      const browser = await chromium.launch({
        ...chromiumLaunch(),
        args: [
          ...(chromiumLaunch().args ?? []),
          // The browser does not know the test authority that issues the proxy's certificate.
          ...(transport === 'plain' ? [] : ['--ignore-certificate-errors']),
          ...args,
        ],
      })
      cleanups.unshift(() => browser.close())
      return browser
    }
    const browser = await launch()
    const oneProcessBrowser = await launch('--disable-site-isolation-trials')
    return await run({ browser, oneProcessBrowser, site, partner, proxy })
  } finally {
    for (const cleanup of cleanups) await cleanup()
  }
}

type Measurements = {
  seriesMedians: SeriesMedians[]
  narrowShift?: number
  thread?: ThreadFigures
  looks?: LooksFigures
  feed?: FeedFigures
  browser: string
}

async function measureAll(environment: BenchEnvironment, options: BenchOptions): Promise<Measurements> {
  const measurements: Measurements = { seriesMedians: [], browser: environment.browser.version() }
  for (const { series: name, line } of options.pairs) {
    const medians = await measure(environment, name, line, options.runs)
    measurements.seriesMedians.push(medians)
    console.log(`\n${series[name].title}\n${waitingTable([medians])}\n${weightTable([medians])}`)
  }
  if (options.includesNarrowFrame) {
    measurements.narrowShift = await measureNarrowShift(environment, options.runs)
    console.log(`\nlayout shift at 390 px: ${measurements.narrowShift.toFixed(4)}`)
  }
  if (options.includesThread) {
    measurements.thread = await measureThread(environment, options.runs)
    console.log(`\n${threadTable(measurements.thread)}`)
  }
  if (options.includesLooks) {
    measurements.looks = await measureLooks(environment, options.runs)
    console.log(`\n${looksTable(measurements.looks)}`)
  }
  // Runs last, because it replaces the feed.
  if (options.includesFeed) {
    measurements.feed = await measureFeed(environment)
    console.log(`\n${feedTable(measurements.feed)}`)
  }
  return measurements
}

const options = parseBenchOptions(process.argv.slice(2))
const [load = 0] = loadavg()
const { seriesMedians, narrowShift, thread, looks, feed, browser } = await withEnvironment(
  options.transport,
  (environment) => measureAll(environment, options),
)
if (options.isComplete && narrowShift !== undefined && thread && looks && feed)
  writeFileSync(
    reportFile,
    performancePage({
      runs: options.runs,
      measuredAt: new Date().toISOString(),
      load,
      browser,
      seriesMedians,
      narrowShift,
      thread,
      looks,
      feed,
    }),
  )
const bars = [
  ...seriesMedians.flatMap(barsOf),
  ...(thread ? [threadBar(thread.ours)] : []),
  ...(looks ? looksBars(looks) : []),
]
const missedBars = bars.filter((bar) => !meetsBar(bar))
console.log(missedBars.length > 0 ? '\nmissed:' : '\nno bar is missed')
for (const bar of missedBars) console.log(`  ${barText(bar)}`)
if (missedBars.length > 0 && !options.measureOnly) process.exitCode = 1
