/**
 * Selection of the contract of each cell, over synthetic chains with known probabilities and uneven
 * spreads. A cell contains the contract with the highest annualised return at the expected fill
 * price, of those within the days of its time frame and four points of the target probability. A
 * row has one expiry if that costs no cell more than a tenth.
 */
import { describe, expect, test } from 'vitest'
import type { LegType, RiskProfile, Timeframe } from '#contract/responses/income.ts'
import type { Chain, Contract } from '#service/markets/market.ts'
import { daysBetween } from '#service/markets/calendar.ts'
import { hashText, mix, toUnitInterval } from '#service/markets/random.ts'
import {
  annualizedAt,
  probabilityBands,
  fillOf,
  isInTimeframe,
  isMonthly,
  isEligible,
  dayRanges,
} from './income.oracle.ts'
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
 * A contract that may fill a cell. `returnAtFill`: annualised return at the expected fill price.
 */
type Choice = { readonly contract: Contract; readonly probability: number; readonly returnAtFill: number }

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
      const below = slices.get(contract.expiry)!.below(contract.strike)
      return {
        contract,
        probability: right === 'call' ? below : 1 - below,
        returnAtFill: annualizedAt(fillOf(contract), contract, spot, today),
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

const bestReturn = (choices: readonly Choice[]): number =>
  Math.max(...choices.map(({ returnAtFill }) => returnAtFill))

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
    const [symbol] = await analyseSymbols(syntheticMarket({ TEST: { chain } }), ['TEST'])
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

  test('every cell has an acceptable contract with at least nine tenths of the best return', async () => {
    const row = await selectRow()
    for (const profile of profiles) {
      const choice = row.get(profile)
      expect(choice, `${profile} is empty`).toBeDefined()
      expect(
        acceptableChoices(choices, profile, probabilityTolerance).map(({ contract }) => contract.id),
        profile,
      ).toContain(choice!.contract.id)
      expect(choice!.returnAtFill, profile).toBeGreaterThanOrEqual(
        0.9 * bestReturn(acceptableChoices(choices, profile, -probabilityTolerance)) - 1e-9,
      )
    }
  })

  test('a row has one expiry if one suffices for all cells, otherwise the best contract of each cell', async () => {
    const row = await selectRow()
    const expiries = new Set([...row.values()].map(({ contract }) => contract.expiry))
    if (expiries.size === 1) {
      // A weekly expiry must have higher returns in total than each monthly one that suffices.
      const [expiry] = [...expiries]
      const totalReturn = (day: string): number =>
        profiles.reduce(
          (sum, profile) =>
            sum +
            Math.max(
              ...acceptableChoices(choices, profile, probabilityTolerance)
                .filter(({ contract }) => contract.expiry === day)
                .map(({ returnAtFill }) => returnAtFill),
              0,
            ),
          0,
        )
      /** Whether an expiry costs no cell more than a tenth of the best return. */
      const isSufficient = (day: string): boolean =>
        profiles.every((profile) => {
          const expected = acceptableChoices(choices, profile, -probabilityTolerance).filter(
            ({ contract }) => contract.expiry === day,
          )
          return (
            expected.length > 0 &&
            bestReturn(expected) >=
              0.9 * bestReturn(acceptableChoices(choices, profile, probabilityTolerance)) + 1e-6
          )
        })
      const monthlies = [...slices.keys()].filter((day) => isMonthly(day) && isSufficient(day))
      if (!isMonthly(expiry!))
        for (const monthly of monthlies)
          expect(totalReturn(expiry!)).toBeGreaterThan(totalReturn(monthly) - 1e-9)
      return
    }
    for (const profile of profiles) {
      const { contract, returnAtFill } = row.get(profile)!
      const sharers = [...row.values()].filter(
        (selected) => selected.contract.expiry === contract.expiry,
      ).length
      // Cells that share an expiry may each lose a tenth of the best return; a monthly expiry may lose 2 %.
      const share = sharers > 1 ? 0.9 : isMonthly(contract.expiry) ? 0.98 : 1
      expect(returnAtFill, profile).toBeGreaterThanOrEqual(
        share * bestReturn(acceptableChoices(choices, profile, -probabilityTolerance)) - 1e-9,
      )
    }
    const sufficientExpiries = [...slices.keys()].filter((day) =>
      profiles.every((profile) => {
        const expected = acceptableChoices(choices, profile, -probabilityTolerance).filter(
          ({ contract }) => contract.expiry === day,
        )
        return (
          expected.length > 0 &&
          bestReturn(expected) >=
            0.9 * bestReturn(acceptableChoices(choices, profile, probabilityTolerance)) + 1e-6
        )
      }),
    )
    expect(sufficientExpiries).toEqual([])
  })
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
