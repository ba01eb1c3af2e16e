import { useTranslation } from '#app/i18n/use-translation.ts'
import { dataParts, type DataPart, type PartStatus, type Why } from '#contract/responses/resources.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Chip } from '#app/ui/chip.tsx'

/** Those that the analysis is made of: what is old or missing among them matters first. */
const mattering: readonly DataPart[] = ['price', 'bars', 'options']

/** The parts of the data that are not of now, the oldest first; all of them, with their times, on hovering. */
export function DataParts({ why: { dataStatus } }: { why: Why }) {
  const { t } = useTranslation('why')
  const format = useFormat()
  const { parts } = dataStatus
  if (!parts) return null
  const textOf = (part: DataPart, { state, asOf }: PartStatus): string =>
    asOf === null
      ? t('parts.unknown', { part: t(`parts.${part}`) })
      : t(state === 'current' ? 'parts.current' : 'parts.old', {
          part: t(`parts.${part}`),
          day: format.dayOf(asOf),
          time: format.time(asOf),
        })
  const all = dataParts.map((part) => textOf(part, parts[part])).join('\n')
  const late = mattering
    .filter((part) => parts[part].state !== 'current')
    .toSorted((a, b) => (parts[a].asOf ?? '').localeCompare(parts[b].asOf ?? ''))
  return late.map((part) => (
    <Chip key={part} tone="warn" mark="◷" title={all}>
      {textOf(part, parts[part])}
    </Chip>
  ))
}
