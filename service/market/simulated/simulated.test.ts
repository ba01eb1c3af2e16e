import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Quote } from '#contract/feed.ts'
import { daysBetween, isTradingDay } from '#service/market/calendar.ts'
import { marketSuite } from '#service/market/market.suite.ts'
import type { Bars, Chain } from '#service/market/market.ts'
import { simulatedMarket } from './simulated.ts'
import { simulatedSymbols } from './symbols.ts'

const saturday = new Date('2026-11-21T15:00:00Z')
const at = (instant: string | Date, seed = 1) => simulatedMarket({ seed, clock: () => new Date(instant) })
const must = async <T>(value: Promise<T | undefined>): Promise<T> => {
  const found = await value
  if (found === undefined) throw new Error('not known')
  return found
}
const returns = (bars: Bars): number[] =>
  Array.from(bars.close.subarray(1), (close, i) => Math.log(close / (bars.close[i] as number)))
const mean = (list: readonly number[]) => list.reduce((sum, x) => sum + x, 0) / list.length
function correlation(a: readonly number[], b: readonly number[]): number {
  const [ma, mb] = [mean(a), mean(b)]
  const cov = mean(a.map((x, i) => (x - ma) * ((b[i] as number) - mb)))
  return cov / Math.sqrt(mean(a.map((x) => (x - ma) ** 2)) * mean(b.map((x) => (x - mb) ** 2)))
}

marketSuite('simulated, weekend', async () => at(saturday))
marketSuite('simulated, in a session', async () => at('2026-11-27T16:20:00Z', 9))

describe('the universe', () => {
  it('has at least 500 symbols with the best-known ones among them', async () => {
    const universe = await at(saturday).universe()
    expect(universe.length).toBeGreaterThanOrEqual(500)
    for (const symbol of [
      'AAPL',
      'MSFT',
      'NVDA',
      'AMZN',
      'GOOGL',
      'META',
      'TSLA',
      'BRK.B',
      'JPM',
      'SPY',
      'QQQ',
      'IWM',
      'KO',
      'T',
      'F',
    ]) {
      expect(universe).toContain(symbol)
    }
    expect(await at(saturday).profile('AAPL')).toMatchObject({
      companyName: 'Apple Inc.',
      sector: 'Technology',
      exchange: 'NASDAQ',
      kind: 'stock',
    })
    expect(await at(saturday).profile('TQQQ')).toMatchObject({ kind: 'leveraged-etf' })
  })

  it('keeps prices near their level for as long as the clock runs', async () => {
    for (const year of [2003, 2020, 2026, 2035]) {
      for (const seed of [1, 2, 3]) {
        const bars = await must(at(`${year}-06-17T12:00:00Z`, seed).bars('AAPL'))
        const level = bars.close.at(-1) as number
        const expected = 300 * Math.exp(1.1 * 0.06 * (year - 2026))
        expect(level / expected, `${year} ${seed}`).toBeGreaterThan(0.55)
        expect(level / expected, `${year} ${seed}`).toBeLessThan(1.8)
      }
    }
  })

  it('knows companies that lose money, that pay dividends, and that have no options', async () => {
    const market = at(saturday)
    const profiles = await Promise.all(
      (await market.universe()).map((symbol) => must(market.profile(symbol))),
    )
    expect(profiles.filter(({ eps }) => eps !== null && eps < 0).length).toBeGreaterThan(20)
    const payers = profiles.filter(({ dividends }) => dividends.declared.length > 0)
    expect(payers.length).toBeGreaterThan(150)
    for (const { dividends } of payers) {
      expect(dividends.declared.map(({ exDate }) => exDate).toSorted()).toEqual(
        dividends.declared.map(({ exDate }) => exDate),
      )
      expect(dividends.knownThrough! > '2027-06').toBe(true)
      for (const { exDate } of dividends.declared)
        expect(isTradingDay(exDate) && exDate > '2026-11-20').toBe(true)
    }
    const without = [...simulatedSymbols().values()].filter(({ listing }) => listing === 'none')
    expect(without.length).toBeGreaterThan(3)
    for (const { symbol } of without) expect((await must(market.chain(symbol))).contracts).toEqual([])
  })
})

