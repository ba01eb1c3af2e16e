/** Partners see of a licensed market what the operator has set for them, from the next request. */
import * as v from 'valibot'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { dataRoutes } from '#contract/api/routes.ts'
import type { RouteResponse } from '#contract/api/routes.ts'
import { licensedSymbols, realTime } from '#service/testing/licensed-market.ts'
import { makeLicensedService } from '#service/testing/licensed-service.ts'
import type { LicensedPartner, LicensedService } from '#service/testing/licensed-service.ts'
import { dataPath, makeTestService, problemOf } from '#service/testing/test-service.ts'

let service: LicensedService
beforeAll(async () => {
  service = await makeLicensedService({ hasScan: true })
})
afterEach(() => service.market.setClasses(realTime))

const [symbol = ''] = licensedSymbols
const notLicensed = (field: string) => ({ field, reason: 'not-licensed', asOf: null })

/** Paths of the look-ups of a symbol that need no further parameters. */
const paths = [
  'what/tradeideas',
  `why/${symbol}`,
  `why/${symbol}/history`,
  `why/${symbol}/volatility`,
  `how/income/${symbol}`,
  'how/best-income',
  `how/chain/${symbol}`,
  'tone',
  `news/${symbol}`,
]

type Parsed<Route extends keyof typeof dataRoutes> = Promise<RouteResponse<Route>>
const read = async <Route extends 'why' | 'income' | 'bestIncome' | 'chain' | 'history'>(
  partner: LicensedPartner,
  route: Route,
  path: string,
): Parsed<Route> => {
  const response = await service.get(partner, path)
  expect([path, response.status]).toEqual([path, 200])
  return v.parse(dataRoutes[route].response, await response.json())
}

describe('without a setting', () => {
  test('a partner sees nothing of a vendor, but finds symbols', async () => {
    const { none } = service.partners
    for (const path of paths) {
      const response = await service.get(none, path)
      expect([path, response.status]).toEqual([path, 403])
      expect(await problemOf(response)).toMatchObject({ code: 'not-licensed' })
    }
    const found = await service.get(none, `symbols?query=${symbol}`)
    expect(await found.json()).toMatchObject({ symbols: [{ symbol }] })
  })

  test('the log names the account and the command, once an hour; the response names neither', async () => {
    const partner = await service.addPartner('none')
    const bodies = [await service.get(partner, `why/${symbol}`), await service.get(partner, 'tone')]
    for (const response of bodies) expect(await response.text()).not.toMatch(/admin|p_/)
    const entries = service.logged.filter(({ event }) => event === 'data-not-licensed')
    expect(entries.filter(({ fields }) => JSON.stringify(fields).includes(partner.id))).toEqual([
      {
        event: 'data-not-licensed',
        fields: {
          account: partner.id,
          action: expect.stringContaining(`admin partner set ${partner.id} --data`) as string,
        },
      },
    ])
  })

  test('data that no licence restricts is shown', async () => {
    service.market.setClasses({ quotes: 'real-time', chains: 'real-time', bars: 'free' })
    const tone = await service.get(service.partners.none, 'tone')
    expect(tone.status).toBe(200)
    expect((await service.get(service.partners.none, `why/${symbol}`)).status).toBe(403)
  })

  test('a widget opens without a symbol, because the choice of one is derived from the data', async () => {
    const opened = vi.spyOn(service.service.environments, 'environmentOf')
    await service.session(service.partners.none)
    const environment = opened.mock.results.at(-1)!.value as { lookups: { firstSymbol(): Promise<unknown> } }
    expect(await environment.lookups.firstSymbol()).toBeNull()
    expect(await service.service.environments.environmentOf('live').lookups.firstSymbol()).toBeOneOf([
      ...licensedSymbols,
    ])
  })
})

