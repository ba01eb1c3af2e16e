/**
 * REST routes: name → method, path, query, response. The service mounts them, the app calls them
 * and openapi.json lists them; they are defined only here. Spec section 4; rows marked additive
 * extend it.
 */
import * as v from 'valibot'
import { canonicalSymbol, symbolPattern } from '#contract/responses/symbols.ts'
import { AccessTokenSchema, FeedTicketSchema, SessionWithDataSchema } from './access.ts'
import { BestIncomeQuerySchema, BestIncomeSchema } from '#contract/responses/lists/best-income.ts'
import { ChainQuerySchema, ChainSchema } from '#contract/responses/chain.ts'
import { contractExpected, ContractParameter } from '#contract/responses/contract-id.ts'
import { IncomeSchema, legTypes, riskProfiles, timeframes } from '#contract/responses/income.ts'
import {
  averagesChoices,
  historyRanges,
  HistorySchema,
  NewsSchema,
  SymbolMatchesSchema,
  ToneSchema,
  WhySchema,
} from '#contract/responses/resources.ts'
import { RollSchema } from '#contract/responses/roll.ts'
import {
  accessPaths,
  bestIncomePath,
  chainPath,
  dataPaths,
  rollPath,
  scenarioPath,
  volatilityPath,
} from './paths.ts'
import { ScenarioQuerySchema, ScenarioSchema } from '#contract/responses/scenario.ts'
import { VolatilitySchema } from '#contract/responses/volatility.ts'
import { FullTradeIdeasSchema } from '#contract/responses/lists/full-ideas.ts'

/** `{symbol}`: a ticker. Accepts lower case, and a share class after a hyphen or a slash. */
export const SymbolParameter = v.pipe(
  v.string(),
  v.transform(canonicalSymbol),
  v.regex(symbolPattern, 'expected a ticker such as AAPL or BRK.B'),
)

const decimal = /^\d{1,12}(\.\d{1,8})?$/
/** Dollars in a query, at least `minimum`. */
const dollarsFrom = (minimum: number, expected: string) =>
  v.pipe(v.string(), v.regex(decimal, expected), v.transform(Number), v.minValue(minimum, expected))

/** Dollars paid per share. */
const costBasis = v.optional(dollarsFrom(0.0001, 'expected a positive price in dollars per share'))

/** Query of the income look-up. docs/specification.md 4.1, which leaves some types open. */
export const IncomeQuerySchema = v.object({
  /** Shares held, whole and positive; contracts = floor(shares / 100), at least 1. */
  stockQuantity: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[1-9]\d{0,8}$/, 'expected a whole number of shares, 1 or more'),
      v.transform(Number),
    ),
  ),
  costBasis,
  /** Dollars for short puts: contracts = floor(cash / (100 x strike)), at least 1. Additive. */
  cash: v.optional(dollarsFrom(0.01, 'expected a positive amount in dollars')),
  legtype: v.optional(v.picklist(legTypes, `expected one of ${legTypes.join(', ')}`)),
  timeframe: v.optional(v.picklist(timeframes, `expected one of ${timeframes.join(', ')}`)),
  riskprofile: v.optional(v.picklist(riskProfiles, `expected one of ${riskProfiles.join(', ')}`)),
  /** A listed contract of the symbol to compute in addition to the cells. Additive. */
  contract: v.optional(ContractParameter),
})
export type IncomeQuery = v.InferOutput<typeof IncomeQuerySchema>

/** Query of the roll look-up. */
export const RollQuerySchema = v.object(
  {
    /** The open option. */
    contract: ContractParameter,
    /** Premium it was sold for, dollars per share. */
    price: v.optional(dollarsFrom(0.0001, 'expected a positive premium in dollars per share')),
    /** Cost of the shares that cover a call. */
    costBasis,
  },
  contractExpected,
)
export type RollQuery = v.InferOutput<typeof RollQuerySchema>

const NoQuery = v.object({})

