/**
 * A trade idea: the result of the nightly scan for one symbol. docs/specification.md 2.1. An idea
 * is created in two steps, because its rank needs the scores of all symbols: a draft from the data
 * of one symbol, and the complete idea after the scan of the universe.
 */
import { message, renderEnglish } from '#contract/text/messages.ts'
import { legTypes, type Income, type IncomeOption } from '#contract/responses/income.ts'
import { whyUnknown, type UnknownReason } from '#contract/responses/unknown.ts'
import type { FullTradeIdea } from '#contract/responses/lists/full-ideas.ts'
import type { Bars, Day, Earnings, Profile } from '#service/markets/market.ts'
import { config } from '#service/analysis/config.ts'
import { daysToEarningsFrom, eventsOf } from './idea-events.ts'
import type { SignalSummary } from './idea-signals.ts'
import type { Liquidity } from '#service/analysis/liquidity.ts'
import { money, round } from '#service/analysis/rounding.ts'
import {
  incomePart,
  liquidityPart,
  partStatisticsOf,
  rankPart,
  signalsPart,
  strengthOf,
  volatilityPart,
  type ScoreAndYield,
  type StrengthParts,
} from './strength.ts'
import {
  percentileOf,
  technicalRank,
  unrankedReasonOf,
  type Scores,
} from '#service/analysis/technicals/technical-score.ts'
import { toneMessageOf, type MarketTrend } from '#service/analysis/text/tone-sentence.ts'
import type { PricedExpiry } from '#service/analysis/surface.ts'
import {
  createUnknowns,
  missingEventReason,
  noChainReasonOf,
  type UnknownDetail,
} from '#service/analysis/unknown.ts'
import type { VolatilityRank } from '#service/analysis/volatility/volatility-rank.ts'

/** Inputs of a draft. */
export type DraftInput = {
  readonly profile: Profile
  /** Validated and not refused. */
  readonly bars: Bars
  readonly signals: SignalSummary
  /** The symbol's technical score; `undefined` if it is unknown. */
  readonly score: number | undefined
  /** Reason why the score is unknown; null if it is known. */
  readonly unranked: UnknownReason | null
  readonly liquidity: Liquidity
  readonly volatility: VolatilityRank
  /** 0 to 100; null if unknown. */
  readonly volatilityPercentile: number | null
  /** Reason if the rank and the percentile are unknown. */
  readonly unrankedVolatility: UnknownReason | UnknownDetail
  /** 30-day implied volatility over realised volatility; null if unknown. */
  readonly impliedToRealized: number | null
  /** The income response (How) of the symbol. */
  readonly income: Income
  /** The priced chain, by expiry. */
  readonly expiries: readonly PricedExpiry[]
  /** Implied volatility at 30 days, yearly decimal. */
  readonly iv30: number | undefined
  readonly earnings: Earnings | null
  readonly market: MarketTrend
  /** Calendar date in New York of the scan. */
  readonly date: Day
}

/** An idea without the fields that depend on the whole universe. */
export type IdeaDraft = {
  readonly idea: Omit<FullTradeIdea, 'dateOfScan' | 'technicalRank' | 'strength'>
  /** Unrounded; `rank` is null until the idea is complete. */
  readonly parts: StrengthParts
  readonly score: number | undefined
  readonly unranked: UnknownReason | null
}

/** Whether the stock's price and turnover are high enough for an idea. */
export const isTradable = ({ close, volume }: Bars): boolean => {
  const count = Math.min(20, close.length)
  if (count === 0 || close.at(-1)! < config.ideas.minPrice) return false
  let turnover = 0
  for (let i = close.length - count; i < close.length; i++) turnover += close[i]! * volume[i]!
  return turnover / count >= config.ideas.minTurnover
}

/** The best cell of a leg: the highest score, then the highest annualized return; `undefined` without cells. */
export const bestCellOf = (cells: readonly IncomeOption[]): IncomeOption | undefined => {
  let best: IncomeOption | undefined
  for (const cell of cells) {
    const isBetter =
      !best ||
      cell.serviceScore > best.serviceScore ||
      (cell.serviceScore === best.serviceScore && cell.annualizedReturn > best.annualizedReturn)
    if (isBetter) best = cell
  }
  return best
}

