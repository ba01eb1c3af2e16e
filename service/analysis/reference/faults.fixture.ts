/**
 * Healthy symbols of the simulated market, the same symbols with one injected fault, and helpers
 * for their responses.
 */
import type { ChecklistItem } from '#contract/responses/income.ts'
import type { Why } from '#contract/responses/resources.ts'
import { analyseSymbols, tradesOf, type AnalysedSymbol } from './trades.fixture.ts'
import { createSimulatedMarket, withReplacements, type Replacements } from './scenarios.fixture.ts'

export const market = createSimulatedMarket()

/** Symbols with tight quotes, with and without dividends. */
const candidates = ['AAPL', 'MSFT', 'NVDA', 'KO', 'XOM', 'JPM']

/** Returns the candidates with at least eight of nine cells filled on each side. */
export const healthySymbols = async (): Promise<AnalysedSymbol[]> =>
  (await analyseSymbols(market, candidates)).filter(
    ({ income }) => income.callOptimals.length >= 8 && income.putOptimals.length >= 8,
  )

/** Analyses a symbol with replaced market data. */
export const analyseWithFault = async (symbol: string, replacements: Replacements): Promise<AnalysedSymbol> =>
  (await analyseSymbols(withReplacements(market, symbol, replacements), [symbol]))[0]!

/** Contract ids of all recommended trades. */
export const tradedIds = (symbol: AnalysedSymbol): string[] => tradesOf(symbol).map(({ option }) => option.id)

/** Returns the distinct severities of one checklist item over the trades of a symbol. */
export const severitiesOf = (symbol: AnalysedSymbol, name: ChecklistItem['name']) =>
  new Set(tradesOf(symbol).map(({ option }) => option.checklist.find((item) => item.name === name)!.severity))

/** Returns the reason of each field that is null. */
export const unknownReasons = ({ unknown }: Why): Record<string, string> =>
  Object.fromEntries(unknown.map(({ field, reason }) => [field, reason]))

/** Number of refused contracts. */
export const refusedCount = ({ income }: AnalysedSymbol): number =>
  income.refused.reduce((sum, { count }) => sum + count, 0)
