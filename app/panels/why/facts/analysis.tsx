import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import type { Why } from '#contract/resources.ts'
import { whyUnknown } from '#contract/unknown.ts'
import { useMessage } from '#app/i18n/message.ts'
import { Arrow } from '#app/ui/change.tsx'
import { SentimentMark } from '#app/ui/sentiment.tsx'
import { Unknown, useUnknownReason } from '#app/ui/unknown.tsx'
import { ChartSection } from '#app/panels/why/chart/chart-section.tsx'
import { Facts } from './facts.tsx'
import { LivePrice } from './live-price.tsx'
import { ViewChoice } from './view-choice.tsx'

/** Everything about one symbol but the news. */
export function Analysis({ why, ...chart }: ComponentProps<typeof ChartSection>) {
  const message = useMessage()
  return (
    <div className="why">
      <div className="why-quote">
        <LivePrice why={why}>{why.sentiment && <SentimentMark sentiment={why.sentiment} />}</LivePrice>
      </div>
      {why.sentenceMessage && why.sentence !== null ? (
        <p dir="auto" className={`why-sentence why-sentence-${why.sentiment}`}>
          {message(why.sentenceMessage, why.sentence)}
        </p>
      ) : (
        <NotAnalysed why={why} />
      )}
      <ViewChoice sentiment={why.sentiment} />
      <div className="why-columns">
        <ChartSection why={why} {...chart} />
        <Facts why={why} />
      </div>
      <Rules why={why} />
    </div>
  )
}

/** In the place of the sentence: that there is no analysis, and why. */
function NotAnalysed({ why }: { why: Why }) {
  const { t } = useTranslation('unknown')
  const reasonOf = useUnknownReason()
  const unknown = whyUnknown(why, 'sentence') ?? whyUnknown(why, 'sentiment')
  return (
    <p dir="auto" className="why-sentence why-unknown" role="note">
      <strong>{t('analysis')}</strong> {unknown && reasonOf(unknown)}
    </p>
  )
}

/** The technical signals that fired on the last bar. */
function Rules({ why }: { why: Why }) {
  const { t } = useTranslation(['why', 'common'])
  const message = useMessage()
  return (
    <section className="why-rules">
      <h3>{t('rules.title')}</h3>
      {why.rules.length === 0 && (
        <p className="why-quiet">
          {why.sentiment ? t('rules.none') : <Unknown of={why} field="sentiment" />}
        </p>
      )}
      <ul>
        {why.rules.map((rule) => (
          <li key={`${rule.code} ${rule.period}`}>
            <span className={`why-rule-mark why-rule-${rule.sentiment}`}>
              <Arrow direction={rule.sentiment === 'Bullish' ? 'up' : 'down'} />
              <span className="visually-hidden">{t(`common:sentiment.${rule.sentiment}`)}</span>
            </span>
            <div>
              <b>{message(rule.reasonMessage, rule.reason)}</b>{' '}
              <span className="why-quiet">{t('rules.days', { count: rule.period })}</span>
              <p dir="auto">{message(rule.sentenceMessage, rule.sentence)}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
