/** Nights of a made-up market, for tests of the record. */
import type { PublishedPick } from '#service/analysis/ideas/published-pick.ts'
import { memoryRecord } from '#service/store/memory/record.ts'
import { simulatedCapabilities } from '#service/markets/capabilities.ts'
import type { Capabilities } from '#service/markets/capabilities.ts'
import type { Bars, Day, Dividend, StockSplit } from '#service/markets/market.ts'
import type { RecordRepository } from '#service/store/record.ts'
import { batch } from '#service/store/store.fixture.ts'
import { createRecordPublisher } from './publish.ts'
import type { PublisherParts } from './publish.ts'
import { createKeyFile, readKeyFile } from './record-keys.ts'

/** Daily closes as bars. */
export const barsOf = (closes: Readonly<Record<Day, number>>): Bars => {
  const date = Object.keys(closes)
  const column = () => Float64Array.from(Object.values(closes))
  return { date, open: column(), high: column(), low: column(), close: column(), volume: column() }
}

export const callPick: PublishedPick = {
  symbol: 'ACME',
  contract: 'ACME261218C00105000',
  right: 'call',
  strike: 105,
  expiry: '2026-12-18',
  quotedAt: '2026-11-20T20:59:00.000Z',
  probability: 0.74,
  probabilityOfProfit: 0.7,
  score: 104,
  forecast: { kind: 'mixture', impliedWeight: 0.5, realizedVolatility: 0.21, reportMove: null },
  values: { bid: 1.5, fairValue: 1.55, underlying: 100, expectedGain: 2.2, expectedLoss: 2.1 },
  order: { expectedProfit: 0.01, annualizedReturn: 0.19 },
}

export const putPick: PublishedPick = {
  ...callPick,
  contract: 'ACME261218P00095000',
  right: 'put',
  strike: 95,
  values: { ...callPick.values, bid: 1.2 },
}

/** Prices, dividends and splits of the only symbol, ACME. Tests change them between nights. */
export type MadeUpSymbol = {
  bars: Bars | undefined
  declared: Dividend[]
  splits: StockSplit[]
}

export async function recordOf(options: Partial<PublisherParts> & { capabilities?: Capabilities } = {}) {
  const symbol: MadeUpSymbol = {
    bars: barsOf({ '2026-11-20': 100, '2026-12-18': 103 }),
    declared: [],
    splits: [],
  }
  let keyFile = await createKeyFile()
  const { capabilities = simulatedCapabilities, ...parts } = options
  const record = parts.record ?? memoryRecord()
  const logged: string[] = []
  const createPublisher = (target: RecordRepository) =>
    createRecordPublisher({
      record: target,
      readKey: () => readKeyFile(keyFile),
      shown: 'none',
      clock: () => Date.UTC(2026, 10, 21, 7),
      log: (line) => logged.push(line),
      market: {
        bars: async () => symbol.bars,
        splits: async () => symbol.splits,
        profile: async () => ({
          symbol: 'ACME',
          companyName: 'Acme',
          sector: 'Industrials',
          exchange: 'XNYS',
          region: 'US',
          marketCap: null,
          eps: null,
          dividendYield: 0,
          dividends: { declared: symbol.declared, knownThrough: null },
          kind: 'stock',
        }),
        status: () => ({ state: 'open', delayedSeconds: 0, simulated: true, asOf: null }),
        source: () => 'simulated',
        capabilities: () => capabilities,
        riskFreeRate: () => 0.04,
      },
      ...parts,
    })
  const publisher = createPublisher(record)
  const publish = (tradingDay: Day, picks: readonly PublishedPick[] = []) =>
    publisher({ batch: { ...batch('b'), tradingDay }, picks })
  const files = async (series: string) => {
    const entries = await record.list({ series, limit: 1000 })
    return Promise.all(
      entries.map(async ({ night }) => ({ night, text: (await record.file(series, night))! })),
    )
  }
  return {
    record,
    symbol,
    logged,
    publish,
    /** Publishes in another store, with the key and the market of this record. */
    createPublisher,
    files,
    keyFile: () => keyFile,
    replaceKey: (text: string) => void (keyFile = text),
  }
}
