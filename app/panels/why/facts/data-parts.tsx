import { useTranslation } from '#app/i18n/use-translation.ts'
import { dataParts, type DataPart, type PartStatus, type WireWhy } from '#contract/responses/resources.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Chip, clockMark } from '#app/ui/chip.tsx'
import { useUnknownReason } from '#app/ui/unknown.tsx'

/** Parts that the analysis depends on. Outdated other parts have no chip. */
const primaryParts: readonly DataPart[] = ['price', 'bars', 'options']

/** Chips for outdated or missing primary parts of the data, oldest first. Their tooltip lists all parts. */
export function DataParts({ why: { dataStatus } }: { why: WireWhy }) {
  const { t } = useTranslation('why')
  const format = useFormat()
  const reasonOf = useUnknownReason()
  const { parts } = dataStatus
  if (!parts) return null
  const textOf = (part: DataPart, { state, asOf, reason }: PartStatus): string =>
    reason === 'not-provided'
      ? `${t(`parts.${part}`)}: ${reasonOf({ reason, asOf })}`
      : asOf === null
        ? t('parts.unknown', { part: t(`parts.${part}`) })
        : t(state === 'current' ? 'parts.current' : 'parts.old', {
            part: t(`parts.${part}`),
            day: format.dayOf(asOf),
            time: format.time(asOf),
          })
  const tooltip = dataParts.map((part) => textOf(part, parts[part])).join('\n')
  const outdatedParts = primaryParts
    .filter((part) => parts[part].state !== 'current')
    .toSorted((a, b) => (parts[a].asOf ?? '').localeCompare(parts[b].asOf ?? ''))
  return outdatedParts.map((part) => (
    <Chip key={part} tone="warn" mark={clockMark} title={tooltip}>
      {textOf(part, parts[part])}
    </Chip>
  ))
}
