/** Contract tests that every market source must pass. The test file of each source runs them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isTradingDay, latestSession, sessionClose } from './calendar.ts'
import type { Chain, Market } from './market.ts'
import { osiSymbol, parseOsi } from './osi.ts'

/** Number of symbols of the universe that are checked. */
const sampleSize = 60

/** Paths of the numbers in a value that are not finite. */
function nonFinitePaths(value: unknown, path = ''): string[] {
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [`${path}: ${value}`]
  if (value instanceof Float64Array) return value.every(Number.isFinite) ? [] : [`${path}: not finite`]
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? [`${path}: invalid date`] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => nonFinitePaths(inner, `${path}.${key}`))
}

const sortKey = ({ expiry, strike, right }: Chain['contracts'][number]): string =>
  `${expiry} ${strike.toFixed(3).padStart(12, '0')} ${right}`

/** Registers the contract tests. `openMarket` opens a new market, which the suite closes. */
export function marketSuite(name: string, openMarket: () => Promise<Market>): void {
  describe(`${name}: contract of every market`, () => {
    let market: Market
    let sample: string[] = []
    beforeAll(async () => {
      market = await openMarket()
      const universe = await market.universe()
      const step = Math.max(1, Math.floor(universe.length / sampleSize))
      sample = universe.filter((_, index) => index % step === 0)
    })
    afterAll(async () => {
      await market.close()
    })

    it('lists its symbols once each, sorted, in upper case', async () => {
      const universe = await market.universe()
      expect(universe.length).toBeGreaterThan(0)
      expect(universe).toEqual([...new Set(universe)].toSorted())
      for (const symbol of universe) expect(symbol).toMatch(/^[A-Z0-9.\-^/]{1,15}$/)
    })

    it('has a clock, a day, a status and an interest rate that are valid and consistent', async () => {
      expect(Number.isNaN(market.now().getTime())).toBe(false)
      expect(isTradingDay(market.today())).toBe(true)
      expect(market.today()).toBe(latestSession(market.now()))
      const { asOf, delayedSeconds } = market.status()
      expect(delayedSeconds).toBeGreaterThanOrEqual(0)
      expect(market.source(), 'users must see the origin of the data').not.toBe('')
      if (asOf !== null) {
        expect(asOf).toBe(market.now().toISOString())
        expect(delayedSeconds, 'recorded data is not delayed').toBe(0)
      }
      expect(market.riskFreeRate()).toBeGreaterThanOrEqual(0)
      expect(market.riskFreeRate()).toBeLessThan(0.2)
    })

    it.each(['NO-SUCH', 'ZZZZZZZ', '', 'aapl', '__proto__'])(
      'returns no data for the unknown symbol "%s"',
      async (symbol) => {
        expect(await market.profile(symbol)).toBeUndefined()
        expect(await market.bars(symbol)).toBeUndefined()
        expect(await market.chain(symbol)).toBeUndefined()
        expect(await market.quote(symbol)).toBeUndefined()
        expect(await market.earnings(symbol)).toBeNull()
        expect(await market.news(symbol)).toEqual([])
        expect(await market.volatilityHistory(symbol)).toEqual([])
      },
    )

    it('returns data for every listed symbol, with finite numbers only', async () => {
      for (const symbol of sample) {
        const data = {
          profile: await market.profile(symbol),
          bars: await market.bars(symbol),
          chain: await market.chain(symbol),
          quote: await market.quote(symbol),
          earnings: await market.earnings(symbol),
          news: await market.news(symbol),
          volatility: await market.volatilityHistory(symbol),
        }
        expect(data.profile?.symbol).toBe(symbol)
        expect(data.profile?.companyName).not.toBe('')
        expect(data.profile?.dividendYield).toBeGreaterThanOrEqual(0)
        expect(data.profile?.dividendYield).toBeLessThan(0.5)
        expect(data.bars).toBeDefined()
        expect(data.chain?.symbol).toBe(symbol)
        expect(data.quote?.symbol).toBe(symbol)
        expect(nonFinitePaths(data), symbol).toEqual([])
      }
    })

    it('returns bars of equal length, oldest first, none after today, prices between low and high', async () => {
      for (const symbol of sample) {
        const bars = await market.bars(symbol)
        if (!bars) throw new Error(`${symbol} has no bars`)
        for (const column of [bars.open, bars.high, bars.low, bars.close, bars.volume])
          expect(column.length).toBe(bars.date.length)
        for (let i = 0; i < bars.date.length; i++) {
          const day = bars.date[i] as string
          if (i > 0 && day <= (bars.date[i - 1] as string)) throw new Error(`${symbol}: ${day} out of order`)
          const [open, high, low, close] = [bars.open[i], bars.high[i], bars.low[i], bars.close[i]] as [
            number,
            number,
            number,
            number,
          ]
          if (!(low > 0 && low <= Math.min(open, close) + 0.01 && high >= Math.max(open, close) - 0.01)) {
            throw new Error(`${symbol} ${day}: ${open} ${high} ${low} ${close}`)
          }
        }
        const lastDay = bars.date.at(-1)
        if (lastDay !== undefined) {
          expect(lastDay <= market.today()).toBe(true)
          expect(sessionClose(lastDay) <= market.now()).toBe(true)
        }
      }
    })

    it('sorts chains by expiry, strike and right, with matching option symbols', async () => {
      let contracts = 0
      const faults: string[] = []
      for (const symbol of sample) {
        const chain = await market.chain(symbol)
        if (!chain) throw new Error(`${symbol} has no chain`)
        const keys = chain.contracts.map(sortKey)
        expect(keys, symbol).toEqual(keys.toSorted())
        expect(new Set(chain.contracts.map(({ id }) => id)).size).toBe(chain.contracts.length)
        for (const { id, expiry, right, strike, bid, ask } of chain.contracts) {
          const osi = parseOsi(id)
          const agrees = osi && osi.expiry === expiry && osi.right === right && osi.strike === strike
          if (!agrees || osiSymbol(osi.root, expiry, right, strike) !== id)
            faults.push(`${id}: ${expiry} ${right} ${strike}`)
          if (expiry < market.today()) faults.push(`${id}: expired`)
          if (!(bid >= 0 && ask >= 0)) faults.push(`${id}: ${bid} ${ask}`)
          contracts++
        }
      }
      expect(faults).toEqual([])
      expect(contracts).toBeGreaterThan(0)
    })

    it('has an underlying price near the quote in each chain', async () => {
      for (const symbol of sample) {
        const [chain, quote] = [await market.chain(symbol), await market.quote(symbol)]
        if (chain && quote && chain.contracts.length > 0)
          expect(Math.abs(chain.underlyingPrice / quote.last - 1), symbol).toBeLessThan(0.005)
      }
    })

    it('reports the change of a quote from the previous close, in dollars and percent', async () => {
      for (const symbol of sample) {
        const quote = await market.quote(symbol)
        if (!quote) throw new Error(`${symbol} has no quote`)
        expect(new Date(quote.time) <= market.now()).toBe(true)
        expect(quote.volume ?? 0).toBeGreaterThanOrEqual(0)
        // Both are known, or both are null.
        expect(quote.percentageChange === null).toBe(quote.change === null)
        if (quote.change === null) continue
        const previousClose = quote.last - quote.change
        expect(previousClose).toBeGreaterThan(0)
        expect(quote.percentageChange).toBeCloseTo((quote.change / previousClose) * 100, 2)
      }
    })

    it('has a benchmark, with bars if it provides any, and only earnings of today or later', async () => {
      const benchmarkBars = await market.bars(market.benchmark())
      expect(benchmarkBars).toBeDefined()
      if (market.capabilities().bars) expect(benchmarkBars?.date.length).toBeGreaterThan(0)
      for (const symbol of sample) {
        const earnings = await market.earnings(symbol)
        if (earnings) expect(earnings.day >= market.today(), `${symbol} ${earnings.day}`).toBe(true)
      }
    })

    it('prices calls lower and puts higher at higher strikes, mostly with the bid below the ask', async () => {
      let ordered = 0
      let pairs = 0
      let crossed = 0
      let quoted = 0
      for (const symbol of sample) {
        const contracts = ((await market.chain(symbol))?.contracts ?? []).filter(
          ({ bid, ask }) => bid > 0 && ask > 0,
        )
        quoted += contracts.length
        crossed += contracts.filter(({ bid, ask }) => bid > ask).length
        for (const sameSide of Map.groupBy(contracts, ({ expiry, right }) => expiry + right).values()) {
          const [first, last] = [sameSide[0]!, sameSide.at(-1)!]
          if (first === last) continue
          pairs++
          const difference = first.bid + first.ask - last.bid - last.ask
          if (first.right === 'call' ? difference > 0 : difference < 0) ordered++
        }
      }
      expect(crossed, 'bids above the ask').toBeLessThanOrEqual(quoted * 0.05)
      expect(ordered, `of ${pairs} sides`).toBeGreaterThanOrEqual(pairs * 0.9)
    })

    it('has times of this century: not of 1970, as a time in seconds would be', async () => {
      const earliest = Date.UTC(2000)
      for (const symbol of sample) {
        const [chain, quote] = [await market.chain(symbol), await market.quote(symbol)]
        if (chain?.contracts.length)
          expect(chain.asOf.getTime(), `${symbol}: chain`).toBeGreaterThan(earliest)
        expect(Date.parse(quote!.time), `${symbol}: quote`).toBeGreaterThan(earliest)
      }
    })

    it('has bars whose open differs from the close, and a previous close that agrees with them', async () => {
      let [days, unchanged, known, agreeing] = [0, 0, 0, 0]
      const [quotesSource, barsSource] = [
        market.capabilities().quotes?.source,
        market.capabilities().bars?.source,
      ]
      for (const symbol of sample) {
        const [bars, quote] = [await market.bars(symbol), await market.quote(symbol)]
        if (!bars || bars.date.length < 50) continue
        days += bars.date.length
        unchanged += bars.close.filter((close, index) => close === bars.open[index]).length
        // Bars of another source may have other prices.
        if (quote?.change == null || quotesSource !== barsSource) continue
        known++
        const previousClose = quote.last - quote.change
        // The last bar is of today after the close, and of the session before until then.
        if (bars.close.slice(-2).some((close) => Math.abs(previousClose / close - 1) < 0.02)) agreeing++
      }
      expect(unchanged, `of ${days} days`).toBeLessThanOrEqual(days * 0.5)
      expect(agreeing, `of ${known} previous closes`).toBeGreaterThanOrEqual(known * 0.8)
    })

    it('states the delay of its quotes in its status, too', () => {
      const { asOf, delayedSeconds } = market.status()
      if (asOf === null) expect(delayedSeconds).toBe(market.capabilities().quotes?.delayedSeconds ?? 0)
    })

    it('returns news newest first and the volatility history oldest first', async () => {
      for (const symbol of sample) {
        const times = (await market.news(symbol)).map(({ time }) => time.getTime())
        expect(times).toEqual(times.toSorted((a, b) => b - a))
        const days = (await market.volatilityHistory(symbol)).map(({ day }) => day)
        expect(days).toEqual([...new Set(days)].toSorted())
      }
    })

    it('ignores unknown symbols in `watch`, and lets a watch be stopped twice', () => {
      const stop = market.watch(['NO-SUCH', ...sample.slice(0, 3)], () => {})
      stop()
      expect(stop).not.toThrow()
    })
  })
}
