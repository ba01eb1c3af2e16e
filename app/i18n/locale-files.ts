/** Loads the texts that the first screen does not need, and defines the formats that message templates use. */
import type { i18n, ResourceKey } from 'i18next'
import { formWithAnnualized, formWithoutAnnualized } from '#contract/responses/annualized.ts'
import { type MessageFormat, messageFormats } from '#contract/text/message-formats.ts'
import { type Format, formats } from './format.ts'

const files = import.meta.glob<{ default: ResourceKey }>([
  './locales/*/*.json',
  '!./locales/*/{common,what}.json',
])

const messageFormatters: Record<MessageFormat, (format: Format, value: never) => string> = {
  price: (format, value) => format.money(value),
  percent: (format, value) => format.percent(value, 0),
  percent1: (format, value) => format.percent(value, 1),
  percent2: (format, value) => format.percent(value, 2),
  probability: (format, value) => format.probability(value),
  number: (format, value) => format.number(value),
  count: (format, value) => format.whole(value),
  day: (format, value) => format.day(value),
}
/** Registers the formats that templates name, as in `{{premium, price}}` (contract/text/message-formats.ts). */
function addMessageFormats(texts: i18n): void {
  for (const name of messageFormats) {
    texts.services.formatter?.add(name, (value, language) =>
      messageFormatters[name](formats(language ?? 'en'), value as never),
    )
  }
}

type Texts = Readonly<Record<string, string>>

/** Applies `form` to each template; omits templates for which it returns undefined. */
const applyForm = (texts: Texts, form: (template: string) => string | undefined): ResourceKey =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([code, template]) => {
      const text = form(template)
      return text === undefined ? [] : [[code, text]]
    }),
  )

async function readTextsFile(language: string, namespace: string): Promise<ResourceKey> {
  const load = files[`./locales/${language}/${namespace}.json`]
  if (!load) throw new Error(`no texts of the namespace ${namespace} in the language ${language}`)
  return (await load()).default
}

/**
 * Returns the templates of sentences that may contain an annualised return. English ones are in the
 * contract.
 */
const incomeTemplates = async (language: string): Promise<Texts> =>
  language === 'en'
    ? (await import('#contract/text/income-messages.ts')).incomeMessages
    : ((await readTextsFile(language, 'messages')) as Texts)

/** Loads the texts of a namespace. @throws Error if the file does not exist or cannot be loaded */
export async function readLocaleFile(
  i18next: i18n,
  language: string,
  namespace: string,
): Promise<ResourceKey> {
  // Each instance has its own formatter.
  addMessageFormats(i18next)
  if (namespace === 'unannualized') return applyForm(await incomeTemplates(language), formWithoutAnnualized)
  const resource = await readTextsFile(language, namespace)
  return namespace === 'messages' ? applyForm(resource as Texts, formWithAnnualized) : resource
}
