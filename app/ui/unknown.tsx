import './unknown.css'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { type UnknownField, type UnknownReason, whyUnknown } from '#contract/responses/unknown.ts'
import { useFormat } from '#app/i18n/format.ts'

/** Reasons whose text includes a date. */
const datedReasons = ['old-bars', 'old-chain', 'price-drift'] as const
const isDated = (reason: UnknownReason): reason is (typeof datedReasons)[number] =>
  (datedReasons as readonly UnknownReason[]).includes(reason)

/** The explanation of a null field: the reason, and the date of the last known value. */
export function useUnknownReason(): (unknown: Pick<UnknownField, 'reason' | 'asOf'>) => string {
  const { t } = useTranslation('unknown')
  const format = useFormat()
  return ({ reason, asOf }) =>
    asOf !== null && isDated(reason)
      ? t(`dated.${reason}`, { date: format.day(asOf) })
      : t(`reason.${reason}`)
}

/** Replaces an unknown figure. The reason is in the title and for screen readers. */
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
  return (
    <span className="unknown" title={reason}>
      {t('word')}
      {reason && <span className="visually-hidden">: {reason}</span>}
    </span>
  )
}
