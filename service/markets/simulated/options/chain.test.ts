import { describe, expect, it } from 'vitest'
import { daysBetween, isTradingDay } from '#service/markets/calendar.ts'
import {
  marketAt,
  contractsOf,
  expiriesOf,
  mean,
  defined,
  saturday,
} from '#service/markets/simulated/simulated.fixture.ts'
import { simulatedMarket } from '#service/markets/simulated/simulated.ts'
import { simulatedSymbols } from '#service/markets/simulated/companies/symbols.ts'

describe('chains', () => {
  it('list weeklies, monthlies and LEAPS for the most traded symbols, and few expiries for others', async () => {
    const market = marketAt(saturday)
    const aapl = expiriesOf(await defined(market.chain('AAPL')))
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
    const chain = await defined(market.chain(quiet))
    expect(expiriesOf(chain).length).toBeLessThanOrEqual(4)
    expect(chain.contracts.length).toBeGreaterThan(1)
  })

  it('drop the day’s options at 16:00', async () => {
    expect(expiriesOf(await defined(marketAt('2026-11-20T20:59:00Z').chain('SPY')))).toContain('2026-11-20')
    expect(expiriesOf(await defined(marketAt('2026-11-20T21:00:00Z').chain('SPY')))).not.toContain(
      '2026-11-20',
    )
  })

  it('have strikes on a grid around the price', async () => {
    const chain = await defined(marketAt(saturday).chain('AAPL'))
    const strikes = contractsOf(chain, '2026-12-18', 'call').map(({ strike }) => strike)
    expect(strikes.length).toBeGreaterThan(15)
    expect(strikes.filter((strike) => strike < chain.underlyingPrice).length).toBeGreaterThan(5)
    expect(strikes.filter((strike) => strike > chain.underlyingPrice).length).toBeGreaterThan(5)
    for (const strike of strikes) expect((strike * 10) % 25).toBe(0)
  })

  it('are quoted in ticks, with mids of at least the intrinsic value and no bids for worthless options', async () => {
    const market = marketAt(saturday)
    let unbid = 0
    for (const symbol of ['SPY', 'AAPL', 'KO', 'BKNG', 'AMC', 'CRVL']) {
      const chain = await defined(market.chain(symbol))
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

  it('have prices that fall with the strike for calls, rise for puts, and are higher for later expiries', async () => {
    const chain = await defined(marketAt(saturday).chain('AAPL'))
    for (const expiry of expiriesOf(chain)) {
      for (const right of ['call', 'put'] as const) {
        const asks = contractsOf(chain, expiry, right).map(({ ask }) => ask)
        const ordered = right === 'call' ? asks : asks.toReversed()
        for (let i = 1; i < ordered.length; i++)
          expect((ordered[i] as number) - (ordered[i - 1] as number), `${expiry} ${right}`).toBeLessThan(0.3)
      }
    }
    const atTheMoney = (expiry: string) =>
      contractsOf(chain, expiry, 'call').toSorted(
        (a, b) => Math.abs(a.strike - chain.underlyingPrice) - Math.abs(b.strike - chain.underlyingPrice),
      )[0]?.ask as number
    expect(atTheMoney('2027-01-15')).toBeGreaterThan(atTheMoney('2026-12-04'))
    expect(atTheMoney('2028-01-21')).toBeGreaterThan(atTheMoney('2027-01-15'))
  })

  it('have tighter spreads for busy symbols, and the highest open interest near the money', async () => {
    const market = marketAt(saturday)
    const spread = async (symbol: string) => {
      const chain = await defined(market.chain(symbol))
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
    const aapl = await defined(market.chain('AAPL'))
    const interest = contractsOf(aapl, '2026-12-18', 'call')
    const near = interest.filter(({ strike }) => Math.abs(strike / aapl.underlyingPrice - 1) < 0.06)
    const far = interest.filter(({ strike }) => Math.abs(strike / aapl.underlyingPrice - 1) > 0.15)
    expect(mean(near.map(({ openInterest }) => openInterest ?? 0))).toBeGreaterThan(
      5 * mean(far.map(({ openInterest }) => openInterest ?? 0)),
    )
  })

  it('keep their open interest for a trading day, whatever the price does', async () => {
    let now = Date.parse('2026-11-24T05:00:00Z')
    const market = simulatedMarket({ seed: 1, clock: () => new Date(now) })
    const interestAt = async () => {
      const { contracts, underlyingPrice } = await defined(market.chain('AAPL'))
      return { underlyingPrice, byId: new Map(contracts.map(({ id, openInterest }) => [id, openInterest])) }
    }
    const first = await interestAt()
    const prices = new Set<number>()
    for (; now < Date.parse('2026-11-25T05:00:00Z'); now += 3_600_000) {
      const { underlyingPrice, byId } = await interestAt()
      prices.add(underlyingPrice)
      const shared = [...byId].filter(([id]) => first.byId.has(id))
      expect(shared.length).toBeGreaterThan(500)
      expect(shared.filter(([id, interest]) => interest !== first.byId.get(id))).toEqual([])
    }
    expect(prices.size).toBeGreaterThan(20)
    const next = await interestAt()
    expect([...next.byId].some(([id, interest]) => interest !== first.byId.get(id))).toBe(true)
  })

  it('imply the volatility that the history has for its last day', async () => {
    const market = marketAt(saturday)
    for (const symbol of ['SPY', 'AAPL', 'JPM', 'TSLA']) {
      const chain = await defined(market.chain(symbol))
      const history = await market.volatilityHistory(symbol)
      expect(history.length).toBe(400)
      expect(history.at(-1)?.day).toBe('2026-11-20')
      const expiry = '2026-12-18'
      const years = daysBetween('2026-11-21', expiry) / 365
      const pairs = contractsOf(chain, expiry, 'call').map((call, i) => ({
        call,
        put: contractsOf(chain, expiry, 'put')[i] as (typeof chain.contracts)[number],
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
