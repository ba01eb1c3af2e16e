import './unknown.css'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { type UnknownField, type UnknownReason, whyUnknown } from '#contract/responses/unknown.ts'
import { missingValueText } from '#app/i18n/number-format.ts'
import { useFormat } from '#app/i18n/format.ts'

/** Reasons whose text includes a date. */
const datedReasons = ['old-bars', 'old-chain', 'price-drift'] as const
const isDated = (reason: UnknownReason): reason is (typeof datedReasons)[number] =>
  (datedReasons as readonly UnknownReason[]).includes(reason)

/** The explanation of a null field: the reason, and the date of the last known value. */
export function useUnknownReason(): (unknown: Omit<UnknownField, 'field'>) => string {
  const { t } = useTranslation('unknown')
  const format = useFormat()
  return ({ reason, asOf, cause, count, needed }) => {
    if (cause) return t(`cause.${cause}`, { known: format.whole(count), needed: format.whole(needed) })
    return asOf !== null && isDated(reason)
      ? t(`dated.${reason}`, { date: format.day(asOf) })
      : t(`reason.${reason}`)
  }
}

/** Replaces an unknown figure. The reason is in the title and for screen readers; a hidden price is a dash. */
export function Unknown({
  of,
  field,
}: {
  of: { readonly unknown: readonly UnknownField[] }
  /** Name of the field in the contract. */
  field: string
}) {
  const { t } = useTranslation('unknown')
  const reasonOf = useUnknownReason()
  const unknownField = whyUnknown(of, field)
  const reason = unknownField && reasonOf(unknownField)
  if (unknownField?.reason === 'not-licensed') return <HiddenPrice />
  return (
    <span className="unknown" title={reason}>
      {t('word')}
      {reason && <span className="visually-hidden">: {reason}</span>}
    </span>
  )
}

/**
 * Subject of a note: all `prices` and returns; the `quotes`, if older prices are shown; the prices and returns of
 * `options`; or the `chart`.
 */
export type HiddenSubject = 'prices' | 'quotes' | 'options' | 'chart'

/** Note about what the partner may not show, and the reason: in place of the prices, once per panel or card. */
export function UnpricedNote({
  subject = 'prices',
  hasUnusedFilters = false,
  className,
  id,
}: {
  /** Null for a note about filters only. */
  subject?: HiddenSubject | null
  /** The note also says that filters are not applied. */
  hasUnusedFilters?: boolean
  className?: string
  /** For controls that the note describes. */
  id?: string
}) {
  const { t } = useTranslation('unknown')
  return (
    <p
      className={className ? `unpriced ${className}` : 'unpriced'}
      id={id}
      role="note"
      dir="auto"
      data-reason="not-licensed"
    >
      {subject !== null && `${t(subject)} `}
      {hasUnusedFilters && `${t('filters')} `}
      {t('reason.not-licensed')}
    </p>
  )
}

/** Dash in place of a price that the partner may not show. Its tooltip and label have the reason. */
export function HiddenPrice() {
  const { t } = useTranslation('unknown')
  const reason = t('reason.not-licensed')
  return (
    <span role="img" title={reason} aria-label={reason}>
      {missingValueText}
    </span>
  )
}
