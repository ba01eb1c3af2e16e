import { useTranslation } from '#app/i18n/use-translation.ts'
import type { RollContract } from '#contract/responses/roll.ts'
import { useFormat } from '#app/i18n/format.ts'
import { contractText } from '#app/ui/price/open-option.tsx'
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx'
import { useRefusalText } from '#app/panels/how/chain/choosable.ts'
import type { RollCell } from './roll-cells.ts'

/** Cell of the table of rolls. Empty with the reason if the option cannot be rolled into the contract. */
export function RollTableCell({
  cell,
  isSuggested,
  isChosen,
  isTabStop,
}: {
  cell: RollCell
  isSuggested: boolean
  isChosen: boolean
  isTabStop: boolean
}) {
  const { t } = useTranslation(['holdings', 'chain'])
  const format = useFormat()
  const unavailableReason = useUnavailableReason()
  const labelOf = useCellLabel()
  const tabIndex = isTabStop ? 0 : -1
  if (cell === 'open')
    return (
      <td className="roll-open-cell" tabIndex={tabIndex} title={t('table.openName')}>
        <VisuallyHidden>{t('table.openName')}</VisuallyHidden>
        <span aria-hidden="true">{t('table.open')}</span>
      </td>
    )
  if (cell === null)
    return (
      <td className="roll-empty-cell" tabIndex={tabIndex} title={t('chain:notListed')}>
        <VisuallyHidden>{t('chain:notListed')}</VisuallyHidden>
      </td>
    )
  const reason = unavailableReason(cell)
  if (cell.credit === null)
    return (
      <td className="roll-empty-cell" tabIndex={tabIndex} title={reason} aria-disabled="true">
        <VisuallyHidden>{`${contractText(t, format, cell.id)}, ${reason}`}</VisuallyHidden>
        <span aria-hidden="true">—</span>
      </td>
    )
  return (
    <td
      className={isSuggested ? 'roll-suggested' : undefined}
      data-candidate={cell.id}
      tabIndex={tabIndex}
      aria-selected={isChosen}
    >
      <VisuallyHidden>{labelOf(cell, cell.credit, isSuggested)}</VisuallyHidden>
      <bdi aria-hidden="true">{format.change(cell.credit)}</bdi>
    </td>
  )
}

/** Returns a function that describes why the option cannot be rolled into a contract; undefined if it can. */
export function useUnavailableReason(): (contract: RollContract) => string | undefined {
  const { t } = useTranslation('unknown')
  const refusalText = useRefusalText()
  return ({ refused, credit }) =>
    refused ? refusalText(refused) : credit === null ? t('reason.not-offered') : undefined
}

/** Returns a function that creates the accessible name of a contract: its name, net credit, mark and warnings. */
function useCellLabel() {
  const { t } = useTranslation('holdings')
  const format = useFormat()
  return ({ id, warnings }: RollContract, credit: number, isSuggested: boolean): string =>
    [
      contractText(t, format, id),
      t(credit > 0 ? 'table.credit' : credit < 0 ? 'table.cost' : 'rolled.even', {
        price: format.money(Math.abs(credit)),
      }),
      isSuggested && t('table.suggested'),
      ...warnings.map((warning) => t(`warning.${warning}`)),
    ]
      .filter(Boolean)
      .join(', ')
}
