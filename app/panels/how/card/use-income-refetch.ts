/** Refetches the figures of the How panel after the displayed quotes have moved. */
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queries } from '#app/api/queries.ts'
import { useView } from '#app/state/view.ts'

/** Minimum age of the figures before they are refetched. */
const minAgeMs = 10_000

/** While `isNeeded`, refetches the displayed figures as soon as they reach the minimum age. */
export function useIncomeRefetch(isNeeded: boolean): void {
  const symbol = useView((view) => view.symbol)
  const position = useView((view) => view.positions[symbol])
  const contract = useView((view) => view.contract) ?? undefined
  const { dataUpdatedAt, errorUpdatedAt, isFetching, refetch } = useQuery({
    ...queries.income(symbol, position, contract),
    enabled: false,
    refetchInterval: false,
  })
  const lastFetchAt = Math.max(dataUpdatedAt, errorUpdatedAt)
  useEffect(() => {
    if (!isNeeded || isFetching) return undefined
    const refetchFigures = () => void refetch({ cancelRefetch: false })
    const timer = setTimeout(refetchFigures, Math.max(0, lastFetchAt + minAgeMs - Date.now()))
    return () => clearTimeout(timer)
  }, [isNeeded, isFetching, lastFetchAt, refetch])
}