describe('bars', () => {
  it('are two years up to the latest session that has closed', async () => {
    const lastOf = async (instant: string) => (await must(at(instant).bars('KO'))).date.at(-1)
    expect((await must(at(saturday).bars('KO'))).date.length).toBe(504)
    expect(await lastOf('2026-11-20T20:59:59Z')).toBe('2026-11-19')
    expect(await lastOf('2026-11-20T21:00:00Z')).toBe('2026-11-20')
    expect(await lastOf('2026-11-27T17:59:59Z')).toBe('2026-11-25')
    expect(await lastOf('2026-11-27T18:00:00Z')).toBe('2026-11-27')
  })

  it('are the same whatever was asked before, and others with another seed', async () => {
    const [first, second] = [at(saturday), at(saturday)]
    await first.bars('TSLA')
    await first.chain('SPY')
    expect(await first.bars('AAPL')).toEqual(await second.bars('AAPL'))
    expect(await second.bars('TSLA')).toEqual(await first.bars('TSLA'))
    expect((await must(at(saturday, 2).bars('AAPL'))).close).not.toEqual(
      (await must(first.bars('AAPL'))).close,
    )
  })

  it('of the past stay what they were when the clock goes on, over New Year too', async () => {
    for (const [before, after] of [
      ['2026-11-18T23:00:00Z', '2026-11-20T23:00:00Z'],
      ['2026-12-30T23:00:00Z', '2027-01-04T23:00:00Z'],
      ['2027-01-01T12:00:00Z', '2027-01-05T23:00:00Z'],
    ]) {
      const [old, young] = [
        await must(at(before as string).bars('XOM')),
        await must(at(after as string).bars('XOM')),
      ]
      const shift = young.date.indexOf(old.date.at(-1) as string) - 503
      expect(shift).toBeLessThan(0)
      for (const column of ['open', 'high', 'low', 'close', 'volume'] as const) {
        expect(young[column].subarray(0, 504 + shift)).toEqual(old[column].subarray(-shift))
      }
    }
  })

  it('move with the market where they should, and have gaps and busy days', async () => {
    const market = at(saturday)
    const spy = returns(await must(market.bars('SPY')))
    expect(correlation(returns(await must(market.bars('QQQ'))), spy)).toBeGreaterThan(0.9)
    expect(correlation(returns(await must(market.bars('JPM'))), spy)).toBeGreaterThan(0.3)
    expect(correlation(returns(await must(market.bars('SQQQ'))), spy)).toBeLessThan(-0.8)
    expect(Math.abs(correlation(returns(await must(market.bars('GLD'))), spy))).toBeLessThan(0.3)
    const nvda = await must(market.bars('NVDA'))
    const gaps = Array.from(nvda.open.subarray(1), (open, i) =>
      Math.abs(open / (nvda.close[i] as number) - 1),
    )
    expect(Math.max(...gaps)).toBeGreaterThan(0.02)
    expect(Math.max(...nvda.volume) / mean([...nvda.volume])).toBeGreaterThan(1.8)
  })
})

