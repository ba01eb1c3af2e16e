/** Markets with arbitrary data, as far as the contract of a market allows it. */
import fc from 'fast-check'
import { addDays, latestClosedSession, latestSession, tradingDaysUpTo } from '#service/markets/calendar.ts'
import { provides, type Capability } from '#service/markets/capabilities.ts'
import {
  unknownDividends,
  type Bars,
  type Chain,
  type Contract,
  type Day,
  type Market,
} from '#service/markets/market.ts'
import { noBars } from '#service/markets/no-bars.ts'
import { osiSymbol } from '#service/markets/osi.ts'

const symbols = ['SPY', 'BRK.B', 'F', '^SPX', 'AAPL1']
const roots = ['SPX', 'SPXW', 'AAPL1', 'F']

/** Within a range, without -0, which JSON cannot represent. */
const number = (min: number, max: number) => fc.double({ min, max, noNaN: true }).map((value) => value + 0)
const price = number(0.0001, 500_000)
const count = fc.integer({ min: 0, max: 2 ** 40 })
const orNull = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: null })
const text = fc
  .string({ minLength: 1, maxLength: 30 })
  .filter((value) => value.trim() === value && value !== '—')
const timeBefore = (now: Date) => fc.integer({ min: 0, max: 5 * 86_400_000 }).map((ms) => now.getTime() - ms)
const daysFrom = (today: Day) => fc.integer({ min: 0, max: 900 }).map((days) => addDays(today, days))

/** Distinct days from `today` on, in ascending order. */
const ascendingDays = (today: Day, maxLength: number) =>
  fc.uniqueArray(daysFrom(today), { maxLength }).map((days) => days.toSorted())

const barsUpTo = (last: Day): fc.Arbitrary<Bars> =>
  fc.array(fc.tuple(price, price, price, price, count, fc.boolean()), { maxLength: 30 }).map((rows) => {
    const days = tradingDaysUpTo(last, Math.max(1, rows.length))
    // Some days are missing.
    const listed = rows.map((row, i) => ({ row, day: days[i] as Day })).filter(({ row }) => row[5])
    if (listed.length === 0) return noBars
    const column = (index: 0 | 1 | 2 | 3 | 4) => Float64Array.from(listed, ({ row }) => row[index])
    return {
      date: listed.map(({ day }) => day),
      open: column(0),
      high: column(1),
      low: column(2),
      close: column(3),
      volume: column(4),
    }
  })

const contractsFrom = (today: Day): fc.Arbitrary<readonly Contract[]> => {
  const contract = fc
    .record({
      root: fc.constantFrom(...roots),
      expiry: daysFrom(today),
      right: fc.constantFrom('call' as const, 'put' as const),
      strike: fc.integer({ min: 1, max: 99_999_999 }).map((thousandths) => thousandths / 1000),
      bid: fc.oneof(fc.constant(0), price),
      ask: fc.oneof(fc.constant(0), price),
      last: orNull(price),
      volume: orNull(count),
      openInterest: orNull(count),
    })
    .map(({ root, ...rest }) => ({ id: osiSymbol(root, rest.expiry, rest.right, rest.strike), ...rest }))
  const key = ({ expiry, strike, right }: Contract) =>
    `${expiry} ${strike.toFixed(3).padStart(12, '0')} ${right}`
  return fc
    .uniqueArray(contract, { maxLength: 12, selector: ({ id }) => id })
    .map((contracts) => contracts.toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0)))
}

