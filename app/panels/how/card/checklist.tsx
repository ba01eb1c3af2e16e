import { useTranslation } from 'react-i18next'
import type { ChecklistItem } from '#contract/income.ts'
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx'
import { useShownMessage } from '#app/panels/how/annualized.ts'

const signs = {
  Good: 'M5.2 10.4l3 3 6.4-6.6',
  Neutral: 'M10 5.2v6M10 14v.6',
  Bad: 'M6.4 6.4l7.2 7.2M13.6 6.4l-7.2 7.2',
  Unknown: 'M6 10h8',
} as const

/** What speaks for and against a contract. Severity is a shape, a sign and a word: circle ✓, rounded square !, square ✕; dashed circle – where nothing is known. */
export function Checklist({ items }: { items: readonly ChecklistItem[] }) {
  const { t } = useTranslation('how')
  const write = useShownMessage()
  const shown = items.flatMap((item) => {
    const sentence = write(item.sentenceMessage, item.sentence)
    return sentence ? [{ ...item, sentence, severity: item.severity ?? ('Unknown' as const) }] : []
  })
  return (
    <ul className="how-checklist" aria-label={t('card.checklist')}>
      {shown.map((item) => (
        <li key={item.name}>
          <svg viewBox="0 0 20 20" className="how-check" data-severity={item.severity} aria-hidden="true">
            {item.severity === 'Good' || item.severity === 'Unknown' ? (
              <circle cx="10" cy="10" r="9" />
            ) : (
              <rect x="1" y="1" width="18" height="18" rx={item.severity === 'Neutral' ? 5 : 0.5} />
            )}
            <path d={signs[item.severity]} />
          </svg>
          <div>
            <strong>{t(`check.${item.name}`)}</strong>
            <VisuallyHidden>: {t(`severity.${item.severity}`)}.</VisuallyHidden>{' '}
            <span dir="auto">{item.sentence}</span>
          </div>
        </li>
      ))}
    </ul>
  )
}
