/**
 * What a chain says about the distribution of the underlying, expiry by expiry: the forward from put-call parity
 * near the money (dividends and borrow fall out) and a smooth volatility across strikes.
 */
import type { Chain, Contract, Day } from '#service/market/market.ts'
import { daysBetween } from '#service/market/calendar.ts'
import { blackPrice, type Right } from './black-scholes.ts'
import { config } from './config.ts'
import { impliedVolatility } from './implied-volatility.ts'
import { normalPdf } from './normal.ts'
import { robustCurve, weightedMedian, type Point } from './smile.ts'

/** One expiry of a chain. Volatilities are yearly decimals. */
export type Expiry = {
  readonly day: Day
  /** Calendar days from today, at least 1. */
  readonly days: number
  readonly years: number
  readonly forward: number
  readonly discount: number
  /** What the forward says the underlying yields, continuously compounded; for greeks. */
  readonly yield: number
  /** Standard contracts of this expiry, by strike, call before put. */
  readonly contracts: readonly Contract[]
  /** The smoothed volatility at a strike; `undefined` where no quote of the expiry could be read. */
  volatilityAt(strike: number): number | undefined
  /** Volatility at the forward, from the quotes around it; `undefined` as above. */
  atTheMoney(): number | undefined
}

/** What the quotes are read against. */
export type SurfaceContext = {
  readonly today: Day
  readonly riskFreeRate: number
  /** Yearly, decimal; used only where parity gives no forward. */
  readonly dividendYield: number
}

/**
 * Whether the contract delivers 100 shares: exchanges mark adjusted contracts, left over from splits and mergers,
 * by a digit after the root (`AAPL1`).
 */
const isStandard = ({ id }: Contract): boolean => {
  // The root ends 15 characters before the end, padded with blanks in the OSI's own 21-character form.
  let end = id.length - 16
  while (end > 0 && id.charCodeAt(end) === 32) end--
  const last = id.charCodeAt(end)
  return !(last >= 48 && last <= 57)
}

const isQuoted = (contract: Contract | undefined): contract is Contract =>
  contract !== undefined && contract.bid > 0 && contract.ask > contract.bid

const middle = (contract: Contract): number => (contract.bid + contract.ask) / 2

/** Both contracts of one strike. */
type Pair = { readonly strike: number; call: Contract | undefined; put: Contract | undefined }

const pairsOf = (contracts: readonly Contract[]): Pair[] => {
  const pairs: Pair[] = []
  for (const contract of contracts) {
    let pair = pairs.at(-1)
    if (pair?.strike !== contract.strike)
      pairs.push((pair = { strike: contract.strike, call: undefined, put: undefined }))
    pair[contract.right] ??= contract
  }
  return pairs
}

/** Forward from C - P = discount (F - K) at the strikes nearest the money, tight quotes counting more. */
const forwardOf = (
  pairs: readonly Pair[],
  spot: number,
  years: number,
  discount: number,
  yieldGuess: number,
): number => {
  const { parityStrikes, maxForwardGap } = config.surface
  const grown = spot / discount
  const guess = grown * Math.exp(-yieldGuess * years)
  const estimates = pairs
    .filter((pair) => isQuoted(pair.call) && isQuoted(pair.put))
    .map((pair) => ({
      distance: Math.abs(pair.strike - guess),
      value: pair.strike + (middle(pair.call!) - middle(pair.put!)) / discount,
      error: (pair.call!.ask - pair.call!.bid + pair.put!.ask - pair.put!.bid) / 2,
    }))
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, parityStrikes)
    .filter((estimate) => estimate.distance < 0.15 * spot && estimate.error < 0.02 * spot)
  if (estimates.length === 0) return guess
  const forward = weightedMedian(
    estimates.map(({ value, error }) => ({ value, weight: 1 / (error + 0.0005 * spot) })),
  )
  return Math.abs(Math.log(forward / grown)) <= maxForwardGap + 0.1 * years ? forward : guess
}

const isSane = (volatility: number | undefined): volatility is number =>
  volatility !== undefined &&
  volatility >= config.surface.minVolatility &&
  volatility <= config.surface.maxVolatility

