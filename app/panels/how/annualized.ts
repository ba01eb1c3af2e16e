/** A partner may not want returns extrapolated to a year (FINRA 2220(d)(3)): then no figure and no sentence has them. */
import type { Message } from '#contract/responses/ideas.ts'
import { useMessage } from '#app/i18n/message.ts'
import { useHost } from '#app/state/host.ts'

export const useAnnualizedHidden = (): boolean => useHost((host) => host.settings?.hideAnnualised ?? false)

/** As `useMessage`, without what the partner hides; blank where a sentence would tell nothing else. */
export const useShownMessage = (): ((message: Message, english: string) => string) =>
  useMessage(useAnnualizedHidden())
