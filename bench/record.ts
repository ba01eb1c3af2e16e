/**
 * Publishes, resolves and verifies two simulated years of nights: `npm run bench:record [nights]`. Each night has
 * the maximum number of picks. They are made from closes of the simulated market, because the scan has its own
 * benchmark (`bench:scan`). The store is SQLite. Exits 1 above 5 minutes, or if a verifier finds a problem.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { config } from '#service/analysis/config.ts'
import { addDays, tradingDaysUpTo } from '#service/markets/calendar.ts'
import { simulatedMarket } from '#service/markets/simulated/simulated.ts'
import { createRecordPublisher } from '#service/record/publish.ts'
import { createKeyFile, readKeyFile } from '#service/record/record-keys.ts'
import { verifySeries } from '#service/record/verify.ts'
import { sqliteStore } from '#service/store/sqlite/sqlite.ts'
import { madeBatch, madePicks } from './record/made-nights.ts'

const maxSeconds = 300
const nights = tradingDaysUpTo('2026-11-20', Number(process.argv[2] ?? 504))

let now = new Date(0)
const market = simulatedMarket({ seed: 3, clock: () => now })
const symbols = (await market.universe()).slice(0, config.record.maxPicks)
const folder = mkdtempSync(join(tmpdir(), 'bench-record-'))
const store = sqliteStore(join(folder, 'store.sqlite'))
const keyFile = await createKeyFile()
const key = await readKeyFile(keyFile)
const publish = createRecordPublisher({
  market,
  record: store.record,
  readKey: async () => key,
  shown: 'none',
  clock: () => now.getTime(),
  log: () => {},
})

/** Seconds of the clock and of the processor, by step. */
const seconds: Record<string, { clock: number; cpu: number }> = {}
async function timed<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const [start, cpuStart] = [performance.now(), process.cpuUsage()]
  const result = await work()
  const { user, system } = process.cpuUsage(cpuStart)
  const before = seconds[name] ?? { clock: 0, cpu: 0 }
  const clock = before.clock + (performance.now() - start) / 1000
  seconds[name] = { clock, cpu: before.cpu + (user + system) / 1e6 }
  return result
}

for (const night of nights) {
  now = new Date(`${addDays(night, 1)}T07:00:00Z`)
  const picks = await timed('make picks', () => madePicks(market, symbols, night))
  const batch = madeBatch(night, symbols.length)
  await timed('publish and resolve', () => publish({ batch, picks }))
}
const [series] = await store.record.series()
const files = await timed('read files', () =>
  Promise.all(nights.map(async (night) => ({ night, text: (await store.record.file(series!, night))! }))),
)
const report = await timed('verify', () => verifySeries(series!, files))
mkdirSync(join(folder, 'files', series!), { recursive: true })
for (const { night, text } of files) writeFileSync(join(folder, 'files', series!, `${night}.json`), text)
const script = fileURLToPath(new URL('../docs/verify-record.mjs', import.meta.url))
const [other] = await timed(
  'verify by script',
  async () =>
    JSON.parse(
      execFileSync(process.execPath, [script, join(folder, 'files')], { encoding: 'utf8', maxBuffer: 1e8 }),
    ) as { recomputed: number; problems: string[] }[],
)
const results = (await store.record.resolved(series!)).map(
  ({ resolution }) =>
    JSON.parse(resolution) as {
      resolved: { outcome: string; dividends: unknown[] }
    },
)
await store.close()
await market.close()
rmSync(folder, { recursive: true })

// The picks replace the scan, which has its own benchmark.
const measured = Object.entries(seconds).filter(([name]) => name !== 'make picks')
const total = measured.reduce((sum, [, { clock }]) => sum + clock, 0)
const outcomes = Object.entries(Object.groupBy(results, ({ resolved }) => resolved.outcome))
console.log(
  `${nights.length} nights, ${report.picks} picks, ${report.recomputed} results recomputed, ${report.open} open`,
)
console.log(`outcomes: ${outcomes.map(([name, list]) => `${name} ${list?.length}`).join(', ')}`)
console.log(`files: ${(files.reduce((sum, { text }) => sum + text.length, 0) / 1e6).toFixed(1)} MB`)
for (const [name, value] of Object.entries(seconds))
  console.log(`${name}: ${value.clock.toFixed(1)} s, processor ${value.cpu.toFixed(1)} s`)
console.log(`total without making picks: ${total.toFixed(1)} s (at most ${maxSeconds} s)`)
for (const problem of [...report.problems, ...other!.problems].slice(0, 20)) console.error(problem)
if (total > maxSeconds || report.problems.length > 0 || other!.problems.length > 0) process.exitCode = 1
if (other!.recomputed !== report.recomputed) process.exitCode = 1
