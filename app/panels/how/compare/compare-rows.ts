import { useTranslation } from '#app/i18n/use-translation.ts'
import { annualizedMark } from '#contract/responses/annualized.ts'
import { sharesPerContract } from '#contract/responses/conventions.ts'
import { useFormat } from '#app/i18n/format.ts'
import { isAnnualizedHidden, useHost } from '#app/state/host.ts'
import { sellerGreek } from '#app/panels/how/seller-greek.ts'
import { type ComparedContract, cushionOf, type Metric } from './best-by-metric.ts'

export type ComparisonRow = {
  label: string
  /** Returns the displayed value of a contract. */
  text: (contract: ComparedContract) => string
  /**
   * Metric by which the best contracts are marked; absent if no value of this row is better than
   * another.
   */
  metric?: Metric
}

/** Returns the rows of the comparison, with reward and risk next to each other. */
export function useComparisonRows(): ComparisonRow[] {
  const { t } = useTranslation(['how', 'ticket'])
  const format = useFormat()
  const hidesAnnualized = useHost(isAnnualizedHidden)
  const annualized: ComparisonRow = {
    label: t('figure.annualized'),
    text: ({ option }) =>
      `${format.percent(option.annualizedReturn, 1)}${annualizedMark(option.daysUntilExpiry)}`,
    metric: 'annualized',
  }
  return [
    { label: t('compare.strategy'), text: ({ option }) => t(option.legType === 'Call' ? 'call' : 'put') },
    {
      label: t('compare.expiry'),
      text: ({ option }) =>
        `${format.day(option.expiryDate)} · ${t('card.days', { count: option.daysUntilExpiry })}`,
    },
    {
      label: t('figure.premium'),
      text: ({ option }) =>
        t('figure.premiumValue', {
          share: format.money(option.premium),
          total: format.money(option.premium * sharesPerContract * option.contracts),
        }),
    },
    {
      label: t('compare.bidAsk'),
      text: ({ option }) => `${format.decimal(option.bid)} / ${format.decimal(option.ask)}`,
    },
    {
      label: t('details.spread'),
      text: ({ option }) => format.percent(option.spread, 1),
      metric: 'spread',
    },
    { label: t('figure.return'), text: ({ option }) => format.percent(option.return), metric: 'return' },
    ...(hidesAnnualized ? [] : [annualized]),
    {
      label: t('figure.probability'),
      text: ({ option }) => format.probability(option.probability),
      metric: 'probability',
    },
    {
      label: t('figure.profit'),
      text: ({ option }) => format.probability(option.probabilityOfProfit),
      metric: 'profit',
    },
    { label: t('figure.maxReward'), text: ({ option }) => format.money(option.maxReward) },
    { label: t('figure.maxRisk'), text: ({ option }) => format.money(option.maxRisk) },
    { label: t('figure.breakeven'), text: ({ option }) => format.money(option.breakeven) },
    {
      label: t('compare.cushion'),
      text: (contract) => format.percent(cushionOf(contract), 1),
      metric: 'cushion',
    },
    {
      label: t('compare.capital'),
      text: ({ option }) =>
        option.legType === 'Call'
          ? t('compare.capitalCall', { shares: format.whole(option.contracts * sharesPerContract) })
          : t('compare.capitalPut', {
              cash: format.moneyRounded(option.strike * option.contracts * sharesPerContract),
            }),
    },
    { label: t('details.delta'), text: ({ option }) => format.decimal(sellerGreek(option.delta)) },
    { label: t('compare.score'), text: ({ option }) => String(option.serviceScore), metric: 'score' },
  ]
}
