/** Queries of the How panel's figures for the chosen contract: one response feeds How and the price chart. */
import {
  hashKey,
  type QueryClient,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query'
import type { WireIncome } from '#contract/responses/income.ts'
import { optionById } from '#app/state/choices/cells.ts'
import { useRequestedContract } from '#app/state/choices/chosen-contract.ts'
import { cellOfFormerPick, type HeldPicks, holdPicks } from '#app/state/choices/held-picks.ts'
import { type PositionAndCash, usePositionAndCash } from '#app/state/view.ts'
import { queries } from './queries.ts'

/**
 * Returns the query of a symbol's figures with a contract. If a response in the cache contains the contract, the query
 * starts with the newest one instead of a request.
 */
function chosenIncomeQuery(
  client: QueryClient,
  symbol: string,
  position: PositionAndCash,
  contract: string | undefined,
) {
  const request = queries.income(symbol, position, contract)
  if (contract === undefined) return request
  const newest = () => newestResponse(client, request.queryKey, contract)
  return {
    ...request,
    initialData: () => newest()?.data,
    initialDataUpdatedAt: () => newest()?.dataUpdatedAt,
    // An older response must not replace a newer one when the user chooses a contract again.
    gcTime: 0,
  }
}

/** Returns the newest cached response for the same symbol and position that contains the contract. */
function newestResponse(client: QueryClient, queryKey: readonly unknown[], contract: string) {
  const [route, symbol] = queryKey
  const positionHash = positionHashOf(queryKey)
  return client
    .getQueryCache()
    .findAll({
      queryKey: [route, symbol],
      predicate: (query) => positionHashOf(query.queryKey) === positionHash,
    })
    .map(({ state }) => state as { data: WireIncome | undefined; dataUpdatedAt: number })
    .filter(({ data }) => data && optionById(data, contract))
    .toSorted((a, b) => b.dataUpdatedAt - a.dataUpdatedAt)[0]
}

/** Returns a text that is the same for requests with the same position. */
const positionHashOf = ([, , parameters]: readonly unknown[]): string =>
  hashKey([{ ...(parameters as object), contract: undefined }])

/** The last response of the displayed symbol and position, with the held picks. */
type Held = { key: string; response: WireIncome; at: number; income: WireIncome; picks: HeldPicks }
/** By query cache, so that the panels of an app display the same picks. */
const heldByClient = new WeakMap<QueryClient, Held>()

/**
 * Returns a response with held picks (state/held-picks.ts). The same response has one result.
 *
 * @param at time of the response, milliseconds since 1970; 0 for placeholder data
 */
function heldIncomeOf(
  client: QueryClient,
  response: WireIncome,
  at: number,
  requested: string | undefined,
): Held {
  const { underlying, stockQuantity, costBasis, cash } = response
  const key = [underlying, stockQuantity, costBasis, cash].join(' ')
  const held = heldByClient.get(client)
  const last = held?.key === key ? held : undefined
  if (last?.response === response && last.at >= at) return last
  const now = Math.max(at, last?.at ?? 0)
  const next = { key, response, at: now, ...holdPicks(response, last, { now, requested }) }
  if (at === now) heldByClient.set(client, next)
  return next
}

export type ChosenIncome = {
  query: UseQueryResult<WireIncome>
  queryKey: readonly unknown[]
  /** The response with held picks; undefined before the first response. */
  income: WireIncome | undefined
  /** The cell (`cellKey`) whose pick was the contract before; undefined if no cell has changed. */
  changedCellOf: (contract: string) => string | undefined
}

/**
 * Returns the figures of a symbol for the chosen contract and the user's position.
 *
 * @param options.isPassive reads the cached response without requests
 */
export function useChosenIncome(symbol: string, { isPassive = false } = {}): ChosenIncome {
  const client = useQueryClient()
  const position = usePositionAndCash(symbol)
  const contract = useRequestedContract()
  const request = chosenIncomeQuery(client, symbol, position, contract)
  const query = useQuery({ ...request, ...(isPassive && { enabled: false, refetchInterval: false }) })
  const { data, dataUpdatedAt, isPlaceholderData } = query
  // Placeholder data belongs to another request, whose contract may not be this one.
  const requested = isPlaceholderData ? undefined : contract
  const held = data && heldIncomeOf(client, data, dataUpdatedAt, requested)
  return {
    query,
    queryKey: request.queryKey,
    income: held?.income,
    changedCellOf: (id) => held && cellOfFormerPick(held.picks, id),
  }
}
