/**
 * Selection of the contract of a cell: within the row's days and four points of the column's target the
 * highest annualised return at a realistic fill; one expiry a row if that costs no cell more than a tenth.
 * Over synthetic chains with known probabilities and varying spreads.
 */
import { describe, expect, test } from 'vitest'
import type { LegType, RiskProfile, Timeframe } from '#contract/responses/income.ts'
import type { Chain, Contract } from '#service/markets/market.ts'
import { daysBetween } from '#service/markets/calendar.ts'
import { hashText, mix, unit } from '#service/markets/random.ts'
import { annualizedAt, columns, fillOf, isInRow, isMonthly, isOffered, rows } from './income.oracle.ts'
import {
  chainFrom,
  changeContracts,
  syntheticMarket,
  rate,
  skewed,
  today,
} from './synthetic-chains.fixture.ts'
import { sliceOfSmile } from './surface.oracle.ts'
import { symbolsOf, tradesOf, type TradeWithContract } from './trades.fixture.ts'

const volatility = skewed(0.32)
const spot = 100
/** Weeklies and monthlies over half a year. */
const days = [7, 14, 21, 28, 35, 42, 56, 63, 70, 91, 119, 147, 175]

/** Spreads of 2 to 18 % of mid, each contract its own; interest as well. */
const uneven = (seed: number): Chain => {
  const chain = chainFrom('TEST', { volatility, spot, days, style: 'european', spread: 0.02 })
  return changeContracts(chain, (contract) => {
    const luck = unit(mix(hashText(contract.id), seed))
    const mid = (contract.bid + contract.ask) / 2
    const half = 0.01 + 0.08 * luck
    return {
      ...contract,
      bid: mid * (1 - half),
      ask: mid * (1 + half),
      openInterest: Math.floor(5 + 5_000 * unit(mix(hashText(contract.id), seed + 1)) ** 4),
    }
  })
}

type Choice = { readonly contract: Contract; readonly probability: number; readonly atFill: number }

const slices = new Map(
  [...new Set(uneven(1).contracts.map(({ expiry }) => expiry))].map((day) => [
    day,
    sliceOfSmile(day, { today, spot, rate, volatility }),
  ]),
)

const choicesOf = (chain: Chain, right: LegType, timeframe: Timeframe): Choice[] =>
  chain.contracts
    .filter((contract) => contract.right === right && isInRow(timeframe, daysBetween(today, contract.expiry)))
    .filter((contract) => isOffered(contract, spot, today))
    .map((contract) => {
      const below = slices.get(contract.expiry)!.below(contract.strike)
      return {
        contract,
        probability: right === 'call' ? below : 1 - below,
        atFill: annualizedAt(fillOf(contract), contract, spot, today),
      }
    })

/** Tolerance of a probability: a value this close to an edge may fall on either side. */
const doubt = 0.003

/** Those surely within reach of the target, else (none there) the nearest in the band. */
const reachable = (choices: readonly Choice[], profile: RiskProfile, slack: number): Choice[] => {
  const { low, high, target } = columns[profile]
  const inBand = choices.filter(
    ({ probability }) => probability >= low - slack && probability <= high + slack,
  )
  const off = ({ probability }: Choice): number => Math.abs(probability - target)
  const near = inBand.filter((choice) => off(choice) <= 0.04 + slack)
  if (near.length > 0) return near
  const minDistance = Math.min(...inBand.map(off))
  return inBand.filter((choice) => off(choice) <= minDistance + doubt)
}

const bestOf = (choices: readonly Choice[]): number => Math.max(...choices.map(({ atFill }) => atFill))

const profiles = Object.keys(columns) as RiskProfile[]
const timeframes = Object.keys(rows) as Timeframe[]
const rights: LegType[] = ['call', 'put']
const cases = [1, 2, 3, 4, 5, 6].flatMap((seed) =>
  rights.flatMap((right) => timeframes.map((timeframe) => [seed, right, timeframe] as const)),
)

