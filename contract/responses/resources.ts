/**
 * The resources of the data API: schema and type side by side. Names, types and casing of the
 * documented fields are exactly those of spec sections 2.1 to 2.4; fields marked "additive" extend
 * the specification.
 *
 * Units, unless a field says otherwise: prices and premiums in US dollars per share, returns and
 * probabilities as decimals (0.032 = 3.2 %), `percentageChange` in percent, ranks as printed.
 * `datetime` is ISO 8601 UTC.
 */
import * as v from 'valibot'
import { finite, integer, MessageSchema, ranks, RuleSchema, SentimentSchema } from './lists/ideas.ts'
import { DataClassSchema } from './data-class.ts'
import { datetime, day } from './dates.ts'
import { UnknownFieldSchema, UnknownReasonSchema } from './unknown.ts'

/** docs/specification.md 2.3: a support or resistance price and the day it was last touched. */
export const LevelSchema = v.object({
  value: finite,
  date: datetime,
  /** Additive: number of times that the price has reversed at this level within a year. */
  touches: integer,
  /**
   * Additive: touches weighted by recency and traded volume, without a unit; higher is stronger.
   */
  strength: finite,
})
export type Level = v.InferOutput<typeof LevelSchema>

/** docs/specification.md 2.3. */
export const TrendSchema = v.object({
  /**
   * One of ten states, from the most bearish to the most bullish: -4 bearish and overextended, -3 bearish continuation,
   * -2 bearish start, -1 bearish turning neutral, 0 mildly bearish, 1 mildly bullish, 2 bullish turning neutral,
   * 3 bullish start, 4 bullish continuation, 5 bullish and overextended.
   */
  value: v.pipe(integer, v.minValue(-4), v.maxValue(5)),
  sentimentInterpretation: SentimentSchema,
})
export type Trend = v.InferOutput<typeof TrendSchema>

/** docs/specification.md 2.3. Every null has its reason in `unknown`; `eps` and `peRatio` only if the source has no profiles. */
export const ExpandedQuoteSchema = v.object({
  /** Last price. */
  last: v.nullable(finite),
  /** Dollars since the previous close. */
  change: v.nullable(finite),
  /** The same in percent: 1.25 is +1.25 %. */
  percentageChange: v.nullable(finite),
  /** Shares traded this session. */
  volume: v.nullable(finite),
  /** Low and high of the last 52 weeks, adjusted for splits but not for dividends. */
  week52Low: v.nullable(finite),
  week52High: v.nullable(finite),
  /** Earnings per share of the trailing twelve months, dollars; null if unknown. */
  eps: v.nullable(finite),
  /** Price over trailing earnings; null if the earnings are negative or unknown. */
  peRatio: v.nullable(finite),
  companyName: v.string(),
  sector: v.string(),
  exchange: v.string(),
})
export type ExpandedQuote = v.InferOutput<typeof ExpandedQuoteSchema>

/** Time of day at which a company reports. */
export const earningsTimes = ['BeforeOpen', 'AfterClose', 'Unknown'] as const

/** The parts of a symbol's data. */
export const dataParts = ['price', 'options', 'bars', 'dividends', 'earnings'] as const
export type DataPart = (typeof dataParts)[number]

/**
 * Status of one part. It is `old` if it is neither from the last session nor from the day of the
 * price.
 */
export const PartStatusSchema = v.object({
  state: v.picklist(['current', 'old', 'unknown']),
  /** Time of the part; null if unknown. */
  asOf: v.nullable(datetime),
  /** Reason if it is not `current`. */
  reason: v.nullable(UnknownReasonSchema),
  /** Additive: name of the part's source as users see it; absent if the source has no data of this kind. */
  source: v.optional(v.string()),
  /** Additive: licence class of the part's values; absent if `source` is. */
  class: v.optional(DataClassSchema),
})
export type PartStatus = v.InferOutput<typeof PartStatusSchema>

/** One technical signal and when it fired. */
export const FiredRuleSchema = v.object({
  ...RuleSchema.entries,
  /** Day of the bar at which it fired. */
  day,
  /** Trading days since that bar: 0 = it is the last one. */
  age: integer,
})
export type FiredRule = v.InferInput<typeof FiredRuleSchema>
export type WireFiredRule = v.InferOutput<typeof FiredRuleSchema>

/** Origin and time of the data: additive to every look-up, shown by the widget. */
export const DataStatusSchema = v.object({
  /** Time of the figures, by the market's clock. */
  asOf: datetime,
  /** Simulated data. */
  simulated: v.boolean(),
  /**
   * Delay of the data behind the exchange at that time, seconds. Also 0 for recorded data, which is
   * complete up to `asOf`.
   */
  delayedSeconds: v.number(),
  /** Origin of the data: `simulated`, `recorded` (files of a past session), or the vendor's name. */
  source: v.optional(v.string()),
  /**
   * Additive: licence class of the last price. For a partner who may not show that class, the highest class of
   * the prices in the response; `derived` if it has none.
   */
  dataClass: v.optional(DataClassSchema),
  /** Status of each part, in responses about one symbol. */
  parts: v.optional(
    v.object({
      price: PartStatusSchema,
      options: PartStatusSchema,
      bars: PartStatusSchema,
      dividends: PartStatusSchema,
      earnings: PartStatusSchema,
    }),
  ),
})
export type DataStatus = v.InferOutput<typeof DataStatusSchema>

