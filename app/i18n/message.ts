/** The service's sentences in the reader's language. */
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { Message } from '#contract/responses/ideas.ts'

/**
 * Writes a message; the service's own English where the language is English or has no template. `unannualized`: in the
 * form that tells no return of a year, and blank where a message that tells one has no such form.
 */
export function useMessage(unannualized = false): (message: Message, english: string) => string {
  const { t, i18n } = useTranslation(unannualized ? ['messages', 'unannualized'] : 'messages')
  return ({ code, params }, english) => {
    const other = unannualized && 'annualized' in params
    const ns = other ? 'unannualized' : 'messages'
    if (!other && i18n.language === 'en') return english
    // With the values, because `count` chooses the plural form that must exist.
    if (!i18n.exists(code, { ...params, ns, lngs: [i18n.language] })) return other ? '' : english
    return t(code, { ...params, ns, defaultValue: english } as never) as unknown as string
  }
}
