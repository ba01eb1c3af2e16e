import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { latestClosedSession } from '#service/markets/calendar.ts'
import { capabilityNames, type Capability } from '#service/markets/capabilities.ts'
import { unknownDividends, type Market } from '#service/markets/market.ts'
import { marketSuite } from '#service/markets/market.suite.ts'
import type { LogFields } from '#service/shared/log.ts'
import { assignParts } from './assign-parts.ts'
import { composedMarket } from './composed-market.ts'
import { partOf, saturday, type Part, type PartOptions } from './part.fixture.ts'

const isBeforeT = (symbol: string) => symbol < 'T'

type Named = Partial<Record<Capability, Part>>

/** A market composed of named parts, in their order. */
function compose(named: Named) {
  const lines: { event: string; fields: LogFields | undefined }[] = []
  const parts = assignParts(
    Object.entries(named).map(([capability, market]) => ({
      capability: capability as Capability,
      name: market.source().toLowerCase(),
      market,
    })),
  )
  const market: Market = {
    ...composedMarket(parts, (_level, event, fields) => lines.push({ event, fields })),
    close: async () => {},
  }
  return { market, lines }
}

const bars = (options: Partial<PartOptions> = {}) =>
  partOf({ name: 'Barsmith', capabilities: ['bars', 'profiles'], seed: 2, ...options })
const quotes = (options: Partial<PartOptions> = {}) =>
  partOf({ name: 'Quotely', capabilities: ['quotes', 'chains'], ...options })

marketSuite('bars and quotes of two vendors', async () => compose({ bars: bars(), quotes: quotes() }).market)
marketSuite(
  'sources that know different symbols and are at different times',
  async () =>
    compose({
      // Two weeks ahead of the quotes, and without the end of the alphabet.
      bars: bars({ clock: new Date('2026-12-05T15:00:00Z'), knows: isBeforeT }),
      quotes: quotes(),
      profiles: partOf({
        name: 'Profiler',
        capabilities: ['profiles', 'dividends'],
        knows: (symbol) => symbol < 'F',
      }),
      // Months behind them: most of its earnings have passed.
      earnings: partOf({
        name: 'Reporter',
        capabilities: ['earnings'],
        clock: new Date('2026-08-22T15:00:00Z'),
      }),
      news: partOf({ name: 'Newsroom', capabilities: ['news', 'volatility'] }),
    }).market,
)

test('the source of the chains learns whose a call is', async () => {
  const source = quotes()
  const chain = vi.spyOn(source, 'chain')
  const { market } = compose({ bars: bars(), quotes: source })
  await market.chain('AAPL', 'scan')
  expect(chain).toHaveBeenCalledWith('AAPL', 'scan')
})

test('each kind of data comes from its source, and the clock from the quotes', async () => {
  const parts = {
    // It provides everything, and is named for bars only.
    bars: bars({ capabilities: [...capabilityNames], clock: new Date('2026-12-05T15:00:00Z') }),
    chains: partOf({ name: 'Chainer', capabilities: ['chains'] }),
    quotes: quotes(),
  }
  const { market } = compose(parts)
  expect((await market.bars('AAPL'))?.open[0]).toBe((await parts.bars.bars('AAPL'))?.open[0])
  expect(await market.chain('AAPL')).toEqual(await parts.chains.chain('AAPL'))
  expect(await market.quote('AAPL')).toEqual(await parts.quotes.quote('AAPL'))
  expect(await market.profile('AAPL')).toEqual(await parts.bars.profile('AAPL'))
  expect(market.now()).toEqual(parts.quotes.now())
  expect(market.source()).toBe('Quotely and Chainer and Barsmith')
})

test('a kind of data that is not named comes from the first source that has it', async () => {
  const first = bars()
  const second = quotes({ capabilities: [...capabilityNames], seed: 3 })
  const { market } = compose({ bars: first, quotes: second })
  expect(await market.profile('AAPL')).toMatchObject({ companyName: 'Apple Inc.' })
  expect(market.capabilities().profiles?.source).toBe('Barsmith')
  expect(market.capabilities().news?.source).toBe('Quotely')
  expect(await market.news('AAPL')).toEqual(await second.news('AAPL'))
})

