/** Figures of the position after a roll, on its card and in the review. */
import { useTranslation } from '#app/i18n/use-translation.ts'
import { annualizedMark } from '#contract/responses/annualized.ts'
import type { Roll } from '#contract/responses/roll.ts'
import { useFormat } from '#app/i18n/format.ts'
import { isAnnualizedHidden, useHost } from '#app/state/host.ts'
import type { RolledPosition } from '#app/state/order/roll-totals.ts'

/** Returns the figures as label and text, or the reason why one is unknown. */
function useRolledFigures(
  roll: Roll,
  position: RolledPosition,
  footnoteMark: string,
): [label: string, value: string][] {
  const { t } = useTranslation(['holdings', 'how', 'ticket'])
  const format = useFormat()
  const hidesAnnualized = useHost(isAnnualizedHidden)
  const reason = roll.price === null ? t('order.soldAtUnknown') : t('rolled.needsBasis')
  const moneyOrReason = (value: number | null) => (value === null ? reason : format.money(value))
  const { breakeven, maxReward, maxRisk } = position
  return [
    [t('rolled.return'), format.percent(position.return)],
    ...(hidesAnnualized
      ? []
      : [
          [`${t('rolled.annualized')}${footnoteMark}`, format.percent(position.annualizedReturn, 1)] as [
            string,
            string,
          ],
        ]),
    [t('rolled.breakeven'), moneyOrReason(breakeven)],
    ...(breakeven === null
      ? []
      : ([
          [t('ticket:maxReward'), moneyOrReason(maxReward)],
          [t('ticket:maxRisk'), moneyOrReason(maxRisk)],
        ] as [string, string][])),
  ]
}

export function RolledFigures({
  roll,
  position,
  days,
}: {
  roll: Roll
  position: RolledPosition
  /** Days to the new expiry. */
  days: number
}) {
  const { t } = useTranslation(['holdings', 'how'])
  const hidesAnnualized = useHost(isAnnualizedHidden)
  const footnoteMark = annualizedMark(days)
  const figures = useRolledFigures(roll, position, footnoteMark)
  return (
    <>
      <dl className="roll-figures" aria-label={t('rolled.label')} data-rolled>
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {footnoteMark && !hidesAnnualized && <p className="how-footnote">{t('how:annualizedNote')}</p>}
    </>
  )
}
