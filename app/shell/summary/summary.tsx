/** One-row summary of Why for the strategies widget, with a button that shows `children`, the full Why panel. */
import './summary.css'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { whyUnknown } from '#contract/responses/unknown.ts'
import { queries } from '#app/api/queries.ts'
import { useSubscription } from '#app/api/feed/use-subscription.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useMessage } from '#app/i18n/message.ts'
import { useLastQuote, useMarket } from '#app/state/live.ts'
import { useView } from '#app/state/view.ts'
import { DisclosureButton } from '#app/ui/controls/disclosure.tsx'
import { LastPrice } from '#app/ui/price/last-price.tsx'
import { PriceTime } from '#app/ui/price/price-time.tsx'
import { SentimentMark } from '#app/ui/price/sentiment.tsx'
import { Unknown, UnpricedNote } from '#app/ui/unknown.tsx'

export function Summary({ children }: { children: ReactNode }) {
  const { t } = useTranslation('shell')
  const format = useFormat()
  const message = useMessage()
  const [isExpanded, setIsExpanded] = useState(false)
  const symbol = useView((view) => view.symbol)
  const { data } = useQuery(queries.why(symbol))
  const { stale } = useMarket()
  useSubscription(symbol ? [symbol] : [])
  const quote = useLastQuote(symbol, data?.expandedQuote)
  const isHidden =
    quote?.last === null &&
    data !== undefined &&
    whyUnknown(data, 'expandedQuote.last')?.reason === 'not-licensed'
  return (
    <div className={isExpanded ? 'summary summary-open' : 'summary'}>
      <div className="summary-row" role="group" aria-label={t('summary.label', { symbol })}>
        <bdi dir="ltr" className="summary-symbol">
          {symbol}
        </bdi>
        <span className="summary-name" title={data?.expandedQuote.companyName}>
          {data?.expandedQuote.companyName}
        </span>
        {quote && !isHidden && <LastPrice quote={quote} stale={stale} className="summary-price" />}
        {data && (
          <>
            {data.sentiment && <SentimentMark sentiment={data.sentiment} />}
            <span className="summary-sentence" dir="auto">
              {data.sentenceMessage && data.sentence !== null ? (
                <>
                  {message(data.sentenceMessage, data.sentence)}{' '}
                  <PriceTime asOf={data.dataStatus.parts?.price.asOf} />
                </>
              ) : isHidden ? (
                <UnpricedNote subject={data.dataStatus.dataClass === 'derived' ? 'prices' : 'quotes'} />
              ) : (
                <Unknown of={data} field="sentence" />
              )}
            </span>
          </>
        )}
        {data?.earningsDate && (
          <span className="summary-more">
            {t('summary.earnings', { day: format.day(data.earningsDate) })}
          </span>
        )}
        <DisclosureButton
          className="summary-toggle"
          isOpen={isExpanded}
          onClick={() => setIsExpanded(!isExpanded)}
        >
          {t(isExpanded ? 'summary.less' : 'summary.more')}
        </DisclosureButton>
      </div>
      {isExpanded && children}
    </div>
  )
}