const scoreAndYieldOf = (cell: IncomeOption | undefined): ScoreAndYield | undefined =>
  cell && { score: cell.serviceScore, yield: cell.annualizedReturn }

/**
 * Reason why the trades of a leg are unknown; `undefined` if its options were evaluated, even if
 * none fits.
 */
const unknownTradesReason = (income: Income, leg: 'call' | 'put'): UnknownReason | undefined =>
  income.listedContracts === 0
    ? noChainReasonOf(income.dataStatus)
    : whyUnknown(income, `${leg}Optimals`)?.reason

type Unknowns = ReturnType<typeof createUnknowns>

/**
 * Legs with a tradable contract in the cell Medium · Optimal; null if the chain cannot be
 * evaluated.
 */
const mediumOptimalOf = ({ income, liquidity }: DraftInput, { valueOrUnknown }: Unknowns) => {
  const reason = unknownTradesReason(income, 'call') ?? unknownTradesReason(income, 'put')
  if (reason !== undefined) return valueOrUnknown('mediumOptimal', null, reason)
  const isTradableMatch = ({ timeframe, riskProfile, warnings }: IncomeOption) =>
    timeframe === 'medium' && riskProfile === 'optimal' && !warnings.includes('wide-spread')
  return legTypes.filter(
    (leg) =>
      liquidity.rank !== 3 &&
      (leg === 'call' ? income.callOptimals : income.putOptimals).some(isTradableMatch),
  )
}

/**
 * Figures of the symbol's best trades. They are null without a reason if the leg was evaluated and
 * no trade fits.
 */
const incomeFieldsOf = (
  income: Income,
  { call, put }: { call: IncomeOption | undefined; put: IncomeOption | undefined },
  { valueOrUnknown }: Unknowns,
) => {
  const createLegField = (leg: 'call' | 'put') => {
    const reason = unknownTradesReason(income, leg)
    return (field: string, value: number | undefined): number | null =>
      reason === undefined ? (value ?? null) : valueOrUnknown(field, value, reason)
  }
  const [callField, putField] = [createLegField('call'), createLegField('put')]
  return {
    callYield: callField('callYield', call?.annualizedReturn),
    callScore: callField('callScore', call?.serviceScore),
    putYield: putField('putYield', put?.annualizedReturn),
    putScore: putField('putScore', put?.serviceScore),
    callDays: callField('callDays', call?.daysUntilExpiry),
    putDays: putField('putDays', put?.daysUntilExpiry),
  }
}

/** Liquidity and volatility of the options. */
const optionFieldsOf = (input: DraftInput, { valueOrUnknown }: Unknowns) => {
  const { income, liquidity, volatility, iv30, unrankedVolatility } = input
  const roundedOrUnknown = (
    field: string,
    value: number | null,
    digits: number,
    reason: UnknownReason | UnknownDetail,
  ) => valueOrUnknown(field, value === null ? null : round(value, digits), reason)
  const volatilityReason = unknownTradesReason(income, 'call') ?? 'not-given'
  return {
    impliedVolatility: roundedOrUnknown('impliedVolatility', iv30 ?? null, 4, volatilityReason),
    impliedVolatilityRank: roundedOrUnknown('impliedVolatilityRank', volatility.rank, 1, unrankedVolatility),
    impliedVolatilityPercentile: roundedOrUnknown(
      'impliedVolatilityPercentile',
      input.volatilityPercentile,
      1,
      unrankedVolatility,
    ),
    impliedToRealizedVolatility: roundedOrUnknown(
      'impliedToRealizedVolatility',
      input.impliedToRealized,
      2,
      iv30 === undefined ? volatilityReason : 'too-few-bars',
    ),
    impliedVolatilityRankBasis: volatility.basis,
    liquidityRank: liquidity.rank,
    liquidityExplanation: renderEnglish(message(`liquidity.${liquidity.rank}`, {})),
    // If the symbol has options, a null class is known: they have no quotes.
    spreadClass:
      income.listedContracts === 0
        ? valueOrUnknown('spreadClass', null, noChainReasonOf(income.dataStatus))
        : liquidity.spreadClass,
  }
}

