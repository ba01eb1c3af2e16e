/**
 * How long a frame takes while the price chart is zoomed and moved with 504 bars as candles, their volumes, three averages and
 * the trend bands, beside recharts with the same bars: `npm run bench:chart`. Exits 1 where ours misses sixty frames a second.
 */
import { loadavg } from 'node:os'
import react from '@vitejs/plugin-react'
import { type CDPSession, chromium, type Page } from 'playwright'
import { createServer } from 'vite'
import { chromiumLaunch } from '#e2e/kit/browsers.ts'
import { type ChartFigures, figuresOf, frameMs, holds } from './figures.ts'
import type { Movement } from './page/page.tsx'

/** Number of frames each: recharts' take so long that fewer suffice. */
const frames = { ours: 360, recharts: 40 } as const
const movements: readonly Movement[] = ['zoom', 'pan']

const ms = (value: number): string => `${value.toFixed(1)} ms`
const share = (value: number): string => `${(100 * value).toFixed(1)} %`

type Row = ChartFigures & {
  /** Main-thread milliseconds per frame, independent of other load on the machine. */
  busy: number
}

/** Seconds that the page's thread has worked. */
async function threadSeconds(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')!.value
}

async function measure(page: Page, chart: 'ours' | 'recharts', movement: Movement): Promise<Row> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const run = (count: number) =>
    page.evaluate(([one, way, n]) => window.measureChart(one, way, n), [chart, movement, count] as const)
  // Once to be compiled.
  await run(frames[chart] / 4)
  const before = await threadSeconds(devtools)
  const measured = await run(frames[chart])
  const busy = ((await threadSeconds(devtools)) - before) * 1000
  await devtools.detach()
  return { ...figuresOf(measured), busy: busy / measured.length }
}

// The built code's React: the one for development does far more in every frame.
process.env['NODE_ENV'] = 'production'
const server = await createServer({
  configFile: false,
  root: process.cwd(),
  mode: 'production',
  logLevel: 'error',
  cacheDir: '.cache/vite-bench-chart',
  plugins: [react()],
  server: { host: '127.0.0.1', port: 0 },
})
await server.listen()
const browser = await chromium.launch(chromiumLaunch())
try {
  const page = await browser.newPage({ viewport: { width: 1000, height: 560 } })
  await page.goto(`${server.resolvedUrls!.local[0]!}bench/chart/page/`)
  await page.waitForSelector('body[data-ready]', { timeout: 120_000 })
  const load = loadavg()[0]!
  const rows = []
  for (const chart of ['ours', 'recharts'] as const)
    for (const movement of movements)
      rows.push({ chart, movement, ...(await measure(page, chart, movement)) })
  console.log(
    `Chromium ${browser.version()}, ${frames.ours} frames each, of recharts ${frames.recharts}, load before ${load.toFixed(2)}`,
  )
  console.table(
    rows.map(({ chart, movement, busy, median, p95, over, missed }) => ({
      chart,
      movement,
      'thread a frame': ms(busy),
      median: ms(median),
      p95: ms(p95),
      [`over ${ms(frameMs)}`]: share(over),
      'frames missed': share(missed),
    })),
  )
  if (!rows.filter(({ chart }) => chart === 'ours').every(holds)) {
    console.error('The chart misses sixty frames a second.')
    process.exitCode = 1
  }
} finally {
  await browser.close()
  await server.close()
}
