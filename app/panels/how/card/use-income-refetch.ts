/** Refetches the figures of the How panel after the displayed quotes have moved. */
import { useEffect } from 'react'
import type { Income } from '#contract/responses/income.ts'
import { useChosenIncome } from '#app/api/chosen-income.ts'
import { optionById } from '#app/state/choices/cells.ts'
import { hasMoved, latestQuote } from '#app/state/latest-quote.ts'
import { useLive } from '#app/state/live.ts'

/** Minimum age of the figures before they are refetched. */
const minAgeMs = 10_000

/**
 * Refetches the figures as soon as they reach the minimum age, while the quote of a displayed contract differs by more
 * than a tick from the one in the response: probabilities and scores depend on it.
 *
 * @param income the response, without pushed quotes
 * @param ids OSI symbols of the displayed contracts
 */
export function useIncomeRefetch(income: Income, ids: readonly (string | undefined)[]): void {
  const isNeeded = useLive(({ options }) =>
    ids.some((id) => {
      const option = id === undefined ? undefined : optionById(income, id)
      return option && hasMoved(option, latestQuote(option, income.optionsAsOf, options[option.id]))
    }),
  )
  const { dataUpdatedAt, errorUpdatedAt, isFetching, refetch } = useChosenIncome(income.underlying, {
    isPassive: true,
  }).query
  const lastFetchAt = Math.max(dataUpdatedAt, errorUpdatedAt)
  useEffect(() => {
    if (!isNeeded || isFetching) return undefined
    const refetchFigures = () => void refetch({ cancelRefetch: false })
    const timer = setTimeout(refetchFigures, Math.max(0, lastFetchAt + minAgeMs - Date.now()))
    return () => clearTimeout(timer)
  }, [isNeeded, isFetching, lastFetchAt, refetch])
}
