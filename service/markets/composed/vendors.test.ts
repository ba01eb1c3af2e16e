/** `MARKET=bars:massive,chains:tradier,quotes:tradier` over stand-ins of both vendors. */
import { expect, onTestFinished, test } from 'vitest'
import { openMassiveMarket } from '#service/markets/massive/massive-market.ts'
import {
  failure,
  standInKey,
  startStandIn as startMassive,
} from '#service/markets/massive/stand-in.fixture.ts'
import { marketSuite } from '#service/markets/market.suite.ts'
import type { Market } from '#service/markets/market.ts'
import { openMarket, parseMarket } from '#service/markets/registry.ts'
import { standInToken, startStandIn as startTradier } from '#service/markets/tradier/stand-in.fixture.ts'
import { openTradierMarket } from '#service/markets/tradier/tradier-market.ts'
import { assignParts } from './assign-parts.ts'
import { composedMarket } from './composed-market.ts'

/** A Friday, in the session. */
const friday = new Date('2026-11-20T18:00:00Z')
const log = () => {}

/** Both vendors list AAPL, KO and SPY. */
async function openBoth() {
  const [massive, tradier] = await Promise.all([
    startMassive({ clock: () => friday }),
    startTradier({ now: friday, symbols: ['AAPL', 'BRK/B', 'KO', 'SPY', 'F'] }),
  ])
  const clock = () => friday
  const common = { riskFreeRate: 0.04, log, clock }
  const bars = openMassiveMarket({
    ...common,
    key: standInKey,
    host: 'delayed',
    url: massive.url,
    universe: undefined,
  })
  const quotes = openTradierMarket({
    ...common,
    token: standInToken,
    host: 'production',
    url: tradier.url,
    universe: [],
    perMinute: null,
  })
  const parts = assignParts([
    { capability: 'bars', name: 'massive', market: bars },
    { capability: 'chains', name: 'tradier', market: quotes },
    { capability: 'quotes', name: 'tradier', market: quotes },
  ])
  const close = async () => {
    await Promise.all([bars.close(), quotes.close()])
    await massive.close()
    tradier.close()
  }
  const market: Market = { ...composedMarket(parts, log), close }
  return { market, massive, tradier }
}

marketSuite('bars of Massive, chains and quotes of Tradier', async () => {
  const { market, massive, tradier } = await openBoth()
  // Tradier quotes what Massive lists, so that every symbol of the universe has a quote.
  for (const name of massive.data.names.keys()) tradier.state.symbols.add(name.replace('.', '/'))
  return market
})

test('each vendor is named for its own data, with its own licence', async () => {
  const { market } = await openBoth()
  onTestFinished(() => market.close())
  expect(market.source()).toBe('Tradier and Massive')
  expect(market.capabilities()).toMatchObject({
    quotes: { source: 'Tradier', dataClass: 'real-time' },
    chains: { source: 'Tradier', dataClass: 'real-time' },
    bars: { source: 'Massive', dataClass: 'end-of-day' },
    news: { source: 'Massive' },
    earnings: null,
  })
})

test('a vendor that refuses access fails its own data only', async () => {
  const { market, massive } = await openBoth()
  onTestFinished(() => market.close())
  massive.fail('/', failure(403, { status: 'NOT_AUTHORIZED', message: 'You are not entitled to this data.' }))
  await expect(market.bars('AAPL')).rejects.toThrow('massive refuses access')
  expect((await market.quote('AAPL'))?.symbol).toBe('AAPL')
  expect((await market.chain('AAPL'))?.contracts.length).toBeGreaterThan(0)
  expect(market.capabilities()).toMatchObject({
    bars: { state: 'denied' },
    quotes: { state: 'working' },
    chains: { state: 'working' },
  })
})

test('MARKET opens both with their keys, without a list of symbols and without a call', async () => {
  const variables: Record<string, string> = {
    MASSIVE_API_KEY: standInKey,
    MASSIVE_URL: 'http://127.0.0.1:9',
    TRADIER_TOKEN: standInToken,
    TRADIER_URL: 'http://127.0.0.1:9',
  }
  const value = 'bars:massive,chains:tradier,quotes:tradier'
  const choice = parseMarket(value, (name) => variables[name])
  const market = await openMarket(choice, { log, purpose: 'serve' })
  expect(market.capabilities().quotes?.source).toBe('Tradier')
  await market.close()
  expect(() =>
    parseMarket(value, (name) => (name === 'TRADIER_TOKEN' ? undefined : variables[name])),
  ).toThrow('TRADIER_TOKEN is not set')
})