/** Parameter that every look-up has in addition to its own. Additive. */
export const StrictQuerySchema = v.object({
  /** Refuses the request if it has parameters that the look-up does not have. */
  strict: v.optional(v.literal('1', 'expected 1')),
})

/** The data API: the same at all three doors. `{symbol}` is the only path parameter. */
export const dataRoutes = {
  tradeIdeas: {
    path: dataPaths.tradeIdeas,
    query: NoQuery,
    response: FullTradeIdeasSchema,
    summary: 'What: the ideas of the latest overnight scan',
    additive: false,
  },
  why: {
    path: dataPaths.why,
    query: NoQuery,
    response: WhySchema,
    summary: 'Why: technical analysis of one symbol',
    additive: false,
  },
  income: {
    path: dataPaths.income,
    query: IncomeQuerySchema,
    response: IncomeSchema,
    summary: 'How: covered calls and short puts for one symbol',
    additive: false,
  },
  bestIncome: {
    path: bestIncomePath,
    query: BestIncomeQuerySchema,
    response: BestIncomeSchema,
    summary: 'How: the best income trades over all liquid symbols, by the latest overnight scan',
    additive: true,
  },
  chain: {
    path: chainPath,
    query: ChainQuerySchema,
    response: ChainSchema,
    summary: 'How: every listed option of one symbol, by expiration and strike',
    additive: true,
  },
  roll: {
    path: rollPath,
    query: RollQuerySchema,
    response: RollSchema,
    summary: 'How: what an open short option costs to close, and what could be sold in its place',
    additive: true,
  },
  scenario: {
    path: scenarioPath,
    query: ScenarioQuerySchema,
    response: ScenarioSchema,
    summary: 'How: what one option would be worth on other days, at other volatilities and prices',
    additive: true,
  },
  symbols: {
    path: dataPaths.symbols,
    query: v.object({
      query: v.pipe(
        v.string(),
        v.trim(),
        v.minLength(1, 'expected some text'),
        v.maxLength(50, 'expected 50 characters at most'),
      ),
    }),
    response: SymbolMatchesSchema,
    summary: 'Search by ticker or company name',
    additive: true,
  },
  history: {
    path: dataPaths.history,
    query: v.object({
      range: v.optional(v.picklist(historyRanges, `expected one of ${historyRanges.join(', ')}`), '6M'),
      averages: v.optional(v.picklist(averagesChoices, `expected one of ${averagesChoices.join(', ')}`)),
    }),
    response: HistorySchema,
    summary: 'Daily bars for the chart',
    additive: true,
  },
  volatility: {
    path: volatilityPath,
    query: NoQuery,
    response: VolatilitySchema,
    summary: 'Why: implied and realised volatility of one symbol over the last year',
    additive: true,
  },
  tone: {
    path: dataPaths.tone,
    query: NoQuery,
    response: ToneSchema,
    summary: 'Market tone: trends of the S&P 500 proxy',
    additive: true,
  },
  news: {
    path: dataPaths.news,
    query: NoQuery,
    response: NewsSchema,
    summary: 'Headlines for one symbol',
    additive: true,
  },
} as const
export type DataRoute = keyof typeof dataRoutes
/** A response as a client receives it: prices may be null (contract/responses/licensed.ts). */
export type RouteResponse<R extends DataRoute> = v.InferOutput<(typeof dataRoutes)[R]['response']>

/**
 * Routes for the widget's own frame, a partner's server (`auth`), or a legacy client (`legacyToken`).
 * docs/specification.md 4.2, 4.3.
 */
export const accessRoutes = {
  auth: { method: 'POST', path: accessPaths.auth },
  token: { method: 'POST', path: accessPaths.token, response: AccessTokenSchema },
  setCookie: { method: 'POST', path: accessPaths.setCookie, response: SessionWithDataSchema },
  endSession: { method: 'DELETE', path: accessPaths.endSession },
  feedTicket: { method: 'POST', path: accessPaths.feedTicket, response: FeedTicketSchema },
  legacyToken: { method: 'POST', path: accessPaths.legacyToken },
} as const
