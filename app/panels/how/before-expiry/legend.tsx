import { useTranslation } from '#app/i18n/use-translation.ts'

/** Legend of the lines in the diagram; `chosen` names the line of the chosen day, null if it is today. */
export function Legend({ chosen }: { chosen: string | null }) {
  const { t } = useTranslation('scenario')
  const lines = [
    ['how-gain-line', t('legend.expiry')],
    ['how-curve-today', t('legend.today')],
    ...(chosen === null ? [] : [['how-curve-chosen', chosen] as const]),
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
