import { useTranslation } from '#app/i18n/use-translation.ts'
import { isWideSpread } from '#contract/responses/conventions.ts'
import type { WireIncomeOption } from '#contract/responses/income.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Popover } from '#app/ui/controls/popover.tsx'
import { bandOf, ringDashes } from './score-band.ts'
import { displayedSpread } from './warnings.tsx'
import { MethodButton } from '#app/panels/how/method-button.tsx'

/**
 * The score as a ring that is full at the maximum score. It is green only if the
 * checklist rates it good, above a fair bet, and with a spread that is not wide. A click shows how the score is composed, without the amounts that the partner may not show.
 */
export function ScoreRing({
  option,
}: {
  option: Pick<WireIncomeOption, 'serviceScore' | 'checklist' | 'scoreParts' | 'bid' | 'ask' | 'spread'>
}) {
  const { t } = useTranslation('how')
  const format = useFormat()
  const { serviceScore: score, scoreParts: parts } = option
  const spread = displayedSpread(option)
  const isWide = isWideSpread(spread)
  const band = bandOf(option)
  const bandName = t(`score.${band}`)
  const rows: [string, string][] = [
    ...(parts.expectedGain === null || parts.expectedLoss === null
      ? []
      : ([
          [t('score.gain'), format.money(parts.expectedGain)],
          [t('score.loss'), format.money(parts.expectedLoss)],
        ] satisfies [string, string][])),
    [t('score.forecast'), t(`score.forecasts.${parts.forecast}`)],
    ...(parts.realizedVolatility === null
      ? []
      : [[t('score.realized'), format.percent(parts.realizedVolatility, 1)] satisfies [string, string]]),
    ...(parts.reportMove === null || parts.reportMove === undefined
      ? []
      : [[t('score.reportMove'), `±${format.percent(parts.reportMove, 1)}`] satisfies [string, string]]),
  ]
  return (
    <div className="how-score" data-band={band} data-wide={isWide || undefined}>
      <Popover
        kind="icon"
        name={t('score.label', { score: String(score), word: bandName })}
        label={
          <svg viewBox="0 0 40 40" aria-hidden="true">
            <circle cx="20" cy="20" r="17" className="how-ring-base" />
            <circle
              cx="20"
              cy="20"
              r="17"
              className="how-ring"
              transform="rotate(-90 20 20)"
              strokeDasharray={ringDashes(score)}
            />
            <text x="20" y="20" dy="0.36em" textAnchor="middle">
              {score}
            </text>
          </svg>
        }
      >
        <div className="how-formula">
          <strong>{t('score.title', { score: String(score), word: bandName })}</strong>
          <p>{t('score.formula')}</p>
          <dl className="how-pairs">
            {rows.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          {band === 'good' && <p>{t('score.above')}</p>}
          {isWide && <p>{t('score.wide', { spread: format.percent(spread, 0) })}</p>}
          <p>{t('score.note')}</p>
          <MethodButton />
        </div>
      </Popover>
    </div>
  )
}
