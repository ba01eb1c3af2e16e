/**
 * Every documented field (docs/specification.md, section 2) has its documented type in HTTP
 * responses, at every door, with both markets. The tables are written from the specification, not
 * from the contract, so that the test also fails if a field is renamed in the contract and in the
 * service.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensureDemo } from '#service/access/demo.ts'
import type { Market } from '#service/markets/market.ts'
import { simulatedMarket } from '#service/markets/simulated/simulated.ts'
import { demoOrigins, readEnvironment } from '#service/server/config/environment.ts'
import { openRecordedMarket } from '#service/markets/recorded/recorded-market.ts'
import { createHttpServer, listen } from '#service/server/http/http-server.ts'
import { runScan } from '#service/scan/scan.ts'
import { createService } from '#service/service.ts'
import { memoryStore } from '#service/store/memory/memory.ts'
import { createApp } from './app.ts'

type Kind =
  | 'string'
  | 'string or null'
  | 'number'
  | 'number or null'
  | 'integer'
  | 'datetime'
  | 'array'
  | 'object'
type Fields = Readonly<Record<string, Kind>>

const idea: Fields = {
  symbol: 'string',
  companyName: 'string',
  dateOfScan: 'datetime',
  sentiment: 'string',
  price: 'number',
  // Null for a leveraged fund, which has no rank.
  technicalRank: 'number or null',
  impliedVolatilityRank: 'number or null',
  liquidityRank: 'integer',
  liquidityExplanation: 'string',
  sector: 'string',
  exchange: 'string',
  region: 'string',
  // Null for a fund.
  marketCap: 'number or null',
  rules: 'array',
}
const rule: Fields = {
  ruleMatch: 'string',
  sentiment: 'string',
  period: 'integer',
  reason: 'string',
  sentence: 'string',
}
const why: Fields = {
  sentiment: 'string',
  technicalRank: 'number or null',
  impliedVolatilityRank: 'number or null',
  liquidityRank: 'integer',
  liquidityExplanation: 'string',
  sentence: 'string',
  supportAndResistance: 'object',
  oneMonthTrend: 'object',
  sixMonthTrend: 'object',
  expandedQuote: 'object',
  earningsDate: 'datetime',
  earningsTime: 'string',
  messageType: 'string',
}
const level: Fields = { value: 'number', date: 'datetime' }
const trend: Fields = { value: 'number', sentimentInterpretation: 'string' }
const expandedQuote: Fields = {
  last: 'number',
  change: 'number',
  percentageChange: 'number',
  volume: 'number',
  week52Low: 'number',
  week52High: 'number',
  eps: 'number',
  peRatio: 'number',
  companyName: 'string',
  sector: 'string',
  exchange: 'string',
}
const income: Fields = {
  underlying: 'string',
  sentiment: 'string',
  stockPrice: 'number',
  callOptimals: 'array',
  messageType: 'string',
}
const option: Fields = {
  strike: 'number',
  return: 'number',
  annualizedReturn: 'number',
  premium: 'number',
  expiry: 'datetime',
  legType: 'string',
  probability: 'number',
  daysUntilExpiry: 'integer',
  delta: 'number',
  breakeven: 'number',
  maxReward: 'number',
  maxRisk: 'number',
  serviceScore: 'integer',
  inPlainEnglish: 'string',
  checklist: 'array',
}
const checklistItem: Fields = { name: 'string', severity: 'string or null', sentence: 'string' }

const isKind: Record<Kind, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  number: (value) => Number.isFinite(value),
  'string or null': (value) => value === null || typeof value === 'string',
  'number or null': (value) => value === null || Number.isFinite(value),
  integer: (value) => Number.isInteger(value),
  datetime: (value) =>
    typeof value === 'string' &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value) &&
    !Number.isNaN(Date.parse(value)),
  array: Array.isArray,
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
}

/** Asserts that the object has every field, with the documented type. Returns the object. */
function expectFields(value: unknown, fields: Fields): Record<string, unknown> {
  const record = value as Record<string, unknown>
  const mismatches = Object.entries(fields).filter(([name, kind]) => !isKind[kind](record[name]))
  expect(
    mismatches.map(([name, kind]) => `${name}: expected ${kind}, got ${JSON.stringify(record[name])}`),
  ).toEqual([])
  return record
}
/**
 * Asserts that the list is not empty and that each element has every field. Returns the elements.
 */
function expectListFields(value: unknown, fields: Fields): Record<string, unknown>[] {
  const items = value as unknown[]
  expect(items.length).toBeGreaterThan(0)
  return items.map((record) => expectFields(record, fields))
}

const recordedFolder = fileURLToPath(new URL('../../../shared/market-data', import.meta.url))
/**
 * Few symbols, so that the scan is fast: some with recorded chains, and well-known ones of the
 * simulated market.
 */
