/** Scenario: what one listed option is worth on other days, at other volatilities and prices of the underlying. */
import type { Quote } from '#contract/feed.ts'
import type { RefusalReason } from '#contract/responses/income.ts'
import type { DataStatus } from '#contract/responses/resources.ts'
import type { Scenario, SellerGreeks } from '#contract/responses/scenario.ts'
import type { Chain, Contract, Day, Profile } from '#service/markets/market.ts'
import { config } from './config.ts'
import { readChain } from './income/chain.ts'
import { sensitivitiesOf } from './income/sensitivities.ts'
import { money, round } from './rounding.ts'
import { axesOf, exDaysOf, type Axes } from './scenario/axes.ts'
import { volatilityBehind, worthOver, type Worth } from './scenario/worth.ts'
import { runSteps, type Steps } from './steps.ts'
import { fairValue, type PricedExpiry } from './surface.ts'

export type ScenarioInput = {
  readonly profile: Profile
  readonly chain: Chain
  /** Of the chain. */
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
  at: Parameters<typeof sensitivitiesOf>[2],
): SellerGreeks => {
  const held = sensitivitiesOf(contract, expiry, at)
  const sold = (perShare: number): number => round(-config.sharesPerContract * perShare, 4)
  return {
    delta: sold(held.delta),
    gamma: sold(held.gamma),
    theta: sold(held.theta),
    vega: sold(held.vega),
    rho: sold(held.rho),
  }
}

/** As in How for a position whose shares are bought at the chain's price. */
const breakevenOf = ({ right, strike, bid }: Contract, chainPrice: number): number | null =>
  bid > 0 ? money(Math.max(0, (right === 'call' ? chainPrice : strike) - bid)) : null

type PricedAt = { readonly volatility: number; readonly spot: number; readonly digits: number }

function* valuesOf(
  worth: Worth,
  { days, shifts, prices }: Axes,
  { volatility, spot, digits }: PricedAt,
): Steps<number[][][]> {
  const values: number[][][] = []
  for (const left of days) {
    const ofDay: number[][] = []
    for (const shift of shifts) {
      const priced = worthOver(worth, { days: left, volatility: volatility + shift }, prices, spot)
      ofDay.push(priced.map((value) => round(value, value < 1 ? digits : value < 200 ? 2 : 1)))
      yield
    }
    values.push(ofDay)
  }
  return values
}

type Grid = Pick<Scenario, 'daysLeft' | 'volatilityShifts' | 'prices' | 'values'>

const noGrid: Grid = { daysLeft: [], volatilityShifts: [], prices: [], values: [] }

function* gridOf(worth: Worth, axes: Axes, at: PricedAt): Steps<Grid> {
  return {
    daysLeft: [...axes.days],
    volatilityShifts: axes.shifts.map((shift) => round(100 * shift, 2)),
    prices: axes.prices.map((price) => (price === worth.option.strike ? price : money(price))),
    values: yield* valuesOf(worth, axes, at),
  }
}

type Figures = Pick<Scenario, 'refused' | 'fairValue' | 'impliedVolatility' | 'greeks'> & Grid

const nothing = (refused: RefusalReason): Figures => ({
  ...noGrid,
  refused,
  fairValue: null,
  impliedVolatility: null,
  greeks: null,
})

/** On its last day an option is worth what exercise pays, as soon as that day is over. */
const lastDay = (contract: Contract, marks: readonly number[]): Figures => {
  const { narrowest } = config.scenario.prices
  const spot = marks.at(-1)!
  const ends = [spot * Math.exp(-narrowest), spot * Math.exp(narrowest)].map((price) => money(price))
  const prices = [...new Set([...ends, ...marks])].toSorted((a, b) => a - b)
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

/** The figures of a contract with a fitted expiry. `marks`: additional prices, the chain's last. */
function* figuresOf(contract: Contract, expiry: PricedExpiry, marks: readonly number[]): Steps<Figures> {
  const { right, strike } = contract
  const { exercise } = expiry
  const { spot, riskFreeRate } = exercise
  const smile = expiry.volatilityAt(strike)
  const fair = fairValue(expiry, right, strike)
  yield
  if (smile === undefined || fair === undefined) return nothing('far-from-smile')
  const worth = { exercise, option: { right, strike } }
  const volatility = volatilityBehind(worth, fair) ?? smile
  const shape = {
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
    impliedVolatility: round(smile, 4),
    greeks: sellerGreeksOf(contract, expiry, { spot, rate: riskFreeRate, volatility: smile }),
    ...(yield* gridOf(worth, axesOf(shape), { volatility, spot, digits })),
  }
}

/** The contract's own quote may be refused: the other quotes of the expiry determine its value. */
function* readFigures(input: ScenarioInput, marks: readonly number[]): Steps<Figures> {
  const { contract } = input
  const { reason, quoted } = readChain(input)
  if (reason !== null) return nothing(reason)
  const expiry = quoted.find(({ day }) => day === contract.expiry)
  if (!expiry) return lastDay(contract, marks)
  const isAdjusted = expiry.refused.some(
    ({ contract: { id }, reason: why }) => why === 'adjusted' && id === contract.id,
  )
  yield
  return isAdjusted ? nothing('adjusted') : yield* figuresOf(contract, expiry, marks)
}

/** The whole answer for one contract of the chain. */
export const analyseScenario = (input: ScenarioInput): Scenario => runSteps(scenarioSteps(input))

/** The same, a step at a time. */
export function* scenarioSteps(input: ScenarioInput): Steps<Scenario> {
  const { chain, contract, profile, dataStatus } = input
  const { underlyingPrice, asOf } = chain
  const breakeven = breakevenOf(contract, underlyingPrice)
  // Where two are the same to the cent the last is the one that is priced.
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
    ...(yield* readFigures(input, marks)),
    dataStatus,
    messageType: 'SUCCESS',
  }
}
