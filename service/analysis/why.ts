/** Why: the technical analysis of one symbol. docs/specification.md 2.3. */
import type { Quote } from '#contract/feed.ts'
import type { Message } from '#contract/responses/ideas.ts'
import { message, renderEnglish } from '#contract/text/messages.ts'
import type { DataStatus, ExpandedQuote, Level, Why } from '#contract/responses/resources.ts'
import { newYorkDay, sessionClose, sessionOpen } from '#service/markets/calendar.ts'
import type { Chain, Day, Earnings, Profile, VolatilityPoint } from '#service/markets/market.ts'
import type { JudgedBars } from './bars/judge-bars.ts'
import { yearRange } from './bars/year-range.ts'
import { levelsAround, type PriceLevel } from './technicals/levels.ts'
import { liquidityRank, usedExpiries } from './liquidity.ts'
import { money, round } from './rounding.ts'
import { constantMaturityVolatility } from './volatility/constant-maturity.ts'
import { runSteps, type Steps } from './steps.ts'
import { expiriesFor, type PricedExpiry } from './surface.ts'
import { technicalRank, type Scores } from './technicals/technical-score.ts'
import { technicalsOf, type Technicals } from './technicals/technicals.ts'
import { whySentenceOf } from './text/why-sentence.ts'
import { createUnknowns, type Unknowns } from './unknown.ts'
import { volatilityRank } from './volatility/volatility-rank.ts'

export type WhyInput = {
  readonly profile: Profile
  readonly bars: JudgedBars
  /** `undefined` if the symbol has no listed options. */
  readonly chain: Chain | undefined
  /** Precomputed result of `expiriesFor`, if available. */
  readonly expiries?: readonly PricedExpiry[]
  /** `undefined` if nothing has traded: the last bar's close stands in. */
  readonly quote: Quote | undefined
  readonly earnings: Earnings | null
  readonly volatilities: readonly VolatilityPoint[]
  /** Ascending scores of the latest batch; empty before the first scan. */
  readonly scores: Scores
  readonly dataStatus: DataStatus
  /** Yearly, continuously compounded, decimal. */
  readonly riskFreeRate: number
  readonly today: Day
}

/** Of the last trade; else of the last good bar, of the chain, of the last bar there is. Dollars. */
const lastPriceOf = ({ quote, bars, chain }: WhyInput): number | undefined =>
  quote?.last ?? bars.close.at(-1) ?? chain?.underlyingPrice ?? bars.lastClose ?? undefined

type DayMove = Pick<ExpandedQuote, 'change' | 'percentageChange' | 'volume'>

/** Of the last trade's session, as the quote says; without a quote of the last good bar. */
const dayMoveOf = ({ quote, bars: { close, volume } }: WhyInput): DayMove => {
  if (quote) return quote
  const last = close.at(-1)
  const before = close.at(-2)
  if (last === undefined || before === undefined)
    return { change: null, percentageChange: null, volume: null }
  return {
    change: last - before,
    percentageChange: (last / before - 1) * 100,
    volume: volume.at(-1) ?? null,
  }
}

const rounded = <T>(value: number | null | undefined, by: (value: number) => T): T | null =>
  value === null || value === undefined ? null : by(value)

