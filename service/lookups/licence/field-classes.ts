/**
 * Classes of all fields of the data API's responses: the only place that decides what a licence covers.
 * Everything from which a licensed price can be computed exactly has the class of that price, also returns at
 * the bid, breakevens and comparisons with a number of the query, which would reveal a price by bisection.
 */
import type { DataRoute } from '#contract/api/routes.ts'
import { BestIncomeSchema, BestTradeSchema } from '#contract/responses/lists/best-income.ts'
import { FullTradeIdeaSchema, FullTradeIdeasSchema } from '#contract/responses/lists/full-ideas.ts'
import { RuleSchema } from '#contract/responses/lists/ideas.ts'
import {
  AverageSchema,
  ExpandedQuoteSchema,
  FiredRuleSchema,
  HistorySchema,
  NewsSchema,
  SymbolMatchesSchema,
  ToneSchema,
  WhySchema,
} from '#contract/responses/resources.ts'
import { VolatilitySchema } from '#contract/responses/volatility.ts'
import { dataStatusFields } from './data-status-fields.ts'
import { fieldsOf, label, price, reason, text } from './field-class.ts'
import type { FieldTable } from './field-class.ts'
import { chainFields, incomeFields, rollFields, scenarioFields } from './option-field-classes.ts'

const ruleFields = fieldsOf(RuleSchema, {
  ruleMatch: 'reference',
  sentiment: 'derived',
  period: 'reference',
  reason: 'derived',
  sentence: text('sentenceMessage', 'bars'),
  code: 'reference',
  reasonMessage: label('bars'),
  sentenceMessage: text('sentenceMessage', 'bars'),
})

const rankFields = {
  technicalRank: 'derived',
  impliedVolatilityRank: 'derived',
  impliedVolatilityRankBasis: 'derived',
  liquidityRank: 'derived',
} as const

const ideaFields = fieldsOf(FullTradeIdeaSchema, {
  ...rankFields,
  symbol: 'reference',
  companyName: 'reference',
  sentiment: 'derived',
  price: price('bars'),
  sector: 'reference',
  marketCap: 'reference',
  rules: ruleFields,
  change: price('bars'),
  percentageChange: price('bars'),
  strength: 'derived',
  dateOfScan: 'reference',
  liquidityExplanation: 'derived',
  exchange: 'reference',
  region: 'reference',
  strengthParts: 'derived',
  signalAge: 'derived',
  callYield: price('chains'),
  callScore: 'derived',
  putYield: price('chains'),
  putScore: 'derived',
  callDays: 'derived',
  putDays: 'derived',
  mediumOptimal: 'derived',
  impliedVolatility: 'derived',
  impliedVolatilityPercentile: 'derived',
  impliedToRealizedVolatility: 'derived',
  daysToEarnings: 'reference',
  earningsDate: 'reference',
  earningsMove: 'derived',
  exDividendDate: 'reference',
  spreadClass: 'derived',
  toneSentence: 'derived',
  toneMessage: label('bars'),
  unknown: 'unknown',
})

const quoteFields = fieldsOf(ExpandedQuoteSchema, {
  // Without a quote, the last price and the day's move are those of the bars or of the chain.
  last: price('quotes', 'bars', 'chains'),
  change: price('quotes', 'bars'),
  percentageChange: price('quotes', 'bars'),
  volume: price('quotes', 'bars'),
  // The last price extends the range of the bars.
  week52Low: price('bars', 'quotes', 'chains'),
  week52High: price('bars', 'quotes', 'chains'),
  eps: 'reference',
  // Price over `eps`.
  peRatio: price('quotes', 'bars', 'chains'),
  companyName: 'reference',
  sector: 'reference',
  exchange: 'reference',
})

