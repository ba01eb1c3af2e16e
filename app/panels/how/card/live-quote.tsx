import { useTranslation } from '#app/i18n/use-translation.ts'
import type { IncomeOption } from '#contract/responses/income.ts'
import { useOptionSubscription } from '#app/api/feed/use-option-subscription.ts'
import { useFormat } from '#app/i18n/format.ts'
import { isNewYorkToday } from '#app/i18n/intl-format.ts'
import { useMarket, useOptionQuote } from '#app/state/live.ts'
import { Flash } from '#app/ui/price/flash.tsx'
import { latestQuote } from '#app/state/latest-quote.ts'
import { MetaPart } from './meta-part.tsx'

/**
 * Live bid and ask of a contract with their time: the newer one of the pushed quote and the
 * response's quote.
 */
export function LiveQuote({
  symbol,
  option,
  asOf,
}: {
  symbol: string
  option: Pick<IncomeOption, 'id' | 'bid' | 'ask'>
  /** Time of the quotes in the response, ISO 8601; null if unknown. */
  asOf: string | null
}) {
  const { t } = useTranslation('how')
  const format = useFormat()
  const { stale } = useMarket()
  useOptionSubscription(symbol, [option.id])
  const quote = latestQuote(option, asOf, useOptionQuote(option.id))
  // 0 means that there is no bid or ask.
  const priceText = (value: number) => format.decimal(value || null)
  return (
    <span data-quote={option.id}>
      <MetaPart>
        <Flash value={quote.bid || undefined} quiet={stale}>
          {t('card.bid', { price: priceText(quote.bid) })}
        </Flash>
      </MetaPart>
      <MetaPart>
        <Flash value={quote.ask || undefined} quiet={stale}>
          {t('card.ask', { price: priceText(quote.ask) })}
        </Flash>
      </MetaPart>
      {quote.time !== null && (
        <MetaPart>
          <QuoteTime time={quote.time} />
        </MetaPart>
      )}
    </span>
  )
}

/** The time of a quote; with the day if that is not today, and otherwise with the day as a tooltip. */
function QuoteTime({ time }: { time: string }) {
  const { t } = useTranslation('how')
  const format = useFormat()
  const timeText = format.timeToSecond(time)
  const withDay = t('card.quoteOf', { day: format.dayOf(time), time: timeText })
  return isNewYorkToday(format.locale, time) ? (
    <time dateTime={time} title={withDay}>
      {t('card.quoteTime', { time: timeText })}
    </time>
  ) : (
    <time dateTime={time} className="how-dated">
      {withDay}
    </time>
  )
}
