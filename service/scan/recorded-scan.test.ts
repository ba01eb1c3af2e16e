/** The last step of a scan: the sealed record. */
import { beforeAll, expect, test } from 'vitest'
import { config } from '#service/analysis/config.ts'
import { simulatedMarket } from '#service/markets/simulated/simulated.ts'
import type { Market } from '#service/markets/market.ts'
import { createRecordPublisher } from '#service/record/publish.ts'
import { createKeyFile, readKeyFile } from '#service/record/record-keys.ts'
import { verifySeries } from '#service/record/verify.ts'
import { memoryStore } from '#service/store/memory/memory.ts'
import { runScan } from './scan.ts'
import type { ScannedNight } from './scan.ts'

const symbols = ['AAPL', 'AMD', 'JPM', 'KO', 'MSFT', 'NVDA', 'SPY', 'XOM']
let keyFile: string
beforeAll(async () => {
  keyFile = await createKeyFile()
})

const marketAt = (instant: string): Market => ({
  ...simulatedMarket({ seed: 5, clock: () => new Date(instant) }),
  universe: async () => symbols,
})

test(
  'a scan publishes the first trade of each symbol, and later scans resolve it',
  { timeout: 60_000 },
  async () => {
    const { batches, record } = memoryStore()
    const scanAt = async (instant: string) => {
      const market = marketAt(instant)
      const published: ScannedNight[] = []
      const publish = createRecordPublisher({
        market,
        record,
        readKey: () => readKeyFile(keyFile),
        shown: 'none',
        clock: () => market.now().getTime(),
        log: () => {},
      })
      const batch = await runScan({
        market,
        batches,
        publishRecord: (night) => {
          published.push(night)
          return publish(night)
        },
      })
      await market.close()
      return { batch, picks: published[0]!.picks }
    }
    const { batch, picks } = await scanAt('2026-03-03T07:00:00Z')
    const trades = await batches.trades(batch.id)
    const firstTrades = symbols.flatMap((symbol) => trades.find((trade) => trade.symbol === symbol) ?? [])
    expect(firstTrades.length).toBeGreaterThan(4)
    expect(new Set(picks.map(({ contract }) => contract))).toEqual(new Set(firstTrades.map(({ id }) => id)))
    // Both have the order of the list.
    const order = trades.map(({ id }) => id)
    expect(picks.map(({ contract }) => order.indexOf(contract))).toEqual(
      picks.map(({ contract }) => order.indexOf(contract)).toSorted((a, b) => a - b),
    )
    const series = `test-simulated-v${config.version}`
    await scanAt('2026-09-03T07:00:00Z')
    const files = await Promise.all(
      (await record.list({ series, limit: 9 })).map(async ({ night }) => ({
        night,
        text: (await record.file(series, night))!,
      })),
    )
    const report = await verifySeries(series, files)
    expect(report).toMatchObject({ entries: 2, recomputed: picks.length, void: 0, problems: [] })
    expect(report.gaps.length).toBeGreaterThan(100)
  },
)

test('a record that cannot be published changes nothing of the scan', { timeout: 60_000 }, async () => {
  const market = marketAt('2026-03-03T07:00:00Z')
  const lines: string[] = []
  const { batches } = memoryStore()
  const batch = await runScan({
    market,
    batches,
    log: (line) => lines.push(line),
    publishRecord: () => Promise.reject(new Error('the disk is full')),
  })
  await market.close()
  expect((await batches.latest())?.id).toBe(batch.id)
  expect(lines).toContain('the batch cannot be recorded: the disk is full')
})
