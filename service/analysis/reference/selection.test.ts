/**
 * Selection of the contract of each cell, over synthetic chains with known probabilities and uneven
 * spreads. A cell contains the contract with the highest lower bound of the expected profit of a sale
 * at the bid, per dollar at risk and root of the time, of those within the days of its time frame and
 * four points of the target probability. A row has one expiry if that costs no cell more than a
 * twentieth of its premium. There are no bars, so the expected payoff is the known fair price.
 */
import { describe, expect, test } from 'vitest'
import type { LegType, RiskProfile, Timeframe } from '#contract/responses/income.ts'
import type { Chain, Contract } from '#service/markets/market.ts'
import { daysBetween } from '#service/markets/calendar.ts'
import { noBars } from '#service/markets/no-bars.ts'
import { hashText, mix, toUnitInterval } from '#service/markets/random.ts'
import { probabilityBands, isInTimeframe, isEligible, dayRanges } from './income.oracle.ts'
import {
  chainFrom,
  changeContracts,
  syntheticMarket,
  rate,
  skewedSmile,
  today,
} from './synthetic-market.fixture.ts'
import { sliceOfSmile } from './surface.oracle.ts'
import { analyseSymbols, tradesOf, type TradeWithContract } from './trades.fixture.ts'

const volatility = skewedSmile(0.32)
const spot = 100
/** Days to weekly and monthly expiries over half a year. */
const days = [7, 14, 21, 28, 35, 42, 56, 63, 70, 91, 119, 147, 175]

/**
 * Creates a chain in which each contract has its own random spread, 2 to 18 % of the mid, and open
 * interest.
 */
const chainWithUnevenSpreads = (seed: number): Chain => {
  const chain = chainFrom('TEST', { volatility, spot, days, style: 'european', spread: 0.02 })
  return changeContracts(chain, (contract) => {
    const random = toUnitInterval(mix(hashText(contract.id), seed))
    const mid = (contract.bid + contract.ask) / 2
    const halfSpread = 0.01 + 0.08 * random
    return {
      ...contract,
      bid: mid * (1 - halfSpread),
      ask: mid * (1 + halfSpread),
      openInterest: Math.floor(5 + 5_000 * toUnitInterval(mix(hashText(contract.id), seed + 1)) ** 4),
    }
  })
}

/**
 * A contract that may fill a cell. `profit`: expected profit of a sale at the bid, and `premium`, both per dollar at risk
 * and root of a year.
 */
type Choice = {
  readonly contract: Contract
  readonly probability: number
  readonly profit: number
  readonly premium: number
}

const slices = new Map(
  [...new Set(chainWithUnevenSpreads(1).contracts.map(({ expiry }) => expiry))].map((day) => [
    day,
    sliceOfSmile(day, { today, spot, rate, volatility }),
  ]),
)

const choicesOf = (chain: Chain, right: LegType, timeframe: Timeframe): Choice[] =>
  chain.contracts
    .filter(
      (contract) => contract.right === right && isInTimeframe(timeframe, daysBetween(today, contract.expiry)),
    )
    .filter((contract) => isEligible(contract, spot, today))
    .map((contract) => {
      const { expiry, strike, bid } = contract
      const slice = slices.get(expiry)!
      const below = slice.below(strike)
      const payoff = slice.put(strike) + (right === 'put' ? 0 : slice.forward - strike)
      const scale = (right === 'put' ? strike : spot) * Math.sqrt(daysBetween(today, expiry) / 365)
      return {
        contract,
        probability: right === 'call' ? below : 1 - below,
        profit: (bid * slice.growth - payoff) / scale,
        premium: bid / scale,
      }
    })

/** Tolerance of probabilities: one this close to a limit may be on either side of it. */
const probabilityTolerance = 0.003

/**
 * Returns the choices within four points of the target or, if there are none, those in the band
 * that are nearest to it. `slack` widens all limits; a negative one narrows them.
 */
const acceptableChoices = (choices: readonly Choice[], profile: RiskProfile, slack: number): Choice[] => {
  const { low, high, target } = probabilityBands[profile]
  const inBand = choices.filter(
    ({ probability }) => probability >= low - slack && probability <= high + slack,
  )
  const targetDistance = ({ probability }: Choice): number => Math.abs(probability - target)
  const near = inBand.filter((choice) => targetDistance(choice) <= 0.04 + slack)
  if (near.length > 0) return near
  const minDistance = Math.min(...inBand.map(targetDistance))
  return inBand.filter((choice) => targetDistance(choice) <= minDistance + probabilityTolerance)
}

/** The choice with the highest expected profit. */
const bestOf = (choices: readonly Choice[]): Choice => choices.toSorted((a, b) => b.profit - a.profit)[0]!

/**
 * Part of the premium by which the standard errors of two contracts of a cell may differ: the bounds of contracts with
 * nearly equal profits may be in another order.
 */
const errorTolerance = 0.02
/** Part of the premium that a cell may lose so that its row has one expiry. */
const alignmentLoss = 0.05

/** Whether a choice is at most `share` of the premium worse than the best of `choices`. */
const isNearlyBest = (choice: Choice, choices: readonly Choice[], share: number): boolean => {
  const best = bestOf(choices)
  return choice.profit >= best.profit - share * best.premium
}

const profiles = Object.keys(probabilityBands) as RiskProfile[]
const timeframes = Object.keys(dayRanges) as Timeframe[]
const rights: LegType[] = ['call', 'put']
const cases = [1, 2, 3, 4, 5, 6].flatMap((seed) =>
  rights.flatMap((right) => timeframes.map((timeframe) => [seed, right, timeframe] as const)),
)

