/** A partner may not want returns extrapolated to a year (FINRA 2220(d)(3)): then no figure and no sentence has them. */
import { useTranslation } from 'react-i18next'
import type { Message } from '#contract/ideas.ts'
import { formats } from '#app/i18n/format.ts'
import { useMessage } from '#app/i18n/message.ts'
import { useHost } from '#app/state/host.ts'

export const useAnnualizedHidden = (): boolean => useHost((host) => host.settings?.hideAnnualised ?? false)

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/**
 * The sentence without what it says in brackets of the return of a year: "… in 58 days (11.69% a year)." Where brackets
 * hold something else first, that stays. Blank where the return cannot be cut out: then the sentence is not shown.
 */
export function cutAnnualized(sentence: string, { params }: Message, locale: string): string {
  const { annualized } = params
  if (typeof annualized !== 'number') return sentence
  // However many decimals the sentence has.
  const value = `(?:${[0, 1, 2].map((digits) => escaped(formats(locale).percent(annualized, digits))).join('|')})`
  const inside = `[^()（）؛;]*${value}[^()（）؛;]*`
  const cut = sentence.replace(new RegExp(`[؛;]${inside}(?=[)）])|\\s*[(（]${inside}[)）]`), '')
  return cut === sentence ? '' : cut
}

/** As `useMessage`, without what the partner hides; blank where nothing of the sentence is left. */
export function useShownMessage(): ReturnType<typeof useMessage> {
  const write = useMessage()
  const hidden = useAnnualizedHidden()
  const { language } = useTranslation().i18n
  return (message, english) => {
    const sentence = write(message, english)
    if (!hidden || sentence === '') return sentence
    const own = cutAnnualized(sentence, message, language)
    // A code that has no template yet is English in every language.
    return own || (sentence === english ? cutAnnualized(sentence, message, 'en') : '')
  }
}
