/** Measures an open widget under a fast feed: React commits and CPU time. */
import { setTimeout as wait } from 'node:timers/promises'
import type { CDPSession } from 'playwright'
import type { TradeIdeas } from '#contract/responses/lists/ideas.ts'
import { dataPaths, subscriptionKeyHeader } from '#contract/api/paths.ts'
import type { Proxy } from './line/proxy.ts'
import { series } from './series.ts'
import { type BenchEnvironment, openWidget } from './visit.ts'

export const quotesPerSecond = 1000
export const feedSeconds = 30

export type FeedFigures = {
  seconds: number
  /** Quotes sent to the widget per second. */
  quotesPerSecond: number
  /** React commits per second. */
  commitsPerSecond: number
  /** Number of tasks of 50 ms or longer. */
  longTaskCount: number
  /** 0 if no task took 50 ms or longer. */
  longestTaskMs: number
  /** Share of one core that the main thread of the frame's process used: 0 to 1. */
  mainThreadShare: number
}

/** Counters in the frame. `longTasks`: duration of each task of 50 ms or longer, milliseconds. */
type FrameCounters = { commits: number; longTasks: number[] }

/**
 * Counts React commits through its DevTools hook. Runs in every frame; it is serialised, so it must
 * be self-contained.
 */
function countCommits(): void {
  const counters: FrameCounters = { commits: 0, longTasks: [] }
  new PerformanceObserver((list) =>
    list.getEntries().forEach(({ duration }) => counters.longTasks.push(duration)),
  ).observe({ type: 'longtask' })
  Object.assign(window, {
    counted: counters,
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      renderers: new Map(),
      inject: () => 1,
      onCommitFiberRoot: () => (counters.commits += 1),
      onCommitFiberUnmount: () => undefined,
      onPostCommitFiberRoot: () => undefined,
    },
  })
}

/** CPU time of the main thread so far, seconds. */
async function mainThreadSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  const work = metrics.find(({ name }) => name === 'TaskDuration')
  if (!work) throw new Error('the browser reports no TaskDuration metric')
  return work.value
}

/** Prices of the service's current ideas by symbol, dollars. */
async function fetchPrices({ site }: BenchEnvironment): Promise<Record<string, number>> {
  const response = await fetch(site.serviceUrl + dataPaths.tradeIdeas, {
    headers: { [subscriptionKeyHeader]: site.credentials.subscriptionKey },
  })
  const { tradeIdeas } = (await response.json()) as TradeIdeas
  return Object.fromEntries(tradeIdeas.map(({ symbol, price }) => [symbol, price]))
}

/** Waits until the feed sends quotes to the widget. @throws Error if it sends none within 10 s */
async function waitForQuotes(proxy: Proxy): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if ((await proxy.takeTraffic('direct')).quotes > 0) return
    await wait(100)
  }
  throw new Error('the feed sent no quotes within 10 s: the widget has not subscribed to any symbol')
}

/**
 * Opens a widget, waits until all panels are shown and quotes arrive, then measures for
 * `feedSeconds`.
 */
export async function measureFeed(environment: BenchEnvironment): Promise<FeedFigures> {
  const { browser, proxy } = environment
  const { embed } = series.ideas
  proxy.replaceFeed(quotesPerSecond, await fetchPrices(environment))
  const context = await browser.newContext({
    viewport: { width: embed.width, height: 900 },
    locale: 'en-US',
  })
  try {
    await context.addInitScript(countCommits)
    const { frame } = await openWidget(environment, context, embed)
    await waitForQuotes(proxy)
    const session = await context.newCDPSession(frame)
    // Measures CPU time: wall time depends on other processes.
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    const readCounters = () =>
      frame.evaluate(() => {
        const { counted: counters } = window as unknown as { counted: FrameCounters }
        return { ...counters, atMs: performance.now() }
      })
    const [countersBefore, cpuBefore, sentBefore] = [
      await readCounters(),
      await mainThreadSeconds(session),
      await proxy.takeTraffic('direct'),
    ]
    await wait(feedSeconds * 1000)
    const [countersAfter, cpuAfter, sentAfter] = [
      await readCounters(),
      await mainThreadSeconds(session),
      await proxy.takeTraffic('direct'),
    ]
    const seconds = (countersAfter.atMs - countersBefore.atMs) / 1000
    const longTasks = countersAfter.longTasks.slice(countersBefore.longTasks.length)
    return {
      seconds,
      quotesPerSecond: (sentAfter.quotes - sentBefore.quotes) / seconds,
      commitsPerSecond: (countersAfter.commits - countersBefore.commits) / seconds,
      longTaskCount: longTasks.length,
      longestTaskMs: Math.max(0, ...longTasks),
      mainThreadShare: (cpuAfter - cpuBefore) / seconds,
    }
  } finally {
    await context.close()
  }
}
