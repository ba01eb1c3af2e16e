/**
 * Scenario: values of a listed option on other days, at other volatilities and other prices of the
 * underlying.
 */
import type { Quote } from '#contract/feed.ts'
import type { RefusalReason } from '#contract/responses/income.ts'
import type { DataStatus } from '#contract/responses/resources.ts'
import type { Scenario } from '#contract/responses/scenario.ts'
import type { Chain, Contract, Day, Profile } from '#service/markets/market.ts'
import { config } from './config.ts'
import { evaluateChain } from './income/evaluated-chain.ts'
import { sellerGreeksOf } from './income/seller-greeks.ts'
import { money, round } from './rounding.ts'
import { axesOf, exDaysOf, type Axes } from './scenario/axes.ts'
import {
  remainingDividends,
  volatilityOfFairValue,
  valuesAtPrices,
  type OptionTerms,
} from './scenario/option-value.ts'
import { runSteps, type Steps } from './steps.ts'
import { fairValue, type PricedExpiry } from './surface.ts'

export type ScenarioInput = {
  readonly profile: Profile
  readonly chain: Chain
  /** A contract of the chain. */
  readonly contract: Contract
  /** `undefined` if nothing has traded. */
  readonly quote: Quote | undefined
  readonly dataStatus: DataStatus
  /** Yearly, continuously compounded, decimal. */
  readonly riskFreeRate: number
  /** Dollars per option contract that is sold. */
  readonly commission: number
  readonly today: Day
  readonly date: Day
  /** Precomputed result of `expiriesFor`, if available. */
  readonly expiries?: readonly PricedExpiry[]
}

/** Break-even as in How without a cost basis: shares cost the chain's price. Null without a bid. */
const breakevenOf = ({ right, strike, bid }: Contract, chainPrice: number): number | null =>
  bid > 0 ? money(Math.max(0, (right === 'call' ? chainPrice : strike) - bid)) : null

/**
 * Unshifted volatility (yearly, decimal), current price (dollars), and decimal digits of values
 * below one dollar.
 */
type PricingContext = { readonly volatility: number; readonly spot: number; readonly digits: number }

/** Values by days left, volatility shift and price, rounded. */
function* valuesOf(
  terms: OptionTerms,
  { days, shifts, prices }: Axes,
  { volatility, spot, digits }: PricingContext,
): Steps<number[][][]> {
  const values: number[][][] = []
  for (const daysLeft of days) {
    const valuesOfDay: number[][] = []
    for (const shift of shifts) {
      const optionValues = valuesAtPrices(
        terms,
        { days: daysLeft, volatility: volatility + shift },
        prices,
        spot,
      )
      valuesOfDay.push(optionValues.map((value) => round(value, value < 1 ? digits : value < 200 ? 2 : 1)))
      yield
    }
    values.push(valuesOfDay)
  }
  return values
}

type Grid = Pick<Scenario, 'daysLeft' | 'volatilityShifts' | 'prices' | 'values'>

const noGrid: Grid = { daysLeft: [], volatilityShifts: [], prices: [], values: [] }

function* gridOf(terms: OptionTerms, axes: Axes, context: PricingContext): Steps<Grid> {
  return {
    daysLeft: [...axes.days],
    volatilityShifts: axes.shifts.map((shift) => round(100 * shift, 2)),
    prices: axes.prices.map((price) => (price === terms.option.strike ? price : money(price))),
    values: yield* valuesOf(terms, axes, context),
  }
}

type ScenarioFigures = Pick<Scenario, 'refused' | 'fairValue' | 'impliedVolatility' | 'greeks'> & Grid

const noFigures = (refused: RefusalReason): ScenarioFigures => ({
  ...noGrid,
  refused,
  fairValue: null,
  impliedVolatility: null,
  greeks: null,
})

