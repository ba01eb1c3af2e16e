/** A synthetic symbol and its income trades, for tests. */
import { addDays } from '#service/markets/calendar.ts'
import type { Income, IncomeOption } from '#contract/responses/income.ts'
import type { IncomeQuery } from '#contract/api/routes.ts'
import type { JudgedBars } from '../bars/judge-bars.ts'
import type { Chain, Contract, Earnings, Profile } from '#service/markets/market.ts'
import { analyseIncome } from '../income.ts'
import {
  chainOf,
  dataStatus,
  judgedOf,
  profileOf,
} from '#service/analysis/reference/synthetic-market.fixture.ts'
import { trendOf } from '#service/analysis/technicals/trend.ts'

export const today = '2026-08-21'
export const rate = 0.04
export const rising = judgedOf(Array.from({ length: 260 }, (_, i) => 60 + i * 0.15 + Math.sin(i)))

/** Options of nine expiries on a stock at 100, tight around a mild skew. */
export const fullChain = chainOf({
  spot: 100,
  days: [7, 28, 35, 63, 84, 119, 147, 300],
  volatility: (strike) => 0.3 + 0.1 * Math.log(100 / strike),
  halfSpread: 0.03,
  step: 2.5,
})

export type IncomeOverrides = {
  readonly query?: IncomeQuery
  readonly earnings?: Earnings | null
  readonly profile?: Profile
  readonly bars?: JudgedBars
  /** Last price, dollars, and its time; no quote without a price. */
  readonly last?: number
  readonly time?: string
}

/** Reports after every expiry of the grid. */
export const farEarnings: Earnings = { day: addDays(today, 400), time: 'Unknown', estimated: true }

export const income = (
  chain: Chain | undefined,
  {
    query = {},
    earnings = farEarnings,
    profile = profileOf('TEST'),
    bars = rising,
    last,
    time,
  }: IncomeOverrides = {},
): Income =>
  analyseIncome(
    {
      profile,
      bars,
      chain,
      quote:
        last === undefined
          ? undefined
          : {
              symbol: 'TEST',
              last,
              change: 0,
              percentageChange: 0,
              volume: 0,
              time: time ?? dataStatus.asOf,
            },
      earnings,
      volatilities: [],
      benchmark: { symbol: 'SPY', oneMonthTrend: trendOf(-3), sixMonthTrend: trendOf(4), unknown: [] },
      dataStatus,
      riskFreeRate: rate,
      today,
    },
    query,
  )

export const allTrades = ({
  callOptimals,
  putOptimals,
  callAlternatives,
  putAlternatives,
}: Income): IncomeOption[] => [...callOptimals, ...putOptimals, ...callAlternatives, ...putAlternatives]

export const checklistItem = (option: IncomeOption, name: string) =>
  option.checklist.find((item) => item.name === name)!

/** The chain with changes to its contracts. */
export const alterContracts = (
  chain: Chain,
  changesOf: (contract: Contract) => Partial<Contract>,
): Chain => ({
  ...chain,
  contracts: chain.contracts.map((contract) => ({ ...contract, ...changesOf(contract) })),
})
