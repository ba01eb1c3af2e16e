/** The response of Cboe's delayed quotes: all options of one underlying. Only the fields that are used. */
import * as v from 'valibot'

const Price = v.pipe(v.number(), v.finite(), v.minValue(0))

export const DelayedQuotesSchema = v.object({
  /** When Cboe wrote the response, UTC: `2023-09-21 03:17:42`. Its quotes are 15 minutes older. */
  timestamp: v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d/, 'a time')),
  data: v.object({
    current_price: v.nullish(Price),
    /** The latest close; the price while there is no current one. */
    close: v.nullish(Price),
    prev_day_close: v.nullish(Price),
    volume: v.nullish(Price),
    /** Time of the underlying's last trade in New York, without a zone: `2023-09-20T16:15:04`. */
    last_trade_time: v.nullish(v.string()),
    options: v.array(
      v.object({
        /** OSI symbol, its root not padded. */
        option: v.string(),
        bid: v.nullish(Price),
        ask: v.nullish(Price),
        /** 0 if the contract has never traded. */
        last_trade_price: v.nullish(Price),
        volume: v.nullish(Price),
        /** Of the previous day. */
        open_interest: v.nullish(Price),
      }),
    ),
  }),
})

/**
 * A parsed response. Cboe's implied volatilities (0 if it has none) and greeks (4 decimals) are ignored:
 * the service computes its own.
 */
export type DelayedQuotes = v.InferOutput<typeof DelayedQuotesSchema>
