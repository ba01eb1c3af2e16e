import './card.css'
import { useId, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { TradeTicket } from '#contract/ticket.ts'
import { sharesPerContract } from '#contract/conventions.ts'
import type { Income } from '#contract/income.ts'
import { problemOf } from '#app/api/client.ts'
import { useLazyModule } from '#app/api/lazy-module.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useAppState } from '#app/state/app-state.ts'
import type { Cell } from '#app/state/cells.ts'
import { isPinned, maxCompared, toggleCompare } from '#app/state/trade-choice.ts'
import { useView } from '#app/state/view.ts'
import { Button } from '#app/ui/button.tsx'
import { Failure } from '#app/ui/failure.tsx'
import { Checklist } from './checklist.tsx'
import { Figures } from './figures.tsx'
import { LiveQuote } from './live-quote.tsx'
import { Order } from '#app/panels/how/ticket/order.tsx'
import { PayoffChart } from '#app/panels/how/payoff/payoff-chart.tsx'
import { ScoreRing } from './score-ring.tsx'
import { Warnings } from './warnings.tsx'
import { strikeText } from '#app/panels/how/strike.ts'
import {
  asOrdered,
  isUncovered,
  missingShares,
  spreadOf,
  type TicketChoice,
  wideSpread,
} from '#app/panels/how/ticket/ticket.ts'
import { type Blocked, TradeBar } from '#app/panels/how/ticket/trade-bar.tsx'
import { useShownMessage } from '#app/panels/how/annualized.ts'

type Shown = {
  income: Income
  /** The stock's price that the figures are worked out at, dollars per share. */
  computedPrice: number
  cell: Cell & { option: NonNullable<Cell['option']> }
  /** Says why this contract stands here where it is not the chosen cell's own. */
  banner?: ReactNode
}

/** The facts of one contract: title, payoff, figures, what speaks for and against it. */
export function StrategyCard({
  income,
  computedPrice,
  cell,
  banner,
  children,
}: Shown & { children: ReactNode }) {
  const { t } = useTranslation('how')
  const format = useFormat()
  const write = useShownMessage()
  const id = useId()
  const { option, alternative } = cell
  const { underlying: symbol, costBasis } = income
  const reason = alternative && write(alternative.reasonMessage, alternative.reason)
  const call = option.legType === 'Call'
  const spread = spreadOf(option)
  return (
    <article
      className="how-card"
      aria-labelledby={`${id}-title`}
      data-option={option.id}
      data-warnings={option.warnings.join(' ')}
    >
      {(banner ?? alternative) && (
        <p className="how-banner">
          {banner ?? (alternative && (reason ? t('nextBest', { reason }) : t('nextBestPlain')))}
        </p>
      )}
      <header className="how-card-head">
        <div>
          <h3 id={`${id}-title`} dir="auto">
            {t(call ? 'card.call' : 'card.put', {
              contracts: format.whole(option.contracts),
              symbol,
              expiry: format.day(option.expiryDate),
              strike: strikeText(format, option.strike),
            })}
          </h3>
          <p className="how-meta">
            {!call && (
              <>
                <strong>{t('card.secured')}</strong>
                {' · '}
              </>
            )}
            <span>{t('card.days', { count: option.daysUntilExpiry })}</span> ·{' '}
            <span>{t('card.delta', { delta: format.decimal(option.delta) })}</span> ·{' '}
            <LiveQuote symbol={symbol} option={option} asOf={income.optionsAsOf} />
            {option.openInterest !== null && (
              <>
                {' '}
                ·{' '}
                <span title={t('card.interestTitle', { interest: format.whole(option.openInterest) })}>
                  {t('card.interest', { interest: format.whole(option.openInterest) })}
                </span>
              </>
            )}
          </p>
        </div>
        <ScoreRing option={option} />
      </header>
      <Warnings option={option} />
      <div className="how-card-main">
        <PayoffChart symbol={symbol} option={option} stockPrice={computedPrice} costBasis={costBasis} />
        <div>
          <Figures option={option} />
          <p className="how-footnote">
            {!call &&
              `${t('card.securedHint', { cash: format.money(option.strike * sharesPerContract * option.contracts) })} `}
            {t('card.approval')}
          </p>
          {spread !== null && spread > wideSpread && (
            <p className="how-warning">
              {t('card.wide', {
                spread: format.percent(spread, 0),
                bid: format.money(option.bid),
                ask: format.money(option.ask),
              })}
            </p>
          )}
          {call && costBasis !== null && option.strike < costBasis && (
            <p className="how-warning">
              {t('card.belowBasis', {
                strike: format.money(option.strike),
                basis: format.money(costBasis),
                loss: format.money(costBasis - option.strike),
              })}
            </p>
          )}
        </div>
      </div>
      {children}
    </article>
  )
}

/** Plain English, where it is still about the order, and the checklist. */
const Reasons = ({ option, isAsTold = true }: { option: Shown['cell']['option']; isAsTold?: boolean }) => {
  const write = useShownMessage()
  return (
    <>
      {isAsTold && (
        <p className="how-english" dir="auto">
          {write(option.inPlainEnglishMessage, option.inPlainEnglish)}
        </p>
      )}
      <Checklist items={option.checklist} />
    </>
  )
}

/** The chosen contract with its ticket: what is chosen for the order lives as long as the contract is shown. */
export function TradeCard({
  heldShares,
  blocked,
  onTrade,
  ...shown
}: Shown & {
  heldShares: number | null
  blocked: Blocked | undefined
  onTrade: (ticket: TradeTicket) => void
}) {
  const app = useAppState()
  const { t } = useTranslation(['how', 'ticket', 'common'])
  const format = useFormat()
  const { income, cell, computedPrice } = shown
  const { option } = cell
  const [choice, setChoice] = useState<TicketChoice>({
    contracts: option.contracts,
    basis: 'bid',
    buyShares: false,
  })
  const [detailed, setDetailed] = useState(false)
  const details = useLazyModule('how/details', () => import('./details.tsx'), detailed)
  const compare = useView((view) => view.compare)
  const compared = isPinned(compare, option.id)
  const full = !compared && compare.length >= maxCompared
  const needed = format.whole(choice.contracts * sharesPerContract)
  const missing = format.whole(missingShares(choice.contracts, heldShares))
  const isUncoveredCall = isUncovered(option, choice, heldShares)
  // What would be uncovered has other money and risk than a covered call: the card stays the service's.
  const ordered = isUncoveredCall
    ? option
    : asOrdered(option, choice, { stockPrice: computedPrice, heldShares })
  const isAsTold =
    ordered.contracts === option.contracts && ordered.premium === option.premium && !choice.buyShares
  const uncovered = isUncoveredCall
    ? {
        reason: t('ticket:uncovered', { shares: format.whole(heldShares), needed }),
        action: (
          <Button onClick={() => setChoice({ ...choice, buyShares: true })}>
            {t('ticket:buy', { shares: missing })}
          </Button>
        ),
      }
    : undefined
  return (
    <StrategyCard {...shown} cell={{ ...cell, option: ordered }}>
      <Order
        option={option}
        choice={choice}
        heldShares={heldShares}
        onChange={(change) => setChoice({ ...choice, ...change })}
      />
      <Reasons option={option} isAsTold={isAsTold} />
      {detailed &&
        (details.data ? (
          <details.data.Details income={income} option={ordered} computedPrice={computedPrice} />
        ) : (
          details.errorUpdateCount > 0 && (
            <Failure
              problem={problemOf(details.error)}
              title={t('details.toggle')}
              busy={details.isFetching}
              onRetry={() => void details.refetch()}
            />
          )
        ))}
      <TradeBar
        income={income}
        option={option}
        choice={choice}
        computedPrice={computedPrice}
        heldShares={heldShares}
        blocked={blocked ?? uncovered}
        uncovered={Boolean(uncovered)}
        onTrade={onTrade}
      >
        <Button
          data-action="compare"
          pressed={compared}
          disabled={full}
          title={full ? t('compare.full') : undefined}
          onClick={() => toggleCompare(app, { symbol: income.underlying, id: option.id })}
        >
          {t('compare.toggle')}
        </Button>
        <Button data-action="details" aria-expanded={detailed} onClick={() => setDetailed(!detailed)}>
          {t('details.toggle')}
        </Button>
      </TradeBar>
    </StrategyCard>
  )
}

/** The other strategy's contract beside the chosen one, on wide panels. It has no order: showing it comes first. */
export function SideCard({ onShow, ...shown }: Shown & { onShow: () => void }) {
  const { t } = useTranslation(['how', 'ticket'])
  return (
    <StrategyCard {...shown}>
      <Reasons option={shown.cell.option} />
      <p className="how-footnote">{t('ticket:assignment')}</p>
      <div className="how-actions">
        <Button data-action="show-other" onClick={onShow}>
          {t('card.show')}
        </Button>
      </div>
    </StrategyCard>
  )
}
