/** Requests the figures of all open options. */
import { useQueries } from '@tanstack/react-query'
import type { Holding, OpenOption } from '#contract/bridge/holdings.ts'
import { readOsi } from '#contract/responses/osi.ts'
import type { WireRoll } from '#contract/responses/roll.ts'
import { problemOf } from '#app/api/client.ts'
import { rollQuery } from '#app/api/rolled-position.ts'
import { sortByAttention } from './attention-order.ts'
import { type BoardPosition, boardPosition, type RollResult } from './board-position.ts'

/** Maximum number of positions whose figures are requested, those that expire first. */
const maxRequested = 400
/** Minimum refetch interval, milliseconds. */
const minRefetchMs = 60_000
/** At most one request a second on average. */
const refetchMsPerPosition = 1000

/** Expiry in the form `YYMMDD`, for sorting. */
const expiryOf = ({ id }: OpenOption): string => id.slice(-15, -9)

type Opened = { holding: Holding; option: OpenOption }

/** The query that How also uses for the option, so that How shows its figures at once. */
const rollQueryOf = ({ holding: { symbol, costBasis }, option: { id, price } }: Opened) =>
  rollQuery(symbol, {
    contract: id,
    price,
    costBasis: readOsi(id)?.legType === 'Call' ? costBasis : undefined,
  })

type RollQueryResult = { data: WireRoll | undefined; error: Error | null }

function resultOf({ option }: Opened, query: RollQueryResult | undefined): RollResult {
  if (!query) return { reason: 'waiting' }
  // Placeholder data may belong to another contract.
  if (query.data?.id === option.id) return { roll: query.data }
  if (!query.error) return { reason: 'loading' }
  return { reason: problemOf(query.error).code === 'symbol-unknown' ? 'not-listed' : 'failed' }
}

type BoardPositions = {
  /** Sorted by what needs attention. */
  positions: readonly BoardPosition[]
  /** Time of the oldest quotes of the figures; null without figures. */
  quotedAt: string | null
  retryFailed: () => void
}

export function useBoardPositions(holdings: readonly Holding[]): BoardPositions {
  const opened = holdings
    .flatMap((holding) => (holding.openOptions ?? []).map((option): Opened => ({ holding, option })))
    .toSorted((a, b) => expiryOf(a.option).localeCompare(expiryOf(b.option)))
  const requested = opened.slice(0, maxRequested)
  const queries = useQueries({
    queries: requested.map((item) => ({
      ...rollQueryOf(item),
      refetchInterval: Math.max(minRefetchMs, requested.length * refetchMsPerPosition),
    })),
  })
  const positions = opened.flatMap(
    (item, index) => boardPosition(item.holding, item.option, resultOf(item, queries[index])) ?? [],
  )
  const times = positions.flatMap(({ result }) => ('roll' in result ? result.roll.optionsAsOf : []))
  return {
    positions: sortByAttention(positions),
    quotedAt: times.toSorted()[0] ?? null,
    retryFailed: () => {
      for (const query of queries) if (query.isError) void query.refetch()
    },
  }
}
