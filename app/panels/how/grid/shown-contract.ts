/** The contract that the cards display: the chosen one, also while its response is pending or it is unavailable. */
import { useState } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { Income, LegType, WireIncome } from '#contract/responses/income.ts'
import { whyUnknown } from '#contract/responses/unknown.ts'
import { type Cell, selectedCell, type WireCell } from '#app/state/choices/cells.ts'
import { useChosenContract, useIsDelisted } from '#app/state/choices/chosen-contract.ts'
import { useOptionQuote } from '#app/state/live.ts'
import { useView } from '#app/state/view.ts'
import { useUnknownReason } from '#app/ui/unknown.tsx'
import { useContractName } from '#app/panels/how/contract-name.ts'
import type { TradeBlock } from '#app/panels/how/ticket/order-warning.tsx'

/** A cell with a contract. */
export type FilledCell<C extends WireCell> = C & { option: NonNullable<C['option']> }
export const isFilled = <C extends WireCell>(cell: C): cell is FilledCell<C> => cell.option !== undefined

export type ShownCell<I extends WireIncome, C extends WireCell> = {
  /** The displayed cell; undefined if all cells are empty, or if the chosen contract was never displayed. */
  cell: FilledCell<C> | undefined
  /** The response with the figures of the cell, an earlier one if the current one lacks the contract. */
  income: I
  /**
   * `shown`: the current response contains the contract; `pending`: its response is awaited;
   * `unavailable`: the current response has no figures of the chosen contract.
   */
  status: 'shown' | 'pending' | 'unavailable'
  /** Why the contract is unavailable, a sentence or part of one. */
  reason: string | undefined
}

/**
 * Returns the contract to display. The user's choice is never replaced by another contract: if a response lacks the
 * chosen contract, the last figures stay.
 */
export function useShownContract(income: Income, leg: LegType, isUpdating: boolean): ShownCell<Income, Cell>
export function useShownContract(
  income: WireIncome,
  leg: LegType,
  isUpdating: boolean,
): ShownCell<WireIncome, WireCell>
export function useShownContract(
  income: WireIncome,
  leg: LegType,
  isUpdating: boolean,
): ShownCell<WireIncome, WireCell> {
  const timeframe = useView((view) => view.timeframe)
  const riskProfile = useView((view) => view.riskProfile)
  const contract = useChosenContract()
  const isDelisted = useIsDelisted(contract)
  const reasonOf = useMissingReason(income)
  const cell = isDelisted ? undefined : selectedCell(income, { leg, timeframe, riskProfile, contract })
  const [last, setLast] = useState<{ cell: FilledCell<WireCell>; income: WireIncome }>()
  if (cell && isFilled(cell)) {
    if (last?.income !== income || last.cell.option !== cell.option) setLast({ cell, income })
    return { cell, income, status: 'shown', reason: undefined }
  }
  const isPending = isUpdating && !isDelisted
  const status = contract === null ? 'shown' : isPending ? 'pending' : 'unavailable'
  const reason = status === 'unavailable' ? reasonOf(isDelisted) : undefined
  const staysOnScreen =
    last?.income.underlying === income.underlying && (isPending || last.cell.option.id === contract)
  return staysOnScreen ? { ...last, status, reason } : { cell: undefined, income, status, reason }
}

/** Returns a function that describes why the response has no figures of the chosen contract. */
function useMissingReason(income: WireIncome): (isDelisted: boolean) => string {
  const { t } = useTranslation(['how', 'unknown'])
  const reasonOf = useUnknownReason()
  return (isDelisted) => {
    if (isDelisted) return t('contract.delisted')
    const { contractRefused } = income
    if (contractRefused) return t(`refusal.${contractRefused}`)
    const unknown = whyUnknown(income, 'contract')
    return unknown ? reasonOf(unknown) : t('unknown:reason.not-offered')
  }
}

/** Blocks trading while the chosen contract is unavailable or has no bid, and says which contract and why. */
export function useContractBlock({
  cell,
  income,
  status,
  reason,
}: ShownCell<Income, Cell>): TradeBlock | undefined {
  const { t } = useTranslation('ticket')
  const nameOf = useContractName()
  const quote = useOptionQuote(cell?.option.id ?? '')
  if (!cell) return undefined
  const contract = nameOf(income.underlying, cell.option.id)
  if (status === 'unavailable' && reason !== undefined)
    return { reason: t('unavailable', { contract, reason }) }
  const isNewer = quote && Date.parse(quote.time) >= Date.parse(income.optionsAsOf ?? '')
  return isNewer && !(quote.bid > 0 && quote.ask > 0) ? { reason: t('noQuote', { contract }) } : undefined
}
