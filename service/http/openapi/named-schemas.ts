/**
 * The named schemas of the document. Other schemas refer to them by `$ref`. Enumerations are in
 * named-enums.ts.
 */
import * as v from 'valibot'
import {
  AccessTokenSchema,
  FeedTicketSchema,
  PartnerSettingsSchema,
  SessionWithDataSchema,
  SetCookieRequestSchema,
  TokenRequestSchema,
} from '#contract/api/access.ts'
import { BestIncomeSchema, BestTradeSchema } from '#contract/responses/lists/best-income.ts'
import {
  ChainExpirySchema,
  ChainOptionSchema,
  ChainRowSchema,
  ChainSchema,
} from '#contract/responses/chain.ts'
import { MessageSchema, RuleSchema } from '#contract/responses/lists/ideas.ts'
import {
  AlternativeSchema,
  ChecklistItemSchema,
  DayRangeSchema,
  ExpectedMoveSchema,
  ImpliedEventSchema,
  PremiumPartsSchema,
  IncomeOptionSchema,
  IncomeSchema,
  ReturnPairSchema,
  ReturnsSchema,
} from '#contract/responses/income.ts'
import { VolatilitySchema } from '#contract/responses/volatility.ts'
import { ProblemDetailsSchema } from '#contract/api/problem.ts'
import {
  AverageSchema,
  DataStatusSchema,
  ExpandedQuoteSchema,
  FiredRuleSchema,
  HistorySchema,
  LevelSchema,
  NewsItemSchema,
  NewsSchema,
  PartStatusSchema,
  SymbolMatchesSchema,
  SymbolMatchSchema,
  ToneSchema,
  TrendSchema,
  WhySchema,
} from '#contract/responses/resources.ts'
import {
  RollAssignmentSchema,
  RollCandidateSchema,
  RollContractSchema,
  RollExpirySchema,
  RollSchema,
} from '#contract/responses/roll.ts'
import {
  PickResultSchema,
  RecordDividendSchema,
  RecordEntrySchema,
  RecordFileSchema,
  RecordIdeaSchema,
  RecordKeyChangeSchema,
  RecordKeySchema,
  RecordListEntrySchema,
  RecordListSchema,
  RecordPickSchema,
  RecordResolutionSchema,
  SettlementValuesSchema,
} from '#contract/responses/record.ts'
import {
  RecordCalibrationSchema,
  RecordGroupSchema,
  RecordOverviewSchema,
  RecordSeriesSchema,
  RecordYieldSchema,
} from '#contract/responses/record-summary.ts'
import { ScenarioSchema, SellerGreeksSchema } from '#contract/responses/scenario.ts'
import { UnknownFieldSchema } from '#contract/responses/unknown.ts'
import { FullTradeIdeaSchema, FullTradeIdeasSchema } from '#contract/responses/lists/full-ideas.ts'

/** Form fields of `POST /Auth`. */
const AuthTokenRequestSchema = v.object({
  apikey: v.string(),
  secretKey: v.string(),
  userId: v.optional(v.string()),
})

/**
 * Form fields of `POST /token` (RFC 6749, section 4.4.2). A client that uses HTTP Basic omits its
 * id and secret.
 */
const LegacyTokenRequestSchema = v.object({
  grant_type: v.literal('client_credentials'),
  client_id: v.optional(v.string()),
  client_secret: v.optional(v.string()),
})

/** RFC 6749, section 5.1. */
const LegacyTokenSchema = v.object({
  access_token: v.string(),
  token_type: v.literal('Bearer'),
  expires_in: v.pipe(v.number(), v.integer()),
})

/** RFC 6749, section 5.2. */
const OAuthErrorSchema = v.object({
  error: v.picklist(['invalid_request', 'invalid_client', 'unsupported_grant_type']),
  error_description: v.string(),
})

/**
 * Problem details with the additional field of `rate-limited`
 * (draft-ietf-httpapi-ratelimit-headers).
 */
const ProblemSchema = v.object({
  ...ProblemDetailsSchema.entries,
  status: v.pipe(v.number(), v.integer()),
  'violated-policies': v.optional(v.array(v.string())),
})

const [byApiKey, byAuthToken] = TokenRequestSchema.options

