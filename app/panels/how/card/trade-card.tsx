import { type SharesOrigin, useSharesOrigin } from '#app/state/holdings.ts'
import { useState } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { TradeTicket } from '#contract/bridge/ticket.ts'
import { sharesPerContract } from '#contract/responses/conventions.ts'
import type { Income, IncomeOption } from '#contract/responses/income.ts'
import { problemOf } from '#app/api/client.ts'
import { useLazyModule } from '#app/api/lazy-module.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useAppState } from '#app/state/app-state.ts'
import { changeOrder } from '#app/state/order/order.ts'
import { isPinned, maxCompared, toggleCompare } from '#app/state/choices/trade-choice.ts'
import { useView } from '#app/state/view.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { DisclosureButton } from '#app/ui/controls/disclosure.tsx'
import { Failure } from '#app/ui/failure.tsx'
import type { TradeBlock } from '#app/panels/how/ticket/order-warning.tsx'
import { missingShares } from '#app/state/order/order-totals.ts'
import { TradeBar } from '#app/panels/how/ticket/trade-bar.tsx'
import { type ShownOrder, useShownOrder } from '#app/state/order/use-order.ts'
import { type ShownContract, StrategyCard } from './strategy-card.tsx'

/**
 * Card of the chosen contract with its order. The figures apply to the quantity and price of the
 * order.
 */
export function TradeCard({
  heldShares,
  tradeBlock,
  onTrade,
  ...contractProps
}: ShownContract & {
  heldShares: number | null
  tradeBlock: TradeBlock | undefined
  onTrade: (ticket: TradeTicket) => void
}) {
  const { t } = useTranslation('how')
  const { income, cell, computedPrice } = contractProps
  const { option } = cell
  const order = useShownOrder(income, option, { computedPrice, heldShares })
  const { orderedOption, choice } = order
  const uncoveredBlock = useUncoveredBlock(order, income.underlying, heldShares)
  const [areDetailsOpen, setAreDetailsOpen] = useState(false)
  return (
    <StrategyCard
      {...contractProps}
      cell={{ ...cell, option: orderedOption }}
      isSummaryCurrent={
        contractProps.isSummaryCurrent &&
        orderedOption.contracts === option.contracts &&
        orderedOption.premium === option.premium &&
        !choice.buyShares
      }
      actions={
        <>
          <CompareButton symbol={income.underlying} id={option.id} />
          <DisclosureButton
            data-action="details"
            isOpen={areDetailsOpen}
            onClick={() => setAreDetailsOpen(!areDetailsOpen)}
          >
            {t('details.toggle')}
          </DisclosureButton>
        </>
      }
      order={
        <TradeBar
          income={income}
          option={option}
          order={order}
          heldShares={heldShares}
          tradeBlock={tradeBlock ?? uncoveredBlock}
          onTrade={onTrade}
        />
      }
    >
      {areDetailsOpen && <LazyDetails income={income} option={orderedOption} computedPrice={computedPrice} />}
    </StrategyCard>
  )
}

/** The details, loaded on first opening. */
function LazyDetails(props: { income: Income; option: IncomeOption; computedPrice: number }) {
  const { t } = useTranslation('how')
  const detailsModule = useLazyModule('how/details', () => import('./details.tsx'))
  if (detailsModule.data) return <detailsModule.data.Details {...props} />
  return (
    detailsModule.errorUpdateCount > 0 && (
      <Failure
        problem={problemOf(detailsModule.error)}
        title={t('details.toggle')}
        busy={detailsModule.isFetching}
        onRetry={() => void detailsModule.refetch()}
      />
    )
  )
}

/** Origin of the number of shares → key of the reason. */
const uncoveredReasons = {
  entered: 'uncovered',
  holdings: 'uncoveredHoldings',
  openCalls: 'uncoveredOpenCalls',
} as const satisfies Record<SharesOrigin, string>

/**
 * Blocks trading if the order would sell uncovered calls; the remedy is to buy the missing shares.
 */
function useUncoveredBlock(
  { choice, isUncovered }: ShownOrder,
  symbol: string,
  heldShares: number | null,
): TradeBlock | undefined {
  const app = useAppState()
  const { t } = useTranslation('ticket')
  const format = useFormat()
  const origin = useSharesOrigin(symbol)
  if (!isUncovered) return undefined
  return {
    reason: t(uncoveredReasons[origin], {
      shares: format.whole(heldShares),
      needed: format.whole(choice.contracts * sharesPerContract),
    }),
    action: (
      <Button onClick={() => changeOrder(app, symbol, { buyShares: true })}>
        {t('buy', { shares: format.whole(missingShares(choice.contracts, heldShares)) })}
      </Button>
    ),
  }
}

/** Adds the contract to the comparison, or removes it. */
function CompareButton({ symbol, id }: { symbol: string; id: string }) {
  const app = useAppState()
  const { t } = useTranslation('how')
  const compare = useView((view) => view.compare)
  const isCompared = isPinned(compare, id)
  const isFull = !isCompared && compare.length >= maxCompared
  return (
    <Button
      data-action="compare"
      pressed={isCompared}
      disabled={isFull}
      title={isFull ? t('compare.full') : undefined}
      onClick={() => toggleCompare(app, { symbol, id })}
    >
      {t('compare.toggle')}
    </Button>
  )
}
