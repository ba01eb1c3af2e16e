/** The look-ups over a recording have the results of the market that was recorded. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DataStatus } from '#contract/responses/resources.ts'
import type { Market } from '#service/markets/market.ts'
import { openOverStandIn } from '#service/markets/massive/open.fixture.ts'
import { openRecordedMarket } from '#service/markets/recorded/recorded-market.ts'
import { recordMarket } from '#service/markets/recorded/writer/writer.ts'
import { openMarket, parseMarket } from '#service/markets/registry.ts'
import { silentLog } from '#service/shared/log.ts'
import { memoryBatches } from '#service/store/memory/batches.ts'
import { createLookups, type Lookups } from './lookups.ts'

/**
 * What differs, and why: `dataStatus` names the source of the data, its licence class and its delay. A recording is another
 * source, and gets no older. Everything else is equal, the times included, because the recorded market stands still at the
 * clock of the recording.
 */
const originKeys = new Set(['source', 'class', 'dataClass', 'delayedSeconds'])

function withoutOrigin(status: DataStatus): unknown {
  return JSON.parse(
    JSON.stringify(status, (key, value: unknown) => (originKeys.has(key) ? undefined : value)),
  )
}

const comparable = <Result extends { dataStatus: DataStatus }>(result: Result | undefined) =>
  result && { ...result, dataStatus: withoutOrigin(result.dataStatus) }

const lookupsOver = (market: Market): Lookups =>
  createLookups({ market, batches: memoryBatches(), elapsed: () => 0, log: silentLog })

const folders: string[] = []
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))

/** Records the symbols; returns the look-ups over the market, and over its recording. */
async function recordedLookupsOf(original: Market, symbols: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'recorded-answers-'))
  folders.push(folder)
  expect(await recordMarket(original, { folder, symbols })).toMatchObject({ failures: [], stopped: null })
  return { original: lookupsOver(original), recorded: lookupsOver(await openRecordedMarket(folder)) }
}

type Pair = { readonly original: Lookups; readonly recorded: Lookups }

async function expectSameFacts({ original, recorded }: Pair, symbol: string) {
  const why = await original.why(symbol)
  expect(why?.symbol).toBe(symbol)
  expect(comparable(await recorded.why(symbol))).toEqual(comparable(why))
  expect(comparable(await recorded.chain(symbol, {}))).toEqual(comparable(await original.chain(symbol, {})))
  expect(comparable(await recorded.volatility(symbol))).toEqual(comparable(await original.volatility(symbol)))
  for (const query of [{ range: '1Y' }, { range: '2Y', averages: 'all' }] as const)
    expect(await recorded.history(symbol, query)).toEqual(await original.history(symbol, query))
}

/** Compares the trades without a position, and with one in the contract next to the price. */
async function expectSameTrades({ original, recorded }: Pair, market: Market, symbol: string) {
  const contracts = (await market.chain(symbol))?.contracts ?? []
  const price = (await market.quote(symbol))?.last ?? 0
  const [nearest] = contracts
    .filter(({ expiry }) => expiry > market.today())
    .toSorted((a, b) => Math.abs(a.strike - price) - Math.abs(b.strike - price))
  const queries = nearest ? [{}, { contract: nearest.id }] : [{}]
  for (const query of queries)
    expect(comparable(await recorded.income(symbol, query))).toEqual(
      comparable(await original.income(symbol, query)),
    )
  if (!nearest) return
  const roll = await original.roll(symbol, { contract: nearest.id })
  expect(roll).toBeDefined()
  expect(comparable(await recorded.roll(symbol, { contract: nearest.id }))).toEqual(comparable(roll))
  expect(comparable(await recorded.scenario(symbol, nearest.id))).toEqual(
    comparable(await original.scenario(symbol, nearest.id)),
  )
}

/** A liquid stock, a dot in the name, a stock with few options, and one without. */
const symbols = ['AAPL', 'BRK.B', 'SMMMT', 'ALDC']

describe.each([
  ['during a session', '2026-11-23T16:47:12.345Z'],
  ['on a Friday after its options have expired', '2026-11-20T22:00:00Z'],
])('the simulated market, recorded %s', (_, instant) => {
  let market: Market
  let pair: Pair
  beforeAll(async () => {
    const fixedTime = new Date(instant)
    market = await openMarket(parseMarket('simulated'), { log: silentLog, purpose: 'scan', fixedTime })
    pair = await recordedLookupsOf(market, symbols)
  })

  test.each(symbols)('has the same Why, chain, history and volatility of %s', (symbol) =>
    expectSameFacts(pair, symbol),
  )
  test.each(symbols)('has the same income, roll and scenario of %s', (symbol) =>
    expectSameTrades(pair, market, symbol),
  )
  test('has the same tone of the whole market', async () => {
    expect(comparable(await pair.recorded.tone())).toEqual(comparable(await pair.original.tone()))
  })
})

test('a recorded day of Massive has the same results, although it is delayed and licensed', async () => {
  const { market } = await openOverStandIn()
  const pair = await recordedLookupsOf(market, ['AAPL', 'XOM'])
  for (const symbol of ['AAPL', 'XOM']) {
    const why = await pair.original.why(symbol)
    expect(why?.dataStatus.delayedSeconds).toBeGreaterThan(0)
    await expectSameFacts(pair, symbol)
    await expectSameTrades(pair, market, symbol)
  }
})
