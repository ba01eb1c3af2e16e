import { memo } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { WireChainOption, WireChainRow } from '#contract/responses/chain.ts'
import type { LegType } from '#contract/responses/income.ts'
import { useFormat } from '#app/i18n/format.ts'
import { strikeText } from '#app/panels/how/strike.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Flash } from '#app/ui/price/flash.tsx'
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx'
import { isChoosable, useUnavailableReason } from './choosable.ts'
import { figureText, columnsInDisplayOrder, type ChainLayout } from './columns.ts'
import { isInTheMoney } from './chain-navigation.ts'

const plusIcon = 'M3 8h10M8 3v10'
const checkIcon = 'M3 8.5l3.5 3.5 7-8'

type RowProps = {
  row: WireChainRow
  /** Row number for screen readers, from 1, counting the header and the at-the-money line. */
  position: number
  legs: readonly LegType[]
  layout: ChainLayout
  /** Price of the underlying that the options were quoted at. */
  price: number | null
  /** OSI symbol of the contract that the How panel shows; null = not in this row. */
  selected: string | null
  /** The legs of the row that are in the comparison, such as `call put`. */
  compared: string
  /** No further contract can be added to the comparison. */
  isCompareFull: boolean
  /** The leg with the tab stop; null = not in this row. */
  focusableLeg: LegType | null
}

/** Row of one strike: its call or its put, or both with the strike between them. */
export const ChainRowView = memo(function ChainRowView({
  row,
  position,
  legs,
  layout,
  price,
  selected,
  compared,
  isCompareFull,
  focusableLeg,
}: RowProps) {
  const side = (leg: LegType) => (
    <Side
      key={leg}
      leg={leg}
      strike={row.strike}
      option={row[leg]}
      layout={layout}
      inTheMoney={isInTheMoney(row.strike, leg, price)}
      isSelected={selected !== null && row[leg]?.id === selected}
      isCompared={compared.includes(leg)}
      isCompareFull={isCompareFull}
      isFocusable={focusableLeg === leg}
    />
  )
  const [first, second] = legs
  return (
    <tr aria-rowindex={position} className="chain-row">
      {layout.hasBothLegs && first && side(first)}
      <Strike row={row} legs={legs} />
      {layout.hasBothLegs ? second && side(second) : first && side(first)}
    </tr>
  )
})

/**
 * The strike, and below it the risk profile of the grid's cell that a contract of the strike fills.
 * If calls and puts are shown, an arrow points to that contract.
 */
function Strike({ row, legs }: { row: WireChainRow; legs: readonly LegType[] }) {
  const { t } = useTranslation('how')
  const format = useFormat()
  return (
    <th scope="row" className="chain-strike">
      <bdi dir="ltr">{strikeText(format, row.strike)}</bdi>
      {legs.map((leg) => {
        const cell = row[leg]?.cell
        return (
          cell && (
            <small key={leg} data-leg={leg} aria-hidden="true">
              {t(`profile.${cell.riskProfile}`)}
            </small>
          )
        )
      })}
    </th>
  )
}

/** Cell of one contract: its figures, and the reason if it cannot be chosen. */
function Side({
  leg,
  strike,
  option,
  layout,
  inTheMoney,
  isSelected,
  isCompared,
  isCompareFull,
  isFocusable,
}: {
  leg: LegType
  strike: number
  option: WireChainOption | null
  layout: ChainLayout
  inTheMoney: boolean
  isSelected: boolean
  isCompared: boolean
  isCompareFull: boolean
  isFocusable: boolean
}) {
  const { t } = useTranslation(['chain', 'ticket'])
  const format = useFormat()
  const unavailableReason = useUnavailableReason()
  const labelOf = useContractLabel(layout)
  if (!option)
    return (
      <td className="chain-side" data-leg={leg} data-money={inTheMoney ? 'in' : 'out'}>
        <VisuallyHidden>{t('notListed')}</VisuallyHidden>
      </td>
    )
  const reason = unavailableReason(option)
  return (
    <td
      className="chain-side"
      data-contract={option.id}
      data-leg={leg}
      data-money={inTheMoney ? 'in' : 'out'}
      data-in-grid={option.cell ? '' : undefined}
      aria-selected={isSelected}
      aria-disabled={!isChoosable(option)}
      tabIndex={isFocusable ? 0 : -1}
      title={reason}
    >
      <VisuallyHidden>{labelOf(option, { strike, leg, inTheMoney, reason })}</VisuallyHidden>
      <Figures option={option} leg={leg} layout={layout} />
      {isChoosable(option) && (
        <CompareButton
          contract={`${strikeText(format, strike)} ${t(`ticket:${leg}`)}`}
          isCompared={isCompared}
          isFull={isCompareFull}
          isFocusable={isFocusable}
        />
      )}
    </td>
  )
}

/** Adds the contract of the cell to the comparison, or removes it. The table handles the click. */
function CompareButton({
  contract,
  isCompared,
  isFull,
  isFocusable,
}: {
  /** Strike and leg. */
  contract: string
  isCompared: boolean
  isFull: boolean
  isFocusable: boolean
}) {
  const { t } = useTranslation(['chain', 'how'])
  return (
    <button
      type="button"
      className="chain-compare"
      data-action="compare-contract"
      aria-label={t('compare', { contract })}
      aria-pressed={isCompared}
      disabled={isFull && !isCompared}
      title={isFull && !isCompared ? t('how:compare.full') : t('how:compare.toggle')}
      tabIndex={isFocusable ? 0 : -1}
    >
      <Icon path={isCompared ? checkIcon : plusIcon} />
    </button>
  )
}

/**
 * Returns a function that creates the accessible name of a contract: strike and leg, grid cell, all
 * figures, and the reason if it cannot be chosen.
 */
function useContractLabel(layout: ChainLayout) {
  const { t } = useTranslation(['chain', 'how', 'ticket'])
  const format = useFormat()
  return (
    option: WireChainOption,
    contract: { strike: number; leg: LegType; inTheMoney: boolean; reason: string | undefined },
  ): string =>
    [
      `${strikeText(format, contract.strike)} ${t(`ticket:${contract.leg}`)}`,
      option.cell &&
        `${t(`how:profile.${option.cell.riskProfile}`)} · ${t(`how:timeframe.${option.cell.timeframe}`)}`,
      ...layout.columns
        .flat()
        .map((column) => `${t(`columnName.${column}`)} ${figureText(format, column, option)}`),
      contract.inTheMoney && t('inTheMoney'),
      contract.reason,
    ]
      .filter(Boolean)
      .join(', ')
}

/** The visible figures of a contract in their columns. */
function Figures({ option, leg, layout }: { option: WireChainOption; leg: LegType; layout: ChainLayout }) {
  const format = useFormat()
  return (
    <span className="chain-figures" aria-hidden="true">
      {columnsInDisplayOrder(layout, leg).map((stackedColumns) => (
        <span key={stackedColumns[0]} className="chain-figure">
          {stackedColumns.map((column) => (
            <bdi key={column} data-figure={column}>
              {column === 'bid' || column === 'ask' ? (
                <Flash value={option[column] ?? undefined}>{figureText(format, column, option)}</Flash>
              ) : (
                figureText(format, column, option)
              )}
            </bdi>
          ))}
        </span>
      ))}
    </span>
  )
}
