/**
 * Data of the contracts in the comparison, at their newest quotes. Each has its own request, for its symbol and the
 * user's position in it.
 */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { IncomeOption, WireIncome } from '#contract/responses/income.ts'
import { type UnknownField, whyUnknown } from '#contract/responses/unknown.ts'
import { useChosenIncome } from '#app/api/chosen-income.ts'
import { problemOf } from '#app/api/client.ts'
import { useOptionSubscription } from '#app/api/feed/use-option-subscription.ts'
import { useSubscription } from '#app/api/feed/use-subscription.ts'
import { queries } from '#app/api/queries.ts'
import { optionById } from '#app/state/choices/cells.ts'
import { useOptionQuote } from '#app/state/live.ts'
import { isPricedIncome } from '#app/state/priced.ts'
import { quoteOption, useCurrentPrice } from '#app/state/quoted-income.ts'
import { useResponseQuotes } from '#app/state/response-quotes.ts'
import { type Pin, usePositionAndCash, useView } from '#app/state/view.ts'

/**
 * State of a pinned contract:
 *
 * - `loading`: the request is pending
 * - `loaded`: `price` is the price of the underlying that the figures are shown at
 * - `refused`: listed without figures; `unknown` is the reason, if known
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

/** Returns the state of a pinned contract after a response: `loaded` or `refused`. */
export function pinnedFromResponse(pin: Pin, income: WireIncome): Pinned {
  if (!isPricedIncome(income)) {
    const isListed = optionById(income, pin.id) !== undefined
    const unknown = income.unknown.find(({ reason }) => reason === 'not-licensed')
    return { ...pin, status: 'refused', unknown: isListed ? unknown : whyUnknown(income, 'contract') }
  }
  const option = optionById(income, pin.id)
  return option
    ? { ...pin, status: 'loaded', option, price: income.chainPrice ?? income.stockPrice }
    : { ...pin, status: 'refused', unknown: whyUnknown(income, 'contract') }
}

/** Returns the response of the How panel if it contains the contract, so that both show the same figures. */
function useShownIncome(pin: Pin | undefined): WireIncome | undefined {
  const symbol = useView((view) => view.symbol)
  const { income } = useChosenIncome(symbol, { isPassive: true })
  return pin?.symbol === symbol && income && optionById(income, pin.id) ? income : undefined
}

const noContracts: readonly [] = []

/** Subscribes to the quotes of a contract and its underlying, and returns its state at its newest quote. */
function useQuoted(pin: Pin | undefined, income: WireIncome | undefined): Pinned | undefined {
  const option = pin && income && optionById(income, pin.id)
  useSubscription(pin ? [pin.symbol] : noContracts)
  useOptionSubscription(pin?.symbol ?? '', pin ? [pin.id] : noContracts)
  useResponseQuotes(
    useMemo(() => (option ? [option] : noContracts), [option]),
    income?.optionsAsOf ?? null,
  )
  const quote = useOptionQuote(pin?.id ?? '')
  const price = useCurrentPrice(income)
  const pinned = pin && income && pinnedFromResponse(pin, income)
  return pinned?.status === 'loaded' && income
    ? { ...pinned, option: quoteOption(pinned.option, income, { quote, price }), price }
    : pinned
}

/**
 * Returns the state of the pinned contract with an index; undefined if fewer contracts are pinned.
 */
function usePinnedAt(index: number): Pinned | undefined {
  const pin = useView((view) => view.compare[index])
  const position = usePositionAndCash(pin?.symbol ?? '')
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery(
    queries.income(pin?.symbol ?? '', position, pin?.id),
  )
  const shown = useShownIncome(pin)
  // Placeholder data that lacks this contract belongs to another request.
  const own = pin && data && !(isPlaceholderData && !optionById(data, pin.id)) ? data : undefined
  const quoted = useQuoted(pin, shown ?? own)
  if (!pin) return undefined
  if (quoted) return quoted
  if (!error || isFetching) return { ...pin, status: 'loading' }
  return problemOf(error).code === 'symbol-unknown'
    ? { ...pin, status: 'delisted' }
    : { ...pin, status: 'failed', retry: () => void refetch() }
}

/**
 * Returns all pinned contracts in the order of pinning. One hook for each of the `maxCompared`
 * contracts, because `useQueries` would increase the size of the first chunk.
 */
export function usePinned(): Pinned[] {
  const pinnedByIndex = [usePinnedAt(0), usePinnedAt(1), usePinnedAt(2), usePinnedAt(3)]
  return pinnedByIndex.filter((pinned) => pinned !== undefined)
}
