/** The origin of the displayed data: its source and its licence class. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { DataStatus } from '#contract/responses/resources.ts'
import { languageTagOf } from '#app/i18n/intl-format.ts'
import { queries } from './queries.ts'
import { useView } from '#app/state/view.ts'

/** Sources that are not vendors; their names are translated. */
const ownSources = ['simulated', 'recorded'] as const
type OwnSource = (typeof ownSources)[number]
const isOwn = (source: string): source is OwnSource => (ownSources as readonly string[]).includes(source)

/**
 * Returns the data status in the cached Why response of the displayed symbol. Sends no request; undefined
 * without a cached response.
 */
export function useSymbolDataStatus(): DataStatus | undefined {
  const symbol = useView((view) => view.symbol)
  return useQuery({ ...queries.why(symbol), enabled: false, refetchInterval: false }).data?.dataStatus
}

/**
 * Returns the names of the vendors of prices and options as one text, such as `Massive and Tradier`; undefined
 * if the data is simulated or recorded.
 */
export function useVendor(): string | undefined {
  const { i18n } = useTranslation('shell')
  const status = useSymbolDataStatus()
  const { parts, source } = status ?? {}
  const partSources = [parts?.price.source, parts?.options.source].filter((name) => name !== undefined)
  const names = [...new Set(partSources.length > 0 ? partSources : source ? [source] : [])]
  if (names.length === 0 || names.some(isOwn)) return undefined
  return new Intl.ListFormat(languageTagOf(i18n.language)).format(names)
}

/** Returns the localised name of the source in the cached Why response of the displayed symbol. */
export function useSource(): string | undefined {
  const { t } = useTranslation('shell')
  const vendor = useVendor()
  const source = useSymbolDataStatus()?.source
  const name = vendor ?? (source && (isOwn(source) ? t(`source.${source}`) : source))
  return name ? t('source.label', { source: name }) : undefined
}
