/**
 * Frame times while the price chart is zoomed and panned with 504 candles, volumes, three averages
 * and trend bands, compared with recharts: `npm run bench:chart`. Exits 1 if our chart does not
 * keep 60 frames a second.
 */
import { loadavg } from 'node:os'
import react from '@vitejs/plugin-react'
import { type CDPSession, chromium, type Page } from 'playwright'
import { createServer } from 'vite'
import { chromiumLaunch } from '#e2e/kit/browsers.ts'
import { type FrameStatistics, frameStatistics, frameMs, keeps60FramesPerSecond } from './frame-statistics.ts'
import type { Movement } from './page/page.tsx'

/** Number of measured frames per chart. Recharts needs far longer for each, so it gets fewer. */
const frameCounts = { ours: 360, recharts: 40 } as const
const movements: readonly Movement[] = ['zoom', 'pan']

const formatMs = (value: number): string => `${value.toFixed(1)} ms`
const formatShare = (value: number): string => `${(100 * value).toFixed(1)} %`

type Row = FrameStatistics & {
  /**
   * CPU time of the page's main thread per frame, milliseconds: independent of other load on the
   * machine.
   */
  busyMs: number
}

/** CPU time of the page's main thread so far, seconds. */
async function mainThreadSeconds(devtools: CDPSession): Promise<number> {
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
  await run(frameCounts[chart] / 4)
  const secondsBefore = await mainThreadSeconds(devtools)
  const frames = await run(frameCounts[chart])
  const totalBusyMs = ((await mainThreadSeconds(devtools)) - secondsBefore) * 1000
  await devtools.detach()
  return { ...frameStatistics(frames), busyMs: totalBusyMs / frames.length }
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
    `Chromium ${browser.version()}, ${frameCounts.ours} frames (recharts: ${frameCounts.recharts}), load before ${load.toFixed(2)}`,
  )
  console.table(
    rows.map(({ chart, movement, busyMs, medianMs, p95Ms, slowShare, missedShare }) => ({
      chart,
      movement,
      'thread a frame': formatMs(busyMs),
      median: formatMs(medianMs),
      p95: formatMs(p95Ms),
      [`over ${formatMs(frameMs)}`]: formatShare(slowShare),
      'frames missed': formatShare(missedShare),
    })),
  )
  if (!rows.filter(({ chart }) => chart === 'ours').every(keeps60FramesPerSecond)) {
    console.error('The chart does not keep 60 frames a second: more than 5 % of its frames take longer.')
    process.exitCode = 1
  }
} finally {
  await browser.close()
  await server.close()
}
