/**
 * Settings of a partner: texts and links that the widget receives, each with a default, and the licensed data
 * that the partner may show.
 */
import * as v from 'valibot'
import { type PartnerSettings, PartnerSettingsSchema, type Texts } from '#contract/api/access.ts'
import { locales } from '#contract/text/locales.ts'
import { dataEntitlements } from '#contract/responses/data-class.ts'
import type { DataEntitlement } from '#contract/responses/data-class.ts'
import { optionsDisclosureUrl } from '#contract/responses/disclosure.ts'
import type { AccountSettings, Partner } from '#service/store/accounts.ts'
import { isDemoAccount } from './demo-account.ts'

/** Paths of the service's own pages. */
const defaultPagePaths = {
  faqUrl: '/help/faq',
  supportUrl: '/help/support',
  feedbackUrl: '/help/feedback',
  businessUrl: '/help/business',
  shareUrl: '/help/share',
} as const

export const settingNames = Object.keys(PartnerSettingsSchema.entries) as readonly (keyof PartnerSettings)[]

/**
 * The settings that the widget receives: those of a partner over the defaults, which are the service's own
 * pages at `origin` and the URL of the options disclosure document.
 */
export function mergeSettings(
  { data: _data, ...overrides }: Partial<AccountSettings>,
  origin: string,
): PartnerSettings {
  const pages = Object.fromEntries(
    Object.entries(defaultPagePaths).map(([name, path]) => [name, origin + path]),
  ) as Record<keyof typeof defaultPagePaths, string>
  return {
    ...pages,
    disclosureUrl: optionsDisclosureUrl,
    disclaimer: null,
    notice: {},
    conflicts: {},
    hideAnnualised: false,
    hideRecord: false,
    ...overrides,
  }
}

const LinkSchema = v.pipe(
  v.string(),
  v.maxLength(2000, 'must have 2000 characters at most'),
  v.check(
    (text) => URL.canParse(text) && ['https:', 'mailto:'].includes(new URL(text).protocol),
    'must be an https:// or mailto: address',
  ),
)
const DisclaimerSchema = v.pipe(
  v.string(),
  v.minLength(1, 'must not be empty'),
  v.maxLength(20_000, 'must have 20 000 characters at most'),
)

/** Maximum length of a line of text, in characters. */
const maxLineLength = 300
const LineSchema = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, 'must not be empty'),
  v.maxLength(maxLineLength, `must have ${maxLineLength} characters at most`),
  v.check((text) => !/\p{Cc}/u.test(text), 'must be plain text in one line'),
)
const TextsSchema = v.strictObject({
  ...v.partial(v.object(v.entriesFromList(locales, LineSchema))).entries,
  en: LineSchema,
})

/**
 * Parses a line of text: plain text for all languages, or JSON by language with `en` as fallback,
 * for example `{ "en": "…", "de": "…" }`.
 */
function parseTexts(value: string): { output: Texts } | { issue: string } {
  const trimmed = value.trim()
  let input: unknown
  try {
    input = trimmed.startsWith('{') ? JSON.parse(trimmed) : { en: trimmed }
  } catch {
    return { issue: 'must be text, or JSON such as {"en":"…","de":"…"}' }
  }
  const parsed = v.safeParse(TextsSchema, input)
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
  if (setting === 'hideAnnualised' || setting === 'hideRecord') {
    return /^(true|false)$/.test(value)
      ? { setting: { [setting]: value === 'true' } }
      : { refused: 'must be true or false' }
  }
  if (setting === 'notice' || setting === 'conflicts') {
    const texts = parseTexts(value)
    return 'issue' in texts ? { refused: texts.issue } : { setting: { [setting]: texts.output } }
  }
  const parsed = v.safeParse(setting === 'disclaimer' ? DisclaimerSchema : LinkSchema, value)
  return parsed.success ? { setting: { [setting]: parsed.output } } : { refused: parsed.issues[0].message }
}

/**
 * The licensed data that a partner may show: nothing until the operator has set it, except for demo accounts.
 *
 * @param demoEntitlement data of a demo account that the operator has not set
 */
export const entitlementOf = (
  { id, settings }: Pick<Partner, 'id' | 'settings'>,
  demoEntitlement: DataEntitlement,
): DataEntitlement => settings.data ?? (isDemoAccount(id) ? demoEntitlement : 'none')

/** Parses the setting of the licensed data, or returns the reason for its refusal. */
export function parseEntitlement(
  value: string,
): { readonly setting: { readonly data: DataEntitlement } } | { readonly refused: string } {
  const data = dataEntitlements.find((entitlement) => entitlement === value)
  return data ? { setting: { data } } : { refused: `must be one of ${dataEntitlements.join(', ')}` }
}
