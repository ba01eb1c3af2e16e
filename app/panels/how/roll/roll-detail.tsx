/** Actions for one open option: the cost of closing, the risk of assignment, and roll candidates. */
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { OpenOption } from '#contract/bridge/holdings.ts'
import type { Roll, RollCandidate } from '#contract/responses/roll.ts'
import type { TradeTicket } from '#contract/bridge/ticket.ts'
import { sharesPerContract } from '#contract/responses/conventions.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useAppState } from '#app/state/app-state.ts'
import {
  chooseRollTarget,
  endRoll,
  reviewRoll,
  type RollOrder as RollOrderState,
  useRollOrder,
} from '#app/state/order/roll-order.ts'
import { isClosable, positionProfit } from '#app/state/order/roll-totals.ts'
import { setContract } from '#app/state/trade-choice.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Unknown } from '#app/ui/unknown.tsx'
import { useContractName } from '#app/panels/how/contract-name.ts'
import type { TradeBlock } from '#app/panels/how/ticket/order-warning.tsx'
import { RollCandidates } from './roll-candidates.tsx'
import { RollOrder } from './roll-order.tsx'

export function RollDetail({
  option,
  roll,
  isStale,
  tradeBlock,
  onTrade,
}: {
  option: OpenOption
  roll: Roll
  /** The last refresh failed. */
  isStale: boolean
  tradeBlock: TradeBlock | undefined
  onTrade: (ticket: TradeTicket) => void
}) {
  const app = useAppState()
  const { t } = useTranslation(['holdings', 'ticket', 'how'])
  const { targetId, review } = useRollOfOption(option.id)
  const target = useLastCandidate(roll, targetId)
  const isGone = target !== undefined && !roll.candidates.some(({ id }) => id === target.id)
  const nameOf = useContractName()
  const goneBlock = isGone &&
    review === 'roll' && {
      reason: t('ticket:unavailable', {
        contract: nameOf(roll.underlying, target.id),
        reason: t('roll.notOffered'),
      }),
    }
  const choose = (id: string) => {
    chooseRollTarget(app, option.id, id)
    setContract(app, id, roll.legType === 'Call' ? 'call' : 'put')
  }
  return (
    <div className="roll-detail">
      <RollFigures roll={roll} quantity={option.quantity} />
      <AssignmentNote roll={roll} />
      {roll.isHalfKept && <p className="roll-note">{t('roll.half')}</p>}
      {roll.refused !== null && (
        <p className="roll-warning">{t('roll.refused', { reason: t(`how:refusal.${roll.refused}`) })}</p>
      )}
      <RollCandidates roll={roll} chosenId={targetId} onChoose={choose} />
      {isClosable(roll) && (
        <ReviewButtons
          canRoll={target !== undefined && !isGone}
          onClose={() => reviewRoll(app, option.id, 'close')}
          onRoll={() => reviewRoll(app, option.id, 'roll')}
        />
      )}
      {isGone && (
        <p className="roll-warning" role="status">
          {t('roll.gone')}
        </p>
      )}
      {review && isClosable(roll) && (
        <RollOrder
          key={`${review} ${targetId}`}
          roll={roll}
          target={review === 'roll' ? target : undefined}
          openContracts={option.quantity}
          tradeBlock={goneBlock || tradeBlock || (isStale ? { reason: t('ticket:staleReason') } : undefined)}
          onTrade={onTrade}
          onBack={() => reviewRoll(app, option.id, null)}
        />
      )}
    </div>
  )
}

/** Returns the user's roll of an open option, which ends with the component. */
function useRollOfOption(id: string): Pick<RollOrderState, 'targetId' | 'review'> {
  const app = useAppState()
  const { openId, targetId, review } = useRollOrder()
  useEffect(() => () => endRoll(app), [app])
  return openId === id ? { targetId, review } : { targetId: null, review: null }
}