describe('a partner with a lower class than the market', () => {
  test('gets ranks, probabilities and volatilities, and the reason in place of each price', async () => {
    const why = await read(service.partners.delayed, 'why', `why/${symbol}`)
    expect(why).toMatchObject({
      sentence: null,
      sentenceMessage: null,
      supportAndResistance: null,
      expandedQuote: { last: null, change: null, week52High: null, peRatio: null, eps: 311 },
      sentiment: 'Bullish',
      impliedVolatility: expect.any(Number) as number,
      sixMonthTrend: { sentimentInterpretation: 'Bullish' },
    })
    expect(why.unknown).toEqual(
      expect.arrayContaining(
        ['sentence', 'sentenceMessage', 'supportAndResistance', 'expandedQuote.last'].map(notLicensed),
      ),
    )
    const { rules } = await read(service.partners.delayed, 'why', `why/${licensedSymbols[1]}`)
    const sentences = rules.map(({ code, sentence }) => [code, sentence === null])
    expect(sentences).toContainEqual(['support-bounce', true])
    expect(sentences).toContainEqual(['cci-dip', false])

    const income = await read(service.partners.delayed, 'income', `how/income/${symbol}`)
    expect(income.callOptimals.length).toBeGreaterThan(3)
    for (const option of income.callOptimals) {
      expect(option).toMatchObject({ premium: null, return: null, breakeven: null, inPlainEnglish: null })
      expect(option.probability).toBeGreaterThan(0)
      expect(option.serviceScore).toBeGreaterThan(0)
      const annualized = option.checklist.find(({ name }) => name === 'AnnualizedReturn')
      expect(annualized).toMatchObject({ sentence: null, severity: expect.any(String) as string })
      expect(option.checklist.find(({ name }) => name === 'StockTrend')?.sentence).toContain('bullish')
    }
    // One entry per field, not per option.
    expect(income.unknown.filter(({ field }) => field === 'callOptimals.premium')).toEqual([
      notLicensed('callOptimals.premium'),
    ])
  })

  test('gets columns of equal length, and no filter that would reveal a price', async () => {
    const { delayed } = service.partners
    const history = await read(delayed, 'history', `why/${symbol}/history?averages=all`)
    for (const column of ['date', 'open', 'high', 'low', 'close', 'volume'] as const)
      expect([column, history[column]]).toEqual([column, []])
    expect(history.averages?.map(({ close, unknown }) => [close, unknown])).toEqual(
      Array.from({ length: 3 }, () => [[], 'not-licensed']),
    )
    expect(history.unknown).toContainEqual(notLicensed('close'))

    const best = await read(delayed, 'bestIncome', 'how/best-income?minProbability=0')
    expect(best.unknown).toContainEqual(notLicensed('trades.premium'))
    // So would an order: its place between trades with known prices reveals a price.
    for (const filter of [
      'minPrice=1',
      'maxPrice=9000',
      'minYield=0.1',
      'maxCash=9000',
      'minOpenInterest=10',
      'sort=premium',
      'sort=cash',
      'sort=openInterest',
      'sort=annualizedReturn',
    ]) {
      const refused = await service.get(delayed, `how/best-income?${filter}`)
      expect(await problemOf(refused)).toMatchObject({
        code: 'not-licensed',
        parameter: filter.split('=')[0],
      })
    }
  })

  test('sees the prices of the parts that its class includes', async () => {
    // Not cached with other classes.
    const freshSymbol = licensedSymbols[2]!
    const { market, partners } = service
    market.setClasses({ quotes: 'real-time', chains: 'delayed', bars: 'end-of-day' })
    const chain = await read(partners.delayed, 'chain', `how/chain/${freshSymbol}`)
    expect(chain).toMatchObject({ stockPrice: null, chainPrice: expect.any(Number) as number })
    expect(chain.expiries[1]!.rows[0]!.call!.bid).toEqual(expect.any(Number))
    expect(chain.dataStatus).toMatchObject({ dataClass: 'delayed', parts: { bars: { class: 'end-of-day' } } })

    const endOfDay = await read(partners['end-of-day'], 'chain', `how/chain/${freshSymbol}`)
    expect(endOfDay.expiries[1]!.rows[0]!.call).toMatchObject({
      bid: null,
      delta: expect.any(Number) as number,
    })
    expect(endOfDay.unknown).toContainEqual(notLicensed('expiries.rows.call.bid'))
    expect(endOfDay.dataStatus.dataClass).toBe('end-of-day')
    const history = await read(partners['end-of-day'], 'history', `why/${freshSymbol}/history`)
    expect(history.close.length).toBeGreaterThan(100)
    expect(history).not.toHaveProperty('unknown')
  })

  test('gets a response that is serialised once for all its callers', async () => {
    const { environments } = service.service
    const { lookups } = environments.environmentOf('live-delayed')
    const [first, second] = [await lookups.why(symbol), await lookups.why(symbol)]
    expect(first).toBe(second)
    expect(first).not.toBe(await environments.environmentOf('live').lookups.why(symbol))
  })
})

describe('the setting', () => {
  test('takes effect on the next request, for keys and for open sessions', async () => {
    const { operator } = service.service.access
    const none = await service.addPartner('none')
    const bearer = await service.session(none)
    const statuses = async () => [
      (await service.get(none, `why/${symbol}`)).status,
      (await service.getInSession(bearer, `why/${symbol}`)).status,
    ]
    expect(await statuses()).toEqual([403, 403])
    await operator.setData(none.id, 'derived')
    expect(await statuses()).toEqual([200, 200])
    await operator.setData(none.id, 'none')
    expect(await statuses()).toEqual([403, 403])
  })

  test('is stored with the account and in the audit log, and refuses unknown classes', async () => {
    const none = await service.addPartner('none')
    await service.service.access.operator.setData(none.id, 'delayed')
    expect((await service.store.accounts.find(none.id))?.settings).toEqual({ data: 'delayed' })
    const [entry] = await service.store.audit.list({ partnerId: none.id, limit: 1 })
    expect(entry).toMatchObject({ action: 'setting-changed', subject: 'data', details: { value: 'delayed' } })
    await expect(service.service.access.operator.setData(none.id, 'everything')).rejects.toThrow(
      '"data" must be one of real-time, delayed, end-of-day, derived, none.',
    )
  })
})

test('the settings that a widget receives do not name the licensed data', async () => {
  const testService = await makeTestService()
  const { store, service: unlicensed } = testService
  const [partner] = await store.accounts.list()
  await unlicensed.access.operator.setData(partner!.id, 'delayed')
  const headers = { Authorization: `Bearer ${await testService.token()}` }
  const opened = await testService.post(
    '/setCookie',
    { origin: 'http://localhost:8081', instance: 'instance-1' },
    headers,
  )
  const { settings } = (await opened.json()) as { settings: object }
  expect(settings).toHaveProperty('faqUrl')
  expect(settings).not.toHaveProperty('data')
})

test('a market without licences looks up no account, and shows everything to everybody', async () => {
  const testService = await makeTestService()
  const { demo, store, service: unlicensed } = testService
  const find = vi.spyOn(store.accounts, 'find')
  const response = await testService.get(`${dataPath}/why/AAPL`, {
    'Op-Subscription-Key': demo.subscriptionKey,
  })
  expect(await response.json()).toMatchObject({ expandedQuote: { last: 100 } })
  expect(find).not.toHaveBeenCalled()
  expect(unlicensed.environments.environmentOf('live')).not.toHaveProperty('usage')
})
