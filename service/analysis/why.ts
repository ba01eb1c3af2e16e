/** Why: the technical analysis of one symbol. docs/specification.md 2.3. */
import type { Quote } from '#contract/feed.ts'
import type { Message } from '#contract/responses/lists/ideas.ts'
import { message, renderEnglish } from '#contract/text/messages.ts'
import type { DataStatus, ExpandedQuote, Level, Why } from '#contract/responses/resources.ts'
import { newYorkDay, sessionClose, sessionOpen } from '#service/markets/calendar.ts'
import type { Chain, Day, Earnings, Profile, VolatilityPoint } from '#service/markets/market.ts'
import type { ValidatedBars } from './bars/validate-bars.ts'
import { yearRange } from './bars/year-range.ts'
import { levelsAround, type PriceLevel } from './technicals/levels.ts'
import { liquidityRank, liquidityExpiries } from './liquidity.ts'
import { money, round } from './rounding.ts'
import { constantMaturityVolatility, missingVolatilityReason } from './volatility/constant-maturity.ts'
import { runSteps, type Steps } from './steps.ts'
import { expiriesFor, type PricedExpiry } from './surface.ts'
import { technicalRank, unrankedReasonOf, type Scores } from './technicals/technical-score.ts'
import { technicalsOf, type Technicals } from './technicals/technicals.ts'
import { whySentenceOf } from './text/why-sentence.ts'
import { createUnknowns, missingEventReason, type Unknowns } from './unknown.ts'
import {
  impliedToRealized,
  unrankedVolatilityReason,
  volatilityPercentile,
  volatilityRank,
} from './volatility/volatility-rank.ts'

export type WhyInput = {
  readonly profile: Profile
  /** False if the source has no profiles, so that `profile` is empty. Default: true. */
  readonly isProfileProvided?: boolean
  readonly bars: ValidatedBars
  /** `undefined` if the symbol has no listed options. */
  readonly chain: Chain | undefined
  /** Precomputed result of `expiriesFor`, if available. */
  readonly expiries?: readonly PricedExpiry[]
  /** `undefined` if nothing has traded: the last bar's close is used instead. */
  readonly quote: Quote | undefined
  readonly earnings: Earnings | null
  readonly volatilities: readonly VolatilityPoint[]
  /** Ascending scores of the latest batch; empty before the first scan. */
  readonly scores: Scores
  readonly dataStatus: DataStatus
  /** Yearly, continuously compounded, decimal. */
  readonly riskFreeRate: number
  readonly today: Day
  readonly date: Day
}

/**
 * Last price, dollars: of the last trade, otherwise of the last accepted bar, otherwise of the
 * chain, otherwise of the source's last bar even if it is refused. `undefined` if there is none.
 */
const lastPriceOf = ({ quote, bars, chain }: WhyInput): number | undefined =>
  quote?.last ?? bars.close.at(-1) ?? chain?.underlyingPrice ?? bars.lastClose ?? undefined

/** Change in dollars and in percent, and volume in shares. */
type DayMove = Pick<ExpandedQuote, 'change' | 'percentageChange' | 'volume'>

/** Move of the last session, from the quote; without a quote, from the last two accepted bars. */
const dayMoveOf = ({ quote, bars: { close, volume } }: WhyInput): DayMove => {
  if (quote) return quote
  const lastClose = close.at(-1)
  const previousClose = close.at(-2)
  if (lastClose === undefined || previousClose === undefined)
    return { change: null, percentageChange: null, volume: null }
  return {
    change: lastClose - previousClose,
    percentageChange: (lastClose / previousClose - 1) * 100,
    volume: volume.at(-1) ?? null,
  }
}

/** Applies `transform` to a value; null for null and undefined. */
const mapKnown = <T>(value: number | null | undefined, transform: (value: number) => T): T | null =>
  value === null || value === undefined ? null : transform(value)

