import { useTranslation } from 'react-i18next'
import type { Income } from '#contract/responses/income.ts'
import { useFormat } from '#app/i18n/format.ts'

/** Closer than half a cent the two prices read the same. */
const sameCents = (a: number | null, b: number | null): boolean =>
  a === null || b === null || Math.abs(a - b) < 0.005

/**
 * Of when the option quotes are that every figure here is made of, at which price of the stock where that is no longer the
 * last one, and how many listed contracts were left out for what reasons.
 */
export function QuotesNote({ income }: { income: Income }) {
  const { t } = useTranslation('how')
  const format = useFormat()
  const { optionsAsOf, chainPrice, stockPrice, refused, listedContracts } = income
  const left = refused.reduce((sum, { count }) => sum + count, 0)
  if (optionsAsOf === null) return null
  return (
    <div className="how-quotes">
      <span>
        {t('quotes.asOf', { day: format.dayOf(optionsAsOf), time: format.time(optionsAsOf) })}
        {!sameCents(chainPrice, stockPrice) &&
          ` · ${t('quotes.price', { price: format.stockPrice(chainPrice) })}`}
      </span>
      {left > 0 && (
        <details>
          <summary>
            {t('quotes.leftOut', { left: format.whole(left), all: format.whole(listedContracts) })}
          </summary>
          <ul>
            {refused.map(({ reason, count }) => (
              <li key={reason}>
                <bdi dir="ltr">{format.whole(count)}</bdi> {t(`refusal.${reason}`)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
