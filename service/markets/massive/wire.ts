/** The vendor's responses as its OpenAPI document describes them; only the fields that are read. */
import * as v from 'valibot'

const price = v.pipe(v.number(), v.minValue(0))
const count = v.nullish(v.pipe(v.number(), v.minValue(0)))
const day = v.pipe(v.string(), v.isoDate())
/** A page of a list; an empty one has no `results`. */
const page = <Item extends v.GenericSchema>(item: Item) =>
  v.object({ results: v.nullish(v.array(item)), next_url: v.nullish(v.string()) })

const timeframe = v.nullish(v.string())
const optionQuote = v.nullish(
  v.object({
    bid: v.nullish(price),
    ask: v.nullish(price),
    /** Nanoseconds. */
    last_updated: v.nullish(v.number()),
    timeframe,
  }),
)
const optionTrade = v.nullish(v.object({ price: v.nullish(price) }))

/** `/v3/snapshot/options/{underlying}`. Its greeks and implied volatility are not read: the service computes its own. */
export const OptionSnapshotsSchema = page(
  v.object({
    details: v.object({
      contract_type: v.string(),
      exercise_style: v.nullish(v.string()),
      expiration_date: day,
      shares_per_contract: v.nullish(v.number()),
      strike_price: v.number(),
      ticker: v.string(),
    }),
    /** The last day with trades; nanoseconds. */
    day: v.nullish(
      v.object({ close: v.nullish(v.number()), volume: count, last_updated: v.nullish(v.number()) }),
    ),
    last_quote: optionQuote,
    last_trade: optionTrade,
    /** At the end of the previous session. */
    open_interest: count,
    underlying_asset: v.nullish(
      v.object({
        price: v.nullish(v.number()),
        value: v.nullish(v.number()),
        last_updated: v.nullish(v.number()),
        timeframe,
      }),
    ),
  }),
)
export type OptionSnapshot = NonNullable<v.InferOutput<typeof OptionSnapshotsSchema>['results']>[number]

/** `/v3/snapshot?ticker.any_of=`, for contracts and indexes. Unknown tickers have `error`. */
export const SnapshotsSchema = page(
  v.object({
    ticker: v.string(),
    error: v.nullish(v.string()),
    last_quote: optionQuote,
    last_trade: optionTrade,
    value: v.nullish(v.number()),
    last_updated: v.nullish(v.number()),
    timeframe,
    /** The last day with trades. */
    session: v.nullish(v.object({ previous_close: v.nullish(v.number()), close: v.nullish(v.number()) })),
  }),
)

const aggregate = { o: price, h: price, l: price, c: price, v: price, t: v.number() }
const dayPrices = v.nullish(v.object({ c: v.nullish(v.number()), v: count }))

/** One ticker of `/v2/snapshot/locale/us/markets/stocks/tickers`. Cleared at 3:30 in New York: its prices are then 0. */
const stockSnapshot = v.object({
  ticker: v.string(),
  day: dayPrices,
  prevDay: dayPrices,
  min: v.nullish(v.object({ c: v.nullish(v.number()), av: count, t: v.nullish(v.number()) })),
  /** Missing if the plan includes no trades. */
  lastTrade: v.nullish(v.object({ p: v.nullish(v.number()), t: v.nullish(v.number()) })),
  updated: v.nullish(v.number()),
})
export type StockSnapshot = v.InferOutput<typeof stockSnapshot>
export const StockSnapshotSchema = v.object({ ticker: stockSnapshot })
export const StockSnapshotsSchema = v.object({ tickers: v.nullish(v.array(stockSnapshot)) })

/** `/v2/aggs/ticker/…/range/1/day/…`: `t` is the start of the day. */
export const AggregatesSchema = v.object({ results: v.nullish(v.array(v.object(aggregate))) })
/** `/v2/aggs/grouped/…`. */
export const GroupedSchema = v.object({
  results: v.nullish(v.array(v.object({ T: v.string(), vw: v.nullish(v.number()), ...aggregate }))),
})

const reference = v.object({
  ticker: v.string(),
  name: v.string(),
  market: v.string(),
  active: v.nullish(v.boolean()),
  type: v.nullish(v.string()),
  primary_exchange: v.nullish(v.string()),
  market_cap: v.nullish(v.number()),
  sic_code: v.nullish(v.string()),
  sic_description: v.nullish(v.string()),
})
export type TickerReference = v.InferOutput<typeof reference>
export const TickerSchema = v.object({ results: v.nullish(reference) })
/** `/v3/reference/tickers`: without capitalisation and industry. */
export const TickersSchema = page(reference)

export const DividendsSchema = page(
  v.object({
    ticker: v.string(),
    ex_dividend_date: day,
    cash_amount: price,
    currency: v.nullish(v.string()),
    dividend_type: v.nullish(v.string()),
  }),
)

export const SplitsSchema = page(
  v.object({
    ticker: v.string(),
    execution_date: day,
    split_from: v.pipe(v.number(), v.gtValue(0)),
    split_to: v.pipe(v.number(), v.gtValue(0)),
  }),
)

export const NewsSchema = page(
  v.object({
    id: v.string(),
    title: v.string(),
    article_url: v.nullish(v.string()),
    published_utc: v.string(),
    publisher: v.nullish(v.object({ name: v.string() })),
  }),
)

export const MarketStatusSchema = v.object({
  market: v.string(),
  earlyHours: v.nullish(v.boolean()),
  afterHours: v.nullish(v.boolean()),
})
export const UpcomingSchema = v.array(
  v.object({ exchange: v.nullish(v.string()), date: v.nullish(v.string()), status: v.nullish(v.string()) }),
)

/** Frames of the sockets: arrays of these. */
export const StatusEventSchema = v.object({
  ev: v.literal('status'),
  status: v.string(),
  message: v.nullish(v.string()),
})
/** A second of trades, or of an index. `e`: end, milliseconds; `av`: volume of the day; `c`: last price that counts. */
export const SecondSchema = v.object({
  ev: v.literal('A'),
  sym: v.string(),
  c: v.pipe(v.number(), v.gtValue(0)),
  av: count,
  e: v.number(),
})
/** A quote of a contract. `q`: sequence number, `t`: milliseconds. */
export const ContractQuoteSchema = v.object({
  ev: v.literal('Q'),
  sym: v.string(),
  bp: v.nullish(price),
  ap: v.nullish(price),
  t: v.number(),
  q: v.number(),
})