const expandedQuoteOf = (
  input: WhyInput,
  lastPrice: number | undefined,
  { valueOrUnknown }: Unknowns,
): ExpandedQuote => {
  const { profile, bars, quote } = input
  const { change, percentageChange, volume } = dayMoveOf(input)
  const range = yearRange(bars, lastPrice, profile.yearRange)
  const { eps } = profile
  // The figures of a company may be null without a reason, unless the source has them of no company.
  const companyField = (name: string, value: number | null) =>
    input.isProfileProvided === false ? valueOrUnknown(`expandedQuote.${name}`, value, 'not-provided') : value
  const quoteReason = quote ? 'not-given' : (bars.reason ?? 'no-price')
  const asOf = quote ? newYorkDay(new Date(quote.time)) : bars.lastDay
  const quoteField = (name: string, value: number | null) =>
    valueOrUnknown(`expandedQuote.${name}`, value, quoteReason, asOf)
  const rangeField = (name: string, value: number | undefined) =>
    valueOrUnknown(`expandedQuote.${name}`, mapKnown(value, money), bars.reason ?? 'no-bars', bars.lastDay)
  return {
    last: valueOrUnknown('expandedQuote.last', mapKnown(lastPrice, money), 'no-price'),
    change: quoteField(
      'change',
      mapKnown(change, (value) => money(value, lastPrice)),
    ),
    percentageChange: quoteField(
      'percentageChange',
      mapKnown(percentageChange, (value) => round(value, 2)),
    ),
    volume: quoteField(
      'volume',
      mapKnown(volume, (value) => round(value, 0)),
    ),
    week52Low: rangeField('week52Low', range?.low),
    week52High: rangeField('week52High', range?.high),
    eps: companyField(
      'eps',
      mapKnown(eps, (value) => round(value, 2)),
    ),
    peRatio: companyField(
      'peRatio',
      eps !== null && eps > 0 && lastPrice !== undefined ? round(lastPrice / eps, 2) : null,
    ),
    companyName: profile.companyName,
    sector: profile.sector,
    exchange: profile.exchange,
  }
}

const levelOf = ({ value, day, touches, strength }: PriceLevel): Level => ({
  value: money(value),
  date: sessionClose(day).toISOString(),
  touches,
  strength: round(strength, 2),
})

/**
 * Assumed time of the report, ISO 8601: the open if it is due before the open, otherwise the close.
 */
const earningsInstant = ({ day, time }: Earnings): string =>
  (time === 'BeforeOpen' ? sessionOpen(day) : sessionClose(day)).toISOString()

/** Fields from the options: implied volatility, its rank, and liquidity. */
function* optionFieldsOf(input: WhyInput, { valueOrUnknown }: Unknowns) {
  const { bars, chain } = input
  const expiries = input.expiries ?? expiriesFor(input)
  const iv30 = constantMaturityVolatility(expiries)
  yield
  // Evaluates the lazy data of one expiry per step.
  for (const expiry of liquidityExpiries(expiries)) {
    void expiry.contracts
    yield
  }
  const { rank, basis } = volatilityRank(iv30, input.volatilities)
  const liquidity = liquidityRank(chain, expiries)
  const volatilityReason =
    iv30 === undefined ? missingVolatilityReason(chain, expiries, input.dataStatus) : 'not-given'
  const unrankedReason = unrankedVolatilityReason(iv30, input.volatilities, volatilityReason)
  return {
    iv30,
    impliedVolatilityRank: valueOrUnknown(
      'impliedVolatilityRank',
      mapKnown(rank, (value) => round(value, 1)),
      unrankedReason,
    ),
    impliedVolatilityRankBasis: basis,
    impliedVolatilityPercentile: valueOrUnknown(
      'impliedVolatilityPercentile',
      mapKnown(volatilityPercentile(iv30, input.volatilities), (value) => round(value, 1)),
      unrankedReason,
    ),
    impliedToRealizedVolatility: valueOrUnknown(
      'impliedToRealizedVolatility',
      mapKnown(impliedToRealized(iv30, bars.close), (value) => round(value, 2)),
      iv30 === undefined ? volatilityReason : (bars.reason ?? 'too-few-bars'),
      iv30 === undefined ? null : bars.lastDay,
    ),
    liquidityRank: liquidity,
    liquidityExplanation: renderEnglish(message(`liquidity.${liquidity}`, {})),
    impliedVolatility: valueOrUnknown(
      'impliedVolatility',
      mapKnown(iv30, (value) => round(value, 4)),
      volatilityReason,
    ),
  }
}

