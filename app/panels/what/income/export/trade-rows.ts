/** The columns of the file of trades, with their units in the header. */
import { cashFor, type WireBestTrade } from '#contract/responses/lists/best-income.ts'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { useSector } from '#app/i18n/sector.ts'
import type { CsvCell } from '#app/panels/what/csv/csv.ts'

/** In percent, without the noise of binary fractions. */
const percent = (value: number | null): CsvCell => (value === null ? null : +(value * 100).toFixed(6))

/** In dollars, without the noise of binary fractions. */
const dollars = (value: number | null): CsvCell => (value === null ? null : +value.toFixed(2))

/** Returns a function that returns the header and a row for each trade. */
export function useTradeRows(hidesAnnualized: boolean): (trades: readonly WireBestTrade[]) => CsvCell[][] {
  const { t } = useTranslation('ideas')
  const sectorName = useSector()
  const columns: readonly (readonly [header: string, cell: (trade: WireBestTrade) => CsvCell])[] = [
    [t('order.symbol'), ({ symbol }) => symbol],
    [t('csv.company'), ({ companyName }) => companyName],
    [t('screen.sector'), ({ sector }) => sectorName(sector)],
    [t('income.legs.label'), ({ legType }) => t(`income.legs.${legType === 'Call' ? 'call' : 'put'}`)],
    [t('csv.contract'), ({ id }) => id],
    [`${t('csv.strike')}, $`, ({ strike }) => strike],
    [t('csv.expiry'), ({ expiryDate }) => expiryDate],
    [t('order.days'), ({ daysUntilExpiry }) => daysUntilExpiry],
    [`${t('csv.price')}, $`, ({ price }) => price],
    [`${t('order.premium')}, $`, ({ premium }) => premium],
    [`${t('order.cash')}, $`, (trade) => dollars(cashFor(trade))],
    [`${t('order.return')}, %`, (trade) => percent(trade.return)],
    ...(hidesAnnualized
      ? []
      : [
          [
            `${t('order.annualizedReturn')}, %`,
            ({ annualizedReturn }: WireBestTrade) => percent(annualizedReturn),
          ] as const,
        ]),
    [`${t('order.probability')}, %`, ({ probability }) => percent(probability)],
    [t('order.score'), ({ serviceScore }) => serviceScore],
    [t('order.delta'), ({ delta }) => delta],
    [`${t('order.spread')}, %`, ({ spread }) => percent(spread)],
    [t('order.openInterest'), ({ openInterest }) => openInterest],
    [t('order.ivRank'), ({ impliedVolatilityRank }) => impliedVolatilityRank],
    [t('order.ivPercentile'), ({ impliedVolatilityPercentile }) => impliedVolatilityPercentile],
    [t('calendar.exDividend'), ({ exDividendDate }) => exDividendDate],
  ]
  return (trades) => [
    columns.map(([header]) => header),
    ...trades.map((trade) => columns.map(([, cell]) => cell(trade))),
  ]
}
