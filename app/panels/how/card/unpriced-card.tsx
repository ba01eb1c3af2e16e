import './table.css'
import '#app/panels/how/ticket/order.css'
import { type ReactNode, useId } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { WireIncome, WireIncomeOption } from '#contract/responses/income.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Button } from '#app/ui/controls/button.tsx'
import type { WireCell } from '#app/state/choices/cells.ts'
import { MetaPart } from './meta-part.tsx'
import { CardFrame } from './card-frame.tsx'
import { Checklist } from './checklist.tsx'
import { InFoot } from '#app/panels/how/foot.tsx'
import { sellerGreek } from '#app/panels/how/seller-greek.ts'
import { VolatilityCharts } from './volatility/volatility-charts.tsx'
import { useCardWarnings } from './warnings.tsx'

/**
 * Card of a contract whose prices the partner may not show: the figures from which no price can be
 * computed, and the reason why it cannot be ordered.
 */
export function UnpricedCard({
  income,
  cell: { option },
  banner,
}: {
  income: WireIncome
  cell: WireCell & { option: WireIncomeOption }
  banner?: ReactNode
}) {
  const { t } = useTranslation('how')
  const format = useFormat()
  const warnings = useCardWarnings(income, option)
  return (
    <CardFrame
      symbol={income.underlying}
      option={option}
      warnings={warnings}
      banner={banner && <p className="how-banner">{banner}</p>}
      meta={
        <p className="how-meta">
          <span>{t('card.days', { count: option.daysUntilExpiry })}</span>
          <MetaPart>{t('card.delta', { delta: format.decimal(sellerGreek(option.delta)) })}</MetaPart>
        </p>
      }
    >
      <DerivedFigures option={option} />
      <VolatilityCharts symbol={income.underlying} option={option} />
      <Checklist items={option.checklist} />
      <UnpricedTrade />
    </CardFrame>
  )
}

/** Replaces the order: the disabled Review button, and the reason. */
function UnpricedTrade() {
  const { t } = useTranslation(['how', 'ticket'])
  const id = useId()
  return (
    <InFoot row="order">
      <div className="how-trade" data-no-trade>
        <div className="how-bar how-bar-blocked">
          <p className="how-footnote" id={id}>
            {t('unpriced.trade')}
          </p>
          <Button kind="primary" data-action="review" disabled aria-describedby={id}>
            {t('ticket:review')}
          </Button>
        </div>
      </div>
    </InFoot>
  )
}

/** Probabilities, implied volatility and spread. Volume and open interest have the licence of the prices. */
function DerivedFigures({ option }: { option: WireIncomeOption }) {
  const { t } = useTranslation('how')
  const format = useFormat()
  const figures = [
    [t('figure.probability'), format.probability(option.probability)],
    [t('figure.profit'), format.probability(option.probabilityOfProfit)],
    [t('details.iv'), format.percent(option.impliedVolatility, 1)],
    [t('details.spread'), format.percent(option.spread, 1)],
  ] as const
  return (
    <dl className="how-pairs how-pairs-wide" aria-label={t('figure.label')}>
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <bdi dir="ltr">{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
