import { useState } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { WireWhy } from '#contract/responses/resources.ts'
import { whyUnknown } from '#contract/responses/unknown.ts'
import { useMessage } from '#app/i18n/message.ts'
import { useAppState } from '#app/state/app-state.ts'
import { chooseChart } from '#app/state/choices/chart-choice.ts'
import { PriceTime } from '#app/ui/price/price-time.tsx'
import { SentimentMark } from '#app/ui/price/sentiment.tsx'
import { useUnknownReason } from '#app/ui/unknown.tsx'
import type { BarRequest } from '#app/panels/why/chart/bar-window.ts'
import { ChartSection } from '#app/panels/why/chart/chart-section.tsx'
import { Facts } from './facts.tsx'
import { hasNoChart } from './hidden-prices.ts'
import { LivePrice } from './live-price.tsx'
import { FurtherSignals, LeadSignal } from './signals.tsx'
import { ViewChoice } from './view-choice.tsx'

/** The analysis of a symbol: price, signals, sentence, direction, chart and facts. */
export function Analysis({ why }: { why: WireWhy }) {
  const app = useAppState()
  const message = useMessage()
  const [barRequest, setBarRequest] = useState<BarRequest | null>(null)
  const showBar = (day: string) => {
    chooseChart(app, { asTable: false })
    setBarRequest((previous) => ({ day, id: (previous?.id ?? 0) + 1 }))
  }
  // A signal links to its bar in the chart.
  const onShow = hasNoChart(why) ? undefined : showBar
  return (
    <div className="why">
      <div className="why-quote">
        <LivePrice why={why}>{why.sentiment && <SentimentMark sentiment={why.sentiment} />}</LivePrice>
      </div>
      <LeadSignal why={why} onShow={onShow} />
      {why.sentenceMessage && why.sentence !== null ? (
        <p dir="auto" className={`why-sentence why-sentence-${why.sentiment}`}>
          {message(why.sentenceMessage, why.sentence)} <PriceTime asOf={why.dataStatus.parts?.price.asOf} />
        </p>
      ) : (
        <NotAnalysed why={why} />
      )}
      <ViewChoice sentiment={why.sentiment} />
      <div className={onShow ? 'why-columns' : 'why-columns why-columns-no-chart'}>
        <ChartSection why={why} barRequest={barRequest} />
        <Facts why={why} />
      </div>
      <FurtherSignals why={why} onShow={onShow} />
    </div>
  )
}

/** The reason for a missing analysis, in place of its sentence. */
function NotAnalysed({ why }: { why: WireWhy }) {
  const { t } = useTranslation('unknown')
  const reasonOf = useUnknownReason()
  const unknown = whyUnknown(why, 'sentence') ?? whyUnknown(why, 'sentiment')
  // The symbol is analysed; only its sentence has prices. The note in place of the price has the reason.
  if (why.sentiment && unknown?.reason === 'not-licensed') return null
  return (
    <p dir="auto" className="why-sentence why-unknown" role="note">
      <strong>{t('analysis')}</strong> {unknown && reasonOf(unknown)}
    </p>
  )
}
