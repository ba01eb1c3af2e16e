/**
 * Premiums beside what they cost, from public figures only (docs/record.md): what a seller of calls received
 * and the rise given up for it, what a seller of puts received and what the assignments cost.
 */
import type { PickResult, PickValues, RecordPick } from '#contract/responses/record.ts'
import { recordRights } from '#contract/responses/record-summary.ts'
import type { RecordNightResult, RecordRight, RecordYield } from '#contract/responses/record-summary.ts'
import { config } from '#service/analysis/config.ts'
import type { Day } from '#service/markets/market.ts'
import { toCents } from './settlement.ts'
import { byProbabilityBand, mean } from './statistics.ts'

/** Amounts of one contract, dollars. */
export type PickAmounts = {
  /** The bid less the commission. */
  readonly premium: number
  /** Rise above the strike (call) or fall below it (put) that the seller bore; 0 if the option expired. */
  readonly forgone: number
  /** Price of the shares (call), or the strike (put). */
  readonly capital: number
}

/** The amounts behind a public result. */
export function pickAmountsOf(
  { right, strike }: Pick<RecordPick, 'right' | 'strike'>,
  { bid, underlying }: Pick<PickValues, 'bid' | 'underlying'>,
  { profit, stock }: Pick<PickResult, 'profit' | 'stock'>,
): PickAmounts {
  const shares = config.sharesPerContract
  const premium = toCents(shares * bid - config.record.commission)
  const shareProfit = right === 'call' ? stock : 0
  return {
    premium,
    forgone: toCents(shareProfit + premium - profit),
    capital: toCents(shares * (right === 'call' ? underlying : strike)),
  }
}

/** A pick, with its amounts if its result is public. */
export type YieldFacts = {
  readonly right: RecordRight
  readonly probability: number
  readonly amounts: PickAmounts | null
}

type PublicYieldFacts = YieldFacts & { readonly amounts: PickAmounts }
const isPublic = (pick: YieldFacts): pick is PublicYieldFacts => pick.amounts !== null

const yieldOf = (
  right: RecordRight,
  band: Pick<RecordYield, 'from' | 'to'>,
  picks: readonly PublicYieldFacts[],
): RecordYield => {
  const [premium, forgone] = (['premium', 'forgone'] as const).map((name) =>
    mean(picks.map(({ amounts }) => amounts[name] / amounts.capital)),
  ) as [number, number]
  return { right, ...band, count: picks.length, premium, forgone, net: premium - forgone }
}

/** Of each right the total, then its bands of the stated probability. */
export const yieldsOf = (picks: readonly YieldFacts[]): RecordYield[] =>
  recordRights.flatMap((right) => {
    const ofRight = picks.filter(isPublic).filter((pick) => pick.right === right)
    if (ofRight.length === 0) return []
    return [
      yieldOf(right, { from: null, to: null }, ofRight),
      ...byProbabilityBand(ofRight).map(({ from, to, picks: band }) => yieldOf(right, { from, to }, band)),
    ]
  })

/** Nights whose picks have public results, oldest first. */
export function nightResultsOf(
  picks: readonly {
    readonly night: Day
    readonly result: PickResult | null
    readonly amounts: PickAmounts | null
  }[],
): RecordNightResult[] {
  const results = picks.flatMap(({ night, result, amounts }) =>
    result && amounts ? [{ night, profit: result.profit, capital: amounts.capital }] : [],
  )
  return [...Map.groupBy(results, ({ night }) => night)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([night, ofNight]) => {
      const capital = ofNight.reduce((sum, pick) => sum + pick.capital, 0)
      const share = (isPart: (profit: number) => boolean) =>
        ofNight.reduce((sum, { profit }) => sum + (isPart(profit) ? profit : 0), 0) / capital
      const [gains, losses] = [share((profit) => profit >= 0), share((profit) => profit < 0)]
      const losers = ofNight.filter(({ profit }) => profit < 0).length
      return { night, count: ofNight.length, losers, gains, losses, net: gains + losses }
    })
}
