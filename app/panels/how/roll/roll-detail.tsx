/** What can be done about one open option: what closing costs, whether assignment is near, and what it could be rolled into. */
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OpenOption } from '#contract/bridge/holdings.ts'
import type { Roll } from '#contract/responses/roll.ts'
import type { TradeTicket } from '#contract/bridge/ticket.ts'
import { sharesPerContract } from '#contract/responses/conventions.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useAppState } from '#app/state/app-state.ts'
import { setContract } from '#app/state/trade-choice.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Unknown } from '#app/ui/unknown.tsx'
import type { Blocked } from '#app/panels/how/ticket/caution.tsx'
import { RollCandidates } from './roll-candidates.tsx'
import { RollOrder } from './roll-order.tsx'
import { isClosable } from './roll-ticket.ts'

/** What is reviewed: closing alone, or the roll into the candidate of this id. */
type Reviewed = { into: string | null }

export function RollDetail({
  option,
  roll,
  isOld,
  blocked,
  onTrade,
}: {
  option: OpenOption
  roll: Roll
  /** The last refresh failed. */
  isOld: boolean
  blocked: Blocked | undefined
  onTrade: (ticket: TradeTicket) => void
}) {
  const app = useAppState()
  const { t } = useTranslation(['holdings', 'ticket', 'how'])
  const [chosen, setChosen] = useState<string | null>(null)
  const [reviewed, setReviewed] = useState<Reviewed | null>(null)
  const find = (id: string | null) => roll.candidates.find((one) => one.id === id)
  const choose = (id: string) => {
    setChosen(id)
    setReviewed(null)
    setContract(app, id, roll.legType === 'Call' ? 'call' : 'put')
  }
  const into = find(reviewed?.into ?? null)
  const isGone = reviewed?.into != null && !into
  return (
    <div className="roll-detail">
      <Figures roll={roll} quantity={option.quantity} />
      <Assignment roll={roll} />
      {roll.isHalfKept && <p className="roll-note">{t('roll.half')}</p>}
      {roll.refused !== null && (
        <p className="roll-warning">{t('roll.refused', { reason: t(`how:refusal.${roll.refused}`) })}</p>
      )}
      <RollCandidates roll={roll} chosen={chosen} onChoose={choose} />
      {isClosable(roll) && (
        <div className="roll-actions">
          <Button data-action="review" data-value="close" onClick={() => setReviewed({ into: null })}>
            {t('roll.reviewClose')}
          </Button>
          {find(chosen) && (
            <Button
              kind="primary"
              data-action="review"
              data-value="roll"
              onClick={() => setReviewed({ into: chosen })}
            >
              {t('roll.reviewRoll')}
            </Button>
          )}
        </div>
      )}
      {isGone && (
        <p className="roll-warning" role="status">
          {t('roll.gone')}
        </p>
      )}
      {reviewed && !isGone && isClosable(roll) && (
        <RollOrder
          key={reviewed.into}
          roll={roll}
          into={into}
          open={option.quantity}
          blocked={blocked ?? (isOld ? { reason: t('ticket:staleReason') } : undefined)}
          onTrade={onTrade}
          onBack={() => setReviewed(null)}
        />
      )}
    </div>
  )
}

function Figures({ roll, quantity }: { roll: Roll; quantity: number }) {
  const { t } = useTranslation('holdings')
  const format = useFormat()
  const unknown = (field: string) => <Unknown of={roll} field={field} />
  /** Dollars per share, and of all contracts. */
  const money = (value: number | null, field: string) =>
    value === null ? (
      unknown(field)
    ) : (
      <>
        <bdi>{format.money(value)}</bdi>
        <small>{t('roll.total', { amount: format.money(value * quantity * sharesPerContract) })}</small>
      </>
    )
  const figure = (label: string, value: ReactNode) => (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
  const { dividend, profitShare, profitKept } = roll
  return (
    <dl className="roll-figures">
      {figure(t('roll.costToClose'), money(roll.costToClose, 'costToClose'))}
      {figure(
        t('roll.profitKept'),
        profitKept === null || profitShare === null ? (
          unknown('profitKept')
        ) : (
          <>
            <bdi>{format.money(profitKept)}</bdi>
            <small>
              <bdi>{format.percent(profitShare, 0)}</bdi> ·{' '}
              {t('roll.total', { amount: format.money(profitKept * quantity * sharesPerContract) })}
            </small>
          </>
        ),
      )}
      {figure(t('roll.timeValue'), money(roll.timeValue, 'timeValue'))}
      {figure(
        t('roll.expires'),
        roll.daysUntilExpiry === 0 ? t('roll.today') : t('roll.inDays', { count: roll.daysUntilExpiry }),
      )}
      {figure(
        t('roll.worthless'),
        roll.probability === null ? (
          roll.daysUntilExpiry === 0 ? (
            format.probability(null)
          ) : (
            unknown('probability')
          )
        ) : (
          <bdi>{format.probability(roll.probability)}</bdi>
        ),
      )}
      {figure(
        t('roll.dividend'),
        dividend
          ? dividend.exDate === null
            ? t('roll.dividendImplied', { amount: format.money(dividend.amount) })
            : t('roll.dividendOn', {
                amount: format.money(dividend.amount),
                day: format.dayShort(dividend.exDate),
              })
          : roll.unknown.some(({ field }) => field === 'dividend')
            ? unknown('dividend')
            : t('roll.dividendNone'),
      )}
    </dl>
  )
}

/** Whether the buyer may exercise any day, and why; of an option that is out of the money nothing need be said. */
function Assignment({ roll: { assignment, chainPrice } }: { roll: Roll }) {
  const { t } = useTranslation('holdings')
  const format = useFormat()
  const { isInTheMoney, isNear, causes } = assignment
  const price = format.stockPrice(chainPrice)
  if (isNear)
    return (
      <p className="roll-warning">
        {t('roll.near', { causes: format.list(causes.map((cause) => t(`cause.${cause}`))) })}
      </p>
    )
  if (!isInTheMoney) return <p className="roll-note">{t('roll.outOfTheMoney', { price })}</p>
  return <p className="roll-note">{t(isNear === null ? 'roll.nearUnknown' : 'roll.inTheMoney', { price })}</p>
}
