import './card.css'
import './table.css'
import { type ReactNode, useId } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { WireIncome, WireIncomeOption } from '#contract/responses/income.ts'
import { useFormat } from '#app/i18n/format.ts'
import type { WireCell } from '#app/state/cells.ts'
import { Checklist } from './checklist.tsx'
import { ScoreRing } from './score-ring.tsx'
import { useCardTitle } from './strategy-card.tsx'
import { VolatilityCharts } from './volatility/volatility-charts.tsx'
import { useCardWarnings, Warnings } from './warnings.tsx'

/**
 * Card of a contract whose prices the partner may not show: the figures from which no price can be
 * computed, and in place of the order the reason why there is none.
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
  const id = useId()
  const title = useCardTitle(income.underlying, option)
  const warnings = useCardWarnings(income, option)
  return (
    <article
      className="how-card"
      aria-labelledby={`${id}-title`}
      data-option={option.id}
      data-warnings={option.warnings.join(' ')}
    >
      {banner && <p className="how-banner">{banner}</p>}
      <header className="how-card-head">
        <div>
          <h3 id={`${id}-title`} dir="auto">
            {title}
          </h3>
          <p className="how-meta">
            <span>{t('card.days', { count: option.daysUntilExpiry })}</span> ·{' '}
            <span>{t('card.delta', { delta: format.decimal(option.delta) })}</span>
          </p>
        </div>
        <ScoreRing option={option} />
      </header>
      <Warnings warnings={warnings} />
      <DerivedFigures option={option} />
      <VolatilityCharts symbol={income.underlying} option={option} />
      <Checklist items={option.checklist} />
      <p className="how-footnote" data-no-trade>
        {t('unpriced.trade')}
      </p>
    </article>
  )
}

/** Probabilities, implied volatility and liquidity of the contract. */
function DerivedFigures({ option }: { option: WireIncomeOption }) {
  const { t } = useTranslation('how')
  const format = useFormat()
  const figures = [
    [
      t(option.legType === 'Call' ? 'figure.keepShares' : 'figure.keepCash'),
      format.probability(option.probability),
    ],
    [t('figure.profit'), format.probability(option.probabilityOfProfit)],
    [t('details.iv'), format.percent(option.impliedVolatility, 1)],
    [t('details.spread'), format.percent(option.spread, 1)],
    [t('details.volume'), format.whole(option.volume)],
    [t('details.interest'), format.whole(option.openInterest)],
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
