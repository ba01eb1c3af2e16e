import { useTranslation } from '#app/i18n/use-translation.ts'
import type { WireIncome } from '#contract/responses/income.ts'
import { Disclosure } from '#app/ui/controls/disclosure.tsx'
import { useFormat } from '#app/i18n/format.ts'

/** Returns whether two prices differ by less than half a cent; true if one of them is unknown. */
const isSamePrice = (a: number | null, b: number | null): boolean =>
  a === null || b === null || Math.abs(a - b) < 0.005

/**
 * The time of the option quotes that the figures were computed with, the stock price at that time
 * if it has changed since, and the number of omitted contracts by reason.
 */
export function QuotesNote({ income }: { income: WireIncome }) {
  const { t } = useTranslation('how')
  const format = useFormat()
  const { optionsAsOf, chainPrice, stockPrice, refused, listedContracts } = income
  const omittedCount = refused.reduce((sum, { count }) => sum + count, 0)
  if (optionsAsOf === null) return null
  return (
    <div className="how-quotes">
      <span>
        {t('quotes.asOf', { day: format.dayOf(optionsAsOf), time: format.time(optionsAsOf) })}
        {!isSamePrice(chainPrice, stockPrice) &&
          ` · ${t('quotes.price', { price: format.stockPrice(chainPrice) })}`}
      </span>
      {omittedCount > 0 && (
        <Disclosure
          label={t('quotes.leftOut', {
            left: format.whole(omittedCount),
            all: format.whole(listedContracts),
          })}
        >
          <ul>
            {refused.map(({ reason, count }) => (
              <li key={reason}>
                <bdi dir="ltr">{format.whole(count)}</bdi> {t(`refusal.${reason}`)}
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </div>
  )
}