const expandedQuoteOf = (
  input: WhyInput,
  last: number | undefined,
  { valueOrUnknown }: Unknowns,
): ExpandedQuote => {
  const { profile, bars, quote } = input
  const { change, percentageChange, volume } = dayMoveOf(input)
  const range = yearRange(bars, last, profile.yearRange)
  const { eps } = profile
  const missing = quote ? 'not-given' : (bars.reason ?? 'no-price')
  const asOf = quote ? newYorkDay(new Date(quote.time)) : bars.lastDay
  const field = (name: string, value: number | null) =>
    valueOrUnknown(`expandedQuote.${name}`, value, missing, asOf)
  const rangeField = (name: string, value: number | undefined) =>
    valueOrUnknown(`expandedQuote.${name}`, rounded(value, money), bars.reason ?? 'no-bars', bars.lastDay)
  return {
    last: valueOrUnknown('expandedQuote.last', rounded(last, money), 'no-price'),
    change: field(
      'change',
      rounded(change, (value) => money(value, last)),
    ),
    percentageChange: field(
      'percentageChange',
      rounded(percentageChange, (value) => round(value, 2)),
    ),
    volume: field(
      'volume',
      rounded(volume, (value) => round(value, 0)),
    ),
    week52Low: rangeField('week52Low', range?.low),
    week52High: rangeField('week52High', range?.high),
    eps: rounded(eps, (value) => round(value, 2)),
    peRatio: eps !== null && eps > 0 && last !== undefined ? round(last / eps, 2) : null,
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

/** When on its day a report is due: before the open at the open, else at the close. */
const earningsInstant = ({ day, time }: Earnings): string =>
  (time === 'BeforeOpen' ? sessionOpen(day) : sessionClose(day)).toISOString()

/** Implied volatility, its rank and how well the options trade. */
function* optionsPartOf(input: WhyInput, { valueOrUnknown }: Unknowns) {
  const { bars, chain } = input
  const expiries = input.expiries ?? expiriesFor(input)
  const iv30 = constantMaturityVolatility(expiries)
  yield
  // Evaluates the lazy data of one expiry per step.
  for (const expiry of usedExpiries(expiries)) {
    void expiry.contracts
    yield
  }
  const { rank, basis } = volatilityRank(iv30, input.volatilities, bars.close)
  const liquidity = liquidityRank(chain, expiries)
  const noVolatility = chain ? 'not-given' : 'no-chain'
  return {
    iv30,
    impliedVolatilityRank: valueOrUnknown(
      'impliedVolatilityRank',
      rounded(rank, (value) => round(value, 1)),
      bars.reason ?? 'too-few-bars',
      bars.lastDay,
    ),
    impliedVolatilityRankBasis: basis,
    liquidityRank: liquidity,
    liquidityExplanation: renderEnglish(message(`liquidity.${liquidity}`, {})),
    impliedVolatility: valueOrUnknown(
      'impliedVolatility',
      rounded(iv30, (value) => round(value, 4)),
      noVolatility,
    ),
  }
}

/** Direction, rank, levels and the summary sentence: from the bars, null if they are refused. */
const barsPartOf = (
  { profile, bars, scores }: WhyInput,
  { trends, score, unranked }: Technicals,
  price: number | undefined,
  iv30: number | undefined,
  { valueOrUnknown }: Unknowns,
) => {
  const reason = trends.reason ?? 'no-bars'
  const ofBars = <T>(field: string, value: T | null | undefined): T | null =>
    valueOrUnknown(field, value, reason, bars.lastDay)
  const technical = technicalRank(score, scores)
  const rank = valueOrUnknown('technicalRank', technical, unranked ?? 'no-scan', bars.lastDay)
  const around = bars.reason === null && price !== undefined ? levelsAround(bars, price, iv30) : undefined
  const levels = around && {
    support: around.support.map(levelOf),
    resistance: around.resistance.map(levelOf),
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
    sentiment: ofBars('sentiment', sentiment),
    technicalRank: rank,
    sentence: ofBars('sentence', sentenceMessage && renderEnglish(sentenceMessage)),
    sentenceMessage: ofBars('sentenceMessage', sentenceMessage),
    supportAndResistance: ofBars('supportAndResistance', levels),
    oneMonthTrend: ofBars('oneMonthTrend', trends.oneMonthTrend),
    sixMonthTrend: ofBars('sixMonthTrend', trends.sixMonthTrend),
  }
}

/** The whole Why response from one symbol's data. */
export const analyseWhy = (input: WhyInput): Why => runSteps(whySteps(input))

/** The same, a step at a time. */
export function* whySteps(input: WhyInput): Steps<Why> {
  const { profile, bars, earnings } = input
  const unknowns = createUnknowns()
  const { valueOrUnknown } = unknowns
  const technicals = technicalsOf(profile, bars)
  yield
  const price = lastPriceOf(input)
  const { iv30, ...options } = yield* optionsPartOf(input, unknowns)
  const reported = earnings && earningsInstant(earnings)
  const { declared, knownThrough } = profile.dividends
  const dividend = declared[0] ? { ...declared[0], amount: round(declared[0].amount, 4) } : null
  return {
    symbol: profile.symbol,
    ...barsPartOf(input, technicals, price, iv30, unknowns),
    ...options,
    expandedQuote: expandedQuoteOf(input, price, unknowns),
    // Funds and indices do not report: null is a known value there.
    earningsDate: profile.kind === 'stock' ? valueOrUnknown('earningsDate', reported, 'not-given') : reported,
    earningsTime: earnings?.time ?? 'Unknown',
    earningsEstimated: earnings?.estimated ?? false,
    // A company known to pay none: null is a known value there.
    dividend: knownThrough === null ? valueOrUnknown('dividend', dividend, 'not-given') : dividend,
    rules: [...technicals.rules],
    marketCap: valueOrUnknown('marketCap', profile.marketCap, 'not-given'),
    unknown: unknowns.fields,
    dataStatus: input.dataStatus,
    messageType: 'SUCCESS',
  }
}
