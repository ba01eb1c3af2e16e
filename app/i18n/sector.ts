/** Sectors in the reader's language. The data names them in English. */
import { useTranslation } from '#app/i18n/use-translation.ts'

/** Translates a sector; an unknown one keeps its name from the data. */
export function useSector(): (sector: string) => string {
  const { t } = useTranslation('filters')
  return (sector) => t(`sectors.${sector}` as never, { defaultValue: sector } as never) as unknown as string
}
