/**
 * The trade ticket as pages get it: types alone, which are published with the npm package and so name no library.
 * contract/bridge/ticket.ts holds the schema of the same fields.
 *
 * Dollars throughout. Prices of a leg are per share; the ticket's own are for all of it, from the user's side: positive
 * is what he pays, negative what he gets.
 */

/** One option of a ticket. Spec 2.5. */
export type OptionLeg = {
  /** Dollars per share. */
  ask: number
  /** Dollars per share. */
  bid: number
  /** The price used for calculations, and the limit the user set for this leg: dollars per share, never negative. */
  price: number
  /** Contracts of 100 shares; positive = buy to close, negative = sell to open. */
  quantity: number
  /** Expiration date in New York, `YYYY-MM-DD`. */
  expiry: string
  /** Dollars per share. */
  strike: number
  /** Additive. */
  legType: 'Call' | 'Put'
  /** Additive: the contract's OSI symbol, its root not padded: `AAPL270115C00240000`. Its last 15 characters are no root. */
  id: string
}

/** Shares of a ticket. Spec 2.5. */
export type SecurityLeg = {
  /** Dollars per share. */
  ask: number
  /** Dollars per share. */
  bid: number
  /** The price used for calculations, dollars per share. */
  price: number
  /** Shares; positive = buy, negative = sell. */
  quantity: number
  /** Additive: the ticker. */
  symbol: string
}

/** Payload of TRADE_TICKET_EXECUTE. A ticket is not an order: nothing is ordered before the page orders it. */
export type TradeTicket = {
  symbol: string
  /** In English, whatever is on screen (`Short put` there): `Covered Call`, `Cash-Secured Put`; `Roll …`, `Close …` where an open one is bought back. */
  strategyName: string
  /** Total trade price, dollars of all legs: positive = the trade costs that, negative = it pays that. */
  price: number
  optionLegs: OptionLeg[]
  securityLegs: SecurityLeg[]
  /** Additive: version of the disclosures that were on screen. */
  disclosureVersion: string
  /** Additive: unique for each press of Trade (UUID). Name it in TICKET_RECEIVED; a ticket seen twice is the same one. */
  ticketId: string
  /** Additive: when the user pressed Trade, by his own clock, UTC. */
  time: string
  /** Additive: whether the prices are made up (a test key, the demo's market). Never send such a ticket to an exchange. */
  simulated: boolean
  /** Additive: the moment of the oldest quote in the ticket, UTC; null where the source does not tell. */
  dataAsOf: string | null
  /** Additive: the only kind the widget makes. */
  orderType: 'limit'
  /** Additive: what the whole ticket may cost at most, dollars, signed as `price`: -380 = to be paid 380 at least. */
  limit: number
}

/**
 * Payload of TICKET_RECEIVED, the page's answer to a ticket: it has it (`reference`, its own, is shown to the user) or it
 * refuses it (`refusal`, in words for the user, in his language).
 */
export type TicketReceived = {
  ticketId: string
  reference?: string | undefined
  refusal?: string | undefined
}
