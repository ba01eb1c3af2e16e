/** The contract chosen in the table of rolls, and what rolling all open contracts into it brings. */
import { Fragment } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { useFormat } from '#app/i18n/format.ts'
import { isAnnualizedHidden, useHost } from '#app/state/host.ts'
import type { RollTarget } from '#app/state/order/roll-target.ts'
import {
  type Closable,
  limitBounds,
  rollChoiceOf,
  rolledPosition,
  rollTotals,
} from '#app/state/order/roll-totals.ts'
import { contractText } from '#app/ui/price/open-option.tsx'
import { Figure } from './figure.tsx'
import { OrderTotals } from './order-totals.tsx'
import { RolledFigures, RolledReturnNotes } from './rolled-figures.tsx'

export function RollChoice({
  roll,
  target,
  openContracts,
  isCovered,
}: {
  roll: Closable
  target: RollTarget
  openContracts: number
  /** False if fewer shares are held than the open calls need. */
  isCovered: boolean
}) {
  const { t } = useTranslation(['holdings', 'ticket'])
  const format = useFormat()
  const hidesAnnualized = useHost(isAnnualizedHidden)
  const unchanged = { contracts: null, limit: null }
  const choice = rollChoiceOf(unchanged, openContracts, limitBounds(roll, target))
  return (
    <section className="roll-choice" aria-label={t('rolled.label')}>
      <TargetName target={target} />
      <dl className="roll-figures">
        <OrderTotals soldAt={roll.price} totals={rollTotals(roll, target, choice)} />
        <RolledFigures
          roll={roll}
          position={rolledPosition(roll, target, choice, isCovered)}
          days={target.daysUntilExpiry}
          isCovered={isCovered}
          names={['annualized', 'breakeven']}
        />
        <Figure label={t('ticket:quantity')}>
          <bdi>{format.whole(choice.contracts)}</bdi>
        </Figure>
        <Figure label={t('roll.worthless')}>
          <bdi>{format.probability(target.probability)}</bdi>
        </Figure>
      </dl>
      {!hidesAnnualized && (
        <RolledReturnNotes roll={roll} days={target.daysUntilExpiry} isCovered={isCovered} />
      )}
    </section>
  )
}

/** The name of the contract, its differences from the open option, and its warnings. */
function TargetName({ target: { id, daysAdded, strikeGain, warnings } }: { target: RollTarget }) {
  const { t } = useTranslation('holdings')
  const format = useFormat()
  const amount = format.money(Math.abs(strikeGain))
  const differences = [
    daysAdded > 0 && t('roll.daysAdded', { count: daysAdded }),
    strikeGain > 0 && t('roll.strikeGain', { amount }),
    strikeGain < 0 && t('table.strikeLoss', { amount }),
  ].filter((text) => text !== false)
  return (
    <p>
      <strong>{contractText(t, format, id)}</strong>{' '}
      <small>
        {differences.map((text, index) => (
          <Fragment key={text}>
            {index > 0 && ' · '}
            <bdi>{text}</bdi>
          </Fragment>
        ))}
      </small>
      {warnings.length > 0 && (
        <small className="roll-warned">
          <span aria-hidden="true">! </span>
          {warnings.map((warning) => t(`warning.${warning}`)).join(' · ')}
        </small>
      )}
    </p>
  )
}
