import './sentiment.css'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { Sentiment } from '#contract/responses/lists/ideas.ts'
import { Arrow } from './change.tsx'

const directions = { Bullish: 'up', Bearish: 'down', Neutral: 'flat' } as const

/** A direction as arrow and word, as a pill or plain text. */
export function SentimentMark({ sentiment, plain = false }: { sentiment: Sentiment; plain?: boolean }) {
  const { t } = useTranslation()
  return (
    <span className={`sentiment sentiment-${sentiment.toLowerCase()}${plain ? ' sentiment-plain' : ''}`}>
      <Arrow direction={directions[sentiment]} />
      <span className="sentiment-word">{t(`sentiment.${sentiment}`)}</span>
    </span>
  )
}
