/**
 * Generates the examples of the document from responses of the service, with the simulated market
 * at a fixed time. Run this file with `vitest run --update` after a response has changed.
 */
import { beforeAll, expect, test } from 'vitest'
import { dataRoutes } from '#contract/api/routes.ts'
import type { DataRoute } from '#contract/api/routes.ts'
import type { Scenario } from '#contract/responses/scenario.ts'
import { ensureDemo } from '#service/access/demo.ts'
import { createApp } from '#service/http/app.ts'
import { simulatedMarket } from '#service/markets/simulated/simulated.ts'
import { runScan } from '#service/scan/scan.ts'
import { createService } from '#service/service.ts'
import { memoryStore } from '#service/store/memory/memory.ts'

/** An hour before the close of a Friday, after the overnight scan. */
const now = new Date('2026-11-20T20:00:00Z')

/** Query of each look-up. docs/data-api.md shows the same queries. */
const queries: Readonly<Record<DataRoute, string>> = {
  tradeIdeas: '',
  why: '',
  income: '?stockQuantity=200&cash=65000&timeframe=short&riskprofile=optimal',
  bestIncome: '?legtype=put&minYield=0.1&limit=3',
  chain: '?expiry=2026-11-23',
  roll: '?contract=AAPL261211C00325000&price=6.4&costBasis=151.25',
  scenario: '?contract=AAPL261218P00295000',
  symbols: '?query=apple',
  history: '?range=1M',
  volatility: '',
  tone: '',
  news: '',
}

let fetchExample: (name: DataRoute) => Promise<unknown>
beforeAll(async () => {
  const market = simulatedMarket({ seed: 3, clock: () => now })
  const store = memoryStore()
  await runScan({ market, batches: store.batches, chains: 'matched' })
  const pepper = new Uint8Array(32).fill(7)
  const service = await createService({ market, store, pepper, clock: () => now.getTime() })
  const demo = await ensureDemo({ store, operator: service.access.operator, hash: service.hash }, [])
  const app = createApp(service)
  fetchExample = async (name) => {
    const path = dataRoutes[name].path.replace('{symbol}', 'AAPL') + queries[name]
    const response = await app.fetch(
      new Request(`http://localhost${path}`, { headers: { 'Op-Subscription-Key': demo.subscriptionKey } }),
    )
    expect([name, response.status]).toEqual([name, 200])
    return response.json()
  }
}, 120_000)

/**
 * Shortens lists of objects to two elements (one if they have many fields), and other lists to the
 * last three values.
 */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) {
    const [first] = value as unknown[]
    const isObjectList = typeof first === 'object' && first !== null
    return isObjectList
      ? value.slice(0, Object.keys(first).length > 12 ? 1 : 2).map(shortened)
      : value.slice(-3)
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shortened(member)]))
}

/** Shortens a grid to three days, three shifts and the three named prices. */
function gridExcerpt(scenario: Scenario): Scenario {
  const { daysLeft, volatilityShifts, prices, values, strike, breakeven, chainPrice } = scenario
  const days = [0, daysLeft.length >> 1, daysLeft.length - 1]
  const shifts = [0, volatilityShifts.indexOf(0), volatilityShifts.length - 1]
  const priceIndexes = [breakeven, strike, chainPrice].map((price) => prices.indexOf(price!))
  const pick = <T>(list: readonly T[], indexes: readonly number[]): T[] =>
    indexes.map((index) => list[index]!)
  return {
    ...scenario,
    daysLeft: pick(daysLeft, days),
    volatilityShifts: pick(volatilityShifts, shifts),
    prices: pick(prices, priceIndexes),
    values: pick(values, days).map((rows) => pick(rows, shifts).map((row) => pick(row, priceIndexes))),
  }
}

test('the examples are shortened responses of the service', async () => {
  const generated: Record<string, unknown> = {}
  for (const name of Object.keys(dataRoutes) as DataRoute[])
    generated[name] =
      name === 'scenario'
        ? gridExcerpt((await fetchExample(name)) as Scenario)
        : shortened(await fetchExample(name))
  await expect(`${JSON.stringify(generated, null, 2)}\n`).toMatchFileSnapshot('examples.json')
})
