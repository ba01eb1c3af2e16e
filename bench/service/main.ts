/**
 * Compares the service over HTTP with a bare `node:http` server that writes the same bytes:
 * `npm run bench:service`. Alternates rounds of both and compares medians, so that other load on
 * the machine affects both. Needs wrk (Debian package) and the build. Exits 1 if a bar is missed.
 *
 * `--seconds 2 --rounds 5` sets the duration and number of rounds. `--only why` selects rows by a
 * part of their label, and `--only feed` the feed's table. A run of all rows writes
 * docs/service-performance.md.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { dataPaths } from '#contract/api/paths.ts'
import { createOperator } from '#service/access/operator/operator.ts'
import { keyedHash } from '#service/access/credentials/hashing.ts'
import { openDataDir } from '#service/server/config/data-dir.ts'
import { startChild } from './children.ts'
import type { Child } from './children.ts'
import { feedRows, printRows } from './feed.ts'
import { fairnessHeading } from '#bench/fairness/page.ts'
import { sectionOf, withSection } from '#bench/page-section.ts'
import { routeColumns, servicePerformancePage } from './service-performance-page.ts'
import type { RouteRow } from './service-performance-page.ts'
import { recordResponse } from './recorded.ts'
import type { RecordedResponse } from './recorded.ts'
import { maxP99Ratio, minNewPositions, newPositionLoad, routeBars } from './rows.ts'
import type { RouteBar } from './rows.ts'
import { runLoad } from './wrk.ts'
import type { LoadResult } from './wrk.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
  },
})
const seconds = Number(values.seconds)
const rounds = Number(values.rounds)
const distFolder = fileURLToPath(new URL('../../dist', import.meta.url))
const reportFile = fileURLToPath(new URL('../../docs/service-performance.md', import.meta.url))
const maxSymbols = 500

const median = (samples: readonly number[]): number =>
  samples.toSorted((a, b) => a - b)[Math.floor(samples.length / 2)]!
const medianResult = (results: readonly LoadResult[]): Omit<LoadResult, 'requests'> => ({
  perSecond: median(results.map(({ perSecond }) => perSecond)),
  p50: median(results.map(({ p50 }) => p50)),
  p99: median(results.map(({ p99 }) => p99)),
})

const routeRows: RouteRow[] = []
/** Prints a row and adds it to the report. */
const addRow = (label: string, isMet: boolean, cells: readonly string[]): void => {
  routeRows.push({ label, isMet, cells })
  console.log(`${isMet ? ' ' : '!'} ${label.padEnd(24)}${cells.map((cell) => cell.padStart(12)).join('')}`)
}

/**
 * Creates a data folder with a subscription key without an effective rate limit. Returns the key.
 */
async function prepareDataFolder(folder: string): Promise<string> {
  const { store, pepper } = await openDataDir(folder, { kind: 'simulated' })
  const operator = createOperator({
    store,
    hash: await keyedHash(pepper),
    actor: 'service',
    clock: () => Date.now(),
  })
  const { id } = await operator.addPartner('Bench')
  const { secret } = await operator.issueKey(id, 'subscription', { ratePerMinute: 1_000_000 })
  await store.close()
  return secret
}

/** Up to `maxSymbols` symbols, found with a search for each letter. */
async function symbolsOf(port: number, key: string): Promise<string[]> {
  const foundSymbols = new Set<string>()
  for (const char of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') {
    const response = await fetch(`http://127.0.0.1:${port}${dataPaths.symbols}?query=${char}`, {
      headers: { 'Op-Subscription-Key': key },
    })
    const { symbols } = (await response.json()) as { symbols: { symbol: string }[] }
    for (const { symbol } of symbols) foundSymbols.add(symbol)
  }
  return [...foundSymbols].slice(0, maxSymbols)
}

