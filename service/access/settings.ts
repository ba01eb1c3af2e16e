/** Texts and links a partner may set; every field falls back to the service's own. */
import * as v from 'valibot'
import { type PartnerSettings, PartnerSettingsSchema, type Texts } from '#contract/api/access.ts'
import { locales } from '#contract/text/locales.ts'
import { optionsDisclosureUrl } from '#contract/responses/disclosure.ts'

/** The service's own pages, below its own origin. */
const ownPages = {
  faqUrl: '/help/faq',
  supportUrl: '/help/support',
  feedbackUrl: '/help/feedback',
  businessUrl: '/help/business',
  shareUrl: '/help/share',
} as const

export const settingNames = Object.keys(PartnerSettingsSchema.entries) as readonly (keyof PartnerSettings)[]

/**
 * The partner's settings over the defaults: the service's own pages at `origin` and the address of the
 * options disclosure document.
 */
export function mergeSettings(own: Partial<PartnerSettings>, origin: string): PartnerSettings {
  const pages = Object.fromEntries(
    Object.entries(ownPages).map(([name, path]) => [name, origin + path]),
  ) as Record<keyof typeof ownPages, string>
  return {
    ...pages,
    disclosureUrl: optionsDisclosureUrl,
    disclaimer: null,
    notice: {},
    conflicts: {},
    hideAnnualised: false,
    ...own,
  }
}

const Link = v.pipe(
  v.string(),
  v.maxLength(2000, 'must have 2000 characters at most'),
  v.check(
    (text) => URL.canParse(text) && ['https:', 'mailto:'].includes(new URL(text).protocol),
    'must be an https:// or mailto: address',
  ),
)
const Disclaimer = v.pipe(
  v.string(),
  v.minLength(1, 'must not be empty'),
  v.maxLength(20_000, 'must have 20 000 characters at most'),
)

/** Maximum length of a text that is always visible, in characters. */
const lineLength = 300
const Line = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, 'must not be empty'),
  v.maxLength(lineLength, `must have ${lineLength} characters at most`),
  v.check((text) => !/\p{Cc}/u.test(text), 'must be plain text in one line'),
)
const InLanguages = v.strictObject({
  ...v.partial(v.object(v.entriesFromList(locales, Line))).entries,
  en: Line,
})

/**
 * One line of text: plain for every language, or JSON by language, `{ "en": "…", "de": "…" }`, with `en` as
 * fallback.
 */
function readTexts(value: string): { output: Texts } | { issue: string } {
  const trimmed = value.trim()
  let given: unknown
  try {
    given = trimmed.startsWith('{') ? JSON.parse(trimmed) : { en: trimmed }
  } catch {
    return { issue: 'must be text, or JSON such as {"en":"…","de":"…"}' }
  }
  const read = v.safeParse(InLanguages, given)
  if (read.success) return { output: read.output as Texts }
  const [issue] = read.issues
  const language = v.getDotPath(issue)
  if (issue.type === 'strict_object')
    return {
      issue: language === 'en' ? 'must have a text for en' : `knows only the languages ${locales.join(', ')}`,
    }
  return {
    issue: trimmed.startsWith('{') ? `in ${language ?? 'each language'} ${issue.message}` : issue.message,
  }
}

/** Parses a setting, or returns the reason for its refusal. A link is never `javascript:` or plain http. */
export function readSetting(
  name: string,
  value: string,
): { setting: Partial<PartnerSettings> } | { refused: string } {
  const known = settingNames.find((one) => one === name)
  if (!known) return { refused: `is not a setting; there are ${settingNames.join(', ')}` }
  if (known === 'hideAnnualised') {
    return /^(true|false)$/.test(value)
      ? { setting: { hideAnnualised: value === 'true' } }
      : { refused: 'must be true or false' }
  }
  if (known === 'notice' || known === 'conflicts') {
    const texts = readTexts(value)
    return 'issue' in texts ? { refused: texts.issue } : { setting: { [known]: texts.output } }
  }
  const read = v.safeParse(known === 'disclaimer' ? Disclaimer : Link, value)
  return read.success ? { setting: { [known]: read.output } } : { refused: read.issues[0].message }
}
