/**
 * Queries of content that the user opens. Like queries.ts, but their paths and schemas are not in the first files.
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
import { FullTradeIdeasSchema } from '#contract/responses/full-ideas.ts'
import { apiOf } from './api.ts'
import { sameSymbol } from './queries.ts'
import type { RequestParameters } from './request.ts'

const minute = 60_000

/** Query of a path. The key begins with the path and the symbol, like all others (refetch-query.ts). */
const pathQuery = <S extends GenericSchema>(
  path: string,
  schema: S,
  parameters: Omit<RequestParameters, 'signal'> = {},
) => ({
  queryKey: [path, parameters.symbol, parameters.query] as const,
  queryFn: ({ client, signal }: QueryFunctionContext) =>
    apiOf(client).client.getByPath(path, schema, { ...parameters, signal }),
})

export const laterQueries = {
  /** Every listed option; with `expiry` (`2027-01-15`) only rows of that expiry. Refetched as often as How. */
  chain: (symbol: string, expiry?: string) =>
    queryOptions({
      ...pathQuery(chainPath, ChainSchema, { symbol, query: { expiry } }),
      refetchInterval: minute / 2,
      placeholderData: sameSymbol(symbol),
    }),
  /** Ways to roll an open short option. Dollars per share: its sale `price`, and `costBasis` of a call's shares. */
  roll: (
    symbol: string,
    query: { contract: string; price?: number | undefined; costBasis?: number | undefined },
  ) =>
    queryOptions({
      ...pathQuery(rollPath, RollSchema, { symbol, query }),
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
  /** The scan's best income trades. `query`: the parameters of contract/responses/best-income.ts as text. */
  bestIncome: (query: Readonly<Record<string, string | undefined>> = {}) =>
    queryOptions({ ...pathQuery(bestIncomePath, BestIncomeSchema, { query }), staleTime: 5 * minute }),
  /** The ideas with all their fields. The list needs fewer: `queries.tradeIdeas`. */
  fullIdeas: () =>
    queryOptions({
      ...pathQuery(dataPaths.tradeIdeas, FullTradeIdeasSchema),
      staleTime: 5 * minute,
      refetchInterval: 10 * minute,
    }),
}
