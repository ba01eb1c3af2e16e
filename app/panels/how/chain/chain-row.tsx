import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChainOption, ChainRow } from '#contract/responses/chain.ts'
import type { LegType } from '#contract/responses/income.ts'
import { useFormat } from '#app/i18n/format.ts'
import { strikeText } from '#app/panels/how/strike.ts'
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx'
import { isChoosable, useObjection } from './choosable.ts'
import { type Figure, figureText, inOrder, type Layout } from './columns.ts'
import { isInTheMoney } from './positions.ts'

type RowProps = {
  row: ChainRow
  /** Counts from 1, headings and the line at the money among them. */
  position: number
  legs: readonly LegType[]
  layout: Layout
  /** Of the underlying, as the quotes were made at. */
  price: number | null
  /** OSI symbol of the contract that How shows; null = none of this row. */
  selected: string | null
  /** The leg that has the tab stop; null = none of this row. */
  focusable: LegType | null
}

/** One strike: its call, its put, or both with the strike between them. */
export const ChainRowView = memo(function ChainRowView({
  row,
  position,
  legs,
  layout,
  price,
  selected,
  focusable,
}: RowProps) {
  const side = (leg: LegType) => (
    <Side
      key={leg}
      leg={leg}
      strike={row.strike}
      option={row[leg]}
      layout={layout}
      inside={isInTheMoney(row.strike, leg, price)}
      selected={selected !== null && row[leg]?.id === selected}
      focusable={focusable === leg}
    />
  )
  const [first, second] = legs
  return (
    <tr aria-rowindex={position} className="chain-row">
      {layout.both && first && side(first)}
      <Strike row={row} legs={legs} />
      {layout.both ? second && side(second) : first && side(first)}
    </tr>
  )
})

/** The strike, and under it the column of the ideas grid that its contract fills; of call and put with an arrow to the side. */
function Strike({ row, legs }: { row: ChainRow; legs: readonly LegType[] }) {
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

/** The figures of one contract: the cell of the grid that has the focus, is chosen, or says why it cannot be. */
function Side({
  leg,
  strike,
  option,
  layout,
  inside,
  selected,
  focusable,
}: {
  leg: LegType
  strike: number
  option: ChainOption | null
  layout: Layout
  inside: boolean
  selected: boolean
  focusable: boolean
}) {
  const { t } = useTranslation(['chain', 'how', 'ticket'])
  const format = useFormat()
  const objectionTo = useObjection()
  const columns = inOrder(layout, leg)
  if (!option)
    return (
      <td className="chain-side" data-leg={leg} data-money={inside ? 'in' : 'out'}>
        <VisuallyHidden>{t('notListed')}</VisuallyHidden>
      </td>
    )
  const objection = objectionTo(option)
  const text = (figure: Figure) => figureText(format, figure, option)
  const name = [
    `${strikeText(format, strike)} ${t(`ticket:${leg}`)}`,
    option.cell &&
      `${t(`how:profile.${option.cell.riskProfile}`)} · ${t(`how:timeframe.${option.cell.timeframe}`)}`,
    ...layout.columns.flat().map((figure) => `${t(`columnName.${figure}`)} ${text(figure)}`),
    inside && t('inTheMoney'),
    objection,
  ]
  return (
    <td
      className="chain-side"
      data-contract={option.id}
      data-leg={leg}
      data-money={inside ? 'in' : 'out'}
      data-in-grid={option.cell ? '' : undefined}
      aria-selected={selected}
      aria-disabled={!isChoosable(option)}
      tabIndex={focusable ? 0 : -1}
      title={objection}
    >
      <VisuallyHidden>{name.filter(Boolean).join(', ')}</VisuallyHidden>
      <span className="chain-figures" aria-hidden="true">
        {columns.map((column) => (
          <span key={column[0]} className="chain-figure">
            {column.map((figure) => (
              <bdi key={figure} data-figure={figure}>
                {text(figure)}
              </bdi>
            ))}
          </span>
        ))}
      </span>
    </td>
  )
}
