import { useTranslation } from '#app/i18n/use-translation.ts'

/**
 * Legend of the lines in the diagram. `chosenName` names the line of the chosen day; null if only
 * today is shown.
 */
export function Legend({ chosenName }: { chosenName: string | null }) {
  const { t } = useTranslation('scenario')
  const lines = [
    ['how-gain-line', t('legend.expiry')],
    ['how-curve-today', t('legend.today')],
    ...(chosenName === null ? [] : [['how-curve-chosen', chosenName] as const]),
  ] as const
  return (
    <ul className="how-before-legend" aria-label={t('legend.label')}>
      {lines.map(([className, name]) => (
        <li key={className}>
          <svg aria-hidden="true" width="22" height="8" viewBox="0 0 22 8">
            <path d="M0 4H22" className={className} />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  )
}
