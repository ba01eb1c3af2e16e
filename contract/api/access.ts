/**
 * Requests and responses that open a session: credentials, cookie, partner settings, feed ticket.
 * docs/specification.md 5.3, 5.4.
 */
import * as v from 'valibot'
import { integer } from '#contract/responses/lists/ideas.ts'
import { apiBase } from './first-paths.ts'

/**
 * Body of `POST /Token`: exactly one of the two credentials, and the end user. docs/specification.md 5.3,
 * 5.4.
 */
export const TokenRequestSchema = v.union(
  [
    v.strictObject({ apiKey: v.string(), userId: v.string() }),
    v.strictObject({ authToken: v.string(), userId: v.string() }),
  ],
  'expected userId and one of apiKey and authToken, each a string, and nothing else',
)
/** Response of `POST /Token`. */
export const AccessTokenSchema = v.object({
  access_token: v.string(),
  token_type: v.picklist(['Bearer']),
  /** Seconds; 86 400 for the widget (docs/specification.md 8). */
  expires_in: integer,
})
export type AccessToken = v.InferOutput<typeof AccessTokenSchema>

/** Body of `POST /setCookie`: the embedding origin and the widget instance that the cookie belongs to. */
export const SetCookieRequestSchema = v.object({
  /**
   * The origin as asserted by the browser, in serialised form (`https://partner.com`,
   * `capacitor://localhost`). A missing origin is read as `null`, the opaque origin, which no
   * account can list.
   */
  origin: v.optional(v.nullable(v.string()), null),
  instance: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{8,64}$/)),
  /**
   * Additive: path and query of the first request to the data API, for example `/api/v1/platform/what/tradeideas`. Its
   * response is part of the session's, which saves a round trip.
   */
  firstRequest: v.optional(
    v.pipe(
      v.string(),
      v.startsWith(
        `${apiBase}/`,
        `expected the path of a request to the data API, which starts with ${apiBase}/`,
      ),
    ),
  ),
})

/**
 * A text by language tag, with English as fallback. If empty, the widget shows its default text.
 */
const TextsSchema = v.record(v.string(), v.string())
export type Texts = v.InferOutput<typeof TextsSchema>

/**
 * Additive: texts and links that a partner may set, each with a default of the service. Part of the response of
 * `POST /setCookie`.
 */
export const PartnerSettingsSchema = v.object({
  faqUrl: v.string(),
  supportUrl: v.string(),
  feedbackUrl: v.string(),
  businessUrl: v.string(),
  shareUrl: v.string(),
  disclosureUrl: v.string(),
  /** Long disclaimer; null = the widget's default text. */
  disclaimer: v.nullable(v.string()),
  /** The line about risk that is always in the footer. */
  notice: TextsSchema,
  /** Conflicts of interest, beside the notice ("We may receive payment …"); empty by default. */
  conflicts: TextsSchema,
  /** Whether annualised returns are hidden (FINRA 2220(d)(3)), both as figures and in sentences. */
  hideAnnualised: v.boolean(),
  /** Whether the line about similar picks of the sealed record is hidden. */
  hideRecord: v.boolean(),
})
export type PartnerSettings = v.InferOutput<typeof PartnerSettingsSchema>

/** Response of `POST /setCookie`. */
export const SessionSchema = v.object({
  /** Seconds until the session expires. */
  expires_in: integer,
  settings: PartnerSettingsSchema,
  /**
   * Additive: the first symbol of the ideas (`byStrength`), so that Why and How can be requested together
   * with them. Null without ideas, or if they cannot be read at the moment; older services omit it.
   */
  firstSymbol: v.optional(v.nullable(v.string()), null),
})
export type Session = v.InferOutput<typeof SessionSchema>

/** Response of `POST /setCookie` with the response to its `firstRequest`, which the widget parses on its own. */
export const SessionWithDataSchema = v.object({
  ...SessionSchema.entries,
  /**
   * Additive: the body of the response to `firstRequest`. Absent without `firstRequest`, if the service refused
   * it, if it failed, and if it took too long. Then the client sends it separately.
   */
  firstResponse: v.exactOptional(v.unknown()),
})
export type SessionWithData = v.InferOutput<typeof SessionWithDataSchema>

export const FeedTicketSchema = v.object({ ticket: v.string() })