describe.each(cases)('spreads no. %d, %ss, %s', (seed, right, timeframe) => {
  const chain = uneven(seed)
  const choices = choicesOf(chain, right, timeframe)
  const picked = async (): Promise<Map<RiskProfile, Choice>> => {
    const [symbol] = await symbolsOf(syntheticMarket({ TEST: { chain } }), ['TEST'])
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

  test('every cell is filled from within reach of its target, at nine tenths of the best return or more', async () => {
    const row = await picked()
    for (const profile of profiles) {
      const pick = row.get(profile)
      expect(pick, `${profile} is empty`).toBeDefined()
      expect(
        reachable(choices, profile, doubt).map(({ contract }) => contract.id),
        profile,
      ).toContain(pick!.contract.id)
      expect(pick!.atFill, profile).toBeGreaterThanOrEqual(
        0.9 * bestOf(reachable(choices, profile, -doubt)) - 1e-9,
      )
    }
  })

  test('a row of several expiries has the best of each cell, and no expiry that would have done for all', async () => {
    const row = await picked()
    const expiries = new Set([...row.values()].map(({ contract }) => contract.expiry))
    if (expiries.size === 1) {
      // Of those that cost no cell more than a tenth it is one, and a monthly if no weekly pays clearly more.
      const [expiry] = [...expiries]
      const total = (day: string): number =>
        profiles.reduce(
          (sum, profile) =>
            sum +
            Math.max(
              ...reachable(choices, profile, doubt)
                .filter(({ contract }) => contract.expiry === day)
                .map(({ atFill }) => atFill),
              0,
            ),
          0,
        )
      const enough = (day: string): boolean =>
        profiles.every((profile) => {
          const expected = reachable(choices, profile, -doubt).filter(
            ({ contract }) => contract.expiry === day,
          )
          return (
            expected.length > 0 && bestOf(expected) >= 0.9 * bestOf(reachable(choices, profile, doubt)) + 1e-6
          )
        })
      const monthlies = [...slices.keys()].filter((day) => isMonthly(day) && enough(day))
      if (!isMonthly(expiry!))
        for (const monthly of monthlies) expect(total(expiry!)).toBeGreaterThan(total(monthly) - 1e-9)
      return
    }
    for (const profile of profiles) {
      const { contract, atFill } = row.get(profile)!
      const sharers = [...row.values()].filter(
        (selected) => selected.contract.expiry === contract.expiry,
      ).length
      // Two that share an expiry may each lose a tenth by it; a monthly may be a little less good than a weekly.
      const share = sharers > 1 ? 0.9 : isMonthly(contract.expiry) ? 0.98 : 1
      expect(atFill, profile).toBeGreaterThanOrEqual(
        share * bestOf(reachable(choices, profile, -doubt)) - 1e-9,
      )
    }
    const wouldDo = [...slices.keys()].filter((day) =>
      profiles.every((profile) => {
        const expected = reachable(choices, profile, -doubt).filter(({ contract }) => contract.expiry === day)
        return (
          expected.length > 0 && bestOf(expected) >= 0.9 * bestOf(reachable(choices, profile, doubt)) + 1e-6
        )
      }),
    )
    expect(wouldDo).toEqual([])
  })
})

describe('what is quoted badly', () => {
  /** All quotes tight except the previously chosen contract, whose spread becomes half of its mid. */
  test('a contract whose spread widens gives its cell to a neighbour', async () => {
    const chain = chainFrom('TEST', {
      volatility,
      spot,
      days: [28, 56, 119],
      style: 'european',
      spread: 0.03,
      step: 0.5,
    })
    const tradesOver = async (original: Chain) =>
      tradesOf((await symbolsOf(syntheticMarket({ TEST: { chain: original } }), ['TEST']))[0]!).filter(
        ({ isOptimal }) => isOptimal,
      )
    const healthyTrades = await tradesOver(chain)
    expect(healthyTrades).toHaveLength(18)
    const chosen = new Set(healthyTrades.map(({ contract }) => contract.id))
    const wide = changeContracts(chain, (contract) => {
      const mid = (contract.bid + contract.ask) / 2
      return chosen.has(contract.id) ? { ...contract, bid: mid * 0.8, ask: mid * 1.2 } : contract
    })
    const tradesWithWideSpreads = await tradesOver(wide)
    expect(tradesWithWideSpreads).toHaveLength(18)
    expect(
      tradesWithWideSpreads.filter(({ contract }) => chosen.has(contract.id)).map(({ option }) => option.id),
    ).toEqual([])
  })
})
