import './sentiment.css'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { Sentiment } from '#contract/responses/ideas.ts'
import { Arrow } from './change.tsx'

const directions = { Bullish: 'up', Bearish: 'down', Neutral: 'flat' } as const

/** A direction as arrow and word, as a pill or plain text. With `shrink` a narrow container hides the word visually. */
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
