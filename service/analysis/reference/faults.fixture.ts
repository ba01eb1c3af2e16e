/** A healthy symbol of the simulated market with one injected fault, and helpers for its responses. */
import type { ChecklistItem } from '#contract/responses/income.ts'
import type { Why } from '#contract/responses/resources.ts'
import { symbolsOf, tradesOf, type Symbol } from './trades.fixture.ts'
import { simulated, withReplaced, type Replaced } from './scenarios.fixture.ts'

export const market = simulated()

/** Names with tight quotes that fill every cell, payers of dividends and others. */
const names = ['AAPL', 'MSFT', 'NVDA', 'KO', 'XOM', 'JPM']

/** Those of them that fill their cells. */
export const healthySymbols = async (): Promise<Symbol[]> =>
  (await symbolsOf(market, names)).filter(
    ({ income }) => income.callOptimals.length >= 8 && income.putOptimals.length >= 8,
  )

/** The symbol with replaced market data. */
export const faulty = async (symbol: string, replaced: Replaced): Promise<Symbol> =>
  (await symbolsOf(withReplaced(market, symbol, replaced), [symbol]))[0]!

export const tradedIds = (symbol: Symbol): string[] => tradesOf(symbol).map(({ option }) => option.id)

/** All checklist verdicts of one kind for the symbol's trades. */
export const verdicts = (symbol: Symbol, name: ChecklistItem['name']) =>
  new Set(tradesOf(symbol).map(({ option }) => option.checklist.find((item) => item.name === name)!.severity))

/** Why fields are null, by field. */
export const reasonsOf = ({ unknown }: Why): Record<string, string> =>
  Object.fromEntries(unknown.map(({ field, reason }) => [field, reason]))

/** Refused contracts. */
export const refusals = ({ income }: Symbol): number =>
  income.refused.reduce((sum, { count }) => sum + count, 0)
