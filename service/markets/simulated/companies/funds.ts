/**
 * The funds of the simulated market that hold its companies: their holdings, and prices that are
 * the sum of the holdings' prices.
 *
 * A fund holds the matching companies of symbols.ts, one share class of each, weighted by
 * capitalisation (the Dow by price). IWM holds every sixth invented company, VTI the holdings of
 * SPY and IWM. An opening or closing price is the sum of the holdings' prices, rounded to a tick.
 * The price of a leveraged fund is a power of its index: every log return is multiplied, without
 * decay over years.
 */
import type { Bars } from '#service/markets/market.ts'
import { hashText } from '#service/markets/random.ts'
import {
  componentsOf,
  emptyBars,
  type History,
  sessionRandoms,
  highAndLow,
  sumOfComponents,
  volumeLevelOf,
  toTick,
  volumeOf,
} from '#service/markets/simulated/bars.ts'
import { type SimulatedSymbol, sectors } from './entry.ts'
import { exposuresOf, residualVolatility } from './exposures.ts'
import { marketVolatility, type Window } from '#service/markets/simulated/factors.ts'
import { isInvented, simulatedSymbols } from './symbols.ts'

/** Definition of a fund's index. */
type Fund = {
  readonly holds: (entry: SimulatedSymbol, index: number) => boolean
  readonly weighting: 'capitalisation' | 'price'
  /** Multiple of the holdings' return. */
  readonly leverage: number
}

const dowSymbols = new Set(
  'AAPL,AMGN,AMZN,AXP,BA,CAT,CRM,CSCO,CVX,DIS,HD,IBM,JNJ,JPM,KO,MCD,MSFT,NVDA,PG,UNH,V,VZ,WMT'.split(','),
)
const semiconductorSymbols = new Set('NVDA,AVGO,AMD,INTC,QCOM,TXN,MU,AMAT,LRCX,ARM'.split(','))
const isReal = ({ symbol }: SimulatedSymbol): boolean => !isInvented(symbol)
const isSmallCap = ({ symbol }: SimulatedSymbol, index: number): boolean =>
  isInvented(symbol) && index % 6 === 0
const inSector = (sector: string) => (entry: SimulatedSymbol) => isReal(entry) && entry.sector === sector
const isNasdaqNonFinancial = (entry: SimulatedSymbol): boolean =>
  isReal(entry) && entry.exchange === 'NASDAQ' && entry.sector !== sectors.F
const unleveraged = (holds: Fund['holds']): Fund => ({ holds, weighting: 'capitalisation', leverage: 1 })

const funds: ReadonlyMap<string, Fund> = new Map([
  ['SPY', unleveraged(isReal)],
  ['QQQ', unleveraged(isNasdaqNonFinancial)],
  ['IWM', unleveraged(isSmallCap)],
  ['VTI', unleveraged((entry, index) => isReal(entry) || isSmallCap(entry, index))],
  ['DIA', { holds: ({ symbol }) => dowSymbols.has(symbol), weighting: 'price', leverage: 1 }],
  ['XLF', unleveraged(inSector(sectors.F))],
  ['XLE', unleveraged(inSector(sectors.E))],
  ['XLK', unleveraged(inSector(sectors.T))],
  ['TQQQ', { ...unleveraged(isNasdaqNonFinancial), leverage: 3 }],
  ['SQQQ', { ...unleveraged(isNasdaqNonFinancial), leverage: -3 }],
  ['SOXL', { ...unleveraged(({ symbol }) => semiconductorSymbols.has(symbol)), leverage: 3 }],
])

/** The holdings of a fund, and their dependence on the shared factors. */
export type Basket = {
  readonly members: readonly SimulatedSymbol[]
  /** Units of each member: the sum of units x price is 1 at the prices of the symbol table. */
  readonly units: Float64Array
  /** Share of each member at those prices; they add up to 1. */
  readonly weights: Float64Array
  readonly leverage: number
  /** Sensitivity to the market's factor, before `leverage`. */
  readonly beta: number
  /** Sensitivity to the factor of each sector and group of peers, before `leverage`. */
  readonly loadings: ReadonlyMap<string, number>
}

function makeBasket({ holds, weighting, leverage }: Fund): Basket {
  const members = [...simulatedSymbols().values()]
    .filter(
      ({ kind, sharesOutstanding, symbol }) =>
        kind === 'stock' && sharesOutstanding !== null && symbol !== 'GOOG',
    )
    .filter(holds)
  const counts = members.map(({ sharesOutstanding }) =>
    weighting === 'price' ? 1 : (sharesOutstanding ?? 0),
  )
  const total = members.reduce((sum, { price }, i) => sum + price * (counts[i] as number), 0)
  const units = Float64Array.from(counts, (count) => count / total)
  const weights = units.map((unit, i) => unit * (members[i] as SimulatedSymbol).price)
  const loadings = new Map<string, number>()
  let beta = 0
  for (const [i, entry] of members.entries()) {
    const weight = weights[i] as number
    beta += weight * entry.beta
    for (const { factor, loading } of exposuresOf(entry))
      loadings.set(factor, (loadings.get(factor) ?? 0) + weight * loading)
  }
  return { members, units, weights, leverage, beta, loadings }
}

