/** A synthetic symbol and its income trades, for tests. */
import { addDays } from '#service/markets/calendar.ts'
import type { Income, IncomeOption } from '#contract/responses/income.ts'
import type { IncomeQuery } from '#contract/api/routes.ts'
import type { ValidatedBars } from '../bars/validate-bars.ts'
import type { Chain, Contract, Earnings, Profile } from '#service/markets/market.ts'
import { analyseIncome } from '../income.ts'
import {
  chainOf,
  dataStatus,
  validatedBarsOf,
  profileOf,
} from '#service/analysis/reference/synthetic-inputs.fixture.ts'
import { trendOf } from '#service/analysis/technicals/trend.ts'

export const today = '2026-08-21'
export const rate = 0.04
/** Bars of a rising stock. */
export const rising = validatedBarsOf(Array.from({ length: 260 }, (_, i) => 60 + i * 0.15 + Math.sin(i)))

/** Options of eight expiries on a stock at 100, with a mild skew and a spread of 6 % of mid. */
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
  readonly bars?: ValidatedBars
  /** Last price, dollars, and its time. Without `last` there is no quote. */
  readonly last?: number
  readonly time?: string
}

/** Earnings after every expiry of `fullChain`. */
export const farEarnings: Earnings = { day: addDays(today, 400), time: 'Unknown', estimated: true }

/** The income response for a synthetic symbol with this chain. */
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
      commission: 0,
      today,
      date: today,
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

/** Returns a copy of the chain with the changes that `changesOf` returns for each contract. */
export const alterContracts = (
  chain: Chain,
  changesOf: (contract: Contract) => Partial<Contract>,
): Chain => ({
  ...chain,
  contracts: chain.contracts.map((contract) => ({ ...contract, ...changesOf(contract) })),
})
