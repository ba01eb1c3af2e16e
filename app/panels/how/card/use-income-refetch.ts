/** Keeps the figures of How at the quotes they are read beside. */
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queries } from '#app/api/queries.ts'
import { useView } from '#app/state/view.ts'

/** The figures are not asked for again earlier than this after they came. */
const pauseMs = 10_000

/** While `wanted`, asks for the displayed figures again: at once, or as soon as they are old enough. */
export function useFreshFigures(wanted: boolean): void {
  const symbol = useView((view) => view.symbol)
  const held = useView((view) => view.positions[symbol])
  const contract = useView((view) => view.contract) ?? undefined
  const { dataUpdatedAt, errorUpdatedAt, isFetching, refetch } = useQuery({
    ...queries.income(symbol, held, contract),
    enabled: false,
    refetchInterval: false,
  })
  const answeredAt = Math.max(dataUpdatedAt, errorUpdatedAt)
  useEffect(() => {
    if (!wanted || isFetching) return undefined
    const ask = () => void refetch({ cancelRefetch: false })
    const timer = setTimeout(ask, Math.max(0, answeredAt + pauseMs - Date.now()))
    return () => clearTimeout(timer)
  }, [wanted, isFetching, answeredAt, refetch])
}