const baskets = new Map<string, Basket>()

/**
 * The holdings of a fund; undefined for a company, and for a fund that holds no companies of this
 * market. Cached, because they are the same for every seed.
 */
export function basketOf(symbol: string): Basket | undefined {
  let basket = baskets.get(symbol)
  if (!basket) {
    const fund = funds.get(symbol)
    if (!fund) return undefined
    basket = makeBasket(fund)
    baskets.set(symbol, basket)
  }
  return basket
}

/** Yearly variance that no factor explains, in the long run and before `leverage`. */
const residualVarianceOf = ({ members, weights }: Basket): number =>
  members.reduce((sum, member, i) => sum + ((weights[i] as number) * residualVolatility(member)) ** 2, 0)

/** Yearly variance of the log price in the long run, without jumps at earnings. */
export function longRunVarianceOf(entry: SimulatedSymbol): number {
  const basket = basketOf(entry.symbol)
  if (!basket) return entry.idiosyncraticVolatility ** 2 + (entry.beta * marketVolatility) ** 2
  let variance = (basket.beta * marketVolatility) ** 2
  for (const loading of basket.loadings.values()) variance += loading ** 2
  return basket.leverage ** 2 * (variance + residualVarianceOf(basket))
}

/**
 * The sum of a column over the holdings: the index of the fund, 1 at the prices of the symbol
 * table.
 */
export function sumOfHoldings(
  basket: Basket,
  histories: readonly Pick<History, 'bars'>[],
  column: 'open' | 'close',
): Float64Array {
  const sum = new Float64Array(histories[0]?.bars.date.length ?? 0)
  for (const [i, { bars }] of histories.entries()) {
    const unit = basket.units[i] as number
    const prices = bars[column]
    for (let index = 0; index < sum.length; index++)
      sum[index] = (sum[index] as number) + unit * (prices[index] as number)
  }
  return sum
}

/** Daily standard deviations of the part of a fund's log price that no factor explains. */
function residualSigmasOf({ weights }: Basket, histories: readonly History[], sessions: number) {
  const variances = new Float64Array(sessions)
  for (const [i, { residualSigmas }] of histories.entries()) {
    const square = (weights[i] as number) ** 2
    for (let index = 0; index < sessions; index++)
      variances[index] = (variances[index] as number) + square * (residualSigmas[index] as number) ** 2
  }
  return variances.map(Math.sqrt)
}

/** The parts of a fund's variance. */
function componentsOfFund(basket: Basket, histories: readonly History[], window: Window) {
  const components = componentsOf(window, {
    beta: basket.beta,
    loadings: basket.loadings,
    residualSigmas: residualSigmasOf(basket, histories, window.days.length),
    residualVolatility: Math.sqrt(residualVarianceOf(basket)),
  })
  return components.map((component) => ({
    ...component,
    weight: basket.leverage ** 2 * component.weight,
  }))
}

/**
 * The history of a fund over the sessions of a window. `histories` are those of its holdings, in
 * the basket's order.
 */
export function makeFundHistory(
  seed: number,
  entry: SimulatedSymbol,
  window: Window,
  basket: Basket,
  histories: readonly History[],
): History {
  const bars: Bars = emptyBars(window.days)
  const components = componentsOfFund(basket, histories, window)
  const sigmas = sumOfComponents(components, window.days.length)
  const key = hashText(entry.symbol, seed)
  const volumeLevel = volumeLevelOf(key)
  const [opens, closes] = [
    sumOfHoldings(basket, histories, 'open'),
    sumOfHoldings(basket, histories, 'close'),
  ]
  const priceOf = (sum: number) => entry.price * (basket.leverage === 1 ? sum : sum ** basket.leverage)
  let previous = priceOf(opens[0] ?? 1)
  for (let index = 0; index < window.days.length; index++) {
    const day = window.ordinals[index] as number
    const randoms = sessionRandoms(key, day)
    const sigma = sigmas[index] as number
    const price = priceOf(closes[index] as number)
    const open = toTick(priceOf(opens[index] as number))
    const close = toTick(price)
    const { high, low } = highAndLow(open, close, sigma, randoms)
    bars.open[index] = open
    bars.high[index] = high
    bars.low[index] = low
    bars.close[index] = close
    bars.volume[index] = volumeOf(
      entry,
      { previous, price, sigma },
      volumeLevel(day, randoms),
      window.earlyCloses[index],
    )
    previous = price
  }
  return { bars, sigmas, residualSigmas: new Float64Array(window.days.length), components }
}