/** Schemas by name in `components.schemas`. */
export const namedSchemas = {
  TradeIdeas: FullTradeIdeasSchema,
  TradeIdea: FullTradeIdeaSchema,
  StrengthParts: FullTradeIdeaSchema.entries.strengthParts,
  EarningsMove: FullTradeIdeaSchema.entries.earningsMove.wrapped,
  Rule: RuleSchema,
  FiredRule: FiredRuleSchema,
  Message: MessageSchema,
  UnknownField: UnknownFieldSchema,

  Why: WhySchema,
  SupportAndResistance: WhySchema.entries.supportAndResistance.wrapped,
  Level: LevelSchema,
  Trend: TrendSchema,
  ExpandedQuote: ExpandedQuoteSchema,
  Dividend: WhySchema.entries.dividend.wrapped,
  DataStatus: DataStatusSchema,
  DataStatusParts: DataStatusSchema.entries.parts.wrapped,
  PartStatus: PartStatusSchema,

  Income: IncomeSchema,
  IncomeOption: IncomeOptionSchema,
  IncomeAlternative: AlternativeSchema,
  ChecklistItem: ChecklistItemSchema,
  ExpectedMove: ExpectedMoveSchema,
  ImpliedEvent: ImpliedEventSchema,
  PremiumParts: PremiumPartsSchema,
  Returns: ReturnsSchema,
  ReturnPair: ReturnPairSchema,
  ScoreParts: IncomeOptionSchema.entries.scoreParts,
  TimeframeDays: IncomeSchema.entries.timeframes,
  DayRange: DayRangeSchema,
  RefusedContracts: IncomeSchema.entries.refused.item,

  BestIncome: BestIncomeSchema,
  BestTrade: BestTradeSchema,

  Chain: ChainSchema,
  ChainExpiry: ChainExpirySchema,
  ChainRow: ChainRowSchema,
  ChainOption: ChainOptionSchema,
  Cell: ChainOptionSchema.entries.cell.wrapped,
  Roll: RollSchema,
  RollCandidate: RollCandidateSchema,
  RollExpiry: RollExpirySchema,
  RollContract: RollContractSchema,
  RollAssignment: RollAssignmentSchema,
  RollDividend: RollSchema.entries.dividend.wrapped,
  RollEarnings: RollSchema.entries.earnings.wrapped,
  Scenario: ScenarioSchema,
  SellerGreeks: SellerGreeksSchema,

  SymbolMatches: SymbolMatchesSchema,
  SymbolMatch: SymbolMatchSchema,
  History: HistorySchema,
  Average: AverageSchema,
  Split: HistorySchema.entries.splits.wrapped.item,
  Volatility: VolatilitySchema,
  Tone: ToneSchema,
  News: NewsSchema,
  NewsItem: NewsItemSchema,

  RecordOverview: RecordOverviewSchema,
  RecordSeries: RecordSeriesSchema,
  RecordCalibration: RecordCalibrationSchema,
  RecordYield: RecordYieldSchema,
  RecordGroup: RecordGroupSchema,
  RecordList: RecordListSchema,
  RecordListEntry: RecordListEntrySchema,
  RecordFile: RecordFileSchema,
  RecordKey: RecordKeySchema,
  RecordKeyChange: RecordKeyChangeSchema,
  RecordEntry: RecordEntrySchema,
  RecordPrevious: RecordEntrySchema.entries.previous.wrapped,
  RecordIdea: RecordIdeaSchema,
  IdeaValues: RecordIdeaSchema.entries.values.wrapped,
  RecordPick: RecordPickSchema,
  PickForecast: RecordPickSchema.entries.forecast,
  PickValues: RecordPickSchema.entries.values.wrapped,
  RecordDividend: RecordDividendSchema,
  RecordResolution: RecordResolutionSchema,
  RecordSplit: RecordResolutionSchema.entries.splits.item,
  PaidDividend: RecordResolutionSchema.entries.dividends.item,
  SettlementValues: RecordResolutionSchema.entries.values.wrapped,
  CloseBefore: SettlementValuesSchema.entries.before.item,
  PickResult: PickResultSchema,

  AuthTokenRequest: AuthTokenRequestSchema,
  TokenRequest: TokenRequestSchema,
  TokenRequestByApiKey: byApiKey,
  TokenRequestByAuthToken: byAuthToken,
  AccessToken: AccessTokenSchema,
  SetCookieRequest: SetCookieRequestSchema,
  Session: SessionWithDataSchema,
  PartnerSettings: PartnerSettingsSchema,
  FeedTicket: FeedTicketSchema,
  LegacyTokenRequest: LegacyTokenRequestSchema,
  LegacyToken: LegacyTokenSchema,
  OAuthError: OAuthErrorSchema,

  Problem: ProblemSchema,
} as const satisfies Readonly<Record<string, v.GenericSchema>>

export type NamedSchemas = typeof namedSchemas
export type SchemaName = keyof NamedSchemas
