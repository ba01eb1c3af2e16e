/** Languages of the journeys, and the labels of fields that have no other hook. */
export const languages = ['en', 'de'] as const
export type Language = (typeof languages)[number]

export const labels: Record<
  Language,
  { shares: string; costBasis: string; chooseCash: string; cash: string }
> = {
  en: { shares: 'Shares', costBasis: 'Cost basis', chooseCash: 'I have cash …', cash: 'Cash for puts' },
  de: {
    shares: 'Aktien',
    costBasis: 'Einstandskurs',
    chooseCash: 'Ich habe Bargeld …',
    cash: 'Bargeld für Puts',
  },
}
