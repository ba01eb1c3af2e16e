/**
 * The trade ticket that pages receive. Types only and without dependencies, because the npm package
 * publishes this file. contract/bridge/ticket.ts has the schema.
 *
 * All amounts are dollars. Prices of a leg are per share. Prices of the ticket are totals from the
 * user's side: positive is paid, negative is received.
 */

/** One option of a ticket. */
export type OptionLeg = {
  /** Dollars per share. */
  ask: number
  /** Dollars per share. */
  bid: number
  /** The price used for calculations, and the limit of this leg: dollars per share, never negative. */
  price: number
  /** Contracts of 100 shares; positive = buy to close, negative = sell to open. */
  quantity: number
  /** Expiration date in New York, `YYYY-MM-DD`. */
  expiry: string
  /** Dollars per share. */
  strike: number
  /** Kind of the option. */
  legType: 'Call' | 'Put'
  /**
   * The contract's OSI symbol without padding of its root: `AAPL270115C00240000`. Everything before the last
   * 15 characters is the root.
   */
  id: string
}

/** Shares of a ticket. */
export type SecurityLeg = {
  /** Dollars per share. */
  ask: number
  /** Dollars per share. */
  bid: number
  /** The price used for calculations, dollars per share. */
  price: number
  /** Shares; positive = buy, negative = sell. */
  quantity: number
  /** The ticker. */
  symbol: string
}

/** Payload of TRADE_TICKET_EXECUTE. A ticket is not an order: only the page can place one. */
export type TradeTicket = {
  /** Ticker of the underlying. */
  symbol: string
  /**
   * `Covered Call` or `Cash-Secured Put`, preceded by `Roll` or `Close` if an open option is bought
   * back. In English in every locale, also if the screen shows another name (`Short put`).
   */
  strategyName: string
  /** Total price of all legs, dollars: positive = the user pays, negative = the user receives. */
  price: number
  /** The options of the strategy, at least one. */
  optionLegs: OptionLeg[]
  /** The shares of the strategy; empty if it has none. */
  securityLegs: SecurityLeg[]
  /** Version of the disclosures that were on screen. */
  disclosureVersion: string
  /**
   * Unique for each press of Trade (UUID). Use it in TICKET_RECEIVED, and to ignore a ticket received twice.
   */
  ticketId: string
  /** When the user pressed Trade, by the user's clock, UTC. */
  time: string
  /**
   * Whether the prices are simulated (a test key, the demo's market). Never send such a ticket to
   * an exchange.
   */
  simulated: boolean
  /**
   * Time of the oldest quote in the ticket, UTC; null if the source does not provide it.
   */
  dataAsOf: string | null
  /** Always `limit`; the widget creates no other orders. */
  orderType: 'limit'
  /** The limit of the whole ticket, dollars, signed as `price`: -380 = receive at least 380. */
  limit: number
}

/**
 * Payload of TICKET_RECEIVED, the page's response to a ticket: received (`reference`, the page's own, is
 * shown to the user) or refused (`refusal`, a text for the user in the user's language).
 */
export type TicketReceived = {
  /** The `ticketId` of the ticket. */
  ticketId: string
  /** The page's own id for the ticket, shown to the user. */
  reference?: string | undefined
  /** Why the page refuses the ticket, shown to the user. */
  refusal?: string | undefined
}
