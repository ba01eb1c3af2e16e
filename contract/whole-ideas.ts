/** The ideas of the overnight scan with all that is answered: contract/ideas.ts, and what the widget's list does without. */
import * as v from 'valibot'
import { finite, TradeIdeaSchema, TradeIdeasSchema } from './ideas.ts'
import { UnknownFieldSchema } from './unknown.ts'

/** A part of an idea's strength, 0 to 1; null where it is not known, and then it adds nothing. */
const part = v.nullable(finite)

export const WholeTradeIdeaSchema = v.object({
  ...TradeIdeaSchema.entries,
  /** Additive: what `strength` is made of. docs/rules.md. */
  strengthParts: v.object({ signals: part, rank: part, liquidity: part, volatility: part, income: part }),
  /** Additive: every field that is null because nothing is known, and why. */
  unknown: v.array(UnknownFieldSchema),
})
export type WholeTradeIdea = v.InferOutput<typeof WholeTradeIdeaSchema>

/** Spec 4.1: the latest batch of the overnight scan. */
export const WholeTradeIdeasSchema = v.object({
  ...TradeIdeasSchema.entries,
  tradeIdeas: v.array(WholeTradeIdeaSchema),
})
export type WholeTradeIdeas = v.InferOutput<typeof WholeTradeIdeasSchema>
