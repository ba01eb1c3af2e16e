import { useTranslation } from '#app/i18n/use-translation.ts'
import type { Scenario } from '#contract/responses/scenario.ts'
import { useFormat } from '#app/i18n/format.ts'

/**
 * Today's greeks of the short position, for all contracts together: theta in dollars per day, vega
 * in dollars per point of volatility, delta in dollars and gamma in delta per dollar of the stock
 * price.
 */
export function Greeks({
  greeks,
  contracts,
}: {
  greeks: NonNullable<Scenario['greeks']>
  contracts: number
}) {
  const { t } = useTranslation('scenario')
  const format = useFormat()
  const dollars = (perContract: number): string => format.signedMoney(perContract * contracts)
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