const companyFieldsOf = ({ profile, earnings, income, date }: DraftInput, { valueOrUnknown }: Unknowns) => {
  const daysToEarnings = daysToEarningsFrom(date, earnings)
  return {
    symbol: profile.symbol,
    companyName: profile.companyName,
    sector: profile.sector,
    exchange: profile.exchange,
    region: profile.region,
    marketCap: valueOrUnknown('marketCap', profile.marketCap, 'not-given'),
    // Funds and indexes do not report earnings, so null is a known value for them.
    daysToEarnings:
      profile.kind === 'stock'
        ? valueOrUnknown('daysToEarnings', daysToEarnings, missingEventReason(income.dataStatus, 'earnings'))
        : daysToEarnings,
  }
}

const priceFieldsOf = ({ close }: Bars) => {
  const price = close.at(-1)!
  const previousClose = close.at(-2) ?? price
  return {
    price: money(price),
    change: money(price - previousClose, price),
    percentageChange: previousClose > 0 ? round((price / previousClose - 1) * 100, 2) : 0,
  }
}

/**
 * Returns the draft of a symbol's idea; `undefined` if its stock or its options are too illiquid
 * for the signals.
 */
export const draftIdea = (input: DraftInput): IdeaDraft | undefined => {
  const { bars, signals, liquidity, income, score, unranked } = input
  const { sentiment, weight, rules, age } = signals
  if (!isTradable(bars)) return undefined
  if (liquidity.rank === 3 && weight < config.ideas.minWeightNotLiquid) return undefined

  const best = { call: bestCellOf(income.callOptimals), put: bestCellOf(income.putOptimals) }
  const parts: StrengthParts = {
    signals: signalsPart(weight),
    rank: null,
    liquidity: liquidityPart(liquidity),
    volatility: volatilityPart(input.volatility.rank),
    income: incomePart(sentiment, { call: scoreAndYieldOf(best.call), put: scoreAndYieldOf(best.put) }),
  }
  const toneMessage = toneMessageOf(sentiment, input.market)
  const unknowns = createUnknowns()
  const idea = {
    sentiment,
    ...companyFieldsOf(input, unknowns),
    ...priceFieldsOf(bars),
    ...optionFieldsOf(input, unknowns),
    ...incomeFieldsOf(income, best, unknowns),
    mediumOptimal: mediumOptimalOf(input, unknowns),
    ...eventsOf(input, unknowns),
    rules: [...rules],
    signalAge: age,
    strengthParts: parts,
    toneSentence: toneMessage && renderEnglish(toneMessage),
    toneMessage,
    unknown: unknowns.fields,
  }
  return { idea, parts, score, unranked }
}

/** An idea with its unrounded strength, for sorting. */
export type RankedIdea = { readonly idea: FullTradeIdea; readonly strength: number }

const roundedParts = (parts: StrengthParts): StrengthParts => {
  const entries = Object.entries(parts).map(([name, part]) => [name, part === null ? null : round(part, 3)])
  return Object.fromEntries(entries) as StrengthParts
}

/**
 * Completes the drafts of a scan, in their order. `scores`: the scores of all ranked symbols,
 * ascending. `dateOfScan`: ISO 8601 UTC.
 */
export const finishIdeas = (
  drafts: readonly IdeaDraft[],
  scores: Scores,
  dateOfScan: string,
): RankedIdea[] => {
  const allParts = drafts.map(({ idea, parts, score }): StrengthParts => ({
    ...parts,
    rank: rankPart(idea.sentiment, percentileOf(score, scores)),
  }))
  const statistics = partStatisticsOf(allParts)
  return drafts.map(({ idea, score, unranked }, index) => {
    const parts = allParts[index]!
    const strength = strengthOf(parts, statistics)
    const { fields, valueOrUnknown } = createUnknowns()
    const rank = valueOrUnknown(
      'technicalRank',
      technicalRank(score, scores),
      unrankedReasonOf(unranked, scores),
    )
    return {
      strength,
      idea: {
        ...idea,
        dateOfScan,
        technicalRank: rank,
        strength: round(strength, 2),
        strengthParts: roundedParts(parts),
        unknown: [...fields, ...idea.unknown],
      },
    }
  })
}

/** Sort order: the strongest idea first, then by ticker. */
export const byRankedStrength = (a: RankedIdea, b: RankedIdea): number =>
  b.strength - a.strength || (a.idea.symbol < b.idea.symbol ? -1 : 1)
