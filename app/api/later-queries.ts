/**
 * Queries of content that the user opens: their paths and schemas are not in the first files. Otherwise like
 * queries.ts.
 */
import { type QueryFunctionContext, queryOptions } from '@tanstack/react-query'
import type { GenericSchema } from 'valibot'
import { BestIncomeSchema } from '#contract/responses/best-income.ts'
import { ChainSchema } from '#contract/responses/chain.ts'
import {
  bestIncomePath,
  chainPath,
  dataPaths,
  rollPath,
  scenarioPath,
  volatilityPath,
} from '#contract/api/paths.ts'
import { RollSchema } from '#contract/responses/roll.ts'
import { ScenarioSchema } from '#contract/responses/scenario.ts'
import { VolatilitySchema } from '#contract/responses/volatility.ts'
import { WholeTradeIdeasSchema } from '#contract/responses/full-ideas.ts'
import { apiOf } from './api.ts'
import { sameSymbol } from './queries.ts'
import type { Question } from './request.ts'

const minute = 60_000

/** Query of a path. The key begins with the path and the symbol, like all others (ask-again.ts). */
const pathQuery = <S extends GenericSchema>(
  path: string,
  schema: S,
  given: Omit<Question, 'signal'> = {},
) => ({
  queryKey: [path, given.symbol, given.query] as const,
  queryFn: ({ client, signal }: QueryFunctionContext) =>
    apiOf(client).client.getAt(path, schema, { ...given, signal }),
})

export const laterQueries = {
  /** Every listed option; with `expiry` (`2027-01-15`) the rows of that one only. Quotes are as fresh as How's. */
  chain: (symbol: string, expiry?: string) =>
    queryOptions({
      ...pathQuery(chainPath, ChainSchema, { symbol, query: { expiry } }),
      refetchInterval: minute / 2,
      placeholderData: sameSymbol(symbol),
    }),
  /** What becomes of an open short option. Dollars per share: `price` it was sold for, `costBasis` of the shares under a call. */
  roll: (
    symbol: string,
    asked: { contract: string; price?: number | undefined; costBasis?: number | undefined },
  ) =>
    queryOptions({
      ...pathQuery(rollPath, RollSchema, { symbol, query: asked }),
      refetchInterval: minute / 2,
      placeholderData: sameSymbol(symbol),
    }),
  /** Values of a sold option on other days, at other volatilities and prices. */
  scenario: (symbol: string, contract: string) =>
    queryOptions({
      ...pathQuery(scenarioPath, ScenarioSchema, { symbol, query: { contract } }),
      refetchInterval: minute,
      placeholderData: sameSymbol(symbol),
    }),
  /** Implied and realised volatility over the last year. */
  volatility: (symbol: string) =>
    queryOptions({ ...pathQuery(volatilityPath, VolatilitySchema, { symbol }), staleTime: 5 * minute }),
  /** The trades of the scan that bring income. `query` as contract/responses/best-income.ts has it, already as text. */
  bestIncome: (query: Readonly<Record<string, string | undefined>> = {}) =>
    queryOptions({ ...pathQuery(bestIncomePath, BestIncomeSchema, { query }), staleTime: 5 * minute }),
  /** The ideas with all that is answered about them. The list itself does with less: `queries.tradeIdeas`. */
  wholeIdeas: () =>
    queryOptions({
      ...pathQuery(dataPaths.tradeIdeas, WholeTradeIdeasSchema),
      staleTime: 5 * minute,
      refetchInterval: 10 * minute,
    }),
}
