/**
 * The resources of the data API: schema and type side by side. Names, types and casing of the documented fields
 * are exactly those of spec sections 2.1 to 2.4; a field marked "additive" is ours.
 *
 * Units, unless a field says otherwise: prices and premiums in US dollars per share, returns and probabilities as
 * decimals (0.032 = 3.2 %), `percentageChange` in percent, ranks as printed. `datetime` is ISO 8601 UTC.
 */
import * as v from 'valibot'
import { datetime, day, finite, integer, MessageSchema, ranks, RuleSchema, SentimentSchema } from './ideas.ts'

/** Spec 2.3: a support or resistance price and the day it was last touched. */
export const LevelSchema = v.object({ value: finite, date: datetime })
export type Level = v.InferOutput<typeof LevelSchema>

/** Spec 2.3. */
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

/** Spec 2.3. */
export const ExpandedQuoteSchema = v.object({
  /** Last price. */
  last: finite,
  /** Dollars since the previous close. */
  change: finite,
  /** The same in percent: 1.25 is +1.25 %. */
  percentageChange: finite,
  /** Shares traded this session. */
  volume: finite,
  week52Low: finite,
  week52High: finite,
  /** Earnings per share, trailing twelve months, dollars; null where not known. */
  eps: v.nullable(finite),
  /** Price over trailing earnings; null where earnings are negative or not known. */
  peRatio: v.nullable(finite),
  companyName: v.string(),
  sector: v.string(),
  exchange: v.string(),
})
export type ExpandedQuote = v.InferOutput<typeof ExpandedQuoteSchema>

/** When on its day a company reports. */
export const earningsTimes = ['BeforeOpen', 'AfterClose', 'Unknown'] as const

/** What the data is and of when: additive to every look-up, shown by the widget. */
export const DataStatusSchema = v.object({
  /** The moment the figures hold for, on the market's own clock. */
  asOf: datetime,
  /** Made-up data. */
  simulated: v.boolean(),
  /** Seconds the data lags the exchange at that moment; 0 = not at all. Recorded data is of `asOf`, not late. */
  delayedSeconds: v.number(),
  /** Who the data is from: `simulated`, `recorded` (files of a past session), or the vendor's name. */
  source: v.optional(v.string()),
})
export type DataStatus = v.InferOutput<typeof DataStatusSchema>

/** Spec 2.3. */
export const WhySchema = v.object({
  /** Additive. */
  symbol: v.string(),
  sentiment: SentimentSchema,
  ...ranks,
  sentence: v.string(),
  /** Additive: `sentence` without a language. */
  sentenceMessage: MessageSchema,
  supportAndResistance: v.object({
    /** Below the price, nearest first. */
    support: v.array(LevelSchema),
    /** Above the price, nearest first. */
    resistance: v.array(LevelSchema),
  }),
  oneMonthTrend: TrendSchema,
  sixMonthTrend: TrendSchema,
  expandedQuote: ExpandedQuoteSchema,
  /** Next earnings date; null where none is known. */
  earningsDate: v.nullable(datetime),
  earningsTime: v.picklist(earningsTimes),
  /** Additive: the date is derived from the company's past rhythm, not announced. */
  earningsEstimated: v.boolean(),
  /** Additive: next ex-dividend day and dollars per share; null where none is known. */
  dividend: v.nullable(v.object({ exDate: day, amount: finite })),
  /** Additive: the 30-day implied volatility as a decimal; null without a chain. */
  impliedVolatility: v.nullable(finite),
  /** Additive: the technical signals of the last bar. */
  rules: v.array(RuleSchema),
  /** Additive: null where the company's size is not known. */
  marketCap: v.nullable(finite),
  /** Additive. */
  dataStatus: DataStatusSchema,
  messageType: v.literal('SUCCESS'),
})
export type Why = v.InferOutput<typeof WhySchema>

export const severities = ['Good', 'Neutral', 'Bad'] as const
export const checklistNames = [
  'ProbabilityOfProfit',
  'AnnualizedReturn',
  'Earnings',
  'Liquidity',
  'StockTrend',
  'MarketTrend',
  'ImpliedVolatility',
  'Dividend',
  'Score',
] as const

/** Spec 2.4. */
export const ChecklistItemSchema = v.object({
  name: v.picklist(checklistNames),
  severity: v.picklist(severities),
  sentence: v.string(),
  /** Additive: `sentence` without a language. */
  sentenceMessage: MessageSchema,
})
export type ChecklistItem = v.InferOutput<typeof ChecklistItemSchema>

export const legTypes = ['call', 'put'] as const
export const timeframes = ['short', 'medium', 'long'] as const
export const riskProfiles = ['optimal', 'conservative', 'aggressive'] as const
export type LegType = (typeof legTypes)[number]
export type Timeframe = (typeof timeframes)[number]
export type RiskProfile = (typeof riskProfiles)[number]

