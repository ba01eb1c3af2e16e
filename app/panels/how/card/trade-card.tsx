import { useState } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { TradeTicket } from '#contract/bridge/ticket.ts'
import { sharesPerContract } from '#contract/responses/conventions.ts'
import type { Income, IncomeOption } from '#contract/responses/income.ts'
import { problemOf } from '#app/api/client.ts'
import { useLazyModule } from '#app/api/lazy-module.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useAppState } from '#app/state/app-state.ts'
import { useOptionQuote } from '#app/state/live.ts'
import { changeOrder } from '#app/state/order/order.ts'
import { isPinned, maxCompared, toggleCompare } from '#app/state/trade-choice.ts'
import { useView } from '#app/state/view.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Failure } from '#app/ui/failure.tsx'
import type { Blocked } from '#app/panels/how/ticket/caution.tsx'
import { missingShares } from '#app/panels/how/ticket/ticket.ts'
import { TradeBar } from '#app/panels/how/ticket/trade-bar.tsx'
import { type ShownOrder, useShownOrder } from '#app/panels/how/ticket/use-order.ts'
import { hasMoved, latestQuote } from './latest-quote.ts'
import { type ShownContract, StrategyCard } from './strategy-card.tsx'
import { useIncomeRefetch } from './use-income-refetch.ts'

/** Card of the chosen contract with its order; the figures apply to the ordered quantity and price. */
export function TradeCard({
  heldShares,
  blocked,
  onTrade,
  ...contractProps
}: ShownContract & {
  heldShares: number | null
  blocked: Blocked | undefined
  onTrade: (ticket: TradeTicket) => void
}) {
  const { t } = useTranslation('how')
  const { income, cell, computedPrice } = contractProps
  const option = useQuotedOption(income, cell.option)
  const order = useShownOrder(income, option, { computedPrice, heldShares })
  const { ordered, choice } = order
  const uncovered = useUncoveredBlock(order, income.underlying, heldShares)
  const [detailsOpen, setDetailsOpen] = useState(false)
  return (
    <StrategyCard
      {...contractProps}
      cell={{ ...cell, option: ordered }}
      isSummaryCurrent={
        ordered.contracts === cell.option.contracts &&
        ordered.premium === cell.option.premium &&
        !choice.buyShares
      }
      actions={
        <>
          <CompareButton symbol={income.underlying} id={option.id} />
          <Button
            data-action="details"
            aria-expanded={detailsOpen}
            onClick={() => setDetailsOpen(!detailsOpen)}
          >
            {t('details.toggle')}
          </Button>
        </>
      }
      order={
        <TradeBar
          income={income}
          option={option}
          order={order}
          heldShares={heldShares}
          blocked={blocked ?? uncovered}
          onTrade={onTrade}
        />
      }
    >
      {detailsOpen && <LazyDetails income={income} option={ordered} computedPrice={computedPrice} />}
    </StrategyCard>
  )
}

/** The details, loaded on first opening. */
function LazyDetails(props: { income: Income; option: IncomeOption; computedPrice: number }) {
  const { t } = useTranslation('how')
  const details = useLazyModule('how/details', () => import('./details.tsx'))
  if (details.data) return <details.data.Details {...props} />
  return (
    details.errorUpdateCount > 0 && (
      <Failure
        problem={problemOf(details.error)}
        title={t('details.toggle')}
        busy={details.isFetching}
        onRetry={() => void details.refetch()}
      />
    )
  )
}

/** Returns the contract with the displayed bid and ask, so that the order and the ticket use the displayed prices. */
function useQuotedOption(income: Income, option: IncomeOption): IncomeOption {
  const quote = latestQuote(option, income.optionsAsOf, useOptionQuote(option.id))
  const { bid, ask } = quote
  useIncomeRefetch(hasMoved(option, quote))
  // If the newer quote lacks a side, the response's quote stays: it has a price to order at.
  return bid > 0 && ask > 0 && (bid !== option.bid || ask !== option.ask) ? { ...option, bid, ask } : option
}

/** Returns why an order of uncovered calls is blocked, with a remedy; undefined if the order is covered. */
function useUncoveredBlock(
  { choice, uncovered }: ShownOrder,
  symbol: string,
  heldShares: number | null,
): Blocked | undefined {
  const app = useAppState()
  const { t } = useTranslation('ticket')
  const format = useFormat()
  if (!uncovered) return undefined
  return {
    reason: t('uncovered', {
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
