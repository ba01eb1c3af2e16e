/** What opens a session, in and out: credentials, cookie, a partner's settings, the ticket of the feed. Spec 5.3, 5.4. */
import * as v from 'valibot'
import { integer } from '../responses/ideas.ts'

/** Body of `POST /Token`: exactly one of the two credentials, and the end user. Spec 5.3, 5.4. */
export const TokenRequestSchema = v.union(
  [
    v.strictObject({ apiKey: v.string(), userId: v.string() }),
    v.strictObject({ authToken: v.string(), userId: v.string() }),
  ],
  'expected userId and one of apiKey and authToken, each a string, and nothing else',
)
/** Answer of `POST /Token`. */
export const AccessTokenSchema = v.object({
  access_token: v.string(),
  token_type: v.picklist(['Bearer']),
  /** Seconds; 86 400 for the widget (spec 8). */
  expires_in: integer,
})
export type AccessToken = v.InferOutput<typeof AccessTokenSchema>

/** Body of `POST /setCookie`: the embedding origin and the widget instance whose cookie it is. */
export const SetCookieRequestSchema = v.object({
  /** What the browser asserts; a missing one is `null`, the opaque origin, which no account can list. */
  origin: v.optional(v.nullable(v.string()), null),
  instance: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{8,64}$/)),
})

/** One text by language; the English one stands for all others. None: the widget's own. */
const TextsSchema = v.record(v.string(), v.string())
export type Texts = v.InferOutput<typeof TextsSchema>

/** Additive: texts and links a partner may set; every field falls back to the service's own. Answer of `POST /setCookie`. */
export const PartnerSettingsSchema = v.object({
  faqUrl: v.string(),
  supportUrl: v.string(),
  feedbackUrl: v.string(),
  businessUrl: v.string(),
  shareUrl: v.string(),
  disclosureUrl: v.string(),
  /** Long disclaimer; null = the widget's own text. */
  disclaimer: v.nullable(v.string()),
  /** The one line about risk that always stands in the footer. */
  notice: TextsSchema,
  /** Conflicts of interest, beside the notice ("We may receive payment …"); the widget has none of its own. */
  conflicts: TextsSchema,
  /** Whether returns are never extrapolated to a year (FINRA 2220(d)(3)): not as a figure, nor in a sentence. */
  hideAnnualised: v.boolean(),
})
export type PartnerSettings = v.InferOutput<typeof PartnerSettingsSchema>
export const SessionSchema = v.object({
  /** Seconds until the session ends by itself. */
  expires_in: integer,
  settings: PartnerSettingsSchema,
  /**
   * Additive: the symbol that the ideas begin with (`byStrength`), so that Why and How can be asked for beside them. Null
   * where there are no ideas, or they cannot be read right now; an older service does not say it.
   */
  firstSymbol: v.optional(v.nullable(v.string()), null),
})
export type Session = v.InferOutput<typeof SessionSchema>

export const FeedTicketSchema = v.object({ ticket: v.string() })
