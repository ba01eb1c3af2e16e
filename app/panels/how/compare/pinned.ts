/** What is known of each contract that is compared: each by an answer of its own symbol, for what is held of that. */
import { useQuery } from '@tanstack/react-query'
import type { Income, IncomeOption } from '#contract/responses/income.ts'
import { type UnknownField, whyUnknown } from '#contract/responses/unknown.ts'
import { problemOf } from '#app/api/client.ts'
import { queries } from '#app/api/queries.ts'
import { cellsOf } from '#app/state/cells.ts'
import { type Pin, useView } from '#app/state/view.ts'

/**
 * - `coming`: there is no answer yet
 * - `there`: with the price of the underlying that its figures are worked out at
 * - `refused`: it is listed, and nothing is worked out for it; why, where that is known
 * - `gone`: it is no longer listed
 * - `failed`: it could not be asked for; `retry` asks again
 */
export type Pinned = Pin &
  (
    | { standing: 'coming' | 'gone' }
    | { standing: 'there'; option: IncomeOption; price: number | null }
    | { standing: 'refused'; unknown: UnknownField | undefined }
    | { standing: 'failed'; retry: () => void }
  )

/** The contract as an answer has it: the one it was asked for, or a cell's. */
const optionOf = (income: Income, id: string): IncomeOption | undefined =>
  income.contract?.id === id
    ? income.contract
    : [...cellsOf(income, 'call'), ...cellsOf(income, 'put')].find(({ option }) => option?.id === id)?.option

/** What an answer says of a pin. */
export function pinnedIn(pin: Pin, income: Income): Pinned {
  const option = optionOf(income, pin.id)
  return option
    ? { ...pin, standing: 'there', option, price: income.chainPrice ?? income.stockPrice }
    : { ...pin, standing: 'refused', unknown: whyUnknown(income, 'contract') }
}

/** What is known of the pin in one of the four places; undefined where that is free. */
function usePinnedAt(place: number): Pinned | undefined {
  const pin = useView((view) => view.compare[place])
  const held = useView((view) => view.positions[pin?.symbol ?? ''])
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery(
    queries.income(pin?.symbol ?? '', held, pin?.id),
  )
  if (!pin) return undefined
  // What stands in for the answer is of another contract.
  if (data && !(isPlaceholderData && !optionOf(data, pin.id))) return pinnedIn(pin, data)
  if (!error || isFetching) return { ...pin, standing: 'coming' }
  return problemOf(error).code === 'symbol-unknown'
    ? { ...pin, standing: 'gone' }
    : { ...pin, standing: 'failed', retry: () => void refetch() }
}

/** All of them, in the order in which they were pinned. `useQueries` would add to what comes before the first ideas. */
export function usePinned(): Pinned[] {
  const places = [usePinnedAt(0), usePinnedAt(1), usePinnedAt(2), usePinnedAt(3)]
  return places.filter((pinned) => pinned !== undefined)
}