/** Figures on the day of expiry: the value of an option is its exercise value. */
const lastDayFigures = (contract: Contract, requiredPrices: readonly number[]): ScenarioFigures => {
  const { min } = config.scenario.prices
  const spot = requiredPrices.at(-1)!
  const range = [spot * Math.exp(-min), spot * Math.exp(min)].map((price) => money(price))
  const prices = [...new Set([...range, ...requiredPrices])].toSorted((a, b) => a - b)
  const sign = contract.right === 'call' ? 1 : -1
  const values = prices.map((price) => round(Math.max(0, sign * (price - contract.strike)), 4))
  return {
    refused: null,
    fairValue: null,
    impliedVolatility: null,
    greeks: null,
    daysLeft: [0],
    volatilityShifts: [0],
    prices: prices.map((price) => (price === contract.strike ? price : money(price))),
    values: [[values]],
  }
}

/**
 * The expiry's terms from the date of the response instead of the session of the quotes. The value
 * of the option stays; before the open and at weekends, it is that of fewer days.
 */
const exerciseFromDate = ({ exercise, days, quoteDays }: PricedExpiry): PricedExpiry['exercise'] =>
  days === quoteDays
    ? exercise
    : { ...exercise, years: days / config.daysPerYear, dividends: remainingDividends(exercise, days) }

/**
 * Figures of a contract with a fitted expiry. `requiredPrices`: prices that must be on the price
 * axis, dollars; the last one is the chain's price.
 */
function* scenarioFiguresOf(
  contract: Contract,
  expiry: PricedExpiry,
  requiredPrices: readonly number[],
): Steps<ScenarioFigures> {
  const { right, strike } = contract
  const exercise = exerciseFromDate(expiry)
  const { spot } = exercise
  const volatilityAtStrike = expiry.volatilityAt(strike)
  const fair = fairValue(expiry, right, strike)
  yield
  if (volatilityAtStrike === undefined || fair === undefined) return noFigures('far-from-smile')
  const terms = { exercise, option: { right, strike } }
  const volatility = volatilityOfFairValue(terms, fair) ?? volatilityAtStrike
  const axesInput = {
    spot,
    strike,
    days: expiry.days,
    volatility,
    fairValue: fair,
    exDays: exDaysOf(exercise),
    requiredPrices,
  }
  yield
  const digits = fair < 1 ? 3 : 2
  return {
    refused: null,
    fairValue: round(fair, 4),
    impliedVolatility: round(volatilityAtStrike, 4),
    greeks: sellerGreeksOf(contract, expiry, volatilityAtStrike),
    ...(yield* gridOf(terms, axesOf(axesInput), { volatility, spot, digits })),
  }
}

/**
 * Figures of the scenario. A refused quote of the contract itself does not matter, because the
 * other quotes of the expiry determine its value.
 */
function* resolveFigures(input: ScenarioInput, requiredPrices: readonly number[]): Steps<ScenarioFigures> {
  const { contract } = input
  const { reason, quotedExpiries } = evaluateChain(input)
  if (reason !== null) return noFigures(reason)
  const expiry = quotedExpiries.find(({ day }) => day === contract.expiry)
  if (!expiry) return lastDayFigures(contract, requiredPrices)
  const isAdjusted = expiry.refused.some(
    ({ contract: { id }, reason: refusal }) => refusal === 'adjusted' && id === contract.id,
  )
  yield
  return isAdjusted ? noFigures('adjusted') : yield* scenarioFiguresOf(contract, expiry, requiredPrices)
}

/** Returns the complete scenario response for one contract of the chain. */
export const analyseScenario = (input: ScenarioInput): Scenario => runSteps(scenarioSteps(input))

/** Computes the result of `analyseScenario` in steps. */
export function* scenarioSteps(input: ScenarioInput): Steps<Scenario> {
  const { chain, contract, profile, dataStatus } = input
  const { underlyingPrice, asOf } = chain
  const breakeven = breakevenOf(contract, underlyingPrice)
  // Of several prices that are equal to the cent, the last one is used.
  const requiredPrices = [
    ...(breakeven !== null && breakeven > 0 ? [breakeven] : []),
    contract.strike,
    underlyingPrice,
  ]
  return {
    id: contract.id,
    underlying: profile.symbol,
    expiryDate: contract.expiry,
    strike: contract.strike,
    legType: contract.right === 'call' ? 'Call' : 'Put',
    optionsAsOf: asOf.toISOString(),
    chainPrice: money(underlyingPrice),
    breakeven,
    ...(yield* resolveFigures(input, requiredPrices)),
    dataStatus,
    messageType: 'SUCCESS',
  }
}
