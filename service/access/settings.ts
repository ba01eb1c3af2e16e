/** Texts and links that a partner may set; each has a default of the service. */
import * as v from 'valibot'
import { type PartnerSettings, PartnerSettingsSchema, type Texts } from '#contract/api/access.ts'
import { locales } from '#contract/text/locales.ts'
import { optionsDisclosureUrl } from '#contract/responses/disclosure.ts'

/** The service's own pages, below its own origin. */
const defaultPages = {
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
export function mergeSettings(overrides: Partial<PartnerSettings>, origin: string): PartnerSettings {
  const pages = Object.fromEntries(
    Object.entries(defaultPages).map(([name, path]) => [name, origin + path]),
  ) as Record<keyof typeof defaultPages, string>
  return {
    ...pages,
    disclosureUrl: optionsDisclosureUrl,
    disclaimer: null,
    notice: {},
    conflicts: {},
    hideAnnualised: false,
    ...overrides,
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
function parseTexts(value: string): { output: Texts } | { issue: string } {
  const trimmed = value.trim()
  let input: unknown
  try {
    input = trimmed.startsWith('{') ? JSON.parse(trimmed) : { en: trimmed }
  } catch {
    return { issue: 'must be text, or JSON such as {"en":"…","de":"…"}' }
  }
  const parsed = v.safeParse(InLanguages, input)
  if (parsed.success) return { output: parsed.output as Texts }
  const [issue] = parsed.issues
  const language = v.getDotPath(issue)
  if (issue.type === 'strict_object')
    return {
      issue:
        language === 'en' ? 'must have a text for en' : `supports only the languages ${locales.join(', ')}`,
    }
  return {
    issue: trimmed.startsWith('{') ? `in ${language ?? 'each language'} ${issue.message}` : issue.message,
  }
}

/** Parses a setting, or returns the reason for its refusal. A link is never `javascript:` or plain http. */
export function parseSetting(
  name: string,
  value: string,
): { setting: Partial<PartnerSettings> } | { refused: string } {
  const setting = settingNames.find((candidate) => candidate === name)
  if (!setting) return { refused: `is not a setting; the settings are ${settingNames.join(', ')}` }
  if (setting === 'hideAnnualised') {
    return /^(true|false)$/.test(value)
      ? { setting: { hideAnnualised: value === 'true' } }
      : { refused: 'must be true or false' }
  }
  if (setting === 'notice' || setting === 'conflicts') {
    const texts = parseTexts(value)
    return 'issue' in texts ? { refused: texts.issue } : { setting: { [setting]: texts.output } }
  }
  const parsed = v.safeParse(setting === 'disclaimer' ? Disclaimer : Link, value)
  return parsed.success ? { setting: { [setting]: parsed.output } } : { refused: parsed.issues[0].message }
}