/** The data of one symbol. */
const symbolData = (symbol: string, now: Date, has: ReadonlySet<Capability>) => {
  const today = latestSession(now)
  const dividends = fc.record({
    declared: fc
      .tuple(ascendingDays(today, 4), price)
      .map(([days, amount]) => days.map((exDate) => ({ exDate, amount }))),
    knownThrough: orNull(daysFrom(today)),
  })
  const low = fc.record({ low: price, day: fc.constant(tradingDaysUpTo(today, 2)[0] as Day) })
  const quote = fc.record({
    last: price,
    change: orNull(number(-100, 100)),
    volume: orNull(count),
    time: timeBefore(now).map((ms) => new Date(ms).toISOString()),
  })
  return fc.record({
    profile: fc.record({
      symbol: fc.constant(symbol),
      companyName: text,
      sector: fc.oneof(fc.constant(''), text),
      exchange: fc.oneof(fc.constant(''), text),
      region: fc.constantFrom('US', 'CA'),
      marketCap: orNull(count),
      eps: orNull(number(-1000, 1000)),
      dividendYield: fc.oneof(fc.constant(0), number(0, 0.4)),
      dividends: has.has('dividends') ? dividends : fc.constant(unknownDividends),
      yearRange: fc.option(
        low.map((range) => ({ ...range, high: range.low * 1.5 })),
        { nil: undefined },
      ),
      kind: fc.constantFrom('stock' as const, 'etf' as const, 'leveraged-etf' as const, 'index' as const),
    }),
    bars: barsUpTo(latestClosedSession(now)),
    chain: fc
      .record({
        asOf: timeBefore(now).map((ms) => new Date(ms)),
        price,
        style: fc.constantFrom('american' as const, 'european' as const),
        contracts: contractsFrom(today),
      })
      .map(({ price: underlyingPrice, ...chain }): Chain => ({ symbol, underlyingPrice, ...chain })),
    quote: fc.option(
      quote.map((fields) => ({ symbol, percentageChange: fields.change, ...fields })),
      { nil: undefined },
    ),
    earnings: has.has('earnings')
      ? orNull(
          fc.record({
            day: daysFrom(today),
            time: fc.constantFrom('BeforeOpen' as const, 'AfterClose' as const, 'Unknown' as const),
            estimated: fc.boolean(),
            past: fc.constantFrom([], [{ day: '2025-03-03', time: 'BeforeOpen' as const }]),
          }),
        )
      : fc.constant(null),
    volatility: has.has('volatility')
      ? fc.array(number(0, 5), { maxLength: 5 }).map((values) => {
          const days = tradingDaysUpTo(today, Math.max(1, values.length))
          return values.map((iv30, i) => ({ day: days[i] as Day, iv30 }))
        })
      : fc.constant([]),
    splits: ascendingDays(addDays(today, -900), 2).map((days) => days.map((day) => ({ day, factor: 0.1 }))),
  })
}

/** A market of a few symbols at one time, with or without dividends, earnings, volatilities and splits. */
export const arbitraryMarket: fc.Arbitrary<Market> = fc
  .record({
    now: fc.integer({ min: Date.UTC(2024, 0, 5), max: Date.UTC(2027, 0, 5) }).map((ms) => new Date(ms)),
    optional: fc.subarray<Capability>(['dividends', 'earnings', 'volatility']),
    knowsSplits: fc.boolean(),
    riskFreeRate: number(0, 0.19),
    listed: fc.subarray(symbols, { minLength: 1 }),
  })
  .chain(({ listed, ...facts }) =>
    fc
      .tuple(...listed.map((symbol) => symbolData(symbol, facts.now, new Set(facts.optional))))
      .map((data) => marketOf(facts, new Map(data.map((entry) => [entry.profile.symbol, entry])))),
  )

type SymbolData = ReturnType<typeof symbolData> extends fc.Arbitrary<infer Data> ? Data : never
type Facts = {
  readonly now: Date
  readonly optional: readonly Capability[]
  readonly knowsSplits: boolean
  readonly riskFreeRate: number
}

function marketOf(
  { now, optional, knowsSplits, riskFreeRate }: Facts,
  data: ReadonlyMap<string, SymbolData>,
): Market {
  const provision = {
    source: 'Arbitrary',
    dataClass: 'real-time',
    delayedSeconds: 0,
    isLicensed: false,
    state: 'working',
  } as const
  return {
    now: () => now,
    today: () => latestSession(now),
    status: () => ({ state: 'open', delayedSeconds: 900, simulated: false, asOf: null }),
    source: () => 'Arbitrary',
    capabilities: () => provides(['quotes', 'chains', 'bars', 'profiles', ...optional], provision),
    riskFreeRate: () => riskFreeRate,
    benchmark: () => [...data.keys()][0] as string,
    universe: async () => [...data.keys()].toSorted(),
    profile: async (symbol) => data.get(symbol)?.profile,
    bars: async (symbol) => data.get(symbol)?.bars,
    chain: async (symbol) => data.get(symbol)?.chain,
    quote: async (symbol) => data.get(symbol)?.quote,
    earnings: async (symbol) => data.get(symbol)?.earnings ?? null,
    volatilityHistory: async (symbol) => data.get(symbol)?.volatility ?? [],
    ...(knowsSplits && { splits: async (symbol: string) => data.get(symbol)?.splits ?? [] }),
    news: async () => [],
    watch: () => () => {},
    close: async () => {},
  }
}
