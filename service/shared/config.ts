/** Configuration of the service. Defaults that docs/specification.md (section 8) specifies have its values. */
import type { DataEntitlement } from '#contract/responses/data-class.ts'
import { feedConnectionLimitsOf, requestLimits, sessionLimits } from './limits.ts'
import { defaultLimits } from './rate-limits.ts'
import type { FeedConnectionLimits } from './limits.ts'
import type { Limits } from './rate-limits.ts'

/** The host name, optionally with a port, at which each door is open; null: any host name. */
export type Hosts = {
  readonly gateway: string | null
  readonly legacy: string | null
  readonly widget: string | null
}

export const playgroundMarkets = ['test', 'configured'] as const
/** The test market, or that of `MARKET`. */
export type PlaygroundMarket = (typeof playgroundMarkets)[number]

export type Config = {
  readonly hosts: Hosts
  /** Version that the service reports. */
  readonly version: string
  /** Lifetimes of credentials, seconds. */
  readonly lifetimes: {
    /** One-time auth_token, which the partner's server requests while it renders the page. */
    readonly authToken: number
    /** Widget access_token and its session: 1 day (docs/specification.md 8). */
    readonly accessToken: number
    readonly feedTicket: number
    /** Legacy access_token: about 3600 (docs/specification.md 8). */
    readonly legacyToken: number
  }
  /** Rate limits of callers. */
  readonly limits: Limits
  /** Maximum numbers of open sessions; a further session ends the oldest. */
  readonly sessionLimits: { readonly perUser: number; readonly perKey: number }
  readonly feedConnectionLimits: FeedConnectionLimits
  /** Licensed market data that the demo accounts may show if the operator has not set it. */
  readonly demoEntitlement: DataEntitlement
  /** Market that the account of the playground reads. Its key is published by the service. */
  readonly playgroundMarket: PlaygroundMarket
  /** Commission of a sale, dollars per option contract; undefined: the constant of the analysis. */
  readonly commission?: number
  /** Largest request body, bytes. */
  readonly maxBody: number
}

export const defaultConfig: Config = {
  hosts: { gateway: null, legacy: null, widget: null },
  version: '1.0.0',
  lifetimes: { authToken: 120, accessToken: 86_400, feedTicket: 30, legacyToken: 3600 },
  limits: defaultLimits,
  sessionLimits,
  feedConnectionLimits: feedConnectionLimitsOf(),
  demoEntitlement: 'none',
  playgroundMarket: 'test',
  maxBody: requestLimits.bodyBytes,
}
