/** Translates sectors, which the data names in English, to the displayed language. */
import { useTranslation } from '#app/i18n/use-translation.ts'

/** Returns a function that translates a sector. An unknown sector keeps its English name. */
export function useSector(): (sector: string) => string {
  const { t } = useTranslation('filters')
  return (sector) => t(`sectors.${sector}` as never, { defaultValue: sector } as never) as unknown as string
}