const universe = 'AAPL AMD AMZN AVGO BAC DIS GOOGL JPM KO META NVDA QQQ SPY T TSLA XOM'.split(' ')
const markets = [
  {
    name: 'simulated',
    // With so few symbols, a scan finds no ideas on some days. With this seed and day, it finds some.
    open: async () => simulatedMarket({ seed: 20_260_821, clock: () => new Date('2026-11-22T15:00:00Z') }),
    isAvailable: true,
  },
  {
    name: 'recorded data (needs ../shared/market-data/chains-2026-08-21 and its bars)',
    open: () => openRecordedMarket(recordedFolder),
    isAvailable: existsSync(join(recordedFolder, 'chains-2026-08-21')),
  },
]

async function startService(market: Market) {
  const listedSymbols = new Set(await market.universe())
  const limitedMarket: Market = {
    ...market,
    universe: async () => universe.filter((symbol) => listedSymbols.has(symbol)),
  }
  const store = memoryStore()
  await runScan({ market: limitedMarket, batches: store.batches })
  const service = await createService({ market: limitedMarket, store, pepper: new Uint8Array(32).fill(7) })
  const { access, hash } = service
  const demo = await ensureDemo({ store, operator: access.operator, hash }, demoOrigins(8081))
  const processState = () => ({ metrics: () => ({}), isStopping: false })
  const server = createHttpServer(createApp(service), readEnvironment({}), processState)
  const { url } = await listen(server, 0, '127.0.0.1')
  const stop = () => {
    server.closeAllConnections()
    server.close()
    return market.close()
  }
  return { url, demo, stop }
}

for (const { name, open, isAvailable } of markets) {
  describe.skipIf(!isAvailable)(`the documented responses over ${name}`, { timeout: 30_000 }, () => {
    let service: Awaited<ReturnType<typeof startService>>
    beforeAll(async () => {
      service = await startService(await open())
    }, 30_000)
    afterAll(() => service.stop())

    const post = async (path: string, headers: Record<string, string>, body: string) => {
      const response = await fetch(service.url + path, { method: 'POST', headers, body })
      expect(response.status).toBe(200)
      return response
    }
    const json = { 'Content-Type': 'application/json' }
    const tokenOf = async (response: Response) =>
      ((await response.json()) as { access_token: string }).access_token
    const accessToken = async () =>
      tokenOf(await post('/Token', json, JSON.stringify({ apiKey: service.demo.apiKey, userId: 'u' })))
    const openSession = async (token: string) =>
      post(
        '/setCookie',
        { ...json, Authorization: `Bearer ${token}` },
        JSON.stringify({ origin: 'http://localhost:8081', instance: 'instance-1' }),
      )
    const doors: Record<string, () => Promise<Record<string, string>>> = {
      gateway: async () => ({ 'Op-Subscription-Key': service.demo.subscriptionKey }),
      legacy: async () => {
        const { clientId, clientSecret } = service.demo
        const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
        const response = await post(
          '/token',
          { 'Content-Type': 'application/x-www-form-urlencoded' },
          new URLSearchParams(form).toString(),
        )
        return { Authorization: `Bearer ${await tokenOf(response)}` }
      },
      'widget, by cookie': async () => {
        const response = await openSession(await accessToken())
        return { Cookie: response.headers.get('set-cookie')!.split(';')[0]! }
      },
      'widget, by bearer': async () => {
        const token = await accessToken()
        await openSession(token)
        return { Authorization: `Bearer ${token}` }
      },
    }

    test.each(Object.keys(doors))('have every field at the door %s', async (door) => {
      const headers = await doors[door]!()
      const get = async (path: string) => {
        const response = await fetch(`${service.url}/api/v1/platform/${path}`, { headers })
        expect(response.status).toBe(200)
        return (await response.json()) as Record<string, unknown>
      }

      const { tradeIdeas } = await get('what/tradeideas')
      for (const record of expectListFields(tradeIdeas, idea)) {
        expect(['Bullish', 'Bearish']).toContain(record['sentiment'])
        expect([null, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]).toContain(record['technicalRank'])
        expect([1, 2, 3]).toContain(record['liquidityRank'])
        expectListFields(record['rules'], rule)
      }

      const analysis = expectFields(await get('why/AAPL'), why)
      expect(analysis['messageType']).toBe('SUCCESS')
      const { support, resistance } = analysis['supportAndResistance'] as Record<string, unknown>
      expectListFields(support, level)
      expectListFields(resistance, level)
      expectFields(analysis['oneMonthTrend'], trend)
      expectFields(analysis['sixMonthTrend'], trend)
      expectFields(analysis['expandedQuote'], expandedQuote)

      const incomeResponse = expectFields(await get('how/income/AAPL'), income)
      expect(incomeResponse).toMatchObject({ messageType: 'SUCCESS', underlying: 'AAPL' })
      for (const [list, legType] of [
        [incomeResponse['callOptimals'], 'Call'],
        [incomeResponse['putOptimals'], 'Put'],
      ]) {
        const options = expectListFields(list, option)
        expect(options.length).toBeLessThanOrEqual(9)
        for (const record of options) {
          expect(record['legType']).toBe(legType)
          for (const { severity } of expectListFields(record['checklist'], checklistItem))
            expect(['Good', 'Neutral', 'Bad', null]).toContain(severity)
        }
      }
    })
  })
}