describe('chains', () => {
  const by = (chain: Chain, expiry: string, right: 'call' | 'put') =>
    chain.contracts.filter((one) => one.expiry === expiry && one.right === right)
  const expiries = (chain: Chain) => [...new Set(chain.contracts.map(({ expiry }) => expiry))]

  it('list weeklies, monthlies and LEAPS for the busiest, few expiries for the quiet', async () => {
    const market = at(saturday)
    const aapl = expiries(await must(market.chain('AAPL')))
    expect(aapl).toEqual(
      expect.arrayContaining([
        '2026-11-23',
        '2026-11-25',
        '2026-11-27',
        '2026-12-04',
        '2026-12-18',
        '2027-01-15',
        '2028-01-21',
      ]),
    )
    // Friday 2026-12-25 is a holiday: that week's options expire on Thursday; June 18, 2027 is Juneteenth observed.
    expect(aapl).toContain('2026-12-24')
    expect(aapl).toContain('2027-06-17')
    expect(aapl.every(isTradingDay)).toBe(true)
    const quiet = [...simulatedSymbols().values()].find(({ listing }) => listing === 'few')?.symbol as string
    const chain = await must(market.chain(quiet))
    expect(expiries(chain).length).toBeLessThanOrEqual(4)
    expect(chain.contracts.length).toBeGreaterThan(1)
  })

  it('lose the day’s options at four o’clock', async () => {
    expect(expiries(await must(at('2026-11-20T20:59:00Z').chain('SPY')))).toContain('2026-11-20')
    expect(expiries(await must(at('2026-11-20T21:00:00Z').chain('SPY')))).not.toContain('2026-11-20')
  })

  it('keep strikes on a grid around the price, finer near the money', async () => {
    const chain = await must(at(saturday).chain('AAPL'))
    const strikes = by(chain, '2026-12-18', 'call').map(({ strike }) => strike)
    expect(strikes.length).toBeGreaterThan(15)
    expect(strikes.filter((strike) => strike < chain.underlyingPrice).length).toBeGreaterThan(5)
    expect(strikes.filter((strike) => strike > chain.underlyingPrice).length).toBeGreaterThan(5)
    for (const strike of strikes) expect((strike * 10) % 25).toBe(0)
  })

  it('are worth their intrinsic value at least, in ticks, ask over bid, and nothing is bid for dead wings', async () => {
    const market = at(saturday)
    let unbid = 0
    for (const symbol of ['SPY', 'AAPL', 'KO', 'BKNG', 'AMC', 'CRVL']) {
      const chain = await must(market.chain(symbol))
      for (const { id, right, strike, bid, ask } of chain.contracts) {
        const intrinsic = Math.max(
          0,
          right === 'call' ? chain.underlyingPrice - strike : strike - chain.underlyingPrice,
        )
        expect((bid + ask) / 2, id).toBeGreaterThanOrEqual(intrinsic - 1e-9)
        expect(ask, id).toBeGreaterThan(bid)
        if (symbol !== 'SPY' && bid >= 3) expect(Math.round(bid * 100) % 5, id).toBe(0)
        if (bid === 0) unbid++
      }
    }
    expect(unbid).toBeGreaterThan(20)
  })

  it('fall with the strike for calls, rise for puts, and cost more the longer they live', async () => {
    const chain = await must(at(saturday).chain('AAPL'))
    for (const expiry of expiries(chain)) {
      for (const right of ['call', 'put'] as const) {
        const asks = by(chain, expiry, right).map(({ ask }) => ask)
        const ordered = right === 'call' ? asks : asks.toReversed()
        for (let i = 1; i < ordered.length; i++)
          expect((ordered[i] as number) - (ordered[i - 1] as number), `${expiry} ${right}`).toBeLessThan(0.3)
      }
    }
    const atTheMoney = (expiry: string) =>
      by(chain, expiry, 'call').toSorted(
        (a, b) => Math.abs(a.strike - chain.underlyingPrice) - Math.abs(b.strike - chain.underlyingPrice),
      )[0]?.ask as number
    expect(atTheMoney('2027-01-15')).toBeGreaterThan(atTheMoney('2026-12-04'))
    expect(atTheMoney('2028-01-21')).toBeGreaterThan(atTheMoney('2027-01-15'))
  })

  it('have spreads that are tighter for the busy, and open interest that is highest near the money', async () => {
    const market = at(saturday)
    const spread = async (symbol: string) => {
      const chain = await must(market.chain(symbol))
      const near = chain.contracts.filter(
        ({ strike, bid, expiry }) =>
          bid > 0 &&
          Math.abs(strike / chain.underlyingPrice - 1) < 0.06 &&
          daysBetween('2026-11-20', expiry) < 70,
      )
      return mean(near.map(({ bid, ask }) => (2 * (ask - bid)) / (ask + bid)))
    }
    expect(await spread('AAPL')).toBeLessThan(0.08)
    expect(await spread('CRVL')).toBeGreaterThan(0.1)
    const aapl = await must(market.chain('AAPL'))
    const interest = by(aapl, '2026-12-18', 'call')
    const near = interest.filter(({ strike }) => Math.abs(strike / aapl.underlyingPrice - 1) < 0.06)
    const far = interest.filter(({ strike }) => Math.abs(strike / aapl.underlyingPrice - 1) > 0.15)
    expect(mean(near.map(({ openInterest }) => openInterest ?? 0))).toBeGreaterThan(
      5 * mean(far.map(({ openInterest }) => openInterest ?? 0)),
    )
  })

  it('agree with the volatility history about today, and show a skew', async () => {
    const market = at(saturday)
    for (const symbol of ['SPY', 'AAPL', 'JPM', 'TSLA']) {
      const chain = await must(market.chain(symbol))
      const history = await market.volatilityHistory(symbol)
      expect(history.length).toBe(400)
      expect(history.at(-1)?.day).toBe('2026-11-20')
      const expiry = '2026-12-18'
      const years = daysBetween('2026-11-21', expiry) / 365
      const pairs = by(chain, expiry, 'call').map((call, i) => ({
        call,
        put: by(chain, expiry, 'put')[i] as (typeof chain.contracts)[number],
      }))
      const { call, put } = pairs.toSorted(
        (a, b) =>
          Math.abs(a.call.strike - chain.underlyingPrice) - Math.abs(b.call.strike - chain.underlyingPrice),
      )[0] as (typeof pairs)[number]
      // Brenner and Subrahmanyam: the straddle at the money is 2 S sigma sqrt(T / 2 pi).
      const straddle = (call.bid + call.ask + put.bid + put.ask) / 2
      const volatility = straddle / chain.underlyingPrice / Math.sqrt((2 * years) / Math.PI)
      expect(
        Math.abs(volatility / (history.at(-1)?.iv30 ?? 0) - 1),
        `${symbol} ${volatility} ${history.at(-1)?.iv30}`,
      ).toBeLessThan(0.15)
    }
  })
})

