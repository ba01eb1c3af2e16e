import './profit-table.css'
import type { ReactNode } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { useFormat } from '#app/i18n/format.ts'
import type { PayoffSubject } from '#app/panels/how/payoff/use-payoff.ts'
import { profitColumns, profitRows } from './profit-rows.ts'
import { dayBefore } from './slider-ranges.ts'
import { useScenario } from './use-scenario.tsx'

/**
 * Profit or loss at prices from two standard deviations below to two above, today, halfway to expiry and at
 * expiry: the alternative of the diagram. Without values before expiry, only the column of the expiry.
 */
export function ProfitTable({ legendEnd, ...subject }: PayoffSubject & { legendEnd: ReactNode }) {
  const { t } = useTranslation('scenario')
  const format = useFormat()
  const { scenario, note } = useScenario(subject)
  const { option } = subject
  const daysLeft = profitColumns(scenario)
  const dateText = (days: number) => format.dayShort(dayBefore(option.expiryDate, days))
  const headOf = (days: number, index: number) =>
    days === 0 ? t('table.expiry', { date: dateText(0) }) : index === 0 ? t('table.today') : dateText(days)
  return (
    <div className="how-profits">
      <table>
        <caption>{t('table.caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('table.price')}</th>
            {daysLeft.map((days, index) => (
              <th key={days} scope="col">
                {headOf(days, index)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {profitRows(option, scenario, daysLeft).map(({ sigmas, price, profits }) => (
            <tr key={sigmas}>
              <th scope="row">
                {format.money(price)} <span className="how-profits-sigma">{format.points(sigmas)}σ</span>
              </th>
              {profits.map((profit, index) => (
                <td key={daysLeft[index]} data-loss={profit !== null && Math.round(profit) < 0}>
                  {/* Interpolated values are not precise to the cent. Adding 0 removes the sign of -0. */}
                  {format.moneyRounded(profit === null ? null : Math.round(profit) + 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {note}
      {scenario && <p className="how-footnote">{t('note')}</p>}
      <div className="how-profits-end">{legendEnd}</div>
    </div>
  )
}
