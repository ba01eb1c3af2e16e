/**
 * Every recommended trade of some symbols with its input data, for the reference tests.
 */
import { readdirSync } from 'node:fs'
import type { Alternative, Income, IncomeOption } from '#contract/responses/income.ts'
import type { Tone, Why } from '#contract/responses/resources.ts'
import type { IncomeQuery } from '#contract/api/routes.ts'
import type { Bars, Chain, Contract, Day, Earnings, Market, Profile } from '#service/markets/market.ts'
import { dataFolder } from './oracle-data.fixture.ts'
import { answersOf } from './scenarios.fixture.ts'

export type Symbol = {
  readonly symbol: string
  readonly today: Day
  readonly rate: number
  readonly profile: Profile
  readonly bars: Bars
  readonly chain: Chain
  /** The last price. */
  readonly price: number
  readonly earnings: Earnings | null
  readonly why: Why
  readonly income: Income
  readonly tone: Tone
}

export type TradeWithContract = Symbol & {
  readonly option: IncomeOption | Alternative
  readonly contract: Contract
  /** Whether it fills its cell as an optimal trade, not as an alternative. */
  readonly isOptimal: boolean
}

/** The responses for symbols of a market. */
export const symbolsOf = async (
  market: Market,
  symbols: readonly string[],
  query: IncomeQuery = {},
): Promise<Symbol[]> => {
  const responses = await answersOf(market, 'no scan')
  const tone = await responses.tone()
  return Promise.all(
    symbols.map(async (symbol) => {
      const [profile, bars, chain, quote, earnings] = await Promise.all([
        market.profile(symbol),
        market.bars(symbol),
        market.chain(symbol),
        market.quote(symbol),
        market.earnings(symbol),
      ])
      const [why, income] = [await responses.why(symbol), await responses.income(symbol, query)]
      return {
        symbol,
        today: market.today(),
        rate: market.riskFreeRate(),
        profile: profile!,
        bars: bars!,
        chain: chain!,
        price: quote?.last ?? Number.NaN,
        earnings,
        why,
        income,
        tone,
      }
    }),
  )
}

/** All recommended trades of a symbol, optimal ones and alternatives. */
export const tradesOf = (symbol: Symbol): TradeWithContract[] => {
  const { income, chain } = symbol
  const trade = (isOptimal: boolean) => (option: IncomeOption) => {
    const contract = chain.contracts.find(({ id }) => id === option.id)
    if (!contract) throw new Error(`${option.id} is not listed`)
    return { ...symbol, option, contract, isOptimal }
  }
  return [
    ...[...income.callOptimals, ...income.putOptimals].map(trade(true)),
    ...[...income.callAlternatives, ...income.putAlternatives].map(trade(false)),
  ]
}

/** Symbols with a recorded chain. */
export const recordedChains = (): string[] =>
  readdirSync(`${dataFolder}chains-2026-08-21`)
    .filter((name) => name.endsWith('.json.gz'))
    .map((name) => name.replace('.json.gz', ''))

export const tradeName = ({ option, isOptimal }: TradeWithContract): string =>
  `${option.id} (${isOptimal ? '' : 'alternative '}${option.timeframe} ${option.riskProfile})`
