/** The roll that the user is choosing, and the position after it, for How and the price chart. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { rollPath } from '#contract/api/paths.ts'
import type { OpenOption } from '#contract/bridge/holdings.ts'
import { readOsi } from '#contract/responses/osi.ts'
import { useChosenContract } from '#app/state/choices/chosen-contract.ts'
import { shareBalanceOf, useHoldingOf, useHoldings } from '#app/state/holdings.ts'
import { useRollOrder } from '#app/state/order/roll-order.ts'
import { type RollTarget, rollTargetOf } from '#app/state/order/roll-target.ts'
import {
  type Closable,
  isClosable,
  limitBounds,
  rollChoiceOf,
  rolledPosition,
  type RolledPosition,
} from '#app/state/order/roll-totals.ts'
import { isPricedRoll } from '#app/state/priced.ts'
import { useView } from '#app/state/view.ts'
import { keepDataOfSymbol, minute } from './queries.ts'

/** In dollars per share: `price` is the sale price of the open option, `costBasis` the cost of a call's shares. */
export type RollParameters = {
  contract: string
  price?: number | undefined
  costBasis?: number | undefined
}

/**
 * Ways to roll an open short option. Not one of `lazyQueries`, because the price chart reads its cached response: the
 * schema is loaded with the first request.
 */
export const rollQuery = (symbol: string, parameters: RollParameters) =>
  queryOptions({
    queryKey: [rollPath, symbol, parameters] as const,
    queryFn: async (context) => {
      const { fetchRoll } = await import('./lazy-queries.ts')
      return fetchRoll(context, symbol, parameters)
    },
    refetchInterval: minute / 2,
    placeholderData: keepDataOfSymbol(symbol),
  })

/** Parameters of the roll of an open option: its sale price, and for a call the cost of the shares. */
export const rollParametersOf = (
  { id, price }: OpenOption,
  costBasis: number | undefined,
): RollParameters => ({
  contract: id,
  price,
  costBasis: readOsi(id)?.legType === 'Call' ? costBasis : undefined,
})

/** Parameters of the roll of an open option of a symbol. The cost that the user has entered comes first. */
export function useRollParameters(symbol: string, option: OpenOption | undefined): RollParameters {
  const holdingCostBasis = useHoldingOf(symbol)?.costBasis
  const costBasis = useView((view) => view.positions[symbol]?.costBasis) ?? holdingCostBasis
  return option ? rollParametersOf(option, costBasis) : { contract: '' }
}

/** Returns the shares that the open calls of a symbol do not need, as `shareBalanceOf`. */
export const useShareBalance = (symbol: string): number | null =>
  shareBalanceOf(
    useHoldings(),
    symbol,
    useView((view) => view.positions[symbol]?.stockQuantity),
  )

/** Returns the number of shares that the open calls of a symbol need and the user does not hold; 0 if unknown. */
export const useUncoveredShares = (symbol: string): number => Math.max(0, -(useShareBalance(symbol) ?? 0))

export type ChosenRoll = {
  openId: string
  roll: Closable
  target: RollTarget
  position: RolledPosition
}

/**
 * Returns the roll into the chosen contract: `none` if the user rolls nothing into it, `pending` until its figures are
 * loaded. Sends no request.
 */
export function useChosenRoll(symbol: string): ChosenRoll | 'none' | 'pending' {
  const { openId, targetId, contracts, limit } = useRollOrder()
  const contract = useChosenContract()
  const option = useHoldingOf(symbol)?.openOptions?.find(({ id }) => id === openId)
  const uncoveredShares = useUncoveredShares(symbol)
  const { data } = useQuery({
    ...rollQuery(symbol, useRollParameters(symbol, option)),
    enabled: false,
  })
  // Placeholder data may belong to another open option.
  const roll = data && data.id === option?.id && isPricedRoll(data) ? data : undefined
  if (!option || targetId === null || targetId !== contract) return 'none'
  const target = roll && rollTargetOf(roll, targetId)
  if (!roll || !isClosable(roll) || !target) return 'pending'
  const choice = rollChoiceOf({ contracts, limit }, option.quantity, limitBounds(roll, target))
  const isCovered = roll.legType === 'Put' || uncoveredShares === 0
  return { openId: option.id, roll, target, position: rolledPosition(roll, target, choice, isCovered) }
}
