/** Languages of the journeys, and the labels of fields that have no other hook. */
export const languages = ['en', 'de'] as const
export type Language = (typeof languages)[number]

export const labels: Record<Language, { shares: string; costBasis: string; cash: string }> = {
  en: { shares: 'Shares', costBasis: 'Cost basis', cash: 'Cash for puts' },
  de: { shares: 'Aktien', costBasis: 'Einstandskurs', cash: 'Bargeld für Puts' },
}