const whyFields = fieldsOf(WhySchema, {
  ...rankFields,
  symbol: 'reference',
  sentiment: 'derived',
  liquidityExplanation: 'derived',
  sentence: text('sentenceMessage', 'quotes', 'bars', 'chains'),
  sentenceMessage: text('sentenceMessage', 'quotes', 'bars', 'chains'),
  supportAndResistance: price('bars'),
  oneMonthTrend: 'derived',
  sixMonthTrend: 'derived',
  expandedQuote: quoteFields,
  earningsDate: 'reference',
  earningsTime: 'reference',
  earningsEstimated: 'reference',
  dividend: 'reference',
  impliedVolatility: 'derived',
  impliedVolatilityPercentile: 'derived',
  impliedToRealizedVolatility: 'derived',
  rules: fieldsOf(FiredRuleSchema, { ...ruleFields.fields, day: 'derived', age: 'derived' }),
  marketCap: 'reference',
  unknown: 'unknown',
  dataStatus: dataStatusFields,
  messageType: 'reference',
})

const bestTradeFields = fieldsOf(BestTradeSchema, {
  symbol: 'reference',
  companyName: 'reference',
  sector: 'reference',
  price: price('chains'),
  legType: 'reference',
  id: 'reference',
  strike: 'reference',
  expiry: 'reference',
  expiryDate: 'reference',
  daysUntilExpiry: 'reference',
  timeframe: 'reference',
  riskProfile: 'derived',
  premium: price('chains'),
  return: price('chains'),
  annualizedReturn: price('chains'),
  probability: 'derived',
  probabilityOfProfit: 'derived',
  serviceScore: 'derived',
  spread: 'derived',
  warnings: 'derived',
  delta: 'derived',
  expectedProfit: 'derived',
  openInterest: price('chains'),
  exDividendDate: 'reference',
  trend: 'derived',
  impliedVolatilityPercentile: 'derived',
  impliedToRealizedVolatility: 'derived',
  spreadClass: 'derived',
  liquidityRank: 'derived',
  impliedVolatilityRank: 'derived',
  impliedVolatilityRankBasis: 'derived',
  daysToEarnings: 'reference',
  optionsAsOf: 'reference',
})

const historyFields = fieldsOf(HistorySchema, {
  symbol: 'reference',
  range: 'reference',
  // All columns have the same length, so the days are empty with the prices.
  date: price('bars'),
  open: price('bars'),
  high: price('bars'),
  low: price('bars'),
  close: price('bars'),
  volume: price('bars'),
  splits: 'reference',
  averages: fieldsOf(AverageSchema, {
    sessions: 'reference',
    close: price('bars'),
    unknown: reason('bars'),
  }),
  unknown: 'unknown',
})

const volatilityFields = fieldsOf(VolatilitySchema, {
  symbol: 'reference',
  date: 'reference',
  impliedVolatility: 'derived',
  realizedVolatility: 'derived',
  realizedSessions: 'reference',
  impliedDays: 'derived',
  impliedDaysNeeded: 'reference',
  unknown: 'unknown',
  dataStatus: dataStatusFields,
  messageType: 'reference',
})

/** Classes of the fields of every response. */
export const fieldClasses: Readonly<Record<DataRoute, FieldTable>> = {
  tradeIdeas: fieldsOf(FullTradeIdeasSchema, {
    tradeIdeas: ideaFields,
    dateOfScan: 'reference',
    tradingDay: 'reference',
    tradingDaysOld: 'reference',
    universeSize: 'reference',
  }),
  why: whyFields,
  income: incomeFields,
  bestIncome: fieldsOf(BestIncomeSchema, {
    trades: bestTradeFields,
    matching: 'derived',
    dateOfScan: 'reference',
    tradingDay: 'reference',
    unknown: 'unknown',
  }),
  chain: chainFields,
  roll: rollFields,
  scenario: scenarioFields,
  symbols: fieldsOf(SymbolMatchesSchema, { symbols: 'reference' }),
  history: historyFields,
  volatility: volatilityFields,
  tone: fieldsOf(ToneSchema, {
    symbol: 'reference',
    oneMonthTrend: 'derived',
    sixMonthTrend: 'derived',
    unknown: 'unknown',
    dataStatus: dataStatusFields,
  }),
  news: fieldsOf(NewsSchema, { symbol: 'reference', news: 'reference', unknown: 'reference' }),
}