/** Measures the service and a bare server with the recorded responses, and adds a row. */
async function compareRoute(service: Child, bar: RouteBar, folder: string): Promise<void> {
  const recorded: RecordedResponse[] = []
  for (const path of bar.paths) recorded.push(await recordResponse(service.port, path, bar.headers))
  const unexpected = recorded.find(({ status }) => status !== bar.status)
  if (unexpected)
    throw new Error(
      `${bar.label}: ${unexpected.key} returned the status ${unexpected.status}, expected ${bar.status}`,
    )
  const file = join(folder, 'recorded.json')
  writeFileSync(file, JSON.stringify(recorded))
  const rawServer = await startChild('raw-server.ts', [file])
  try {
    const results = { ours: [] as LoadResult[], raw: [] as LoadResult[] }
    const cpuPerRequest = { ours: [] as number[], raw: [] as number[] }
    // The first round of each warms up.
    for (let round = 0; round <= rounds; round++)
      for (const [name, child] of [['raw', rawServer] as const, ['ours', service] as const]) {
        const cpuBefore = await child.cpuSeconds()
        const result = await runLoad({ ...bar, port: child.port, seconds })
        if (round === 0) continue
        results[name].push(result)
        cpuPerRequest[name].push(((await child.cpuSeconds()) - cpuBefore) / result.requests)
      }
    const [serviceMedians, rawMedians] = [medianResult(results.ours), medianResult(results.raw)]
    const rateRatio = serviceMedians.perSecond / rawMedians.perSecond
    const p99Ratio = serviceMedians.p99 / rawMedians.p99
    addRow(bar.label, rateRatio >= bar.minimum && p99Ratio <= maxP99Ratio, [
      serviceMedians.perSecond.toFixed(0),
      rawMedians.perSecond.toFixed(0),
      `${rateRatio.toFixed(2)} ≥ ${bar.minimum}`,
      `${serviceMedians.p99.toFixed(1)} ms`,
      `${p99Ratio.toFixed(1)} ≤ ${maxP99Ratio}`,
      `${(median(cpuPerRequest.ours) * 1e6).toFixed(0)} µs`,
      `${(median(cpuPerRequest.raw) * 1e6).toFixed(0)} µs`,
    ])
  } finally {
    await rawServer.stop()
  }
}

/**
 * Measures uncached positions on cached chains. The rate is per second of CPU time of all threads,
 * so that of one core.
 */
async function measureNewPositions(service: Child, symbols: readonly string[], key: string): Promise<void> {
  const rates: number[] = []
  const p99s: number[] = []
  const { paths, ...request } = newPositionLoad(symbols, key)
  for (let round = 0; round <= 2 * rounds; round++) {
    // Caches the chains: none expires during the measured second.
    for (const path of paths)
      await recordResponse(service.port, path.replace('{n}', `00${round}`), request.headers)
    const cpuBefore = await service.cpuSeconds()
    const { requests, p99 } = await runLoad({ ...request, paths, port: service.port, seconds: 1 })
    const cpuSeconds = (await service.cpuSeconds()) - cpuBefore
    if (round > 0) rates.push(requests / cpuSeconds)
    if (round > 0) p99s.push(p99)
  }
  const rate = median(rates)
  addRow('income, new positions', rate >= minNewPositions, [
    `${rate.toFixed(0)} a core`,
    '',
    `≥ ${minNewPositions}`,
    `${median(p99s).toFixed(1)} ms`,
    '',
    `${(1e6 / rate).toFixed(0)} µs`,
    '',
  ])
}

const measuredAt = new Date().toISOString()
const [loadBefore = 0] = loadavg()
const folder = mkdtempSync(join(tmpdir(), 'bench-service-'))
const children: Child[] = []
try {
  const key = await prepareDataFolder(join(folder, 'data'))
  const service = await startChild('service-process.ts', [], { DATA_DIR: join(folder, 'data') })
  children.push(service)
  const symbols = await symbolsOf(service.port, key)
  console.log(`  ${''.padEnd(24)}${routeColumns.map((name) => name.padStart(12)).join('')}`)
  for (const bar of routeBars(symbols, key, distFolder))
    if (bar.label.includes(values.only)) await compareRoute(service, bar, folder)
  if ('income, new positions'.includes(values.only)) await measureNewPositions(service, symbols, key)
} finally {
  for (const child of children) await child.stop()
  rmSync(folder, { recursive: true })
}
const feed = 'feed'.includes(values.only) ? await feedRows() : []
printRows(feed)
if (values.only === '')
  writeFileSync(
    reportFile,
    withSection(
      servicePerformancePage({ measuredAt, load: loadBefore, seconds, rounds, routes: routeRows, feed }),
      fairnessHeading,
      sectionOf(readFileSync(reportFile, 'utf8'), fairnessHeading),
    ),
  )
if ([...routeRows, ...feed].some(({ isMet }) => !isMet)) {
  console.error('! At least one bar is missed.')
  process.exitCode = 1
}