/** docs/specification.md 2.3. */
export const WhySchema = v.object({
  /** Additive. */
  symbol: v.string(),
  /**
   * Null if the bars are insufficient. The rank, the sentence, the levels and both trends are then
   * null too; `unknown` has the reason.
   */
  sentiment: v.nullable(SentimentSchema),
  ...ranks,
  /** `liquidityRank` in words. */
  liquidityExplanation: v.string(),
  sentence: v.nullable(v.string()),
  /** Additive: `sentence` without a language. */
  sentenceMessage: v.nullable(MessageSchema),
  supportAndResistance: v.nullable(
    v.object({
      /** Below the price, nearest first. */
      support: v.array(LevelSchema),
      /** Above the price, nearest first. */
      resistance: v.array(LevelSchema),
    }),
  ),
  oneMonthTrend: v.nullable(TrendSchema),
  sixMonthTrend: v.nullable(TrendSchema),
  expandedQuote: ExpandedQuoteSchema,
  /** Next earnings date; null if unknown. */
  earningsDate: v.nullable(datetime),
  earningsTime: v.picklist(earningsTimes),
  /** Additive: whether the date is estimated from earlier report dates instead of announced. */
  earningsEstimated: v.boolean(),
  /** Additive: next ex-dividend day and dollars per share; null if none is known. */
  dividend: v.nullable(v.object({ exDate: day, amount: finite })),
  /** Additive: the 30-day implied volatility as a decimal; null without a chain. */
  impliedVolatility: v.nullable(finite),
  /** Additive: share of the last year's days with a lower implied volatility, 0 to 100; null with too few days. */
  impliedVolatilityPercentile: v.nullable(finite),
  /** Additive: 30-day implied volatility over the realised volatility of 20 sessions. */
  impliedToRealizedVolatility: v.nullable(finite),
  /**
   * Additive: the technical signals that count towards an idea: those of the last bar and of a few
   * trading days before it. Ordered by weight, highest first.
   */
  rules: v.array(FiredRuleSchema),
  /** Additive: market capitalization in dollars; null if unknown. */
  marketCap: v.nullable(finite),
  /** Additive: every field that is null because data is missing, with the reason. */
  unknown: v.array(UnknownFieldSchema),
  /** Additive. */
  dataStatus: DataStatusSchema,
  messageType: v.literal('SUCCESS'),
})
export type Why = v.InferInput<typeof WhySchema>
export type WireWhy = v.InferOutput<typeof WhySchema>

/** Additive: one match of the symbol search. */
export const SymbolMatchSchema = v.object({
  symbol: v.string(),
  companyName: v.string(),
  exchange: v.string(),
  sector: v.string(),
})
export const SymbolMatchesSchema = v.object({ symbols: v.array(SymbolMatchSchema) })
export type SymbolMatch = v.InferOutput<typeof SymbolMatchSchema>
export type SymbolMatches = v.InferOutput<typeof SymbolMatchesSchema>

export const historyRanges = ['1M', '3M', '6M', '1Y', '2Y'] as const
export type HistoryRange = (typeof historyRanges)[number]

/** Trading days of the moving averages that a chart shows. */
export const averageSessions = [20, 50, 200] as const
export type AverageSessions = (typeof averageSessions)[number]

/** Whether moving averages are requested. */
export const averagesChoices = ['none', 'all'] as const

/**
 * A simple moving average of the closes, aligned with the bars: its first values use earlier bars.
 * `close` is in dollars. A value is null if the source has too few bars for it.
 */
export const AverageSchema = v.object({
  sessions: v.picklist(averageSessions),
  close: v.array(v.nullable(finite)),
  /** Reason if some or all values are null; otherwise null. */
  unknown: v.nullable(UnknownReasonSchema),
})
export type Average = v.InferOutput<typeof AverageSchema>

/**
 * Additive: daily bars for the chart, oldest first. All columns have the same length. Prices and
 * volumes are adjusted for splits. Bars of any age are returned; the Why response shows whether its
 * figures use them. All columns are empty if the partner may not show the prices (licensed.ts).
 */
export const HistorySchema = v.object({
  symbol: v.string(),
  range: v.picklist(historyRanges),
  date: v.array(day),
  open: v.array(finite),
  high: v.array(finite),
  low: v.array(finite),
  close: v.array(finite),
  volume: v.array(finite),
  /**
   * Splits that the service has adjusted for because the source has not: from `date` on, `factor`
   * new shares for one old share.
   */
  splits: v.optional(v.array(v.object({ date: day, factor: finite }))),
  /** Present if requested. */
  averages: v.optional(v.array(AverageSchema)),
  /** Every column that the partner may not show; absent without such columns. */
  unknown: v.optional(v.array(UnknownFieldSchema)),
})
export type History = v.InferOutput<typeof HistorySchema>

/** Additive: market tone, the trends of the S&P 500 proxy. */
export const ToneSchema = v.object({
  symbol: v.string(),
  oneMonthTrend: v.nullable(TrendSchema),
  sixMonthTrend: v.nullable(TrendSchema),
  unknown: v.array(UnknownFieldSchema),
  dataStatus: DataStatusSchema,
})
export type Tone = v.InferOutput<typeof ToneSchema>

/** Additive: one headline. */
export const NewsItemSchema = v.object({
  id: v.string(),
  headline: v.string(),
  source: v.string(),
  time: datetime,
  /** Address of the article; null without one (simulated news). */
  url: v.nullable(v.string()),
})
export const NewsSchema = v.object({
  symbol: v.string(),
  news: v.array(NewsItemSchema),
  /** Additive: why there are no headlines, if not because none were published: `not-provided`. */
  unknown: v.optional(UnknownReasonSchema),
})
export type News = v.InferOutput<typeof NewsSchema>
