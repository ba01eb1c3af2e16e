/** Hides annualised returns, in figures and in sentences, if the partner sets `hideAnnualised` (FINRA 2220(d)(3)). */
import type { Message } from '#contract/responses/ideas.ts'
import { useMessage } from '#app/i18n/message.ts'
import { useHost } from '#app/state/host.ts'

export const useAnnualizedHidden = (): boolean => useHost((host) => host.settings?.hideAnnualised ?? false)

/** Like `useMessage`, without annualised returns if they are hidden; returns an empty string if no text is left. */
export const useShownMessage = (): ((message: Message, english: string) => string) =>
  useMessage(useAnnualizedHidden())
