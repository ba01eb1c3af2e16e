/**
 * For every entitlement of a partner and every class of the sources: no response, feed frame or page has a price
 * that the partner may not show.
 */
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { flushMs } from '#contract/feed.ts'
import { dataRoutes } from '#contract/api/routes.ts'
import type { DataRoute } from '#contract/api/routes.ts'
import { dataEntitlements, isEntitled } from '#contract/responses/data-class.ts'
import type { DataEntitlement } from '#contract/responses/data-class.ts'
import { licensedSymbols } from '#service/testing/licensed-market.ts'
import type { PriceClasses, PriceKind } from '#service/testing/licensed-market.ts'
import { makeLicensedService } from '#service/testing/licensed-service.ts'
import type { LicensedService } from '#service/testing/licensed-service.ts'
import { numbersInFields, numbersInPage, taintOf } from '#service/testing/price-taint.ts'
import type { NumbersByKind, NumberTexts } from '#service/testing/price-taint.ts'
import { widgetOrigin } from '#service/testing/test-service.ts'

// The feed flushes in intervals; all other timers are real.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => vi.useRealTimers())

const kinds: readonly PriceKind[] = ['quotes', 'chains', 'bars']
type Output = DataRoute | 'feed' | 'page'
const outputs: readonly Output[] = [...(Object.keys(dataRoutes) as DataRoute[]), 'feed', 'page']
const pages = ['/widget', '/problems/not-licensed', '/help/faq', '/metrics']

const priceClass = fc.constantFrom<PriceClasses[PriceKind]>('real-time', 'delayed', 'end-of-day', 'free')
const combinations = fc.record({
  entitlement: fc.constantFrom<DataEntitlement>(...dataEntitlements),
  classes: fc.record<PriceClasses>({ quotes: priceClass, chains: priceClass, bars: priceClass }),
  output: fc.constantFrom(...outputs),
  symbol: fc.constantFrom(...licensedSymbols),
  /** Selects one of a few queries. */
  variant: fc.nat({ max: 3 }),
})
type Combination = typeof combinations extends fc.Arbitrary<infer Value> ? Value : never

/** Reads outputs as partners receive them. */
async function createReader(service: LicensedService) {
  const bearers = {} as Record<DataEntitlement, string>
  for (const entitlement of dataEntitlements)
    bearers[entitlement] = await service.session(service.partners[entitlement])
  const contracts = new Map<string, string>()
  for (const symbol of licensedSymbols) {
    const chain = (await service.market.chain(symbol))!
    const medium = chain.contracts.filter(
      ({ strike, right }) => right === 'call' && strike > chain.underlyingPrice,
    )
    contracts.set(symbol, medium[Math.floor(medium.length / 2)]!.id)
  }
  const pathOf = ({ output, symbol, variant }: Combination & { output: DataRoute }): string => {
    const contract = contracts.get(symbol)!
    const queries: Partial<Record<DataRoute, readonly string[]>> = {
      income: ['', 'stockQuantity=40', 'costBasis=7000&cash=90000', `contract=${contract}`],
      bestIncome: [
        '',
        'limit=2',
        'minIvRank=10',
        'minPrice=7000',
        'maxDelta=0.4&sort=probability',
        'sort=cash',
      ],
      chain: [
        '',
        `expiry=20${contract.slice(symbol.length, symbol.length + 6).replace(/(..)(..)(..)/, '$1-$2-$3')}`,
      ],
      roll: [`contract=${contract}&price=200`, `contract=${contract}`],
      scenario: [`contract=${contract}`],
      symbols: [`query=${symbol}`],
      history: ['range=1Y', 'range=2Y&averages=all'],
    }
    const variants = queries[output] ?? ['']
    const path = dataRoutes[output].path.replace('{symbol}', symbol).replace('/api/v1/platform/', '')
    return `${path}?${variants[variant % variants.length]}`
  }
  const readFeed = async ({ entitlement, symbol }: Combination): Promise<string> => {
    const client = await service.connect(bearers[entitlement])
    const contract = contracts.get(symbol)!
    client.send({ type: 'subscribe', symbols: [symbol] })
    client.send({ type: 'subscribe-options', symbol, contracts: [contract] })
    const text = await client.textWith(contract)
    service.market.trade(symbol, (await service.market.quote(symbol))!.last)
    await vi.advanceTimersByTimeAsync(flushMs)
    const pushed = client.takeText()
    client.feed.onClose()
    return `${text}\n${pushed}`
  }
  return async (combination: Combination): Promise<string> => {
    const { entitlement, output, variant } = combination
    if (output === 'feed') return readFeed(combination)
    if (output === 'page') {
      const headers = { Authorization: `Bearer ${bearers[entitlement]}` }
      const request = new Request(new URL(pages[variant]!, widgetOrigin), { headers })
      return (await service.app.fetch(request)).text()
    }
    const path = pathOf({ ...combination, output })
    // Keys and sessions are different doors.
    const response =
      variant % 2 === 0
        ? await service.get(service.partners[entitlement], path)
        : await service.getInSession(bearers[entitlement], path)
    expect([path, [200, 403].includes(response.status)]).toEqual([path, true])
    return response.text()
  }
}

