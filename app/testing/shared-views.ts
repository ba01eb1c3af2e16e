/** Arbitrary views that a page can save and open again, for property tests. */
import fc from 'fast-check'
import { bestIncomeOrders } from '#contract/responses/lists/best-income-orders.ts'
import { historyRanges } from '#contract/responses/resources.ts'
import { sentiments } from '#contract/responses/lists/ideas.ts'
import { columns, rows } from '#app/state/choices/cells.ts'
import { maxCompared } from '#app/state/choices/trade-choice.ts'
import type { SharedView } from '#app/state/shared-view/shared-view.ts'
import { tabs } from '#app/state/view.ts'

/** Values of one field. Views of a market that exists have symbols and contracts of that market. */
export type ViewParts = { symbols: fc.Arbitrary<string>; contracts: (symbol: string) => fc.Arbitrary<string> }

const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const textOf = (chars: string, maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...chars.split('')), minLength: 1, maxLength })

const digits = (length: number): fc.Arbitrary<string> =>
  fc.nat(10 ** length - 1).map((number) => String(number).padStart(length, '0'))
/** Any tickers, and contracts with the usual root or another one. */
const anyParts: ViewParts = {
  symbols: textOf(`${upper}.-^/`, 15),
  contracts: (symbol) =>
    fc
      .tuple(
        fc.oneof(fc.constant(symbol.replaceAll(/[^A-Z0-9]/g, '') || 'X'), textOf(upper, 15)),
        digits(2),
        fc.constantFrom('0116', '1231', '0630'),
        fc.constantFrom('C', 'P'),
        digits(8),
      )
      .map((parts) => parts.join('')),
}

const amount = fc.oneof(
  fc.constant('' as const),
  fc.double({ min: 0, max: 1e9, noNaN: true }).map((value) => value + 0),
  fc.nat(500),
)

const filters: fc.Arbitrary<SharedView['filters']> = fc.record({
  direction: fc.constantFrom('all', 'Bullish', 'Bearish'),
  sector: fc.constantFrom('', 'Technology', 'Consumer Discretionary'),
  marketCap: fc.constantFrom('', 'mega', 'large', 'mid', 'small'),
  liquidity: fc.constantFrom<SharedView['filters']['liquidity'][]>('', 1, 2, 3),
  rule: fc.constantFrom('', 'golden-cross', 'williams-r-rises-above-minus-80'),
  text: fc.string({ unit: 'grapheme', maxLength: 8 }),
  minPrice: amount,
  maxPrice: amount,
  minYield: amount,
  minIvRank: amount,
  noEarnings: fc.boolean(),
})

const whole = fc.nat(100_000)
const ratio = fc.nat(100).map((percent) => percent / 100)
const screen: fc.Arbitrary<SharedView['screen']> = fc.record(
  {
    sort: fc.constantFrom(...bestIncomeOrders),
    order: fc.constantFrom('asc', 'desc'),
    trend: fc.constantFrom(...sentiments),
    noDividend: fc.constant(true),
    maxCash: whole,
    minProbability: ratio,
    maxDelta: ratio,
    minDays: fc.nat(400),
    maxDays: fc.nat(400),
    maxSpread: ratio,
    minOpenInterest: whole,
    minIvPercentile: fc.nat(100),
  },
  { requiredKeys: [] },
)

/** Any view. Those without `parts` have symbols that need not exist. */
export const sharedViews = ({ symbols, contracts }: ViewParts = anyParts): fc.Arbitrary<SharedView> =>
  symbols.chain((symbol) =>
    fc.record({
      symbol: fc.constant(symbol),
      sentimentOverride: fc.constantFrom(null, ...sentiments),
      leg: fc.constantFrom('call', 'put'),
      timeframe: fc.constantFrom(null, ...rows),
      riskProfile: fc.constantFrom(null, ...columns),
      contract: fc.option(contracts(symbol)),
      howView: fc.constantFrom('grid', 'chain'),
      compare: fc.uniqueArray(
        symbols.chain((pinned) => fc.record({ symbol: fc.constant(pinned), id: contracts(pinned) })),
        { maxLength: maxCompared, selector: ({ id }) => id },
      ),
      range: fc.constantFrom(...historyRanges),
      tab: fc.constantFrom(...tabs),
      list: fc.constantFrom('ideas', 'income', 'holdings'),
      incomeLeg: fc.constantFrom('', 'call', 'put'),
      calendar: fc.boolean(),
      filters,
      screen,
      sort: fc.record({
        column: fc.constantFrom('symbol', 'strength', 'yield', 'signalAge', 'sentiment', 'price'),
        descending: fc.boolean(),
      }),
    }),
  )
