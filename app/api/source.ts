/** The name of the source of the displayed data. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { queries } from './queries.ts'
import { useView } from '#app/state/view.ts'

/**
 * Returns the localised name of the source in the cached Why response of the displayed symbol. Sends no
 * request; undefined without a cached response.
 */
export function useSource(): string | undefined {
  const { t } = useTranslation('shell')
  const symbol = useView((view) => view.symbol)
  const why = useQuery({ ...queries.why(symbol), enabled: false, refetchInterval: false }).data
  const source = why?.dataStatus.source
  if (!source) return undefined
  const name = source === 'simulated' || source === 'recorded' ? t(`source.${source}`) : source
  return t('source.label', { source: name })
}