describe('earnings and news', () => {
  it('come every quarter; some are only estimated, some unknown, funds have none', async () => {
    const market = at(saturday)
    const universe = await market.universe()
    const all = await Promise.all(universe.map((symbol) => market.earnings(symbol)))
    const known = all.filter((one) => one !== null)
    expect(await market.earnings('SPY')).toBeNull()
    expect(all.length - known.length).toBeGreaterThan(14)
    expect(known.length).toBeGreaterThan(450)
    for (const one of known) {
      expect(isTradingDay(one.day)).toBe(true)
      expect(daysBetween(market.today(), one.day)).toBeLessThan(105)
    }
    const january = await Promise.all(universe.map((symbol) => at('2027-01-08T15:00:00Z').earnings(symbol)))
    expect(new Set(january.map((one) => one?.time))).toEqual(
      new Set(['BeforeOpen', 'AfterClose', 'Unknown', undefined]),
    )
    expect(january.some((one) => one && !one.estimated)).toBe(true)
  })

  it('says what the bars say, and links nowhere', async () => {
    const market = at(saturday)
    const news = await market.news('AAPL')
    expect(news.length).toBeGreaterThan(3)
    for (const { url, time } of news) {
      expect(url).toBeNull()
      expect(time <= saturday).toBe(true)
    }
    const close = (await must(market.bars('AAPL'))).close
    const week = (close.at(-1) as number) / (close.at(-6) as number) - 1
    const told = news.find(({ headline }) => headline.includes('ends the week'))?.headline ?? ''
    expect(told).toContain(`$${(close.at(-1) as number).toFixed(2)}`)
    expect(told).toContain(`${Math.abs(week * 100).toFixed(1)}%`)
    expect(new Set(news.map(({ id }) => id)).size).toBe(news.length)
  })
})

