/**
 * List of the open options of the displayed symbol. The expanded row shows how to close or roll its
 * option.
 */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { Holding, OpenOption } from '#contract/bridge/holdings.ts'
import type { TradeTicket } from '#contract/bridge/ticket.ts'
import { problemOf } from '#app/api/client.ts'
import { rollQuery, useRollParameters, useShareBalance } from '#app/api/rolled-position.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useAppState } from '#app/state/app-state.ts'
import { coveringShares, setRolledOption, useRolledOption } from '#app/state/holdings.ts'
import { deselectContract } from '#app/state/choices/chosen-contract.ts'
import { useRollOrder } from '#app/state/order/roll-order.ts'
import { positionProfit } from '#app/state/order/position-profit.ts'
import { isPricedRoll } from '#app/state/priced.ts'
import { useView } from '#app/state/view.ts'
import { Failure } from '#app/ui/failure.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { OpenOptionChips, openOptionText } from '#app/ui/price/open-option.tsx'
import type { TradeBlock } from '#app/panels/how/ticket/order-warning.tsx'
import { RollDetail } from './roll-detail.tsx'
import { UncoveredWarning } from './uncovered-warning.tsx'
import { UnpricedRoll } from './unpriced-roll.tsx'

const chevronIcon = 'M4 6l4 4 4-4'

type TradeProps = { tradeBlock: TradeBlock | undefined; onTrade: (ticket: TradeTicket) => void }

export function OpenOptionList({ holding, ...tradeProps }: { holding: Holding } & TradeProps) {
  const { t } = useTranslation('holdings')
  const format = useFormat()
  const rolledId = useRolledOption()
  const { symbol, shares = 0, openOptions = [] } = holding
  const usedShares = coveringShares(holding)
  return (
    <section className="roll" aria-label={t('roll.title')}>
      {openOptions.map((option) => (
        <OpenOptionRow
          key={option.id}
          symbol={symbol}
          option={option}
          isExpanded={option.id === rolledId}
          {...tradeProps}
        />
      ))}
      <UncoveredWarning symbol={symbol} />
      {usedShares > 0 && usedShares <= shares && (
        <p className="roll-note">
          {t('roll.covering', { used: format.whole(usedShares), shares: format.shares(shares) })}
        </p>
      )}
    </section>
  )
}

function OpenOptionRow({
  symbol,
  option,
  isExpanded,
  ...tradeProps
}: {
  symbol: string
  option: OpenOption
  isExpanded: boolean
} & TradeProps) {
  const app = useAppState()
  const { t } = useTranslation('holdings')
  const format = useFormat()
  const { id } = option
  const query = useQuery(rollQuery(symbol, useRollParameters(symbol, option)))
  const { data, error, isFetching } = query
  // Placeholder data may belong to another contract, so it is ignored.
  const roll = data?.id === id ? data : undefined
  const shareBalance = useShareBalance(symbol)
  const profit = roll ? positionProfit(roll, option, shareBalance).value : null
  const contract = useView((view) => view.contract)
  const isRollTarget = useRollOrder(({ openId, targetId }) => openId === id && targetId === contract)
  const row = useRef<HTMLDivElement>(null)
  // The user may have expanded the row from the holdings list while it was scrolled out of view.
  useEffect(() => {
    if (isExpanded) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isExpanded])
  return (
    <div ref={row} className="roll-option" data-open={id}>
      <button
        type="button"
        className="roll-head"
        aria-expanded={isExpanded}
        onClick={() => {
          // Without the roll its candidate would look like an ordinary sale.
          if (isExpanded && isRollTarget) deselectContract(app)
          setRolledOption(app, isExpanded ? null : id)
        }}
      >
        <span className="roll-name">{openOptionText(t, format, option)}</span>
        <OpenOptionChips roll={roll} profit={profit} />
        <Icon path={chevronIcon} />
      </button>
      {isExpanded &&
        (roll && !isPricedRoll(roll) ? (
          <UnpricedRoll roll={roll} />
        ) : roll ? (
          <RollDetail option={option} roll={roll} isStale={query.isError} {...tradeProps} />
        ) : error ? (
          <Failure
            problem={problemOf(error)}
            title={
              problemOf(error).code === 'symbol-unknown' ? t('roll.notListed', { option: id }) : undefined
            }
            busy={isFetching}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <p className="roll-note" role="status">
            {t('roll.loading')}
          </p>
        ))}
    </div>
  )
}

export { RollCard } from './roll-card.tsx'
