/**
 * Schema of the trade ticket, the payload of TRADE_TICKET_EXECUTE when the user presses Trade.
 * docs/specification.md 2.5 and 6. contract/bridge/trade-ticket.ts documents the fields; docs/trade-ticket.md
 * has samples.
 */
import * as v from 'valibot'
import { datetime } from '#contract/responses/dates.ts'
import type { OptionLeg, SecurityLeg, TradeTicket } from './trade-ticket.ts'

export type { OptionLeg, SecurityLeg, TicketReceived, TradeTicket } from './trade-ticket.ts'

/** A schema for every field of the type, and for no other. */
type Fields<T> = { [F in keyof T]-?: v.GenericSchema<T[F]> }

export const OptionLegSchema = v.object({
  ask: v.number(),
  bid: v.number(),
  price: v.number(),
  quantity: v.number(),
  expiry: v.string(),
  strike: v.number(),
  legType: v.picklist(['Call', 'Put']),
  id: v.string(),
} satisfies Fields<OptionLeg>)

export const SecurityLegSchema = v.object({
  ask: v.number(),
  bid: v.number(),
  price: v.number(),
  quantity: v.number(),
  symbol: v.string(),
} satisfies Fields<SecurityLeg>)

export const TradeTicketSchema = v.object({
  symbol: v.string(),
  strategyName: v.string(),
  price: v.number(),
  optionLegs: v.array(OptionLegSchema),
  securityLegs: v.array(SecurityLegSchema),
  disclosureVersion: v.string(),
  ticketId: v.string(),
  time: datetime,
  simulated: v.boolean(),
  dataAsOf: v.nullable(datetime),
  orderType: v.literal('limit'),
  limit: v.number(),
} satisfies Fields<TradeTicket>)
