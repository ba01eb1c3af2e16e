import './sentiment.css'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { Sentiment } from '#contract/responses/ideas.ts'
import { Arrow } from './change.tsx'

const directions = { Bullish: 'up', Bearish: 'down', Neutral: 'flat' } as const

/** Direction of a view: arrow and word, as a pill or plain text. In a narrow container the word is kept for screen readers only. */
export function SentimentMark({
  sentiment,
  plain = false,
  shrink = false,
}: {
  sentiment: Sentiment
  plain?: boolean
  shrink?: boolean
}) {
  const { t } = useTranslation()
  return (
    <span
      className={`sentiment sentiment-${sentiment.toLowerCase()}${plain ? ' sentiment-plain' : ''}${shrink ? ' sentiment-shrink' : ''}`}
    >
      <Arrow direction={directions[sentiment]} />
      <span className="sentiment-word">{t(`sentiment.${sentiment}`)}</span>
    </span>
  )
}
