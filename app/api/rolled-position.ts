/** The roll that the user is choosing, and the position after it, for How and the price chart. */
import { useQuery } from '@tanstack/react-query'
import { rollPath } from '#contract/api/paths.ts'
import type { OpenOption } from '#contract/bridge/holdings.ts'
import { readOsi } from '#contract/responses/osi.ts'
import type { RollCandidate, WireRoll } from '#contract/responses/roll.ts'
import { useChosenContract } from '#app/state/chosen-contract.ts'
import { useHoldingOf } from '#app/state/holdings.ts'
import { useRollOrder } from '#app/state/order/roll-order.ts'
import {
  type Closable,
  isClosable,
  limitBounds,
  rollChoiceWithin,
  rolledPosition,
  type RolledPosition,
} from '#app/state/order/roll-totals.ts'
import { isPricedRoll } from '#app/state/priced.ts'
import { useView } from '#app/state/view.ts'

/** Parameters of the roll of an open option: its sale price, and for a call the cost of the shares. */
export function useRollParameters(symbol: string, option: OpenOption | undefined) {
  const holdingCostBasis = useHoldingOf(symbol)?.costBasis
  const costBasis = useView((view) => view.positions[symbol]?.costBasis) ?? holdingCostBasis
  const isCall = option && readOsi(option.id)?.legType === 'Call'
  return { contract: option?.id ?? '', price: option?.price, costBasis: isCall ? costBasis : undefined }
}

export type ChosenRoll = {
  openId: string
  roll: Closable
  target: RollCandidate
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
  const parameters = useRollParameters(symbol, option)
  const { data: roll } = useQuery<WireRoll>({
    // The same query as `lazyQueries.roll`, whose schema is loaded only if it is fetched.
    queryKey: [rollPath, symbol, parameters],
    queryFn: async (context) => {
      const { lazyQueries } = await import('./lazy-queries.ts')
      return lazyQueries.roll(symbol, parameters).queryFn!(context)
    },
    enabled: false,
  })
  if (!option || targetId === null || targetId !== contract) return 'none'
  const target =
    roll && isPricedRoll(roll) ? roll.candidates.find((candidate) => candidate.id === targetId) : undefined
  if (!roll || !isPricedRoll(roll) || !isClosable(roll) || !target) return 'pending'
  const choice = rollChoiceWithin({ contracts, limit }, option.quantity, limitBounds(roll, target))
  return { openId: option.id, roll, target, position: rolledPosition(roll, target, choice) }
}
