/** The recommended trades of symbols with their input data, for the reference tests. */
import { readdirSync } from 'node:fs'
import type { Alternative, Income, IncomeOption } from '#contract/responses/income.ts'
import type { Tone, Why } from '#contract/responses/resources.ts'
import type { IncomeQuery } from '#contract/api/routes.ts'
import type { Bars, Chain, Contract, Day, Earnings, Market, Profile } from '#service/markets/market.ts'
import { dataFolder } from './oracle-data.fixture.ts'
import { createResponses } from './scenarios.fixture.ts'

/** The input data and responses of a symbol. */
export type AnalysedSymbol = {
  readonly symbol: string
  readonly today: Day
  /** Risk-free rate, yearly, decimal. */
  readonly rate: number
  readonly profile: Profile
  readonly bars: Bars
  readonly chain: Chain
  /** Last price, dollars; NaN without a quote. */
  readonly price: number
  readonly earnings: Earnings | null
  readonly why: Why
  readonly income: Income
  readonly tone: Tone
}

/** A recommended trade with its contract and the data of its symbol. */
export type TradeWithContract = AnalysedSymbol & {
  readonly option: IncomeOption | Alternative
  readonly contract: Contract
  /** Whether it fills its cell as an optimal trade, not as an alternative. */
  readonly isOptimal: boolean
}

/** Reads the data of symbols and the responses of the service for them, without a scan. */
export const analyseSymbols = async (
  market: Market,
  symbols: readonly string[],
  query: IncomeQuery = {},
  commission?: number,
): Promise<AnalysedSymbol[]> => {
  const responses = await createResponses(market, 'no scan', commission)
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

/** Returns all recommended trades of a symbol, optimal ones and alternatives. */
export const tradesOf = (symbol: AnalysedSymbol): TradeWithContract[] => {
  const { income, chain } = symbol
  const trade = (isOptimal: boolean) => (option: IncomeOption) => {
    const contract = chain.contracts.find(({ id }) => id === option.id)
    if (!contract)
      throw new Error(`the recommended contract ${option.id} is not in the chain of ${symbol.symbol}`)
    return { ...symbol, option, contract, isOptimal }
  }
  return [
    ...[...income.callOptimals, ...income.putOptimals].map(trade(true)),
    ...[...income.callAlternatives, ...income.putAlternatives].map(trade(false)),
  ]
}

/** Returns the symbols with a recorded chain. */
export const symbolsWithRecordedChain = (): string[] =>
  readdirSync(`${dataFolder}chains-2026-08-21`)
    .filter((name) => name.endsWith('.json.gz'))
    .map((name) => name.replace('.json.gz', ''))

/** Names a trade in messages: contract, time frame and risk profile. */
export const tradeName = ({ option, isOptimal }: TradeWithContract): string =>
  `${option.id} (${isOptimal ? '' : 'alternative '}${option.timeframe} ${option.riskProfile})`
