import type { ReactNode } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { sharesPerContract } from '#contract/responses/conventions.ts'
import type { Income } from '#contract/responses/income.ts'
import { useFormat } from '#app/i18n/format.ts'
import type { Cell } from '#app/state/choices/cells.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { PayoffChart } from '#app/panels/how/payoff/payoff-chart.tsx'
import { useShownMessage } from '#app/panels/how/annualized.ts'
import { sellerGreek } from '#app/panels/how/seller-greek.ts'
import { CardFrame } from './card-frame.tsx'
import { KeyFigures } from './key-figures.tsx'
import { LiveQuote } from './live-quote.tsx'
import { MetaPart } from './meta-part.tsx'
import { Assessment } from './assessment.tsx'
import { useCardWarnings } from './warnings.tsx'

export type ShownContract = {
  income: Income
  /** Stock price that the figures were computed with, dollars per share. */
  computedPrice: number
  cell: Cell & { option: NonNullable<Cell['option']> }
  /** Explains why this contract is shown, if it does not fill the chosen cell. */
  banner?: ReactNode
  /** The service's summary in plain English matches the figures. */
  isSummaryCurrent: boolean
}

/**
 * Card of one contract: name, warnings, probabilities, returns and risk, payoff, and the assessment
 * in one line. It shows each figure once.
 */
export function StrategyCard({
  income,
  computedPrice,
  cell,
  banner,
  isSummaryCurrent,
  order,
  actions,
  children,
}: ShownContract & {
  /**
   * Controls of the order at the end of the card. They show the premium; without them the card
   * shows it.
   */
  order?: ReactNode
  /** Buttons beside the assessment. */
  actions: ReactNode
  children?: ReactNode
}) {
  const { option } = cell
  const warnings = useCardWarnings(income, option)
  return (
    <CardFrame
      symbol={income.underlying}
      option={option}
      warnings={warnings}
      banner={<Banner cell={cell}>{banner}</Banner>}
      meta={<ContractMeta income={income} option={option} />}
    >
      <div className="how-card-main">
        <KeyFigures option={option} withPremium={!order} />
        <PayoffChart
          symbol={income.underlying}
          option={option}
          stockPrice={computedPrice}
          costBasis={income.costBasis}
        />
      </div>
      <div className="how-card-line">
        <Assessment option={option} warnings={warnings} isSummaryCurrent={isSummaryCurrent} />
        <div className="how-tools">{actions}</div>
      </div>
      {children}
      <ObligationNote option={option} />
      {order}
    </CardFrame>
  )
}

type ShownOption = ShownContract['cell']['option']

/** The risk of assignment, the cash that secures a put, and the required approval of the broker. */
function ObligationNote({ option }: { option: ShownOption }) {
  const { t } = useTranslation(['how', 'ticket'])
  const format = useFormat()
  const securingCash = option.strike * sharesPerContract * option.contracts
  return (
    <p className="how-footnote">
      {t('ticket:assignment')}{' '}
      {option.legType === 'Put' && `${t('card.securedHint', { cash: format.money(securingCash) })} `}
      {t('card.approval')}
    </p>
  )
}

function Banner({ cell: { alternative }, children }: { cell: Cell; children: ReactNode }) {
  const { t } = useTranslation('how')
  const messageText = useShownMessage()
  if (!children && !alternative) return null
  const reason = alternative && messageText(alternative.reasonMessage, alternative.reason)
  return <p className="how-banner">{children ?? (reason ? t('nextBest', { reason }) : t('nextBestPlain'))}</p>
}

/** Days, delta and quote, below the name of the contract. */
export function ContractMeta({ income, option }: { income: Income; option: ShownOption }) {
  const { t } = useTranslation('how')
  const format = useFormat()
  return (
    <p className="how-meta">
      <span>{t('card.days', { count: option.daysUntilExpiry })}</span>
      <MetaPart>{t('card.delta', { delta: format.decimal(sellerGreek(option.delta)) })}</MetaPart>
      <LiveQuote symbol={income.underlying} option={option} asOf={income.optionsAsOf} />
    </p>
  )
}

/**
 * Card of the other strategy's contract, beside the chosen one on wide panels. It has no order: a
 * button selects the other strategy, whose card has one.
 */
export function SideCard({ onShow, ...contractProps }: ShownContract & { onShow: () => void }) {
  const { t } = useTranslation('how')
  return (
    <StrategyCard
      {...contractProps}
      actions={
        <Button data-action="show-other" onClick={onShow}>
          {t('card.show')}
        </Button>
      }
    />
  )
}
