/**
 * Tradier's responses. The API was converted from XML: one row comes as an object, several as an array, none as null or
 * the text "null"; numbers may be text, "NaN" included. The schemas return lists and numbers or null.
 */
import * as v from 'valibot'

const noNumber: ReadonlySet<unknown> = new Set([null, '', 'NaN', 'null'])

/** A number, possibly as text; null if it is missing or not a number. */
export const Numeric = v.pipe(
  v.nullish(v.union([v.number(), v.string()]), null),
  v.rawTransform(({ dataset, addIssue, NEVER }): number | null => {
    const { value } = dataset
    if (noNumber.has(value)) return null
    const number = Number(value)
    if (Number.isFinite(number)) return number
    addIssue({ message: 'not a number', expected: 'a number', received: JSON.stringify(value) })
    return NEVER
  }),
)

const isNothing = (value: unknown): boolean => value === null || value === undefined || value === 'null'

/** The rows of a list. */
const rowsOf = <Row extends v.GenericSchema>(row: Row) =>
  v.pipe(
    v.unknown(),
    v.transform((value): unknown => (isNothing(value) ? [] : Array.isArray(value) ? value : [value])),
    v.array(row),
  )

/** An object that is null if it has no rows. Its key must be there: a response of another shape is malformed. */
const sectionOf = <Entries extends v.ObjectEntries>(entries: Entries, empty: unknown) =>
  v.pipe(
    v.unknown(),
    v.transform((value): unknown => (isNothing(value) ? empty : value)),
    v.object(entries),
  )

const Text = v.nullish(v.string(), '')

/** A row of `quotes`. Prices in dollars, times in milliseconds since the epoch. `close` is null during the day: unused. */
export const QuoteRowSchema = v.object({
  symbol: v.string(),
  description: Text,
  /** Code of the exchange, one letter. */
  exch: Text,
  /** `stock`, `etf`, `index`, `option`, `mutual_fund` and others. */
  type: Text,
  last: Numeric,
  change: Numeric,
  volume: Numeric,
  bid: Numeric,
  ask: Numeric,
  prevclose: Numeric,
  trade_date: Numeric,
  bid_date: Numeric,
  ask_date: Numeric,
  week_52_high: Numeric,
  week_52_low: Numeric,
})
export type QuoteRow = v.InferOutput<typeof QuoteRowSchema>

/** Without any known symbol, `quote` is missing; without an unknown one, `unmatched_symbols` is. */
export const QuotesSchema = v.object({
  quotes: sectionOf(
    {
      quote: v.optional(rowsOf(QuoteRowSchema), []),
      unmatched_symbols: v.optional(
        sectionOf(
          { symbol: rowsOf(v.pipe(v.union([v.string(), v.number()]), v.transform(String))) },
          {
            symbol: [],
          },
        ),
        { symbol: [] },
      ),
    },
    {},
  ),
})

export const HistoryRowSchema = v.object({
  date: v.string(),
  open: Numeric,
  high: Numeric,
  low: Numeric,
  close: Numeric,
  /** Shares. */
  volume: Numeric,
})
export type HistoryRow = v.InferOutput<typeof HistoryRowSchema>
export const HistorySchema = v.object({ history: sectionOf({ day: rowsOf(HistoryRowSchema) }, { day: [] }) })

export const ExpirationsSchema = v.object({
  expirations: sectionOf({ date: rowsOf(v.string()) }, { date: [] }),
})

/**
 * A listed option. `greeks`, if they come, are not read: ORATS computes them once an hour, so they are not of the quote's
 * time, and the service computes its own.
 */
export const OptionRowSchema = v.object({
  symbol: v.string(),
  bid: Numeric,
  ask: Numeric,
  last: Numeric,
  volume: Numeric,
  open_interest: Numeric,
  /** Shares that the contract delivers; other than 100 after a corporate action. */
  contract_size: Numeric,
  bid_date: Numeric,
  ask_date: Numeric,
  trade_date: Numeric,
})
export type OptionRow = v.InferOutput<typeof OptionRowSchema>
export const ChainSchema = v.object({
  options: sectionOf({ option: rowsOf(OptionRowSchema) }, { option: [] }),
})

/** `next_change` is a time of day in New York, `16:00`. */
export const ClockSchema = v.object({
  clock: v.object({
    date: v.string(),
    state: v.picklist(['premarket', 'open', 'postmarket', 'closed']),
    next_change: v.pipe(v.string(), v.regex(/^\d{2}:\d{2}$/)),
  }),
})

export const CalendarDaySchema = v.object({
  date: v.string(),
  status: v.string(),
  /** The regular session, in New York; missing on a day without one. */
  open: v.nullish(v.object({ start: v.string(), end: v.string() })),
})
export type CalendarDay = v.InferOutput<typeof CalendarDaySchema>
export const CalendarSchema = v.object({
  calendar: v.object({ days: sectionOf({ day: rowsOf(CalendarDaySchema) }, { day: [] }) }),
})

/** The address in the response is that of the HTTP stream, which is not used. */
export const SessionSchema = v.object({
  stream: v.object({ sessionid: v.pipe(v.string(), v.minLength(1)) }),
})
