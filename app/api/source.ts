/** Whose data is on screen, in the reader's words. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { queries } from './queries.ts'
import { useView } from '#app/state/view.ts'

/** Names the source as the answer about the displayed symbol does; asks for nothing itself, undefined until it is there. */
export function useSource(): string | undefined {
  const { t } = useTranslation('shell')
  const symbol = useView((view) => view.symbol)
  const answer = useQuery({ ...queries.why(symbol), enabled: false, refetchInterval: false }).data
  const source = answer?.dataStatus.source
  if (!source) return undefined
  const name = source === 'simulated' || source === 'recorded' ? t(`source.${source}`) : source
  return t('source.label', { source: name })
}