/**
 * Fields from the bars: direction, rank, levels and the summary sentence; null if the bars are
 * refused.
 */
const barFieldsOf = (
  { profile, bars, scores }: WhyInput,
  { trends, score, unranked }: Technicals,
  price: number | undefined,
  iv30: number | undefined,
  { valueOrUnknown }: Unknowns,
) => {
  const reason = trends.reason ?? 'no-bars'
  const barField = <T>(field: string, value: T | null | undefined): T | null =>
    valueOrUnknown(field, value, reason, bars.lastDay)
  const rank = valueOrUnknown(
    'technicalRank',
    technicalRank(score, scores),
    unrankedReasonOf(unranked, scores),
    bars.lastDay,
  )
  const nearby = bars.reason === null && price !== undefined ? levelsAround(bars, price, iv30) : undefined
  const levels = nearby && {
    support: nearby.support.map(levelOf),
    resistance: nearby.resistance.map(levelOf),
  }
  const { sentiment } = trends
  const sentenceMessage: Message | null =
    sentiment !== null && price !== undefined && levels
      ? whySentenceOf(profile, {
          sentiment,
          rank,
          price: money(price),
          support: levels.support[0]?.value,
          resistance: levels.resistance[0]?.value,
        })
      : null
  return {
    sentiment: barField('sentiment', sentiment),
    technicalRank: rank,
    sentence: barField('sentence', sentenceMessage && renderEnglish(sentenceMessage)),
    sentenceMessage: barField('sentenceMessage', sentenceMessage),
    supportAndResistance: barField('supportAndResistance', levels),
    oneMonthTrend: barField('oneMonthTrend', trends.oneMonthTrend),
    sixMonthTrend: barField('sixMonthTrend', trends.sixMonthTrend),
  }
}

/** Returns the complete Why response from one symbol's data. */
export const analyseWhy = (input: WhyInput): Why => runSteps(whySteps(input))

/** Computes the result of `analyseWhy` in steps. */
export function* whySteps(input: WhyInput): Steps<Why> {
  const { profile, bars, earnings, dataStatus } = input
  const unknowns = createUnknowns()
  const { valueOrUnknown } = unknowns
  const technicals = technicalsOf(profile, bars)
  yield
  const price = lastPriceOf(input)
  const { iv30, ...options } = yield* optionFieldsOf(input, unknowns)
  const earningsDate = earnings && earningsInstant(earnings)
  const { declared, knownThrough } = profile.dividends
  const dividend = declared[0] ? { ...declared[0], amount: round(declared[0].amount, 4) } : null
  return {
    symbol: profile.symbol,
    ...barFieldsOf(input, technicals, price, iv30, unknowns),
    ...options,
    expandedQuote: expandedQuoteOf(input, price, unknowns),
    // Funds and indexes do not report earnings, so null is a known value for them.
    earningsDate:
      profile.kind === 'stock'
        ? valueOrUnknown('earningsDate', earningsDate, missingEventReason(dataStatus, 'earnings'))
        : earningsDate,
    earningsTime: earnings?.time ?? 'Unknown',
    earningsEstimated: earnings?.estimated ?? false,
    // If the dividend calendar is known, null is a known value: no dividend is declared.
    dividend:
      knownThrough === null
        ? valueOrUnknown('dividend', dividend, missingEventReason(dataStatus, 'dividends'))
        : dividend,
    rules: [...technicals.rules],
    marketCap: valueOrUnknown(
      'marketCap',
      profile.marketCap,
      input.isProfileProvided === false ? 'not-provided' : 'not-given',
    ),
    unknown: unknowns.fields,
    dataStatus,
    messageType: 'SUCCESS',
  }
}
