/** Marks a price of the list of ideas that is not live. */
import './price-mark.css'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { useBasicFormat } from '#app/i18n/basic-format.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { queries } from '#app/api/queries.ts'
import { useQuote } from '#app/state/live.ts'
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx'

/** Time that the first quote of a row may take, milliseconds. A mark before that would flicker at the start. */
const firstQuoteMs = 2000

/**
 * The day of a price of the scan, or the time of the last live price while the feed is stale. Covers the cell, so that
 * the pointer finds the text anywhere in it; price-mark.css underlines the price.
 */
export function PriceMark({ symbol, isStale }: { symbol: string; isStale: boolean }) {
  const quote = useQuote(symbol)
  return (
    <Suspense>
      {quote ? isStale && <LastLiveMark time={quote.time} /> : <ScanMark isStale={isStale} />}
    </Suspense>
  )
}

function LastLiveMark({ time }: { time: string }) {
  const { t } = useTranslation('filters')
  const format = useFormat()
  return <Mark className="price-stale" text={t('priceOf.lastLive', { time: format.weekdayTime(time) })} />
}

function ScanMark({ isStale }: { isStale: boolean }) {
  const { t } = useTranslation('filters')
  const format = useBasicFormat()
  // Read without a subscription: a new scan renders the rows anyway.
  const ideas = useQueryClient().getQueryData(queries.tradeIdeas().queryKey)
  const [isOverdue, setIsOverdue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsOverdue(true), firstQuoteMs)
    return () => clearTimeout(timer)
  }, [])
  const day = ideas?.tradingDay ?? ideas?.dateOfScan?.slice(0, 10)
  if (!day || !(isOverdue || isStale)) return null
  return <Mark className="price-of-scan" text={t('priceOf.scan', { day: format.day(day) })} />
}

const Mark = ({ className, text }: { className: string; text: string }) => (
  <span className={`price-mark ${className}`} title={text}>
    <VisuallyHidden>{text}</VisuallyHidden>
  </span>
)
