import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { isSmallPremium, isWideSpread, sharesPerContract } from '#contract/responses/conventions.ts'
import type { WireIncome, WireIncomeOption } from '#contract/responses/income.ts'
import { queries } from '#app/api/queries.ts'
import { languageTagOf } from '#app/i18n/intl-format.ts'
import { type Format, useFormat } from '#app/i18n/format.ts'
import { Chip } from '#app/ui/chip.tsx'
import { spreadOf } from '#app/state/latest-quote.ts'

/** A warning as a short text, and as a sentence if that has more information. */
export type CardWarning = { name: string; text: string; sentence?: string }

const dayMs = 86_400_000

/** Returns the days until `date`, counted from the same day as `daysUntilExpiry`. */
const daysUntil = (date: string, { expiryDate, daysUntilExpiry }: WireIncomeOption): number =>
  Math.round((Date.parse(date) - Date.parse(expiryDate)) / dayMs) + daysUntilExpiry

const inDaysText = (days: number, format: Format): string =>
  new Intl.RelativeTimeFormat(languageTagOf(format.locale), { numeric: 'auto' }).format(days, 'day')

/**
 * Returns the bid-ask spread over the mid price, null if unknown: that of the displayed prices. The order may have newer
 * prices than the response, to which `option.spread` belongs.
 */
export const displayedSpread = ({
  bid,
  ask,
  spread,
}: Pick<WireIncomeOption, 'bid' | 'ask' | 'spread'>): number | null =>
  bid !== null && ask !== null ? spreadOf({ bid, ask }) : spread

/**
 * Returns the warnings about selling the contract. The earnings date comes from the Why panel's
 * cached response.
 */
export function useCardWarnings(income: WireIncome, option: WireIncomeOption): CardWarning[] {
  const { t } = useTranslation('how')
  const format = useFormat()
  const why = useQuery({ ...queries.why(income.underlying), enabled: false }).data
  const hasWarning = (warning: WireIncomeOption['warnings'][number]) => option.warnings.includes(warning)
  const warnings: CardWarning[] = []
  const { impliedEvent } = option
  if (impliedEvent) {
    const date = format.dayShort(impliedEvent.until)
    warnings.push({
      name: 'earnings-before-expiry',
      text: t('warning.impliedEvent', { date }),
      sentence: t('warning.impliedEventTitle', { date, move: format.percent(impliedEvent.move, 0) }),
    })
  } else if (hasWarning('earnings-before-expiry')) {
    const date = why?.earningsDate?.slice(0, 10)
    const days = date ? daysUntil(date, option) : -1
    warnings.push({
      name: 'earnings-before-expiry',
      text:
        days >= 0
          ? t('warning.earningsIn', { when: inDaysText(days, format) })
          : t('warning.earnings-before-expiry'),
      sentence: t('warning.earningsTitle'),
    })
  }
  if (hasWarning('dividend-before-expiry'))
    warnings.push({
      name: 'dividend-before-expiry',
      text: t('warning.dividend-before-expiry'),
      sentence: t('warning.dividendTitle'),
    })
  const { bid, ask } = option
  const isPriced = bid !== null && ask !== null
  const spread = displayedSpread(option)
  if (isWideSpread(spread))
    warnings.push({
      name: 'wide-spread',
      text: t('warning.spread', { spread: format.percent(spread, 0) }),
      ...(isPriced && {
        sentence: t('card.wide', {
          spread: format.percent(spread, 0),
          bid: format.money(bid),
          ask: format.money(ask),
        }),
      }),
    })
  const { costBasis, commission } = income
  if (bid !== null && isSmallPremium(commission, bid)) {
    const share = format.percent(commission / (bid * sharesPerContract), 0)
    warnings.push({
      name: 'small-premium',
      text: t('warning.commission', { share }),
      sentence: t('warning.commissionTitle', { share, commission: format.money(commission) }),
    })
  }
  if (option.legType === 'Call' && costBasis !== null && option.strike < costBasis)
    warnings.push({
      name: 'below-cost-basis',
      text: t('warning.basis'),
      sentence: t('card.belowBasis', {
        strike: format.money(option.strike),
        basis: format.money(costBasis),
        loss: format.money(costBasis - option.strike),
      }),
    })
  if (hasWarning('under-100-shares'))
    warnings.push({ name: 'under-100-shares', text: t('warning.under-100-shares') })
  return warnings
}

/** The warnings as chips; the card's assessment shows their sentences. */
export const Warnings = ({ warnings }: { warnings: readonly CardWarning[] }) =>
  warnings.length > 0 && (
    <p className="how-chips">
      {warnings.map(({ name, text, sentence }) => (
        <Chip
          key={name}
          tone={name === 'earnings-before-expiry' ? 'earnings' : 'warn'}
          mark="!"
          title={sentence}
        >
          {text}
        </Chip>
      ))}
    </p>
  )
