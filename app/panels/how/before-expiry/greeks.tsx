import { useTranslation } from 'react-i18next'
import type { Scenario } from '#contract/responses/scenario.ts'
import { useFormat } from '#app/i18n/format.ts'

/** What the sold options gain or lose by a day, a point and a dollar, as of today; all contracts together. */
export function Greeks({
  greeks,
  contracts,
}: {
  greeks: NonNullable<Scenario['greeks']>
  contracts: number
}) {
  const { t } = useTranslation('scenario')
  const format = useFormat()
  const dollars = (perContract: number, digits = 2): string => {
    const amount = perContract * contracts
    const size = Math.abs(amount)
    // The dollar's sign stands behind plus and minus in every language.
    const sign = Number(size.toFixed(digits)) === 0 ? '' : amount < 0 ? '−' : '+'
    return `${sign}${digits === 0 ? format.moneyRounded(size) : format.money(size)}`
  }
  const rows = [
    ['theta', dollars(greeks.theta)],
    ['vega', dollars(greeks.vega)],
    ['delta', dollars(greeks.delta)],
    ['gamma', dollars(greeks.gamma)],
  ] as const
  return (
    <>
      <h4>{t('greeks.title')}</h4>
      <dl className="how-before-greeks">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`greeks.${name}`)}</dt>
            <dd>
              <bdi dir="ltr">{value}</bdi> <small>{t(`greeks.${name}Unit`)}</small>
            </dd>
          </div>
        ))}
      </dl>
      <p className="how-footnote">{t('greeks.note')}</p>
    </>
  )
}
