import { useTranslation } from '#app/i18n/use-translation.ts'
import type { WireChecklistItem } from '#contract/responses/income.ts'
import { useFormat } from '#app/i18n/format.ts'
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx'
import { useShownMessage } from '#app/panels/how/annualized.ts'

/** Severities in display order. */
const severities = ['Good', 'Neutral', 'Bad', 'Unknown'] as const
type Severity = (typeof severities)[number]

/** SVG paths of the signs. */
const signPaths = {
  Good: 'M5.2 10.4l3 3 6.4-6.6',
  Neutral: 'M10 5.2v6M10 14v.6',
  Bad: 'M6.4 6.4l7.2 7.2M13.6 6.4l-7.2 7.2',
  Unknown: 'M6 10h8',
} as const satisfies Record<Severity, string>

const SeverityIcon = ({ severity }: { severity: Severity }) => (
  <svg viewBox="0 0 20 20" className="how-check" data-severity={severity} aria-hidden="true">
    {severity === 'Good' || severity === 'Unknown' ? (
      <circle cx="10" cy="10" r="9" />
    ) : (
      <rect x="1" y="1" width="18" height="18" rx={severity === 'Neutral' ? 5 : 0.5} />
    )}
    <path d={signPaths[severity]} />
  </svg>
)

/** The number of checklist items of each severity, in one line. */
export function ChecklistCounts({ items }: { items: readonly WireChecklistItem[] }) {
  const { t } = useTranslation('how')
  const format = useFormat()
  const counts = severities.flatMap((severity) => {
    const count = items.filter((item) => (item.severity ?? 'Unknown') === severity).length
    return count ? [{ severity, count }] : []
  })
  return (
    <span className="how-counts">
      {counts.map(({ severity, count }) => (
        <span key={severity}>
          <SeverityIcon severity={severity} />
          <bdi>{format.whole(count)}</bdi> {t(`severity.${severity}`)}
        </span>
      ))}
    </span>
  )
}

/**
 * The checklist of a contract. Each severity has a shape with a sign and a word: circle ✓ for good,
 * rounded square ! for neutral, square ✕ for bad, and circle – for unknown. Items without a sentence, because it
 * has a price that the partner may not show, have only the word.
 */
export function Checklist({ items }: { items: readonly WireChecklistItem[] }) {
  const { t } = useTranslation('how')
  const messageText = useShownMessage()
  const visibleItems = items.flatMap((item) => {
    const { sentence, sentenceMessage } = item
    const text = sentenceMessage && sentence !== null ? messageText(sentenceMessage, sentence) : null
    return text === '' ? [] : [{ ...item, text, severity: item.severity ?? ('Unknown' as const) }]
  })
  return (
    <ul className="how-checklist" aria-label={t('card.checklist')}>
      {visibleItems.map((item) => (
        <li key={item.name}>
          <SeverityIcon severity={item.severity} />
          <div>
            <strong>{t(`check.${item.name}`)}</strong>
            {item.text === null ? (
              <>
                <VisuallyHidden>: </VisuallyHidden>
                <span>{t(`severity.${item.severity}`)}</span>
              </>
            ) : (
              <>
                <VisuallyHidden>: {t(`severity.${item.severity}`)}.</VisuallyHidden>{' '}
                <span dir="auto">{item.text}</span>
              </>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}
