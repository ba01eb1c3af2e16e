/** The service's sentences in the reader's language. */
import { useTranslation } from 'react-i18next'
import type { Message } from '#contract/ideas.ts'

/** Writes a message; the service's own English where the language is English or has no template. */
export function useMessage(): (message: Message, english: string) => string {
  const { t, i18n } = useTranslation('messages')
  return ({ code, params }, english) => {
    // With the values, because `count` chooses the plural form that must exist.
    if (i18n.language === 'en' || !i18n.exists(code, { ...params, ns: 'messages', lngs: [i18n.language] }))
      return english
    return t(code, { ...params, defaultValue: english } as never) as unknown as string
  }
}