test('what no source provides is not there, and says so', async () => {
  const { market } = compose({ bars: bars(), quotes: quotes() })
  expect(market.capabilities()).toMatchObject({
    earnings: null,
    news: null,
    volatility: null,
    dividends: null,
  })
  expect(await market.earnings('AAPL')).toBeNull()
  expect(await market.news('AAPL')).toEqual([])
  expect(await market.volatilityHistory('AAPL')).toEqual([])
})

test('each part has its own state', () => {
  const parts = { bars: bars(), quotes: quotes() }
  const { market } = compose(parts)
  parts.quotes.state = 'denied'
  const { quotes: quotesState, chains, bars: barsState } = market.capabilities()
  expect(quotesState).toMatchObject({ source: 'Quotely', state: 'denied', delayedSeconds: 900 })
  expect(chains?.state).toBe('denied')
  expect(barsState).toMatchObject({ source: 'Barsmith', state: 'working' })
})

test('invented bars below real quotes are labelled as simulated', () => {
  const invented = bars()
  const { market } = compose({ bars: invented, quotes: quotes() })
  expect(market.status().simulated).toBe(false)
  invented.status = () => ({ state: 'open', delayedSeconds: 0, simulated: true, asOf: null })
  expect(market.status()).toMatchObject({ simulated: true, delayedSeconds: 900 })
})

describe('symbols', () => {
  test('of the profiles or of the bars are known, and lack what their source lacks', async () => {
    const { market } = compose({
      profiles: partOf({
        name: 'Profiler',
        capabilities: ['profiles'],
        knows: (symbol) => symbol === 'AAPL',
      }),
      bars: bars({ knows: (symbol) => symbol === 'MSFT' }),
      quotes: quotes({ knows: (symbol) => symbol !== 'MSFT' }),
    })
    expect((await market.bars('AAPL'))?.date).toEqual([])
    expect(await market.profile('MSFT')).toMatchObject({
      symbol: 'MSFT',
      companyName: 'MSFT',
      marketCap: null,
    })
    expect(await market.chain('MSFT')).toEqual({
      symbol: 'MSFT',
      asOf: saturday,
      underlyingPrice: 0,
      style: 'american',
      contracts: [],
      hasNoData: true,
    })
    // The source of the quotes alone knows it.
    for (const call of ['profile', 'bars', 'chain', 'quote'] as const)
      expect(await market[call]('KO'), call).toBeUndefined()
  })

  test('of the scan are those of the bars, or of the chains if the bars’ source lists none', async () => {
    const lists = { bars: bars({ knows: isBeforeT }), quotes: quotes() }
    expect(await compose(lists).market.universe()).toEqual(await lists.bars.universe())
    lists.bars.universe = async () => []
    expect(await compose(lists).market.universe()).toEqual(await lists.quotes.universe())
    lists.quotes.universe = async () => []
    await expect(compose(lists).market.universe()).rejects.toThrow(
      'neither Barsmith nor Quotely lists symbols: name them in a file and set UNIVERSE_FILE',
    )
  })
})

describe('sources at different times', () => {
  test('bars end with the last session that has closed by the clock of the quotes', async () => {
    const ahead = bars({ clock: new Date('2026-12-05T15:00:00Z') })
    const { market } = compose({ bars: ahead, quotes: quotes() })
    const cut = (await market.bars('AAPL'))!
    const all = (await ahead.bars('AAPL'))!
    expect(all.date.at(-1)).toBe('2026-12-04')
    expect(cut.date.at(-1)).toBe(latestClosedSession(saturday))
    expect(cut.close).toEqual(all.close.slice(0, cut.date.length))
    // Later calls get the same object, which callers use as a key.
    expect(await market.bars('AAPL')).toBe(cut)
  })

  test('contracts that have expired by the clock of the quotes are omitted', async () => {
    const behind = partOf({
      name: 'Chainer',
      capabilities: ['chains'],
      clock: new Date('2026-11-06T15:00:00Z'),
    })
    const { market } = compose({ chains: behind, bars: bars(), quotes: quotes() })
    const all = (await behind.chain('AAPL'))!
    const { contracts } = (await market.chain('AAPL'))!
    expect(all.contracts[0]!.expiry < market.today()).toBe(true)
    expect(contracts).toEqual(all.contracts.filter(({ expiry }) => expiry >= market.today()))
  })
})

