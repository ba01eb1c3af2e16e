/** Data of the pinned contracts; each comes from a response for its own symbol and position. */
import { useQuery } from '@tanstack/react-query'
import type { Income, IncomeOption } from '#contract/responses/income.ts'
import { type UnknownField, whyUnknown } from '#contract/responses/unknown.ts'
import { problemOf } from '#app/api/client.ts'
import { queries } from '#app/api/queries.ts'
import { cellsOf } from '#app/state/cells.ts'
import { type Pin, useView } from '#app/state/view.ts'

/**
 * - `loading`: no response yet
 * - `loaded`: with the price of the underlying behind its figures
 * - `refused`: listed without figures; with the reason, if known
 * - `delisted`: no longer listed
 * - `failed`: the request failed; `retry` repeats it
 */
export type Pinned = Pin &
  (
    | { status: 'loading' | 'delisted' }
    | { status: 'loaded'; option: IncomeOption; price: number | null }
    | { status: 'refused'; unknown: UnknownField | undefined }
    | { status: 'failed'; retry: () => void }
  )

/** Returns the contract from a response: the requested one, or one of a cell. */
const optionOf = (income: Income, id: string): IncomeOption | undefined =>
  income.contract?.id === id
    ? income.contract
    : [...cellsOf(income, 'call'), ...cellsOf(income, 'put')].find(({ option }) => option?.id === id)?.option

/** Returns the state of a pinned contract according to a response. */
export function pinnedIn(pin: Pin, income: Income): Pinned {
  const option = optionOf(income, pin.id)
  return option
    ? { ...pin, status: 'loaded', option, price: income.chainPrice ?? income.stockPrice }
    : { ...pin, status: 'refused', unknown: whyUnknown(income, 'contract') }
}

/** Returns the state of the pin in one of the four slots; undefined if the slot is free. */
function usePinnedAt(slot: number): Pinned | undefined {
  const pin = useView((view) => view.compare[slot])
  const position = useView((view) => view.positions[pin?.symbol ?? ''])
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery(
    queries.income(pin?.symbol ?? '', position, pin?.id),
  )
  if (!pin) return undefined
  // Placeholder data that lacks this contract belongs to another request.
  if (data && !(isPlaceholderData && !optionOf(data, pin.id))) return pinnedIn(pin, data)
  if (!error || isFetching) return { ...pin, status: 'loading' }
  return problemOf(error).code === 'symbol-unknown'
    ? { ...pin, status: 'delisted' }
    : { ...pin, status: 'failed', retry: () => void refetch() }
}

/**
 * Returns all pinned contracts in the order of pinning. Four hooks, because `useQueries` would add to the first chunk.
 */
export function usePinned(): Pinned[] {
  const slots = [usePinnedAt(0), usePinnedAt(1), usePinnedAt(2), usePinnedAt(3)]
  return slots.filter((pinned) => pinned !== undefined)
}