/** Spec 2.4. One contract of the income selection, sold to open against shares (call) or cash (put). */
export const IncomeOptionSchema = v.object({
  strike: finite,
  /** Return if the option expires worthless, decimal: premium less intrinsic value over the stock price (call) or the strike (put). */
  return: finite,
  /** Simple: `return` x 365 / days. */
  annualizedReturn: finite,
  /** The bid: what is surely got, dollars per share. */
  premium: finite,
  /** 16:00 New York on the expiration day. */
  expiry: datetime,
  legType: v.picklist(['Call', 'Put']),
  /** Probability that the option expires worthless: N(-d2) call, N(d2) put; never delta. */
  probability: finite,
  /** Calendar days from the market's today. */
  daysUntilExpiry: integer,
  delta: finite,
  /** Price of the underlying at expiry where the position neither gains nor loses, dollars. */
  breakeven: finite,
  /** Dollars for the whole position: all contracts, 100 shares each. */
  maxReward: finite,
  /** Dollars for the whole position, positive. */
  maxRisk: finite,
  /** 0 to 250; 100 = a fair bet under the implied distribution. */
  serviceScore: integer,
  inPlainEnglish: v.string(),
  checklist: v.array(ChecklistItemSchema),
  /** Additive: `inPlainEnglish` without a language. */
  inPlainEnglishMessage: MessageSchema,
  /** Additive: OSI symbol of the contract. */
  id: v.string(),
  /** Additive: the expiration day. */
  expiryDate: day,
  /** Additive: the cell of the 3 x 3 grid. */
  timeframe: v.picklist(timeframes),
  riskProfile: v.picklist(riskProfiles),
  /** Additive: dollars per share. */
  bid: finite,
  ask: finite,
  /** Additive: contracts; null where the source does not say. */
  openInterest: v.nullable(finite),
  volume: v.nullable(finite),
  /** Additive: decimal, from the contract's own mid price, smoothed across strikes. */
  impliedVolatility: finite,
  /** Additive: per share; gamma per dollar, theta per calendar day, vega and rho per percentage point. */
  gamma: finite,
  theta: finite,
  vega: finite,
  rho: finite,
  /** Additive: contracts the position counts: one per 100 shares. */
  contracts: integer,
  /** Additive: what `serviceScore` is made of: 100 x probabilityOfProfit x (1 + reward / risk), dollars per share inside the expected range. */
  scoreParts: v.object({
    probabilityOfProfit: finite,
    expectedReward: finite,
    expectedRisk: finite,
    rangeLow: finite,
    rangeHigh: finite,
  }),
})
export type IncomeOption = v.InferOutput<typeof IncomeOptionSchema>

/** Additive: the next best contract for a cell that nothing fits, with the reason. */
export const AlternativeSchema = v.object({
  ...IncomeOptionSchema.entries,
  reason: v.string(),
  reasonMessage: MessageSchema,
})
export type Alternative = v.InferOutput<typeof AlternativeSchema>

/** Calendar days to expiry, both ends included. */
export const DayRangeSchema = v.object({ from: integer, to: integer })
export type DayRange = v.InferOutput<typeof DayRangeSchema>

/** Spec 2.4. */
export const IncomeSchema = v.object({
  underlying: v.string(),
  sentiment: SentimentSchema,
  stockPrice: finite,
  /** Up to 9 covered calls, one per cell; fewer where nothing fits. */
  callOptimals: v.pipe(v.array(IncomeOptionSchema), v.maxLength(9)),
  /** Up to 9 short puts; the spec leaves the name open, this is ours. */
  putOptimals: v.pipe(v.array(IncomeOptionSchema), v.maxLength(9)),
  /** Additive: next best for empty cells. */
  callAlternatives: v.array(AlternativeSchema),
  putAlternatives: v.array(AlternativeSchema),
  /** Additive: what each row of the 3 x 3 grid stands for. */
  timeframes: v.object({ short: DayRangeSchema, medium: DayRangeSchema, long: DayRangeSchema }),
  /** Additive: what the position was sized with. */
  stockQuantity: v.nullable(integer),
  costBasis: v.nullable(finite),
  /** Additive: contracts listed for the symbol; 0 = no listed options. */
  listedContracts: integer,
  /** Additive. */
  dataStatus: DataStatusSchema,
  messageType: v.literal('SUCCESS'),
})
export type Income = v.InferOutput<typeof IncomeSchema>

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

export const historyRanges = ['1M', '6M', '1Y'] as const
export type HistoryRange = (typeof historyRanges)[number]

/** Additive: daily bars for the chart, oldest first; columns of one length. Prices adjusted for splits. */
export const HistorySchema = v.object({
  symbol: v.string(),
  range: v.picklist(historyRanges),
  date: v.array(day),
  open: v.array(finite),
  high: v.array(finite),
  low: v.array(finite),
  close: v.array(finite),
  volume: v.array(finite),
})
export type History = v.InferOutput<typeof HistorySchema>

/** Additive: market tone, the trends of the S&P 500 proxy. */
export const ToneSchema = v.object({
  symbol: v.string(),
  oneMonthTrend: TrendSchema,
  sixMonthTrend: TrendSchema,
  dataStatus: DataStatusSchema,
})
export type Tone = v.InferOutput<typeof ToneSchema>

/** Additive: one headline. */
export const NewsItemSchema = v.object({
  id: v.string(),
  headline: v.string(),
  source: v.string(),
  time: datetime,
  /** Where the article is; null where there is none (simulated news). */
  url: v.nullable(v.string()),
})
export const NewsSchema = v.object({ symbol: v.string(), news: v.array(NewsItemSchema) })
export type News = v.InferOutput<typeof NewsSchema>
