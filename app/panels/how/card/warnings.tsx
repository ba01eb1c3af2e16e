import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { Income, IncomeOption } from '#contract/responses/income.ts'
import { queries } from '#app/api/queries.ts'
import { tagOf } from '#app/i18n/basic-format.ts'
import { type Format, useFormat } from '#app/i18n/format.ts'
import { Chip } from '#app/ui/chip.tsx'
import { spreadOf, wideSpread } from '#app/panels/how/ticket/ticket.ts'

/** A warning as a short text, and as a sentence if that says more. */
export type CardWarning = { name: string; text: string; sentence?: string }

const dayMs = 86_400_000

/** Returns the days until `day`, counted from the same day as `daysUntilExpiry`. */
const daysUntil = (day: string, { expiryDate, daysUntilExpiry }: IncomeOption): number =>
  Math.round((Date.parse(day) - Date.parse(expiryDate)) / dayMs) + daysUntilExpiry

const inDays = (days: number, format: Format): string =>
  new Intl.RelativeTimeFormat(tagOf(format.locale), { numeric: 'auto' }).format(days, 'day')

/** Returns the warnings for the seller. The earnings date comes from the cached response of the Why panel. */
export function useCardWarnings(income: Income, option: IncomeOption): CardWarning[] {
  const { t } = useTranslation('how')
  const format = useFormat()
  const why = useQuery({ ...queries.why(income.underlying), enabled: false }).data
  const has = (warning: IncomeOption['warnings'][number]) => option.warnings.includes(warning)
  const warnings: CardWarning[] = []
  if (has('earnings-before-expiry')) {
    const date = why?.earningsDate?.slice(0, 10)
    const days = date ? daysUntil(date, option) : -1
    warnings.push({
      name: 'earnings-before-expiry',
      text:
        days >= 0
          ? t('warning.earningsIn', { when: inDays(days, format) })
          : t('warning.earnings-before-expiry'),
      sentence: t('warning.earningsTitle'),
    })
  }
  if (has('dividend-before-expiry'))
    warnings.push({
      name: 'dividend-before-expiry',
      text: t('warning.dividend-before-expiry'),
      sentence: t('warning.dividendTitle'),
    })
  const spread = spreadOf(option)
  if (spread !== null && spread > wideSpread) {
    const { bid, ask } = option
    warnings.push({
      name: 'wide-spread',
      text: t('warning.spread', { spread: format.percent(spread, 0) }),
      sentence: t('card.wide', {
        spread: format.percent(spread, 0),
        bid: format.money(bid),
        ask: format.money(ask),
      }),
    })
  }
  const { costBasis } = income
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
  if (has('under-100-shares'))
    warnings.push({ name: 'under-100-shares', text: t('warning.under-100-shares') })
  return warnings
}

/** The warnings as chips; the card's assessment has the full sentences. */
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
