/**
 * Measures how often each rule of the scan fires on recorded bars, and the returns after it:
 * `npm run bench:rules`. Writes docs/rules.md. Reads `bars-*-universe.csv(.gz)`, the bars of many
 * stocks, in `../shared/market-data` or in the folder that the first argument names.
 */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { validateBars } from '#service/analysis/bars/validate-bars.ts'
import { config } from '#service/analysis/config.ts'
import { mfi } from '#service/analysis/technicals/indicators.ts'
import { allRules } from '#service/analysis/rules/match-rules.ts'
import {
  crossesDown,
  crossesUp,
  isPullback,
  createSnapshots,
  type IndicatorSnapshot,
} from '#service/analysis/rules/indicator-snapshot.ts'
import { trendsOf } from '#service/analysis/technicals/trend.ts'
import type { Bars } from '#service/markets/market.ts'
import { openBarSets } from '#service/markets/recorded/bars.ts'
import {
  meanReturnsByDay,
  outcomeOf,
  type Candidate,
  type Firing,
  type CandidateOutcome,
  type Series,
} from './rules/outcomes.ts'
import { rulesPage } from './rules/page.ts'

/** Sessions after a firing over which its return is measured: about a month. */
const horizon = 20
/** First bar at which a rule can fire: the six-month trend needs the bars before it. */
const firstBar = config.trend.sixMonth.long - 1

const { period } = config.rules
/**
 * Variants of a rule at different thresholds: within a trend, the oscillator turns back in the
 * trend's direction.
 */
const turnVariants = (
  name: string,
  oscillator: (snapshot: IndicatorSnapshot) => Float64Array,
  levels: readonly (readonly [low: number, high: number])[],
): Candidate[] =>
  levels.flatMap(([low, high]) => [
    {
      name: `${name} rises above ${low}`,
      side: 'Bullish' as const,
      condition: (snapshot: IndicatorSnapshot) =>
        isPullback(snapshot, 'Bullish') && crossesUp(oscillator(snapshot), low),
    },
    {
      name: `${name} falls below ${high}`,
      side: 'Bearish' as const,
      condition: (snapshot: IndicatorSnapshot) =>
        isPullback(snapshot, 'Bearish') && crossesDown(oscillator(snapshot), high),
    },
  ])
/** Money flow index of all bars, computed once per symbol. */
const moneyFlowCache = new WeakMap<Bars, Float64Array>()
const moneyFlow = ({ bars, index }: IndicatorSnapshot): Float64Array => {
  let fullSeries = moneyFlowCache.get(bars)
  if (!fullSeries) moneyFlowCache.set(bars, (fullSeries = mfi(bars, period)))
  return fullSeries.subarray(0, index + 1)
}
const variants: readonly Candidate[] = [
  ...turnVariants(`${period}-day RSI`, (snapshot) => snapshot.rsi(period), [
    [30, 70],
    [35, 65],
    [40, 60],
    [45, 55],
  ]),
  ...turnVariants(`${period}-day money flow index`, moneyFlow, [
    [10, 90],
    [20, 80],
    [30, 70],
    [40, 60],
  ]),
]

const folder = process.argv[2] ?? fileURLToPath(new URL('../../shared/market-data', import.meta.url))
const barSet = openBarSets(folder, (line) => console.error(line)).find(({ name }) =>
  name.includes('universe'),
)
if (!barSet) throw new Error(`found no file bars-*-universe.csv or bars-*-universe.csv.gz in ${folder}`)

const stocks: { symbol: string; bars: Bars }[] = []
let rejectedCount = 0
for (const symbol of [...barSet.symbols].toSorted()) {
  const rawBars = barSet.read(symbol)
  // Validates as of the symbol's own last bar: the age of the data does not matter here.
  const bars = validateBars(rawBars, { lastSession: rawBars.date.at(-1)! })
  if (bars.reason === null && bars.close.length > firstBar + 1) stocks.push({ symbol, bars })
  else rejectedCount++
}
const days = [...new Set(stocks.flatMap(({ bars }) => bars.date))].toSorted()
/** Day number by date: index among the sessions of all symbols. */
const dayNumbers = new Map(days.map((day, number) => [day, number]))
const allSeries: Series[] = stocks.map(({ bars }) => ({
  close: bars.close,
  dayOf: bars.date.map((day) => dayNumbers.get(day)!),
}))

const rules: readonly Candidate[] = allRules.map(({ code, side, condition }) => ({
  name: code,
  side,
  condition,
}))
const candidates = [...rules, ...variants]
const firings = candidates.map((): Firing[] => [])
/** Firings of any rule of a side: each symbol counts once a day. */
const firingsOfAnyRule = { Bullish: [] as Firing[], Bearish: [] as Firing[] }
let symbolDays = 0
for (const [seriesIndex, { bars }] of stocks.entries()) {
  const snapshotAt = createSnapshots(bars)
  for (let bar = firstBar; bar < bars.close.length; bar++) {
    symbolDays++
    const snapshot = snapshotAt(bar, trendsOf({ close: bars.close.subarray(0, bar + 1), reason: null }))
    const firedSides = new Set<'Bullish' | 'Bearish'>()
    for (const [index, candidate] of candidates.entries()) {
      if (!candidate.condition(snapshot)) continue
      firings[index]!.push({ seriesIndex, bar })
      if (index < rules.length) firedSides.add(candidate.side)
    }
    for (const side of firedSides) firingsOfAnyRule[side].push({ seriesIndex, bar })
  }
}

const peerReturns = meanReturnsByDay(allSeries, firstBar, horizon)
const rowOf = (candidate: Candidate, candidateFirings: readonly Firing[]): CandidateOutcome => ({
  candidate,
  outcome: outcomeOf(candidateFirings, allSeries, peerReturns, {
    horizon,
    direction: candidate.side === 'Bullish' ? 1 : -1,
  }),
})
/** Condition of the rows for any rule, which nothing calls. */
const unusedCondition = () => false
const page = rulesPage({
  rules: rules.map((rule, index) => rowOf(rule, firings[index]!)),
  variants: variants.map((variant, index) => rowOf(variant, firings[rules.length + index]!)),
  sides: (['Bullish', 'Bearish'] as const).map((side) =>
    rowOf(
      { name: `any ${side.toLowerCase()} rule`, side, condition: unusedCondition },
      firingsOfAnyRule[side],
    ),
  ),
  symbolCount: stocks.length,
  rejectedCount,
  symbolDays,
  horizon,
  from: days[firstBar]!,
  to: days.at(-1)!,
})
writeFileSync(fileURLToPath(new URL('../docs/rules.md', import.meta.url)), page)
console.log(page)