/**
 * Finds the prices of a kind in a text: everything in fields of the kind, and its prices in all fields that do not
 * have a price of a kind in `shown`. Memoised, because most texts occur many times.
 */
function createDetector(taint: Readonly<Record<PriceKind, NumberTexts>>) {
  const cache = new Map<string, NumbersByKind>()
  const numbersOf = (text: string, output: Output): NumbersByKind => {
    let numbers = cache.get(text)
    if (!numbers) cache.set(text, (numbers = output === 'page' ? numbersInPage(text) : numbersInFields(text)))
    return numbers
  }
  return (text: string, output: Output, kind: PriceKind, shown: readonly PriceKind[]): readonly string[] => {
    const numbers = numbersOf(text, output)
    const searched = (['other', ...kinds] as const).filter(
      (field) => field === 'other' || !shown.includes(field),
    )
    const revealed = searched.flatMap((field) =>
      [...numbers[field]].filter((number) => taint[kind].has(number)),
    )
    return [...numbers[kind], ...revealed]
  }
}

const others = (allowed: readonly PriceKind[], kind: PriceKind) => allowed.filter((other) => other !== kind)

const isForbidden = ({ entitlement, classes }: Combination, kind: PriceKind): boolean => {
  const dataClass = classes[kind]
  return dataClass !== 'free' && !isEntitled(entitlement, dataClass)
}

test(
  '10,000 combinations of entitlement, classes, output and symbol reveal no price',
  { timeout: 120_000 },
  async () => {
    const service = await makeLicensedService({ hasScan: true })
    const read = await createReader(service)
    const pricesIn = createDetector(await taintOf(service.market))
    const shown = new Map<Output, Set<PriceKind>>(outputs.map((output) => [output, new Set()]))
    await fc.assert(
      fc.asyncProperty(combinations, async (combination) => {
        service.market.setClasses(combination.classes)
        const text = await read(combination)
        const forbidden = kinds.filter((kind) => isForbidden(combination, kind))
        const allowed = kinds.filter((kind) => !forbidden.includes(kind))
        for (const kind of forbidden)
          expect([kind, pricesIn(text, combination.output, kind, allowed)]).toEqual([kind, []])
        for (const kind of allowed)
          if (pricesIn(text, combination.output, kind, others(allowed, kind)).length > 0)
            shown.get(combination.output)!.add(kind)
      }),
      { numRuns: 10_000, seed: 21 },
    )
    // The same detector finds the prices of every output that may have them.
    expect(Object.fromEntries([...shown].map(([output, found]) => [output, [...found].toSorted()]))).toEqual({
      tradeIdeas: ['bars', 'chains'],
      why: ['bars', 'quotes'],
      income: ['chains', 'quotes'],
      bestIncome: ['chains'],
      chain: ['chains', 'quotes'],
      roll: ['chains'],
      scenario: ['chains'],
      symbols: [],
      history: ['bars'],
      volatility: [],
      tone: [],
      news: [],
      feed: ['chains', 'quotes'],
      page: [],
    })
  },
)
