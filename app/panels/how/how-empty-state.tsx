import type { ReactNode } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { TradeTicket } from '#contract/bridge/ticket.ts'
import type { LegType, WireIncome } from '#contract/responses/income.ts'
import { whyUnknown } from '#contract/responses/unknown.ts'
import { useAppState } from '#app/state/app-state.ts'
import { setHowView, setLeg } from '#app/state/choices/trade-choice.ts'
import { useView } from '#app/state/view.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Note } from '#app/ui/note.tsx'
import { useUnknownReason } from '#app/ui/unknown.tsx'
import { CompareBar } from './compare/compare-bar.tsx'
import { QuotesNote } from './grid/quotes-note.tsx'
import { NoOptionsNote } from './no-options-note.tsx'
import { OpenOptions } from './roll/open-options.tsx'
import { StrategyChoice } from './strategy-choice.tsx'
import type { TradeBlock } from './ticket/order-warning.tsx'

/** Returns whether the response contains a trade of the strategy, optimal or alternative. */
export const hasTrades = (income: WireIncome, leg: LegType): boolean =>
  leg === 'call'
    ? income.callOptimals.length + income.callAlternatives.length > 0
    : income.putOptimals.length + income.putAlternatives.length > 0

/** Content of the panel if there is no trade to show. */
export function HowEmptyContent({
  income,
  tradeBlock,
  onTrade,
}: {
  income: WireIncome
  tradeBlock: TradeBlock | undefined
  onTrade: (ticket: TradeTicket) => void
}) {
  const symbol = useView((view) => view.symbol)
  return (
    <div className="how">
      <OpenOptions symbol={symbol} tradeBlock={tradeBlock} onTrade={onTrade} />
      {income.listedContracts > 0 && <StrategyChoice />}
      <HowEmptyState income={income} />
      <QuotesNote income={income} />
      <CompareBar />
    </div>
  )
}

/**
 * Note with the reason why there is no trade: the symbol has no options, their quotes were
 * refused, or no contract of the strategy fits today.
 */
function HowEmptyState({ income }: { income: WireIncome }) {
  const app = useAppState()
  const { t } = useTranslation('how')
  const leg = useView((view) => view.leg)
  const reasonOf = useUnknownReason()
  const symbol = income.underlying
  if (!income.listedContracts) return <NoOptionsNote symbol={symbol} unknown={income.unknown} />
  const chainButton = (
    <Button data-action="chain" onClick={() => setHowView(app, 'chain')}>
      {t('empty.chain')}
    </Button>
  )
  const refusal = whyUnknown(income, leg === 'call' ? 'callOptimals' : 'putOptimals')
  if (refusal)
    return (
      <Note title={t('empty.refused', { symbol })} action={chainButton}>
        {reasonOf(refusal)}
      </Note>
    )
  return <NoFittingContract income={income} leg={leg} chainButton={chainButton} />
}

/** Note that no contract of the strategy fits; offers the other strategy if that has trades. */
function NoFittingContract({
  income,
  leg,
  chainButton,
}: {
  income: WireIncome
  leg: LegType
  chainButton: ReactNode
}) {
  const app = useAppState()
  const { t } = useTranslation('how')
  const otherLeg = leg === 'call' ? 'put' : 'call'
  return (
    <Note
      title={t(leg === 'call' ? 'empty.callTitle' : 'empty.putTitle', { symbol: income.underlying })}
      action={
        <>
          {hasTrades(income, otherLeg) && (
            <Button data-action="show-other" onClick={() => setLeg(app, otherLeg)}>
              {t('empty.other')}
            </Button>
          )}
          {chainButton}
        </>
      }
    >
      {t('empty.fitHint', {
        from: String(income.timeframes.short.from),
        to: String(income.timeframes.long.to),
      })}
    </Note>
  )
}
