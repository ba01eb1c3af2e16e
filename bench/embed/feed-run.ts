/** An open widget under a feed at full speed: commits, and processor time. */
import { setTimeout as wait } from 'node:timers/promises'
import type { CDPSession } from 'playwright'
import type { TradeIdeas } from '#contract/responses/ideas.ts'
import { dataPaths, subscriptionKeyHeader } from '#contract/api/paths.ts'
import type { Proxy } from './line/proxy.ts'
import { series } from './series.ts'
import { begin, pageAddress, type Stage, watchContext } from './visit.ts'

export const quotesPerSecond = 1000
export const feedSeconds = 30

export type FeedFigures = {
  seconds: number
  /** Quotes sent to the widget, a second. */
  quotes: number
  /** React's commits, a second. */
  commits: number
  longTasks: number
  /** Milliseconds; 0 where there was none of 50 ms or longer. */
  longestTask: number
  /** Share of one processor that the main thread of the frame's process was at work: 0 to 1. */
  mainThread: number
}

/** Counters in the frame. */
type Counted = { commits: number; longTasks: number[] }

/**
 * Counts React commits through its DevTools hook. Runs in every frame; it is serialised, so it must be
 * self-contained.
 */
function countCommits(): void {
  const counted: Counted = { commits: 0, longTasks: [] }
  new PerformanceObserver((list) =>
    list.getEntries().forEach(({ duration }) => counted.longTasks.push(duration)),
  ).observe({ type: 'longtask' })
  Object.assign(window, {
    counted,
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      renderers: new Map(),
      inject: () => 1,
      onCommitFiberRoot: () => (counted.commits += 1),
      onCommitFiberUnmount: () => undefined,
      onPostCommitFiberRoot: () => undefined,
    },
  })
}

/** Seconds that the main thread has been at work. */
async function workOf(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  const work = metrics.find(({ name }) => name === 'TaskDuration')
  if (!work) throw new Error('the browser does not tell how long its tasks took')
  return work.value
}

/** Dollars by symbol, of the ideas that the service has. */
async function pricesOf({ site }: Stage): Promise<Record<string, number>> {
  const response = await fetch(site.serviceUrl + dataPaths.tradeIdeas, {
    headers: { [subscriptionKeyHeader]: site.credentials.subscriptionKey },
  })
  const { tradeIdeas } = (await response.json()) as TradeIdeas
  return Object.fromEntries(tradeIdeas.map(({ symbol, price }) => [symbol, price]))
}

/** @throws if there is no subscription */
async function quotesCome(proxy: Proxy): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    if ((await proxy.take('direct')).quotes > 0) return
    await wait(100)
  }
  throw new Error('the widget has subscribed to no quotes')
}

/** Opens a widget, waits until all panels stand and quotes come, and looks at it for a while. */
export async function measureFeed(stage: Stage): Promise<FeedFigures> {
  const { browser, proxy } = stage
  const { embed } = series.ideas
  proxy.replaceFeed(quotesPerSecond, await pricesOf(stage))
  const context = await browser.newContext({
    viewport: { width: embed.width, height: 900 },
    locale: 'en-US',
  })
  try {
    await context.addInitScript(countCommits)
    const { told } = await watchContext(context, 'ours', embed)
    const page = await context.newPage()
    await page.goto(pageAddress(stage, 'direct'))
    await begin(page, 'ours', embed)
    await told
    await quotesCome(proxy)
    const frame = page.frames()[1]
    if (!frame) throw new Error('there is no widget in the page')
    const session = await context.newCDPSession(frame)
    // Time at work, not time it waited for a processor that others use as well.
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    const counted = () =>
      frame.evaluate(() => {
        const { counted } = window as unknown as { counted: Counted }
        return { ...counted, at: performance.now() }
      })
    const [before, work, sent] = [await counted(), await workOf(session), await proxy.take('direct')]
    await wait(feedSeconds * 1000)
    const [after, worked, sentNow] = [await counted(), await workOf(session), await proxy.take('direct')]
    const seconds = (after.at - before.at) / 1000
    const longTasks = after.longTasks.slice(before.longTasks.length)
    return {
      seconds,
      quotes: (sentNow.quotes - sent.quotes) / seconds,
      commits: (after.commits - before.commits) / seconds,
      longTasks: longTasks.length,
      longestTask: Math.max(0, ...longTasks),
      mainThread: (worked - work) / seconds,
    }
  } finally {
    await context.close()
  }
}
