/**
 * Frame times while the price chart is zoomed and panned with 504 candles, volumes, three averages and trend bands,
 * compared with recharts: `npm run bench:chart`. Exits 1 if our chart does not keep 60 frames a second.
 */
import { loadavg } from 'node:os'
import react from '@vitejs/plugin-react'
import { type CDPSession, chromium, type Page } from 'playwright'
import { createServer } from 'vite'
import { chromiumLaunch } from '#e2e/kit/browsers.ts'
import { type FrameStatistics, frameStatistics, frameMs, holds } from './figures.ts'
import type { Movement } from './page/page.tsx'

/** Frames per chart. Recharts is so slow that fewer suffice. */
const frames = { ours: 360, recharts: 40 } as const
const movements: readonly Movement[] = ['zoom', 'pan']

const ms = (value: number): string => `${value.toFixed(1)} ms`
const share = (value: number): string => `${(100 * value).toFixed(1)} %`

type Row = FrameStatistics & {
  /** Main-thread milliseconds per frame, independent of other load on the machine. */
  busyMs: number
}

/** Seconds of work of the page's main thread so far. */
async function threadSeconds(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')!.value
}

async function measure(page: Page, chart: 'ours' | 'recharts', movement: Movement): Promise<Row> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const run = (count: number) =>
    page.evaluate(
      ([chartName, movementName, frameCount]) => window.measureChart(chartName, movementName, frameCount),
      [chart, movement, count] as const,
    )
  // Warms up the JIT compiler.
  await run(frames[chart] / 4)
  const secondsBefore = await threadSeconds(devtools)
  const measured = await run(frames[chart])
  const busy = ((await threadSeconds(devtools)) - secondsBefore) * 1000
  await devtools.detach()
  return { ...frameStatistics(measured), busyMs: busy / measured.length }
}

// Uses React's production build: the development build does far more work in every frame.
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
    `Chromium ${browser.version()}, ${frames.ours} frames (recharts: ${frames.recharts}), load before ${load.toFixed(2)}`,
  )
  console.table(
    rows.map(({ chart, movement, busyMs, median, p95, overFrame, missedShare }) => ({
      chart,
      movement,
      'thread a frame': ms(busyMs),
      median: ms(median),
      p95: ms(p95),
      [`over ${ms(frameMs)}`]: share(overFrame),
      'frames missed': share(missedShare),
    })),
  )
  if (!rows.filter(({ chart }) => chart === 'ours').every(holds)) {
    console.error('The chart does not keep 60 frames a second.')
    process.exitCode = 1
  }
} finally {
  await browser.close()
  await server.close()
}