describe('a part that fails', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const four = () => ({
    bars: bars({ capabilities: ['bars'] }),
    quotes: quotes(),
    profiles: partOf({ name: 'Profiler', capabilities: ['profiles'] }),
    dividends: partOf({ name: 'Payer', capabilities: ['dividends'] }),
    news: partOf({ name: 'Newsroom', capabilities: ['news'] }),
  })

  test('fails the calls for its own data and no others', async () => {
    const parts = four()
    const { market } = compose(parts)
    parts.news.break('news', 'fails')
    await expect(market.news('AAPL')).rejects.toThrow('Newsroom is down')
    expect(await market.profile('AAPL')).toBeDefined()
    parts.quotes.break('chain', 'fails')
    await expect(market.chain('AAPL')).rejects.toThrow('Quotely is down')
    expect((await market.bars('AAPL'))?.date.length).toBeGreaterThan(0)
    expect(await market.quote('AAPL')).toBeDefined()
  })

  test.each(['fails', 'hangs'] as const)('and has the profiles (%s) hides no other data', async (how) => {
    const parts = four()
    const { market } = compose(parts)
    parts.profiles.break('profile', how)
    const calls = Promise.all([
      market.bars('AAPL'),
      market.chain('AAPL'),
      market.quote('AAPL'),
      market.news('AAPL'),
    ])
    await vi.advanceTimersByTimeAsync(4_000)
    expect((await calls).every((result) => result !== undefined)).toBe(true)
    if (how === 'hangs') return
    await expect(market.profile('AAPL')).rejects.toThrow('Profiler is down')
    // The bars' source knows it as well.
    parts.quotes.chain = async () => undefined
    expect((await market.chain('AAPL'))?.contracts).toEqual([])
  })

  test.each(['fails', 'hangs'] as const)(
    'and has the dividends (%s) leaves them unknown, with one line for the operator',
    async (how) => {
      const parts = four()
      const { market, lines } = compose(parts)
      const known = (await market.profile('AAPL'))!.dividends
      expect(known.knownThrough).not.toBeNull()
      parts.dividends.break('profile', how)
      for (let count = 0; count < 2; count++) {
        const profile = market.profile('AAPL')
        await vi.advanceTimersByTimeAsync(4_000)
        expect(await profile).toMatchObject({ companyName: 'Apple Inc.', dividends: unknownDividends })
      }
      expect(lines).toEqual([
        {
          event: 'market-part-failed',
          fields: {
            capability: 'dividends',
            source: 'Payer',
            reason: how === 'fails' ? 'Payer is down' : 'no response within 4 s',
          },
        },
      ])
      parts.dividends.break('profile', null)
      expect((await market.profile('AAPL'))!.dividends).toEqual(known)
      parts.dividends.break('profile', 'fails')
      await market.profile('AAPL')
      expect(lines).toHaveLength(2)
    },
  )
})

test('pushes option quotes of the chains’ source only, and a new day of any source', () => {
  const parts = {
    bars: bars(),
    chains: partOf({ name: 'Chainer', capabilities: ['chains'] }),
    quotes: quotes(),
  }
  parts.quotes.watchContracts = () => () => {}
  expect(compose(parts).market).not.toHaveProperty('watchContracts')
  expect(compose(parts).market).not.toHaveProperty('onNewDay')
  const stop = vi.fn<() => void>()
  const announce: (() => void)[] = []
  parts.chains.watchContracts = () => stop
  for (const part of [parts.chains, parts.bars])
    part.onNewDay = (listener) => {
      announce.push(listener)
      return stop
    }
  const { market } = compose(parts)
  market.watchContracts!(['AAPL261218C00300000'], () => {})()
  const listener = vi.fn<() => void>()
  const stopListening = market.onNewDay!(listener)
  for (const newDay of announce) newDay()
  expect(listener).toHaveBeenCalledTimes(2)
  stopListening()
  expect(stop).toHaveBeenCalledTimes(3)
})

describe('sources that do not fit', () => {
  test('a source without the data that it is named for is refused', () => {
    expect(() => compose({ bars: bars(), quotes: quotes(), news: bars() })).toThrow(
      'barsmith does not provide news; name another source for news',
    )
  })
  test('a composition without prices names what is missing', () => {
    expect(() => compose({ bars: bars() })).toThrow(
      'no source provides quotes or chains; add a part such as quotes:<source>',
    )
  })
})
