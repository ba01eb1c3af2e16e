/**
 * How often each rule of the nightly scan fires and what followed, on recorded bars: `npm run bench:rules`. Writes
 * docs/rules.md. Wants `../shared/market-data`, or the folder given: a file `bars-*-universe.csv(.gz)` of many stocks.
 */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { judgeBars } from '#service/analysis/bars/judge-bars.ts'
import { config } from '#service/analysis/config.ts'
import { mfi } from '#service/analysis/technicals/indicators.ts'
import { allRules } from '#service/analysis/rules/match-rules.ts'
import {
  crossesDown,
  crossesUp,
  isPullback,
  readerOf,
  type IndicatorSnapshot,
} from '#service/analysis/rules/reading.ts'
import { trendsOf } from '#service/analysis/technicals/trend.ts'
import type { Bars } from '#service/markets/market.ts'
import { openBarSets } from '#service/markets/recorded/bars.ts'
import {
  outcomeOf,
  peersOf,
  type Candidate,
  type Firing,
  type CandidateOutcome,
  type Series,
} from './rules/outcomes.ts'
import { pageOf } from './rules/page.ts'

/** Sessions after a match at which its outcome is measured: about a month. */
const reach = 20
/** The first bar that can fire: the six-month trend takes as many. */
const first = config.trend.sixMonth.long - 1

const { period } = config.rules
/** An oscillator that turns within its trend, at other thresholds. */
const turns = (
  name: string,
  series: (at: IndicatorSnapshot) => Float64Array,
  levels: readonly (readonly [low: number, high: number])[],
): Candidate[] =>
  levels.flatMap(([low, high]) => [
    {
      name: `${name} rises above ${low}`,
      side: 'Bullish' as const,
      condition: (at: IndicatorSnapshot) => isPullback(at, 'Bullish') && crossesUp(series(at), low),
    },
    {
      name: `${name} falls below ${high}`,
      side: 'Bearish' as const,
      condition: (at: IndicatorSnapshot) => isPullback(at, 'Bearish') && crossesDown(series(at), high),
    },
  ])
const flows = new WeakMap<Bars, Float64Array>()
const moneyFlow = ({ bars, last }: IndicatorSnapshot): Float64Array => {
  let whole = flows.get(bars)
  if (!whole) flows.set(bars, (whole = mfi(bars, period)))
  return whole.subarray(0, last + 1)
}
const variants: readonly Candidate[] = [
  ...turns(`${period}-day RSI`, (at) => at.rsi(period), [
    [30, 70],
    [35, 65],
    [40, 60],
    [45, 55],
  ]),
  ...turns(`${period}-day money flow index`, moneyFlow, [
    [10, 90],
    [20, 80],
    [30, 70],
    [40, 60],
  ]),
]

const folder = process.argv[2] ?? fileURLToPath(new URL('../../shared/market-data', import.meta.url))
const set = openBarSets(folder, (line) => console.error(line)).find(({ name }) => name.includes('universe'))
if (!set) throw new Error(`no bars-*-universe.csv in ${folder}`)

// Days are numbered by the sessions that any of the symbols has.
const stocks: { symbol: string; bars: Bars }[] = []
let refused = 0
for (const symbol of [...set.symbols].toSorted()) {
  const given = set.read(symbol)
  // Each on its own last day: the age of the data does not matter here.
  const bars = judgeBars(given, { lastSession: given.date.at(-1)! })
  if (bars.reason === null && bars.close.length > first + 1) stocks.push({ symbol, bars })
  else refused++
}
const days = [...new Set(stocks.flatMap(({ bars }) => bars.date))].toSorted()
const numberOf = new Map(days.map((day, number) => [day, number]))
const all: Series[] = stocks.map(({ bars }) => ({
  close: bars.close,
  dayOf: bars.date.map((day) => numberOf.get(day)!),
}))

const rules: readonly Candidate[] = allRules.map(({ code, side, condition }) => ({
  name: code,
  side,
  condition,
}))
const candidates = [...rules, ...variants]
const firings = candidates.map((): Firing[] => [])
const anyRule = { Bullish: [] as Firing[], Bearish: [] as Firing[] }
let symbolDays = 0
for (const [series, { bars }] of stocks.entries()) {
  const read = readerOf(bars)
  for (let at = first; at < bars.close.length; at++) {
    symbolDays++
    const reading = read(at, trendsOf({ close: bars.close.subarray(0, at + 1), reason: null }))
    const sides = new Set<'Bullish' | 'Bearish'>()
    for (const [index, candidate] of candidates.entries()) {
      if (!candidate.condition(reading)) continue
      firings[index]!.push({ series, at })
      if (index < rules.length) sides.add(candidate.side)
    }
    for (const side of sides) anyRule[side].push({ series, at })
  }
}

const peers = peersOf(all, first, reach)
const rowOf = (candidate: Candidate, fired: readonly Firing[]): CandidateOutcome => ({
  candidate,
  outcome: outcomeOf(fired, all, peers, { reach, side: candidate.side === 'Bullish' ? 1 : -1 }),
})
const never = () => false
const page = pageOf({
  rules: rules.map((rule, index) => rowOf(rule, firings[index]!)),
  variants: variants.map((variant, index) => rowOf(variant, firings[rules.length + index]!)),
  sides: (['Bullish', 'Bearish'] as const).map((side) =>
    rowOf({ name: `any ${side.toLowerCase()} rule`, side, condition: never }, anyRule[side]),
  ),
  symbols: stocks.length,
  refused,
  symbolDays,
  reach,
  from: days[first]!,
  to: days.at(-1)!,
})
writeFileSync(fileURLToPath(new URL('../docs/rules.md', import.meta.url)), page)
console.log(page)
