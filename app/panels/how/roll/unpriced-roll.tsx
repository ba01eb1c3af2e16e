/** Analysis of an open option whose prices the partner may not show: derived figures, and the reason. */
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { WireRoll } from '#contract/responses/roll.ts'
import { useFormat } from '#app/i18n/format.ts'
import { UnpricedNote } from '#app/ui/unknown.tsx'

export function UnpricedRoll({ roll }: { roll: WireRoll }) {
  const { t } = useTranslation('holdings')
  const format = useFormat()
  const { daysUntilExpiry, probability, assignment } = roll
  return (
    <div className="roll-detail">
      <dl className="roll-figures">
        <div>
          <dt>{t('roll.expires')}</dt>
          <dd>{daysUntilExpiry === 0 ? t('roll.today') : t('roll.inDays', { count: daysUntilExpiry })}</dd>
        </div>
        <div>
          <dt>{t('roll.worthless')}</dt>
          <dd>
            <bdi>{format.probability(probability)}</bdi>
          </dd>
        </div>
      </dl>
      {assignment.isNear && (
        <p className="roll-warning">
          {t('roll.near', { causes: format.list(assignment.causes.map((cause) => t(`cause.${cause}`))) })}
        </p>
      )}
      <UnpricedNote subject="options" className="roll-note" />
    </div>
  )
}
