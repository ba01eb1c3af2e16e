import './profit-table.css'
import type { ReactNode } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { useFormat } from '#app/i18n/format.ts'
import type { PayoffSubject } from '#app/panels/how/payoff/use-payoff.ts'
import { profitColumns, profitRows } from './profit-rows.ts'
import { dayBefore } from './slider-ranges.ts'
import { useScenario } from './use-scenario.tsx'
import type { ValuationPoint } from './values.ts'

export type ProfitTableProps = PayoffSubject & {
  /** Control below the table. */
  legendEnd: ReactNode
  /** Day and volatility of the sliders, and the volatility as text, while the sliders are shown below the table. */
  chosen?: ValuationPoint & { volatilityText: string }
}

/**
 * Profit or loss at prices from two standard deviations below to two above, today, on the day of the sliders or
 * halfway to expiry, and at expiry: the alternative of the diagram. Without values before expiry, only the column
 * of the expiry.
 */
export function ProfitTable({ legendEnd, chosen, ...subject }: ProfitTableProps) {
  const { t } = useTranslation('scenario')
  const format = useFormat()
  const { scenario, note } = useScenario(subject)
  const { option } = subject
  const columns = profitColumns(scenario, chosen)
  const dateText = (days: number) => format.dayShort(dayBefore(option.expiryDate, days))
  const headOf = ({ daysLeft, shift }: ValuationPoint, index: number) => {
    if (daysLeft === 0) return t('table.expiry', { date: dateText(0) })
    if (index === 0) return t('table.today')
    return shift === 0 ? dateText(daysLeft) : `${dateText(daysLeft)}, ${chosen?.volatilityText}`
  }
  return (
    <div className="how-profits">
      <table>
        <caption>{t('table.caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('table.price')}</th>
            {columns.map((point, index) => (
              <th key={index} scope="col">
                {headOf(point, index)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {profitRows(option, scenario, columns).map(({ sigmas, price, profits }) => (
            <tr key={sigmas}>
              <th scope="row">
                {format.money(price)} <span className="how-profits-sigma">{format.points(sigmas)}σ</span>
              </th>
              {profits.map((profit, index) => (
                <td key={index} data-loss={profit !== null && Math.round(profit) < 0}>
                  {/* Interpolated values are not precise to the cent. Adding 0 removes the sign of -0. */}
                  {format.moneyRounded(profit === null ? null : Math.round(profit) + 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {note}
      {scenario && !chosen && <p className="how-footnote">{t('note')}</p>}
      <div className="how-profits-end">{legendEnd}</div>
    </div>
  )
}