describe.each(cases)('chain %d, %ss, %s time frame', (seed, right, timeframe) => {
  const chain = chainWithUnevenSpreads(seed)
  const choices = choicesOf(chain, right, timeframe)
  const selectRow = async (): Promise<Map<RiskProfile, Choice>> => {
    const [symbol] = await analyseSymbols(syntheticMarket({ TEST: { chain, bars: noBars } }), ['TEST'])
    const ofRow = tradesOf(symbol!).filter(
      ({ isOptimal, option, contract }: TradeWithContract) =>
        isOptimal && option.timeframe === timeframe && contract.right === right,
    )
    return new Map(
      ofRow.map(({ option }) => [
        option.riskProfile,
        choices.find(({ contract }) => contract.id === option.id)!,
      ]),
    )
  }

  test('every cell has an acceptable contract whose profit is nearly the best', async () => {
    const row = await selectRow()
    for (const profile of profiles) {
      const choice = row.get(profile)
      expect(choice, `${profile} is empty`).toBeDefined()
      expect(
        acceptableChoices(choices, profile, probabilityTolerance).map(({ contract }) => contract.id),
        profile,
      ).toContain(choice!.contract.id)
      const surelyAcceptable = acceptableChoices(choices, profile, -probabilityTolerance)
      expect(isNearlyBest(choice!, surelyAcceptable, alignmentLoss + errorTolerance), profile).toBe(true)
    }
  })

  test('a row has one expiry if one suffices for all cells, otherwise the best contract of each cell', async () => {
    const row = await selectRow()
    const sharers = (expiry: string): number =>
      [...row.values()].filter(({ contract }) => contract.expiry === expiry).length
    for (const profile of profiles) {
      const choice = row.get(profile)!
      const surelyAcceptable = acceptableChoices(choices, profile, -probabilityTolerance)
      if (sharers(choice.contract.expiry) > 1) {
        // Of the expiry it is the best.
        const ofExpiry = surelyAcceptable.filter(({ contract }) => contract.expiry === choice.contract.expiry)
        if (ofExpiry.length > 0) expect(isNearlyBest(choice, ofExpiry, errorTolerance), profile).toBe(true)
      } else expect(isNearlyBest(choice, surelyAcceptable, errorTolerance + 0.02), profile).toBe(true)
    }
    if (sharers(row.get('optimal')!.contract.expiry) === profiles.length) return
    const sufficientExpiries = [...slices.keys()].filter((day) =>
      profiles.every((profile) => {
        const ofExpiry = acceptableChoices(choices, profile, -probabilityTolerance).filter(
          ({ contract }) => contract.expiry === day,
        )
        const all = acceptableChoices(choices, profile, probabilityTolerance)
        return ofExpiry.length > 0 && isNearlyBest(bestOf(ofExpiry), all, alignmentLoss - errorTolerance)
      }),
    )
    expect(sufficientExpiries).toEqual([])
  })
})

test('the selection loses less to the spread than an average contract of the cells', async () => {
  const [ofPicks, ofChoices]: [number[], number[]] = [[], []]
  for (const seed of [1, 2, 3]) {
    const chain = chainWithUnevenSpreads(seed)
    const [symbol] = await analyseSymbols(syntheticMarket({ TEST: { chain, bars: noBars } }), ['TEST'])
    for (const { isOptimal, option, contract } of tradesOf(symbol!)) {
      if (!isOptimal) continue
      const { right } = contract
      const acceptable = acceptableChoices(choicesOf(chain, right, option.timeframe), option.riskProfile, 0)
      for (const { contract: other, profit, premium } of acceptable) {
        ofChoices.push(profit / premium)
        if (other.id === option.id) ofPicks.push(profit / premium)
      }
    }
  }
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length
  expect(ofPicks.length).toBeGreaterThan(45)
  // Half spreads are 1 to 9 % of the mid, 5 % on average.
  expect(mean(ofChoices)).toBeLessThan(-0.045)
  expect(mean(ofPicks)).toBeGreaterThan(-0.038)
})

describe('wide quotes', () => {
  test('another contract fills the cell if the spread of the selected one widens to 40 % of the mid', async () => {
    const chain = chainFrom('TEST', {
      volatility,
      spot,
      days: [28, 56, 119],
      style: 'european',
      spread: 0.03,
      step: 0.5,
    })
    const tradesOver = async (original: Chain) =>
      tradesOf((await analyseSymbols(syntheticMarket({ TEST: { chain: original } }), ['TEST']))[0]!).filter(
        ({ isOptimal }) => isOptimal,
      )
    const tradesBefore = await tradesOver(chain)
    expect(tradesBefore).toHaveLength(18)
    const selectedIds = new Set(tradesBefore.map(({ contract }) => contract.id))
    const chainWithWideSpreads = changeContracts(chain, (contract) => {
      const mid = (contract.bid + contract.ask) / 2
      return selectedIds.has(contract.id) ? { ...contract, bid: mid * 0.8, ask: mid * 1.2 } : contract
    })
    const tradesWithWideSpreads = await tradesOver(chainWithWideSpreads)
    expect(tradesWithWideSpreads).toHaveLength(18)
    expect(
      tradesWithWideSpreads
        .filter(({ contract }) => selectedIds.has(contract.id))
        .map(({ option }) => option.id),
    ).toEqual([])
  })
})
