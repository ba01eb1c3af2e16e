import './table.css'
import { useEffect, useRef } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { sharesPerContract } from '#contract/responses/conventions.ts'
import type { Income, IncomeOption } from '#contract/responses/income.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Certainty } from './certainty.tsx'
import { VolatilityCharts } from './volatility/volatility-charts.tsx'
import { sellerGreek } from '#app/panels/how/seller-greek.ts'
import { roundToHundredths, profitAtExpiry } from '#app/panels/how/payoff/payoff.ts'

/**
 * Details of a contract: greeks, volatility charts, payoff table and assumptions. Loaded on first
 * opening.
 */
export function Details({
  income,
  option,
  computedPrice,
}: {
  income: Income
  option: IncomeOption
  /** Stock price behind the figures, dollars. */
  computedPrice: number
}) {
  const { t } = useTranslation('how')
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    section.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <section className="how-details" ref={section}>
      <h4>{t('details.greeks')}</h4>
      <GreeksList option={option} />
      <p className="how-footnote">{t('details.greeksNote')}</p>
      <Certainty option={option} />
      <h4>{t('details.parts')}</h4>
      <PremiumParts option={option} />
      <VolatilityCharts symbol={income.underlying} option={option} />
      <PayoffTable option={option} computedPrice={computedPrice} costBasis={income.costBasis} />
      <p className="how-footnote">{t('details.assumptions')}</p>
    </section>
  )
}

/** Greeks, volatility and liquidity of the contract. */
function GreeksList({ option }: { option: IncomeOption }) {
  const { t } = useTranslation('how')
  const format = useFormat()
  const figures = [
    ['delta', format.decimal(sellerGreek(option.delta), 3)],
    ['gamma', format.decimal(sellerGreek(option.gamma), 4)],
    ['theta', format.decimal(sellerGreek(option.theta), 3)],
    ['vega', format.decimal(sellerGreek(option.vega), 3)],
    ['rho', format.decimal(sellerGreek(option.rho), 3)],
    ['iv', format.percent(option.impliedVolatility, 1)],
    ['touch', format.probability(option.probabilityOfTouch)],
    ['spread', format.percent(option.spread, 1)],
    ['volume', format.whole(option.volume)],
    ['interest', format.whole(option.openInterest)],
  ] as const
  return (
    <dl className="how-pairs how-pairs-wide">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{t(`details.${name}`)}</dt>
          <dd aria-label={value === '—' ? t('figure.notAvailable') : undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The parts of the premium of all contracts, which add up to it. */
function PremiumParts({ option }: { option: IncomeOption }) {
  const { t } = useTranslation('how')
  const format = useFormat()
  const { assignmentCost, volatilityPremium, spreadCost } = option.premiumParts
  const parts = [
    [t(option.legType === 'Call' ? 'figure.forgoneRise' : 'figure.assignmentCost'), assignmentCost],
    [t('details.volatilityPremium'), volatilityPremium],
    [t('details.spreadCost'), -spreadCost],
    [t('figure.premium'), option.premium],
  ] as const
  return (
    <dl className="how-pairs">
      {parts.map(([name, dollars]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{format.money(roundToHundredths(dollars * sharesPerContract * option.contracts) + 0)}</dd>
        </div>
      ))}
    </dl>
  )
}

/**
 * Table of the profit at expiry at notable prices such as strike and break-even, by ascending
 * price.
 */
function PayoffTable({
  option,
  computedPrice,
  costBasis,
}: {
  option: IncomeOption
  computedPrice: number
  costBasis: number | null
}) {
  const { t } = useTranslation('how')
  const format = useFormat()
  const { low, high } = option.expectedMove
  const notablePrices = [
    ['down1', low],
    ['up1', high],
    ['now', computedPrice],
    ['strike', option.strike],
    ['breakeven', option.breakeven],
    ...(costBasis !== null && option.legType === 'Call' ? ([['basis', costBasis]] as const) : []),
  ] as const
  return (
    <table className="how-table">
      <caption>{t('details.table')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('details.mark')}</th>
          <th scope="col">{t('details.price')}</th>
          <th scope="col">{t('details.profit')}</th>
        </tr>
      </thead>
      <tbody>
        {notablePrices
          .toSorted((a, b) => a[1] - b[1])
          .map(([name, price]) => (
            <tr key={name}>
              <th scope="row">{t(`mark.${name}`)}</th>
              <td>{format.money(price)}</td>
              <td>{format.money(roundToHundredths(profitAtExpiry(option, price)) + 0)}</td>
            </tr>
          ))}
      </tbody>
    </table>
  )
}
