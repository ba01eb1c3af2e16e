/** Texts and links a partner may set; every field falls back to the service's own. */
import * as v from 'valibot'
import { PartnerSettingsSchema } from '#contract/access.ts'
import type { PartnerSettings } from '#contract/access.ts'

/** The service's own pages, below its own origin. */
const ownPages = {
  faqUrl: '/help/faq',
  supportUrl: '/help/support',
  feedbackUrl: '/help/feedback',
  businessUrl: '/help/business',
  shareUrl: '/help/share',
  disclosureUrl: '/help/disclosures',
} as const

export const settingNames = Object.keys(PartnerSettingsSchema.entries) as readonly (keyof PartnerSettings)[]

/** What the partner set, over the service's own pages at `origin`. */
export function mergeSettings(own: Partial<PartnerSettings>, origin: string): PartnerSettings {
  const pages = Object.fromEntries(
    Object.entries(ownPages).map(([name, path]) => [name, origin + path]),
  ) as Record<keyof typeof ownPages, string>
  return { ...pages, disclaimer: null, ...own }
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

/** One setting as the operator gives it, or why it is refused. A link is never `javascript:` or plain http. */
export function readSetting(
  name: string,
  value: string,
): { setting: Partial<PartnerSettings> } | { refused: string } {
  const known = settingNames.find((one) => one === name)
  if (!known) return { refused: `is not a setting; there are ${settingNames.join(', ')}` }
  const read = v.safeParse(known === 'disclaimer' ? Disclaimer : Link, value)
  return read.success ? { setting: { [known]: read.output } } : { refused: read.issues[0].message }
}
