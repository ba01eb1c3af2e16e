import { useTranslation } from 'react-i18next'
import type { IncomeOption } from '#contract/responses/income.ts'
import { useOptionSubscription } from '#app/api/use-option-subscription.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useMarket, useOptionQuote } from '#app/state/live.ts'
import { Flash } from '#app/ui/price/flash.tsx'
import { hasMoved, latestQuote } from './latest-quote.ts'
import { useFreshFigures } from './use-income-refetch.ts'

/**
 * Bid and ask of a contract as they come in, and of when they are: pushed, or the answer's where that is later. Where they
 * have gone by more than a tick from what the figures are worked out at, the figures are asked for again.
 */
export function LiveQuote({
  symbol,
  option,
  asOf,
}: {
  symbol: string
  option: Pick<IncomeOption, 'id' | 'bid' | 'ask'>
  /** Of when the answer's quotes are, ISO 8601; null where that is not known. */
  asOf: string | null
}) {
  const { t } = useTranslation('how')
  const format = useFormat()
  const { stale } = useMarket()
  useOptionSubscription(symbol, [option.id])
  const quote = latestQuote(option, asOf, useOptionQuote(option.id))
  useFreshFigures(hasMoved(option, quote))
  // Nobody bids, or nobody asks.
  const price = (value: number) => format.decimal(value || null)
  return (
    <span data-quote={option.id}>
      <Flash value={quote.bid || undefined} quiet={stale}>
        {t('card.bid', { price: price(quote.bid) })}
      </Flash>
      {' · '}
      <Flash value={quote.ask || undefined} quiet={stale}>
        {t('card.ask', { price: price(quote.ask) })}
      </Flash>
      {quote.time !== null && (
        <>
          {' · '}
          <time
            dateTime={quote.time}
            title={t('card.quoteOf', {
              day: format.dayOf(quote.time),
              time: format.timeToSecond(quote.time),
            })}
          >
            {t('card.quoteTime', { time: format.timeToSecond(quote.time) })}
          </time>
        </>
      )}
    </span>
  )
}
