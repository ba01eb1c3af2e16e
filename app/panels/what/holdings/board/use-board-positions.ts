/** Requests the figures of all open options. */
import { notifyManager, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { rollPath } from '#contract/api/paths.ts'
import type { Holding, OpenOption } from '#contract/bridge/holdings.ts'
import type { WireRoll } from '#contract/responses/roll.ts'
import { problemOf } from '#app/api/client.ts'
import { rollParametersOf, rollQuery } from '#app/api/rolled-position.ts'
import { shareBalanceOf, useHoldings } from '#app/state/holdings.ts'
import { useView } from '#app/state/view.ts'
import { sortByAttention } from './attention-order.ts'
import { type BoardPosition, boardPosition, type RollResult } from './board-position.ts'

/** Maximum number of positions whose figures are requested, those that expire first. */
const maxRequested = 400
/** Minimum refetch interval, milliseconds. */
const minRefetchMs = 60_000
/** At most one request a second on average. */
const refetchMsPerPosition = 1000
/** Figures that are not older, because How has just requested them, are not requested again. */
const staleMs = 30_000

/** Expiry in the form `YYMMDD`, for sorting. */
const expiryOf = ({ id }: OpenOption): string => id.slice(-15, -9)

/** An open option. The shares and the cost that the user has entered in How come first, as they do there. */
type Opened = {
  holding: Holding
  option: OpenOption
  costBasis: number | undefined
  /** See `shareBalanceOf`. */
  shareBalance: number | null
}

const keyOf = ({ holding, option }: Opened): string => `${holding.symbol} ${option.id}`

/** The query that How also uses for the option, so that How shows its figures at once. */
const rollQueryOf = ({ holding: { symbol }, option, costBasis }: Opened) =>
  rollQuery(symbol, rollParametersOf(option, costBasis))

/** Requests the figures of an option. If that fails, the last ones are kept. */
async function fetchResult(client: QueryClient, item: Opened): Promise<RollResult> {
  const query = { ...rollQueryOf(item), staleTime: staleMs }
  try {
    return { roll: await client.fetchQuery(query) }
  } catch (error) {
    if (problemOf(error).code === 'symbol-unknown') return { reason: 'not-listed' }
    const roll = client.getQueryData(query.queryKey)
    return roll ? { roll } : { reason: 'failed' }
  }
}

/**
 * Returns the results by contract; undefined until all have arrived. One query for all positions, because they are
 * sorted together; each response is also cached separately, for How.
 */
function useResults(requested: readonly Opened[]) {
  return useQuery<Readonly<Record<string, RollResult>>>({
    queryKey: ['board positions', requested.map((item) => rollQueryOf(item).queryKey)],
    queryFn: async ({ client }) =>
      Object.fromEntries(
        await Promise.all(
          requested.map(async (item) => [keyOf(item), await fetchResult(client, item)] as const),
        ),
      ),
    enabled: requested.length > 0,
    staleTime: staleMs,
    refetchInterval: Math.max(minRefetchMs, requested.length * refetchMsPerPosition),
    placeholderData: (previousData) => previousData,
  })
}

/**
 * Returns a function that returns the newest figures of an option. How requests those of the displayed symbol more often
 * than the board does, and both show the same ones. Renders when they change.
 */
function useNewestRoll(): (item: Opened) => WireRoll | undefined {
  const client = useQueryClient()
  const cache = client.getQueryCache()
  const subscribe = useCallback(
    (onChange: () => void) =>
      cache.subscribe(({ type, query }) => {
        if (type === 'updated' && query.queryKey[0] === rollPath) notifyManager.schedule(onChange)
      }),
    [cache],
  )
  useSyncExternalStore(subscribe, () =>
    cache.findAll({ queryKey: [rollPath] }).reduce((sum, { state }) => sum + state.dataUpdateCount, 0),
  )
  return (item) => client.getQueryData(rollQueryOf(item).queryKey)
}

/** Returns the result with the newest figures of the option, if there are any. */
const resultOf = (result: RollResult | undefined, newest: WireRoll | undefined): RollResult =>
  result && 'roll' in result && newest ? { roll: newest } : (result ?? { reason: 'loading' })

type BoardPositions = {
  /** Sorted by what needs attention. */
  positions: readonly BoardPosition[]
  /** Time of the oldest quotes of the figures; null without figures. */
  quotedAt: string | null
  retryFailed: () => void
}

/** Returns the open options of all holdings, those that expire first at the beginning. */
function useOpened(): readonly Opened[] {
  const list = useHoldings()
  const entered = useView((view) => view.positions)
  return list.holdings
    .filter(({ openOptions }) => openOptions?.length)
    .flatMap((holding) => {
      const { stockQuantity, costBasis = holding.costBasis } = entered[holding.symbol] ?? {}
      const shareBalance = shareBalanceOf(list, holding.symbol, stockQuantity)
      return holding.openOptions!.map((option): Opened => ({ holding, option, costBasis, shareBalance }))
    })
    .toSorted((a, b) => expiryOf(a.option).localeCompare(expiryOf(b.option)))
}

export function useBoardPositions(): BoardPositions {
  const opened = useOpened()
  const requested = opened.slice(0, maxRequested)
  const { data: results = {}, refetch } = useResults(requested)
  const newestRollOf = useNewestRoll()
  const positions = opened.flatMap(
    (item, index) =>
      boardPosition(
        item.holding,
        item.option,
        item.shareBalance,
        index < maxRequested ? resultOf(results[keyOf(item)], newestRollOf(item)) : { reason: 'waiting' },
      ) ?? [],
  )
  const times = positions.flatMap(({ result }) => ('roll' in result ? result.roll.optionsAsOf : []))
  return {
    positions: sortByAttention(positions),
    quotedAt: times.toSorted()[0] ?? null,
    retryFailed: () => void refetch(),
  }
}
