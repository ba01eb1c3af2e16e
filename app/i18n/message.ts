/** Renders the service's sentences in the displayed language. */
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { Message } from '#contract/responses/lists/ideas.ts'

/**
 * Returns a function that renders a message, with the service's English sentence as fallback. With
 * `unannualized` it omits annualised returns; a message that consists of one is empty.
 */
export function useMessage(unannualized = false): (message: Message, english: string) => string {
  const { t, i18n } = useTranslation(unannualized ? ['messages', 'unannualized'] : 'messages')
  return ({ code, params }, english) => {
    const isUnannualized = unannualized && 'annualized' in params
    const ns = isUnannualized ? 'unannualized' : 'messages'
    if (!isUnannualized && i18n.language === 'en') return english
    // The values are passed, because `count` selects the plural form that must exist.
    if (!i18n.exists(code, { ...params, ns, lngs: [i18n.language] })) return isUnannualized ? '' : english
    return t(code, { ...params, ns, defaultValue: english } as never) as unknown as string
  }
}
