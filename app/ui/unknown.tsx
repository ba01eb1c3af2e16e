import './unknown.css'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { type UnknownField, type UnknownReason, whyUnknown } from '#contract/responses/unknown.ts'
import { useFormat } from '#app/i18n/format.ts'

/** Those of which the day says more. */
const dated = ['old-bars', 'old-chain', 'price-drift'] as const
const isDated = (reason: UnknownReason): reason is (typeof dated)[number] =>
  (dated as readonly UnknownReason[]).includes(reason)

/** The explanation of a null field: the reason, and the date of the last known value. */
export function useUnknownReason(): (unknown: Pick<UnknownField, 'reason' | 'asOf'>) => string {
  const { t } = useTranslation('unknown')
  const format = useFormat()
  return ({ reason, asOf }) =>
    asOf !== null && isDated(reason)
      ? t(`dated.${reason}`, { date: format.day(asOf) })
      : t(`reason.${reason}`)
}

/** In the place of a figure: that it is not known; why, on hovering and for screen readers. */
export function Unknown({
  of,
  field,
}: {
  of: { readonly unknown: readonly UnknownField[] }
  /** As the contract names it. */
  field: string
}) {
  const { t } = useTranslation('unknown')
  const reasonOf = useUnknownReason()
  const found = whyUnknown(of, field)
  const reason = found && reasonOf(found)
  return (
    <span className="unknown" title={reason}>
      {t('word')}
      {reason && <span className="visually-hidden">: {reason}</span>}
    </span>
  )
}
