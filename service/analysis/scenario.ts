/** Scenario: values of one listed option on other days, at other volatilities and prices of the underlying. */
import type { Quote } from '#contract/feed.ts'
import type { RefusalReason } from '#contract/responses/income.ts'
import type { DataStatus } from '#contract/responses/resources.ts'
import type { Scenario, SellerGreeks } from '#contract/responses/scenario.ts'
import type { Chain, Contract, Day, Profile } from '#service/markets/market.ts'
import { config } from './config.ts'
import { evaluateChain } from './income/chain.ts'
import { sensitivitiesOf } from './income/sensitivities.ts'
import { money, round } from './rounding.ts'
import { axesOf, exDaysOf, type Axes } from './scenario/axes.ts'
import { volatilityOfFairValue, valuesOver, type OptionTerms } from './scenario/worth.ts'
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
  readonly today: Day
  /** Precomputed result of `expiriesFor`, if available. */
  readonly expiries?: readonly PricedExpiry[]
}

const sellerGreeksOf = (
  contract: Contract,
  expiry: PricedExpiry,
  market: Parameters<typeof sensitivitiesOf>[2],
): SellerGreeks => {
  const greeks = sensitivitiesOf(contract, expiry, market)
  const forSeller = (perShare: number): number => round(-config.sharesPerContract * perShare, 4)
  return {
    delta: forSeller(greeks.delta),
    gamma: forSeller(greeks.gamma),
    theta: forSeller(greeks.theta),
    vega: forSeller(greeks.vega),
    rho: forSeller(greeks.rho),
  }
}

/** Break-even as in How, for shares bought at the chain's price. */
const breakevenOf = ({ right, strike, bid }: Contract, chainPrice: number): number | null =>
  bid > 0 ? money(Math.max(0, (right === 'call' ? chainPrice : strike) - bid)) : null

type PricingPoint = { readonly volatility: number; readonly spot: number; readonly digits: number }

function* valuesOf(
  option: OptionTerms,
  { days, shifts, prices }: Axes,
  { volatility, spot, digits }: PricingPoint,
): Steps<number[][][]> {
  const values: number[][][] = []
  for (const daysLeft of days) {
    const valuesOfDay: number[][] = []
    for (const shift of shifts) {
      const optionValues = valuesOver(
        option,
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

function* gridOf(option: OptionTerms, axes: Axes, point: PricingPoint): Steps<Grid> {
  return {
    daysLeft: [...axes.days],
    volatilityShifts: axes.shifts.map((shift) => round(100 * shift, 2)),
    prices: axes.prices.map((price) => (price === option.option.strike ? price : money(price))),
    values: yield* valuesOf(option, axes, point),
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

/** On its last day an option has its exercise value. */
const lastDayFigures = (contract: Contract, marks: readonly number[]): ScenarioFigures => {
  const { min } = config.scenario.prices
  const spot = marks.at(-1)!
  const range = [spot * Math.exp(-min), spot * Math.exp(min)].map((price) => money(price))
  const prices = [...new Set([...range, ...marks])].toSorted((a, b) => a - b)
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

/** The figures of a contract with a fitted expiry. `marks`: additional prices; the last is the chain's. */
function* scenarioFiguresOf(
  contract: Contract,
  expiry: PricedExpiry,
  marks: readonly number[],
): Steps<ScenarioFigures> {
  const { right, strike } = contract
  const { exercise } = expiry
  const { spot, riskFreeRate } = exercise
  const volatilityAtStrike = expiry.volatilityAt(strike)
  const fair = fairValue(expiry, right, strike)
  yield
  if (volatilityAtStrike === undefined || fair === undefined) return noFigures('far-from-smile')
  const option = { exercise, option: { right, strike } }
  const volatility = volatilityOfFairValue(option, fair) ?? volatilityAtStrike
  const axesInput = {
    spot,
    strike,
    days: expiry.days,
    volatility,
    fairValue: fair,
    exDays: exDaysOf(expiry),
    marks,
  }
  yield
  const digits = fair < 1 ? 3 : 2
  return {
    refused: null,
    fairValue: round(fair, 4),
    impliedVolatility: round(volatilityAtStrike, 4),
    greeks: sellerGreeksOf(contract, expiry, { spot, rate: riskFreeRate, volatility: volatilityAtStrike }),
    ...(yield* gridOf(option, axesOf(axesInput), { volatility, spot, digits })),
  }
}

/** The contract's own quote may be refused: the other quotes of the expiry determine its value. */
function* resolveFigures(input: ScenarioInput, marks: readonly number[]): Steps<ScenarioFigures> {
  const { contract } = input
  const { reason, quoted } = evaluateChain(input)
  if (reason !== null) return noFigures(reason)
  const expiry = quoted.find(({ day }) => day === contract.expiry)
  if (!expiry) return lastDayFigures(contract, marks)
  const isAdjusted = expiry.refused.some(
    ({ contract: { id }, reason: refusal }) => refusal === 'adjusted' && id === contract.id,
  )
  yield
  return isAdjusted ? noFigures('adjusted') : yield* scenarioFiguresOf(contract, expiry, marks)
}

/** The complete response for one contract of the chain. */
export const analyseScenario = (input: ScenarioInput): Scenario => runSteps(scenarioSteps(input))

/** `analyseScenario` as steps. */
export function* scenarioSteps(input: ScenarioInput): Steps<Scenario> {
  const { chain, contract, profile, dataStatus } = input
  const { underlyingPrice, asOf } = chain
  const breakeven = breakevenOf(contract, underlyingPrice)
  // The last of several marks with the same cents is the one that is priced.
  const marks = [
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
    ...(yield* resolveFigures(input, marks)),
    dataStatus,
    messageType: 'SUCCESS',
  }
}
