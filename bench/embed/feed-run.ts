/** Measures an open widget under a fast feed: React commits and CPU time. */
import { setTimeout as wait } from 'node:timers/promises'
import type { CDPSession } from 'playwright'
import type { TradeIdeas } from '#contract/responses/ideas.ts'
import { dataPaths, subscriptionKeyHeader } from '#contract/api/paths.ts'
import type { Proxy } from './line/proxy.ts'
import { series } from './series.ts'
import { startEmbed, pageAddress, type Stage, observeContext } from './visit.ts'

export const quotesPerSecond = 1000
export const feedSeconds = 30

export type FeedFigures = {
  seconds: number
  /** Quotes sent to the widget per second. */
  quotes: number
  /** React commits per second. */
  commits: number
  longTasks: number
  /** Milliseconds; 0 if no task took 50 ms or longer. */
  longestTask: number
  /** Share of one core that the main thread of the frame's process used: 0 to 1. */
  mainThread: number
}

/** Counters in the frame. */
type FrameCounters = { commits: number; longTasks: number[] }

/**
 * Counts React commits through its DevTools hook. Runs in every frame; it is serialised, so it must be
 * self-contained.
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
async function fetchPrices({ site }: Stage): Promise<Record<string, number>> {
  const response = await fetch(site.serviceUrl + dataPaths.tradeIdeas, {
    headers: { [subscriptionKeyHeader]: site.credentials.subscriptionKey },
  })
  const { tradeIdeas } = (await response.json()) as TradeIdeas
  return Object.fromEntries(tradeIdeas.map(({ symbol, price }) => [symbol, price]))
}

/** Waits until the widget receives quotes. @throws Error if it has not subscribed after 10 s */
async function waitForQuotes(proxy: Proxy): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if ((await proxy.takeTraffic('direct')).quotes > 0) return
    await wait(100)
  }
  throw new Error('the widget has subscribed to no quotes')
}

/** Opens a widget, waits until all panels are shown and quotes arrive, then measures for `feedSeconds`. */
export async function measureFeed(stage: Stage): Promise<FeedFigures> {
  const { browser, proxy } = stage
  const { embed } = series.ideas
  proxy.replaceFeed(quotesPerSecond, await fetchPrices(stage))
  const context = await browser.newContext({
    viewport: { width: embed.width, height: 900 },
    locale: 'en-US',
  })
  try {
    await context.addInitScript(countCommits)
    const { frameReport } = await observeContext(context, 'ours', embed)
    const page = await context.newPage()
    await page.goto(pageAddress(stage, 'direct'))
    await startEmbed(page, 'ours', embed)
    await frameReport
    await waitForQuotes(proxy)
    const frame = page.frames()[1]
    if (!frame) throw new Error('the page has no widget frame')
    const session = await context.newCDPSession(frame)
    // CPU time instead of wall time, which depends on other processes.
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    const readCounters = () =>
      frame.evaluate(() => {
        const { counted: counters } = window as unknown as { counted: FrameCounters }
        return { ...counters, atMs: performance.now() }
      })
    const [countersBefore, workBefore, sentBefore] = [
      await readCounters(),
      await mainThreadSeconds(session),
      await proxy.takeTraffic('direct'),
    ]
    await wait(feedSeconds * 1000)
    const [countersAfter, workAfter, sentAfter] = [
      await readCounters(),
      await mainThreadSeconds(session),
      await proxy.takeTraffic('direct'),
    ]
    const seconds = (countersAfter.atMs - countersBefore.atMs) / 1000
    const longTasks = countersAfter.longTasks.slice(countersBefore.longTasks.length)
    return {
      seconds,
      quotes: (sentAfter.quotes - sentBefore.quotes) / seconds,
      commits: (countersAfter.commits - countersBefore.commits) / seconds,
      longTasks: longTasks.length,
      longestTask: Math.max(0, ...longTasks),
      mainThread: (workAfter - workBefore) / seconds,
    }
  } finally {
    await context.close()
  }
}