describe('ticks', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: saturday })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('are open and simulated, day and night', () => {
    expect(simulatedMarket({ seed: 1 }).status()).toEqual({
      state: 'open',
      delayedSeconds: 0,
      simulated: true,
      asOf: null,
    })
  })

  it('go from one close to the next, within the bar, while the volume grows to the bar’s', async () => {
    const friday = await must(at('2026-11-20T21:00:00Z').bars('MSFT'))
    const monday = await must(at('2026-11-23T21:00:00Z').bars('MSFT'))
    const first = await must(at('2026-11-20T21:00:00Z').quote('MSFT'))
    expect(first.last).toBe(friday.close.at(-1))
    expect(first.change).toBe(0)
    let now = Date.parse('2026-11-20T21:00:00Z')
    const market = simulatedMarket({ seed: 1, clock: () => new Date(now) })
    let volume = 0
    const prices = new Set<number>()
    for (; now < Date.parse('2026-11-23T21:00:00Z'); now += 601_000) {
      const quote = await must(market.quote('MSFT'))
      expect(quote.volume).toBeGreaterThanOrEqual(volume)
      volume = quote.volume ?? Number.NaN
      prices.add(quote.last)
      expect(quote.change).toBeCloseTo(quote.last - (friday.close.at(-1) as number), 4)
      if (now >= Date.parse('2026-11-23T14:30:00Z')) {
        expect(quote.last).toBeLessThanOrEqual(monday.high.at(-1) as number)
        expect(quote.last).toBeGreaterThanOrEqual(monday.low.at(-1) as number)
      }
    }
    expect(prices.size).toBeGreaterThan(100)
    const end = await must(at('2026-11-23T20:59:59.9Z').quote('MSFT'))
    expect(end.last / (monday.close.at(-1) as number)).toBeCloseTo(1, 4)
    expect((end.volume ?? 0) / (monday.volume.at(-1) as number)).toBeCloseTo(1, 3)
  })

  it('are the same on two nodes with one clock', async () => {
    expect(await at(saturday, 5).quote('AAPL')).toEqual(await at(saturday, 5).quote('AAPL'))
  })

  it('call back only what traded, until stopped, over one timer', async () => {
    const market = simulatedMarket({ seed: 1, tickMs: 100 })
    const [busy, quiet]: [Quote[], Quote[]] = [[], []]
    const stopBusy = market.watch(['AAPL', 'NO-SUCH'], (quote) => busy.push(quote))
    const stopQuiet = market.watch(['CRVL', 'AAPL'], (quote) => quiet.push(quote))
    expect(vi.getTimerCount()).toBe(1)
    vi.advanceTimersByTime(20_000)
    expect(busy.length).toBeGreaterThan(20)
    expect(busy.every(({ symbol }) => symbol === 'AAPL')).toBe(true)
    expect(new Set(busy.map(({ time }) => time)).size).toBe(busy.length)
    expect(quiet.filter(({ symbol }) => symbol === 'CRVL').length).toBeLessThan(5)
    expect(quiet.filter(({ symbol }) => symbol === 'AAPL')).toEqual(busy)
    stopBusy()
    const heard = busy.length
    vi.advanceTimersByTime(5_000)
    expect(busy.length).toBe(heard)
    expect(vi.getTimerCount()).toBe(1)
    stopQuiet()
    stopQuiet()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('end with the market', async () => {
    const market = simulatedMarket({ seed: 1 })
    market.watch(['AAPL'], () => {
      throw new Error('called after close')
    })
    await market.close()
    expect(vi.getTimerCount()).toBe(0)
    vi.advanceTimersByTime(5_000)
  })

  it('reach a watcher that stops itself no second time', () => {
    const market = simulatedMarket({ seed: 1 })
    let calls = 0
    const stop = market.watch(['AAPL', 'MSFT', 'NVDA', 'SPY'], () => {
      calls++
      stop()
    })
    vi.advanceTimersByTime(30_000)
    expect(calls).toBe(1)
  })
})
