/**
 * The ideas of the overnight scan, with the fields that the widget's list shows: schemas and types.
 * Separate from the other responses because the widget shows them first;
 * contract/responses/lists/full-ideas.ts has the remaining fields. Names and units as in
 * contract/responses/resources.ts.
 */
import * as v from 'valibot'
import type { Sentiment } from '#contract/bridge/bridge.ts'
import { licensed } from '#contract/responses/licensed.ts'

export const finite = v.pipe(v.number(), v.finite())
export const integer = v.pipe(v.number(), v.integer())

export type { Sentiment } from '#contract/bridge/bridge.ts'
export const sentiments = ['Bullish', 'Bearish', 'Neutral'] as const satisfies readonly Sentiment[]
export const SentimentSchema = v.picklist(sentiments)

/**
 * A sentence in a language-free form (additive, for every English text): a code of
 * `contract/text/messages.ts` and the values of its placeholders. Numbers are unformatted, days are
 * `YYYY-MM-DD`; the template names the format of each.
 */
export const MessageSchema = v.object({
  code: v.string(),
  params: v.record(v.string(), v.union([v.string(), v.number()])),
})
export type Message = v.InferOutput<typeof MessageSchema>

/** docs/specification.md 2.2: one technical signal. */
export const RuleSchema = v.object({
  /** Name of the matched rule. */
  ruleMatch: v.string(),
  /** Direction of the rule. */
  sentiment: v.picklist(['Bullish', 'Bearish']),
  /** Period of the rule in trading days. */
  period: integer,
  /** Short reason. */
  reason: v.string(),
  /** Plain-English sentence. Null if it has a price that the partner may not show. */
  sentence: licensed(v.string()),
  /** Additive: stable code of the rule, the same in every language. */
  code: v.string(),
  /** Additive: `reason` without a language. */
  reasonMessage: MessageSchema,
  /** Additive: `sentence` without a language. Null if `sentence` is. */
  sentenceMessage: licensed(MessageSchema),
})
export type Rule = v.InferInput<typeof RuleSchema>

/** 1 = Very Liquid, 2 = Somewhat Liquid, 3 = Not Liquid. docs/specification.md 2.1. */
export const LiquidityRankSchema = v.picklist([1, 2, 3])
export type LiquidityRank = v.InferOutput<typeof LiquidityRankSchema>

/** The basis of an IV rank. `historical`, realised volatility, was used until 1.4 and is no longer returned. */
const IvBasis = v.picklist(['implied', 'historical'])

/** Fields that an idea and the Why response share. */
export const ranks = {
  /** Decile of the technical score within the scan's universe, 1 (weakest) to 10 (strongest); null if unknown. */
  technicalRank: v.nullable(v.picklist<readonly number[]>([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])),
  /**
   * 0 to 100: position of today's 30-day implied volatility between the year's lowest and highest.
   * Null if too few days are stored.
   */
  impliedVolatilityRank: v.nullable(finite),
  /** Additive: basis of `impliedVolatilityRank`; null if there is no rank. */
  impliedVolatilityRankBasis: v.nullable(IvBasis),
  liquidityRank: LiquidityRankSchema,
}

/** docs/specification.md 2.1. Prices are null if the partner may not show them (licensed.ts). */
export const TradeIdeaSchema = v.object({
  symbol: v.string(),
  companyName: v.string(),
  sentiment: v.picklist(['Bullish', 'Bearish']),
  /** Price of the underlying at the scan. */
  price: licensed(finite),
  ...ranks,
  sector: v.string(),
  /** Market capitalization in dollars; null if unknown. */
  marketCap: v.nullable(finite),
  /** Ordered by weight and recency, the strongest first. */
  rules: v.array(RuleSchema),
  /** Additive: dollars since the close before the scan's last bar. */
  change: licensed(finite),
  /** Additive: the same in percent. */
  percentageChange: licensed(finite),
  /**
   * Additive: 0 to 100, the combined evidence for the idea in its direction; the list is ordered by
   * it. docs/rules.md.
   */
  strength: finite,
})
export type TradeIdea = v.InferInput<typeof TradeIdeaSchema>
export type WireTradeIdea = v.InferOutput<typeof TradeIdeaSchema>

/** docs/specification.md 4.1: the latest batch of the overnight scan. */
export const TradeIdeasSchema = v.object({
  tradeIdeas: v.array(TradeIdeaSchema),
  /** Additive: when the batch was published; null if no scan has run yet. */
  dateOfScan: v.nullable(v.string()),
  /** Additive: the trading day whose data the batch uses. */
  tradingDay: v.nullable(v.string()),
  /**
   * Additive: complete trading days after `tradingDay`, by the exchange's calendar: 0 for the
   * latest possible scan. A day is complete at midnight in New York. Null if no scan has run yet.
   */
  tradingDaysOld: v.nullable(integer),
  /** Additive: number of scanned symbols. */
  universeSize: integer,
})
export type TradeIdeas = v.InferInput<typeof TradeIdeasSchema>
export type WireTradeIdeas = v.InferOutput<typeof TradeIdeasSchema>