const makeExpiry = (
  day: Day,
  contracts: readonly Contract[],
  spot: number,
  context: SurfaceContext,
): Expiry => {
  const days = Math.max(1, daysBetween(context.today, day))
  const years = days / config.daysPerYear
  const discount = Math.exp(-context.riskFreeRate * years)
  const root = Math.sqrt(years)
  // Most expiries of a chain are never asked for.
  let read: { readonly pairs: readonly Pair[]; readonly forward: number } | undefined
  const quotes = (): { readonly pairs: readonly Pair[]; readonly forward: number } => {
    if (!read) {
      const pairs = pairsOf(contracts)
      read = { pairs, forward: forwardOf(pairs, spot, years, discount, context.dividendYield) }
    }
    return read
  }

  const impliedOf = (right: Right, optionPrice: number, strike: number): number | undefined => {
    const volatility = impliedVolatility(
      right,
      optionPrice,
      quotes().forward,
      strike,
      years,
      context.riskFreeRate,
    )
    return isSane(volatility) ? volatility : undefined
  }

  const atTheMoney = (): number | undefined => {
    const { pairs, forward } = quotes()
    // The two strikes around the forward that have quotes; call and put averaged, then linear in strike.
    const quoted = (pair: Pair): { strike: number; volatility: number } | undefined => {
      const found: number[] = []
      for (const contract of [pair.call, pair.put]) {
        if (!isQuoted(contract) || contract.ask - contract.bid > config.income.maxSpread * middle(contract))
          continue
        const volatility = impliedOf(contract.right, middle(contract), pair.strike)
        if (volatility !== undefined) found.push(volatility)
      }
      return found.length === 0
        ? undefined
        : { strike: pair.strike, volatility: found.reduce((a, b) => a + b, 0) / found.length }
    }
    const split = pairs.findIndex((pair) => pair.strike > forward)
    const above = split < 0 ? pairs.length : split
    let low: { strike: number; volatility: number } | undefined
    for (let i = above - 1; i >= Math.max(0, above - 3) && !low; i--) low = quoted(pairs[i]!)
    let high: { strike: number; volatility: number } | undefined
    for (let i = above; i < Math.min(pairs.length, above + 3) && !high; i++) high = quoted(pairs[i]!)
    if (low && high)
      return (
        low.volatility +
        ((high.volatility - low.volatility) * (forward - low.strike)) / (high.strike - low.strike)
      )
    return (low ?? high)?.volatility
  }

  let smile: ((z: number) => number) | null | undefined
  let unit = 0

  const pointsOf = (): Point[] => {
    const { pairs, forward } = quotes()
    const points: Point[] = []
    for (const pair of pairs) {
      const z = Math.log(pair.strike / forward) / unit
      if (Math.abs(z) > config.surface.maxDeviations) continue
      const [near, far] = z >= 0 ? [pair.call, pair.put] : [pair.put, pair.call]
      // Out of the money quotes carry the volatility; the other side stands in where they are missing.
      const contract = isQuoted(near) ? near : isQuoted(far) ? far : undefined
      if (!contract) continue
      const volatility = impliedOf(contract.right, middle(contract), pair.strike)
      if (volatility === undefined) continue
      const d1 = Math.log(forward / pair.strike) / (volatility * root) + 0.5 * volatility * root
      const vega = discount * forward * normalPdf(d1) * root
      const uncertainty = (contract.ask - contract.bid) / (2 * Math.max(vega, 1e-9))
      const side = contract === near ? 1 : 0.2
      // Near the money matters most: that is where strikes are chosen.
      points.push({ z, volatility, weight: (side * Math.exp((-z * z) / 4)) / (0.005 + uncertainty) })
    }
    return points
  }

  const volatilityAt = (strike: number): number | undefined => {
    if (smile === undefined) {
      unit = (atTheMoney() ?? 0.4) * root
      const points = pointsOf()
      smile = points.length === 0 ? null : robustCurve(points)
    }
    return smile === null || !(strike > 0) ? undefined : smile(Math.log(strike / quotes().forward) / unit)
  }

  return {
    day,
    days,
    years,
    discount,
    contracts,
    get forward() {
      return quotes().forward
    },
    get yield() {
      return context.riskFreeRate - Math.log(quotes().forward / spot) / years
    },
    volatilityAt,
    atTheMoney: () => atTheMoney() ?? volatilityAt(quotes().forward),
  }
}

/**
 * The chain's expiries that end after today, nearest first. `spot` is the underlying's price at the chain's moment.
 * Volatilities are computed when asked for.
 */
export const expiriesOf = (chain: Chain, spot: number, context: SurfaceContext): readonly Expiry[] => {
  if (!(spot > 0)) return []
  const groups: { readonly day: Day; readonly contracts: Contract[] }[] = []
  for (const contract of chain.contracts) {
    const { expiry } = contract
    let group = groups.at(-1)
    // A chain is sorted by expiry.
    if (group?.day !== expiry) {
      if (expiry <= context.today) continue
      groups.push((group = { day: expiry, contracts: [] }))
    }
    if (contract.strike > 0 && isStandard(contract)) group.contracts.push(contract)
  }
  return groups.map(({ day, contracts }) => makeExpiry(day, contracts, spot, context))
}

/** What the contract would cost at the smoothed volatility, dollars per share; for sanity checks of a quote. */
export const fairValue = (expiry: Expiry, right: Right, strike: number): number | undefined => {
  const volatility = expiry.volatilityAt(strike)
  return volatility === undefined
    ? undefined
    : expiry.discount * blackPrice(right, expiry.forward, strike, volatility * Math.sqrt(expiry.years))
}
