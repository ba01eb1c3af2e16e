/**
 * Queries of content that is not part of the first screen. Unlike queries.ts, this module is loaded with
 * the content, so the first bundle does not contain its paths and schemas.
 */
import { type QueryFunctionContext, queryOptions } from '@tanstack/react-query'
import type { GenericSchema } from 'valibot'
import { BestIncomeSchema } from '#contract/responses/lists/best-income.ts'
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
import { FullTradeIdeasSchema } from '#contract/responses/lists/full-ideas.ts'
import { apiOf } from './api.ts'
import { keepDataOfSymbol } from './queries.ts'
import type { RequestParameters } from './data-url.ts'

const minute = 60_000

/**
 * Returns the query of a path. Its key is the path, the symbol and the query parameters;
 * `keepDataOfSymbol` reads the symbol from the key.
 */
const pathQuery = <S extends GenericSchema>(
  path: string,
  schema: S,
  parameters: Omit<RequestParameters, 'signal'> = {},
) => ({
  queryKey: [path, parameters.symbol, parameters.query] as const,
  queryFn: ({ client, signal }: QueryFunctionContext) =>
    apiOf(client).client.getByPath(path, schema, { ...parameters, signal }),
})

/** Requests the response of `rollQuery` (rolled-position.ts). */
export const fetchRoll = (
  { client, signal }: QueryFunctionContext,
  symbol: string,
  query: RequestParameters['query'],
) => apiOf(client).client.getByPath(rollPath, RollSchema, { symbol, query, signal })

export const lazyQueries = {
  /** All listed options. With `expiry` (`2027-01-15`) only that expiry has rows. */
  chain: (symbol: string, expiry?: string) =>
    queryOptions({
      ...pathQuery(chainPath, ChainSchema, { symbol, query: { expiry } }),
      refetchInterval: minute / 2,
      placeholderData: keepDataOfSymbol(symbol),
    }),
  /** Values of a sold option before expiry, by day, volatility and stock price. */
  scenario: (symbol: string, contract: string) =>
    queryOptions({
      ...pathQuery(scenarioPath, ScenarioSchema, { symbol, query: { contract } }),
      refetchInterval: minute,
      placeholderData: keepDataOfSymbol(symbol),
    }),
  /** Implied and realised volatility over the last year. */
  volatility: (symbol: string) =>
    queryOptions({ ...pathQuery(volatilityPath, VolatilitySchema, { symbol }), staleTime: 5 * minute }),
  /** The scan's best income trades. `query`: the parameters of contract/responses/lists/best-income.ts as text. */
  bestIncome: (query: Readonly<Record<string, string | undefined>> = {}) =>
    queryOptions({ ...pathQuery(bestIncomePath, BestIncomeSchema, { query }), staleTime: 5 * minute }),
  /** The ideas with all fields. `queries.tradeIdeas` has the fields that the list needs first. */
  fullIdeas: () =>
    queryOptions({
      ...pathQuery(dataPaths.tradeIdeas, FullTradeIdeasSchema),
      staleTime: 5 * minute,
      refetchInterval: 10 * minute,
    }),
}
