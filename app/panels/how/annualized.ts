/** Hides annualised returns in sentences if the partner sets `hideAnnualised` (FINRA 2220(d)(3)). */
import type { Message } from '#contract/responses/lists/ideas.ts'
import { useMessage } from '#app/i18n/message.ts'
import { isAnnualizedHidden, useHost } from '#app/state/host.ts'

/**
 * Returns a function that renders a message of the service, like `useMessage`. If annualised
 * returns are hidden, the text omits them; it is empty if it cannot be rendered without them.
 */
export const useShownMessage = (): ((message: Message, english: string) => string) =>
  useMessage(useHost(isAnnualizedHidden))
