import { memo } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { WireBestTrade } from '#contract/responses/lists/best-income.ts'
import { sharesPerContract } from '#contract/responses/conventions.ts'
import type { IncomeWarning } from '#contract/responses/income.ts'
import type { TradeSize } from '#contract/responses/sizing.ts'
import { type Format, useFormat } from '#app/i18n/format.ts'
import { useSizeText } from '#app/i18n/use-size-text.ts'
import { roundToCents } from '#app/state/order/order-price.ts'
import { HiddenPrice } from '#app/ui/unknown.tsx'
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx'
import { minDaysWithoutFootnote } from '#app/panels/what/ideas/deferred-columns.tsx'
import { contractText } from './contract-text.ts'

/** Marks of the warnings of a scan. All other warnings depend on a position, which a scan does not know. */
const marks = {
  'earnings-before-expiry': 'E',
  'dividend-before-expiry': 'D',
  'wide-spread': '↔',
} as const satisfies Partial<Record<IncomeWarning, string>>
type Mark = keyof typeof marks
const isMark = (warning: IncomeWarning): warning is Mark => warning in marks

const legOf = ({ legType }: WireBestTrade) => (legType === 'Call' ? 'call' : 'put')

/**
 * Row of a trade: contract, return, probability, premium and warnings; with a size also what it needs of what the user
 * has, and the premium of all contracts in place of the spread.
 */
export const IncomeRow = memo(function IncomeRow({
  trade,
  size,
  position,
  selected,
  focusable,
  hidesAnnualized,
}: {
  trade: WireBestTrade
  size: TradeSize | undefined
  /** Position in the list, from 1. The header does not count. */
  position: number
  selected: boolean
  focusable: boolean
  hidesAnnualized: boolean
}) {
  const { t } = useTranslation('ideas')
  const format = useFormat()
  return (
    <tr
      className={`idea income-row income-row-${legOf(trade)}`}
      data-income={trade.symbol}
      data-option={trade.id}
      aria-rowindex={position + 1}
      aria-selected={selected}
      tabIndex={focusable ? 0 : -1}
    >
      <TradeCell trade={trade} size={size} />
      <td className="number">
        <bdi dir="ltr" className="income-figure">
          {trade.return === null ? <HiddenPrice /> : format.percent(trade.return)}
        </bdi>
        {!hidesAnnualized && trade.annualizedReturn !== null && (
          <small className="later-of">
            {format.percent(trade.annualizedReturn, 1)}
            {trade.daysUntilExpiry < minDaysWithoutFootnote && '*'}
          </small>
        )}
      </td>
      <td className="number">
        <bdi dir="ltr" className="income-figure">
          {format.probability(trade.probability)}
        </bdi>
        <small className="later-of">{t('income.days', { count: trade.daysUntilExpiry })}</small>
      </td>
      <td className="number">
        <bdi dir="ltr" className="income-figure">
          {trade.premium === null ? <HiddenPrice /> : format.money(trade.premium)}
        </bdi>
        {size === undefined ? (
          <small className="later-of">{format.percent(trade.spread, 0)}</small>
        ) : (
          <small className="income-total">
            {trade.premium === null ? (
              <HiddenPrice />
            ) : (
              format.money(roundToCents(trade.premium * size.contracts * sharesPerContract))
            )}
          </small>
        )}
      </td>
      <td className="income-warnings">
        <Warnings trade={trade} format={format} />
      </td>
    </tr>
  )
})

/** Symbol, score and contract, and its size. */
function TradeCell({ trade, size }: { trade: WireBestTrade; size: TradeSize | undefined }) {
  const { t } = useTranslation('ideas')
  const sizeText = useSizeText()
  const format = useFormat()
  return (
    // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- its text is inside
    <th scope="row">
      <span className="idea-symbol" title={trade.companyName}>
        <bdi dir="ltr">{trade.symbol}</bdi>
        {/* The list is sorted by the expected profit, not by the score. */}
        <span className="idea-rules">{t('income.score', { score: trade.serviceScore })}</span>
      </span>
      <span className="income-contract">
        <bdi dir="ltr" aria-hidden="true">
          {contractText(format, trade)}
        </bdi>
        <VisuallyHidden>
          {t(`income.contract.${legOf(trade)}`, {
            name: trade.companyName,
            strike: format.decimal(trade.strike),
            expiry: format.day(trade.expiryDate),
          })}
        </VisuallyHidden>
      </span>
      {size && <span className="income-size">{sizeText(legOf(trade), size)}</span>}
    </th>
  )
}

function Warnings({ trade, format }: { trade: WireBestTrade; format: Format }) {
  const { t } = useTranslation('ideas')
  const { warnings, daysToEarnings, daysUntilExpiry } = trade
  if (warnings === null)
    return (
      <span role="img" title={t('income.warningsUnknown')} aria-label={t('income.warningsUnknown')}>
        {format.decimal(null)}
      </span>
    )
  return warnings.filter(isMark).map((warning) => {
    const text =
      warning === 'wide-spread'
        ? t('income.warning.wide-spread', { percent: format.percent(trade.spread, 0) })
        : warning === 'dividend-before-expiry' || daysToEarnings === null || daysToEarnings > daysUntilExpiry
          ? t(`income.warning.${warning}`)
          : t('income.warning.earningsIn', { count: daysToEarnings })
    return (
      <span key={warning} className={`income-mark income-mark-${warning}`} title={text}>
        <span aria-hidden="true">{marks[warning]}</span>
        <VisuallyHidden>{text}</VisuallyHidden>
      </span>
    )
  })
}
