/** Figures of the position after a roll: on its card, below the table of rolls and in the review. */
import { useTranslation } from '#app/i18n/use-translation.ts'
import { annualizedMark } from '#contract/responses/annualized.ts'
import type { Roll } from '#contract/responses/roll.ts'
import { useFormat } from '#app/i18n/format.ts'
import { isAnnualizedHidden, useHost } from '#app/state/host.ts'
import { rollCommission, type RolledPosition } from '#app/state/order/roll-totals.ts'
import { Figure } from './figure.tsx'

export type RolledFigureName = 'return' | 'annualized' | 'breakeven' | 'maxReward' | 'maxRisk'

/**
 * The figures as items of a `dl`, or the reason why one is unknown. None for an uncovered call, to which the figures of
 * a covered call do not apply.
 */
export function RolledFigures({
  roll,
  position,
  days,
  isCovered,
  names = ['return', 'annualized', 'breakeven', 'maxReward', 'maxRisk'],
}: {
  roll: Roll
  position: RolledPosition
  /** Days to the new expiry. */
  days: number
  isCovered: boolean
  names?: readonly RolledFigureName[]
}) {
  const { t } = useTranslation(['holdings', 'how', 'ticket'])
  const format = useFormat()
  const hidesAnnualized = useHost(isAnnualizedHidden)
  if (!isCovered) return null
  const reason = roll.price === null ? t('order.soldAtUnknown') : t('rolled.needsBasis')
  const moneyOrReason = (value: number | null) => (value === null ? reason : format.money(value))
  const { breakeven, maxReward, maxRisk } = position
  const figures: Record<RolledFigureName, [label: string, value: string]> = {
    return: [t('rolled.return'), format.percent(position.return)],
    annualized: [
      `${t('rolled.annualized')}${annualizedMark(days)}`,
      format.percent(position.annualizedReturn, 1),
    ],
    breakeven: [t('rolled.breakeven'), moneyOrReason(breakeven)],
    maxReward: [t('ticket:maxReward'), moneyOrReason(maxReward)],
    maxRisk: [t('ticket:maxRisk'), moneyOrReason(maxRisk)],
  }
  const isShown = (name: RolledFigureName) =>
    name === 'annualized' ? !hidesAnnualized : name === 'return' || name === 'breakeven' || breakeven !== null
  return names.filter(isShown).map((name) => {
    const [label, value] = figures[name]
    return (
      <Figure key={name} label={label}>
        <bdi>{value}</bdi>
      </Figure>
    )
  })
}

/** Notes about the returns: the commissions that they are after, and an annualized figure of few days. */
export function RolledReturnNotes({
  roll,
  days,
  isCovered,
}: {
  roll: Roll
  days: number
  isCovered: boolean
}) {
  const { t } = useTranslation(['holdings', 'how'])
  const format = useFormat()
  const hidesAnnualized = useHost(isAnnualizedHidden)
  if (!isCovered) return null
  return (
    <>
      <p className="how-footnote">
        {t('rolled.afterCommissions', { commission: format.money(rollCommission(roll)) })}
      </p>
      {annualizedMark(days) && !hidesAnnualized && <p className="how-footnote">{t('how:annualizedNote')}</p>}
    </>
  )
}

/** The complete list of the figures. */
export function RolledFigureList(props: Omit<Parameters<typeof RolledFigures>[0], 'names'>) {
  const { t } = useTranslation('holdings')
  if (!props.isCovered) return null
  return (
    <>
      <dl className="roll-figures" aria-label={t('rolled.label')} data-rolled>
        <RolledFigures {...props} />
      </dl>
      <RolledReturnNotes {...props} />
    </>
  )
}
