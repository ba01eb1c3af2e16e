/** Actions for one open option: the cost of closing, the risk of assignment, and the table of rolls. */
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { OpenOption } from '#contract/bridge/holdings.ts'
import type { Roll } from '#contract/responses/roll.ts'
import type { TradeTicket } from '#contract/bridge/ticket.ts'
import { useUncoveredShares } from '#app/api/rolled-position.ts'
import { useAppState } from '#app/state/app-state.ts'
import {
  chooseRollTarget,
  displayRolls,
  endRoll,
  reviewRoll,
  type RollOrder as RollOrderState,
  useRollOrder,
} from '#app/state/order/roll-order.ts'
import { requestRoll, useRollRequest } from '#app/state/order/roll-request.ts'
import { firstSuggestion, type RollTarget, rollTargetOf } from '#app/state/order/roll-target.ts'
import { isClosable } from '#app/state/order/roll-totals.ts'
import { setContract } from '#app/state/choices/trade-choice.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { useContractName } from '#app/panels/how/contract-name.ts'
import type { TradeBlock } from '#app/panels/how/ticket/order-warning.tsx'
import { AssignmentNote, OpenOptionFigures } from './open-option-figures.tsx'
import { RollChoice } from './roll-choice.tsx'
import { RollOrder } from './roll-order.tsx'
import { RollTable } from './table/roll-table.tsx'

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
  const target = useLastTarget(roll, targetId)
  const isGone = target !== undefined && !rollTargetOf(roll, target.id)
  const isCall = roll.legType === 'Call'
  const isCovered = useUncoveredShares(roll.underlying) === 0 || !isCall
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
    setContract(app, id, isCall ? 'call' : 'put')
  }
  const detail = useRef<HTMLDivElement>(null)
  useRequestedRoll(detail, { roll, targetId, choose })
  return (
    <div className="roll-detail" ref={detail}>
      <OpenOptionFigures roll={roll} option={option} />
      <AssignmentNote roll={roll} />
      {roll.isHalfKept && <p className="roll-note">{t('roll.half')}</p>}
      {roll.refused !== null && (
        <p className="roll-warning">{t('roll.refused', { reason: t(`how:refusal.${roll.refused}`) })}</p>
      )}
      <RollTable roll={roll} chosenId={targetId} onChoose={choose} />
      {target && !isGone && review === null && isClosable(roll) && (
        <RollChoice roll={roll} target={target} openContracts={option.quantity} isCovered={isCovered} />
      )}
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
          isCovered={isCovered}
          tradeBlock={goneBlock || tradeBlock || (isStale ? { reason: t('ticket:staleReason') } : undefined)}
          onTrade={onTrade}
          onBack={() => reviewRoll(app, option.id, null)}
        />
      )}
    </div>
  )
}

/** Chooses the first suggestion if the roll was requested elsewhere, and scrolls to the button of its review. */
function useRequestedRoll(
  detail: RefObject<HTMLElement | null>,
  { roll, targetId, choose }: { roll: Roll; targetId: string | null; choose: (id: string) => void },
): void {
  const app = useAppState()
  const isRequested = useRollRequest(({ openId }) => openId === roll.id)
  const suggestedId = firstSuggestion(roll)?.id
  const scrolls = useRef(false)
  useEffect(() => {
    if (!isRequested) return
    requestRoll(app, null)
    if (suggestedId === undefined) return
    scrolls.current = true
    choose(suggestedId)
    // oxlint-disable-next-line react/exhaustive-deps -- `choose` is another function with every render
  }, [app, isRequested, suggestedId])
  useEffect(() => {
    if (!scrolls.current || targetId === null) return
    scrolls.current = false
    detail.current?.querySelector('.roll-actions')?.scrollIntoView({ block: 'nearest' })
  }, [detail, targetId])
}

/** Returns the user's roll of an open option, which ends with the component. */
function useRollOfOption(id: string): Pick<RollOrderState, 'targetId' | 'review'> {
  const app = useAppState()
  useEffect(() => {
    displayRolls(app, id)
    return () => displayRolls(app, null)
  }, [app, id])
  const { openId, targetId, review } = useRollOrder()
  useEffect(() => () => endRoll(app), [app])
  return openId === id ? { targetId, review } : { targetId: null, review: null }
}

/** Returns the chosen contract. One that is no longer offered stays, because an order for it may be under review. */
function useLastTarget(roll: Roll, id: string | null): RollTarget | undefined {
  const target = rollTargetOf(roll, id)
  const [last, setLast] = useState<{ roll: Roll; target: RollTarget }>()
  if (target && (roll !== last?.roll || target.id !== last.target.id)) setLast({ roll, target })
  return target ?? (last?.target.id === id ? last.target : undefined)
}

/**
 * Buttons that open the review of closing the option, and of rolling it into the chosen contract.
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
