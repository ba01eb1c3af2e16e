/** A recomputed result uses current data, not market data read for an earlier result. */
import { expect, test } from 'vitest'
import { simulatedMarket } from '#service/markets/simulated/simulated.ts'
import { silentLog } from '#service/shared/log.ts'
import { memoryBatches } from '#service/store/memory/batches.ts'
import { createLookups } from './lookups.ts'

test('recomputes all thirty results of a page the first time, then only four a second', async () => {
  let now = Date.UTC(2026, 10, 20, 15)
  const market = simulatedMarket({ seed: 3, clock: () => new Date(now) })
  const lookups = createLookups({ market, batches: memoryBatches(), elapsed: () => now, log: silentLog })
  const symbols = (await market.universe()).slice(0, 30)
  const requestAges = async (requested: readonly string[]) => {
    const results = await Promise.all(requested.map(async (symbol) => lookups.why(symbol)))
    return results.map((why) => now - Date.parse(why!.dataStatus.asOf))
  }
  await requestAges(symbols)
  now += 4000
  expect(await requestAges(symbols)).toEqual(symbols.map(() => 0))
  now += 4000
  const thirdAges = await requestAges(symbols)
  expect(
    thirdAges.filter((age) => age === 0),
    'four a second',
  ).toHaveLength(16)
  expect(thirdAges.filter((age) => age === 4000)).toHaveLength(14)
})
