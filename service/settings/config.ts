/** The numbers and names the service is run with. Spec section 8 where it gives them; the rest is ours. */

/** Host names (with a port where one is meant) that restrict a door; null = any host name. */
export type Hosts = {
  readonly gateway: string | null
  readonly legacy: string | null
  readonly widget: string | null
}

export type Config = {
  readonly hosts: Hosts
  /** Version the service reports. */
  readonly version: string
  /** Seconds. */
  readonly lifetimes: {
    /** One-time auth_token: made by the partner's server while it renders the page. */
    readonly authToken: number
    /** Widget access_token and the session made with it. Spec 8: 1 day. */
    readonly accessToken: number
    readonly feedTicket: number
    /** Legacy access_token. Spec 8: about 3600. */
    readonly legacyToken: number
  }
  /** Requests per minute; each also the burst. */
  readonly rates: {
    readonly subscriptionKey: number
    readonly legacyClient: number
    readonly widgetSession: number
    /** `/Auth`, `/Token`, `/setCookie`, `/token` from one address, successes and failures alike. */
    readonly accessPerAddress: number
  }
  /** Largest request body, bytes. */
  readonly maxBody: number
}

export const defaultConfig: Config = {
  hosts: { gateway: null, legacy: null, widget: null },
  version: '1.0.0',
  lifetimes: { authToken: 120, accessToken: 86_400, feedTicket: 30, legacyToken: 3600 },
  rates: { subscriptionKey: 1200, legacyClient: 1200, widgetSession: 1200, accessPerAddress: 1200 },
  maxBody: 8192,
}