/** Returns the chosen candidate. One that is no longer offered stays, because an order for it may be under review. */
function useLastCandidate(roll: Roll, id: string | null): RollCandidate | undefined {
  const candidate = roll.candidates.find((item) => item.id === id)
  const [last, setLast] = useState(candidate)
  if (candidate && candidate !== last) setLast(candidate)
  return candidate ?? (last?.id === id ? last : undefined)
}

/**
 * Buttons that open the review of closing the option, and of rolling it to the chosen candidate.
 */
function ReviewButtons({
  canRoll,
  onClose,
  onRoll,
}: {
  canRoll: boolean
  onClose: () => void
  onRoll: () => void
}) {
  const { t } = useTranslation('holdings')
  return (
    <div className="roll-actions">
      <Button data-action="review" data-value="close" onClick={onClose}>
        {t('roll.reviewClose')}
      </Button>
      {canRoll && (
        <Button kind="primary" data-action="review" data-value="roll" onClick={onRoll}>
          {t('roll.reviewRoll')}
        </Button>
      )}
    </div>
  )
}

function RollFigures({ roll, quantity }: { roll: Roll; quantity: number }) {
  const { t } = useTranslation('holdings')
  const format = useFormat()
  const { daysUntilExpiry, probability, profitShare, profitKept } = roll
  const profit = positionProfit(roll, quantity)
  const totalText = (perShare: number) =>
    t('roll.total', { amount: format.money(perShare * quantity * sharesPerContract) })
  const amountOrReason = (value: number | null, field: string) =>
    value === null ? (
      <Unknown of={roll} field={field} />
    ) : (
      <>
        <bdi>{format.money(value)}</bdi>
        <small>{totalText(value)}</small>
      </>
    )
  return (
    <dl className="roll-figures">
      <Figure label={t('roll.costToClose')}>{amountOrReason(roll.costToClose, 'costToClose')}</Figure>
      <Figure label={t(profitKept !== null && profitKept < 0 ? 'roll.closingLoss' : 'roll.profitKept')}>
        {profitKept === null || profitShare === null ? (
          <Unknown of={roll} field="profitKept" />
        ) : (
          <>
            <bdi>{format.money(Math.abs(profitKept))}</bdi>
            <small>
              <bdi>{format.percent(Math.abs(profitShare), 0)}</bdi> · {totalText(Math.abs(profitKept))}
            </small>
          </>
        )}
      </Figure>
      {profit !== null && (
        <Figure label={t(profit < 0 ? 'roll.positionLoss' : 'roll.positionProfit')}>
          <bdi>{format.money(Math.abs(profit))}</bdi>
          {roll.legType === 'Call' && <small>{t('roll.positionParts')}</small>}
        </Figure>
      )}
      <Figure label={t('roll.timeValue')}>{amountOrReason(roll.timeValue, 'timeValue')}</Figure>
      <Figure label={t('roll.expires')}>
        {daysUntilExpiry === 0 ? t('roll.today') : t('roll.inDays', { count: daysUntilExpiry })}
      </Figure>
      <Figure label={t('roll.worthless')}>
        {probability !== null ? (
          <bdi>{format.probability(probability)}</bdi>
        ) : daysUntilExpiry === 0 ? (
          format.probability(null)
        ) : (
          <Unknown of={roll} field="probability" />
        )}
      </Figure>
      <Figure label={t('roll.dividend')}>
        <Dividend roll={roll} />
      </Figure>
    </dl>
  )
}

const Figure = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

function Dividend({ roll }: { roll: Roll }) {
  const { t } = useTranslation('holdings')
  const format = useFormat()
  const { dividend } = roll
  if (!dividend)
    return roll.unknown.some(({ field }) => field === 'dividend') ? (
      <Unknown of={roll} field="dividend" />
    ) : (
      t('roll.dividendNone')
    )
  const amount = format.money(dividend.amount)
  return dividend.exDate === null
    ? t('roll.dividendImplied', { amount })
    : t('roll.dividendOn', { amount, day: format.dayShort(dividend.exDate) })
}

/** Note about the risk of early assignment and its causes, or about the moneyness of the option. */
function AssignmentNote({ roll: { assignment, chainPrice } }: { roll: Roll }) {
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
