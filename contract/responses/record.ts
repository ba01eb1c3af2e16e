/**
 * The sealed record: one signed file a night with what was published, chained by hashes, and the list of
 * these files. docs/record.md has the rules.
 */
import * as v from 'valibot'
import { datetime, day } from './dates.ts'
import { finite, integer, SentimentSchema } from './lists/ideas.ts'

export const recordEnvironments = ['live', 'test'] as const

/** Path of the record's files and page. A file is at `/record/{series}/{night}.json`. */
export const recordPath = '/record'
/** Path of the list of entries. */
export const recordListPath = '/api/v1/platform/record'

/** Format of a file. A reader refuses other formats. */
export const recordFormat = 'options-record/1'

/** SHA-256 as 64 lower-case hex digits. */
const sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'expected 64 hex digits'))
/** Bytes in base64url without padding. */
const base64url = v.pipe(v.string(), v.regex(/^[\w-]+$/, 'expected base64url'))
/** First 16 hex digits of the SHA-256 of the raw public key. */
const keyId = v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/, 'expected 16 hex digits'))

/** Name of a series: environment, source and version of the formulas. */
export const seriesPattern = /^(live|test)-[a-z0-9][a-z0-9.-]{0,60}-v\d{1,6}$/
const series = v.pipe(v.string(), v.regex(seriesPattern, 'expected a series such as live-tradier-v4'))
const positive = v.pipe(integer, v.minValue(1))
const dollars = finite

/** An Ed25519 public key. */
export const RecordKeySchema = v.strictObject({ id: keyId, publicKey: base64url })
export type RecordPublicKey = v.InferOutput<typeof RecordKeySchema>

/** The statement of a key that another key follows it, signed by the former. */
export const RecordKeyChangeSchema = v.strictObject({
  previousKey: keyId,
  key: RecordKeySchema,
  signature: base64url,
})
export type RecordKeyChange = v.InferOutput<typeof RecordKeyChangeSchema>

/** A dividend of an underlying. Dollars per share of the ex-dividend day. */
export const RecordDividendSchema = v.strictObject({
  symbol: v.string(),
  exDate: day,
  amount: dollars,
})
export type RecordDividend = v.InferOutput<typeof RecordDividendSchema>

/**
 * Licensed values, or their salted hash if the licence does not permit them in a public file: exactly one
 * of `values` and `sealed` is null.
 */
const sealable = <Entries extends v.ObjectEntries>(entries: Entries) => ({
  values: v.nullable(v.strictObject(entries)),
  sealed: v.nullable(sha256),
})

export const RecordIdeaSchema = v.strictObject({
  symbol: v.string(),
  sentiment: SentimentSchema,
  strength: finite,
  technicalRank: v.nullable(integer),
  /** Codes of the signals, the strongest first. */
  signals: v.array(v.string()),
  callScore: v.nullable(integer),
  putScore: v.nullable(integer),
  ...sealable({ price: dollars }),
})
export type RecordIdea = v.InferOutput<typeof RecordIdeaSchema>

/** Prices that a pick was computed with, dollars per share. */
export const PickValuesSchema = v.strictObject({
  bid: dollars,
  fairValue: dollars,
  /** Price of the underlying when the option was quoted. */
  underlying: dollars,
  /** Expected gain and loss at expiry, under the forecast. */
  expectedGain: dollars,
  expectedLoss: dollars,
})
export type PickValues = v.InferOutput<typeof PickValuesSchema>

/** One contract to sell: a covered call or a cash-secured put. */
export const RecordPickSchema = v.strictObject({
  /** 1, 2, ... within the night. */
  pick: positive,
  symbol: v.string(),
  /** OSI symbol. */
  contract: v.string(),
  right: v.picklist(['call', 'put']),
  strike: dollars,
  expiry: day,
  quotedAt: datetime,
  /** That the option expires worthless, 0 to 1. */
  probability: finite,
  probabilityOfProfit: finite,
  score: integer,
  forecast: v.strictObject({
    kind: v.picklist(['mixture', 'implied']),
    impliedWeight: finite,
    realizedVolatility: v.nullable(finite),
    reportMove: v.nullable(finite),
  }),
  ...sealable(PickValuesSchema.entries),
})
export type RecordPick = v.InferOutput<typeof RecordPickSchema>

/** Licensed prices that a pick is settled with. Dollars per share of the pick's night. */
export const SettlementValuesSchema = v.strictObject({
  /** Close of the settlement day. Null only if none is known. */
  close: v.nullable(dollars),
  /** Closes of the sessions before the ex-dividend days, up to the expiry, oldest first. */
  before: v.array(v.strictObject({ exDate: day, close: dollars })),
})
export type SettlementValues = v.InferOutput<typeof SettlementValuesSchema>

/** Results of one contract, dollars: of the pick, of 100 shares instead, and of cash instead. */
export const PickResultSchema = v.strictObject({ profit: dollars, stock: dollars, cash: dollars })
export type PickResult = v.InferOutput<typeof PickResultSchema>

export const pickOutcomes = ['expired', 'assigned', 'assigned-early', 'void'] as const
export type PickOutcome = (typeof pickOutcomes)[number]

export const voidReasons = ['no-price', 'price-jump'] as const

export const RecordResolutionSchema = v.strictObject({
  /** Night and number of the pick. */
  night: day,
  pick: positive,
  outcome: v.picklist(pickOutcomes),
  /** Why the outcome is `void`; otherwise null. */
  reason: v.nullable(v.picklist(voidReasons)),
  /** Session whose close settles the pick; null if void. */
  settledOn: v.nullable(day),
  /** Splits between the pick's night and this entry. `factor` new shares replace one. */
  splits: v.array(v.strictObject({ day, factor: finite })),
  /** Dividends between the pick's night and its expiry, dollars per share of the ex-dividend day. */
  dividends: v.array(v.strictObject({ exDate: day, amount: dollars })),
  ...sealable(SettlementValuesSchema.entries),
  /** Null if void, or if the licence does not permit it, because a price can be computed from it. */
  result: v.nullable(PickResultSchema),
})
export type RecordResolution = v.InferOutput<typeof RecordResolutionSchema>

export const RecordEntrySchema = v.strictObject({
  format: v.literal(recordFormat),
  series,
  environment: v.picklist(recordEnvironments),
  source: v.string(),
  /** Version of the formulas (`config.version`). */
  formula: positive,
  /** Version of the resolution rules. */
  rules: positive,
  /** 1, 2, ... in the series. */
  number: positive,
  /** Trading day whose data the scan used. */
  night: day,
  publishedAt: datetime,
  /** The entry before, with the SHA-256 of its file; null at the start of a series. */
  previous: v.nullable(v.strictObject({ night: day, sha256 })),
  /** Sessions between the previous night and this one, without an entry. */
  missed: v.array(day),
  /** Changes of the key since the previous entry. */
  keyChanges: v.array(RecordKeyChangeSchema),
  /** Id of the batch; null if the entry has resolutions only. */
  batch: v.nullable(v.string()),
  /** Risk-free rate: yearly, continuously compounded, decimal. */
  rate: finite,
  ideas: v.array(RecordIdeaSchema),
  picks: v.array(RecordPickSchema),
  /** Declared dividends of underlyings with open picks that are new or changed since the entry before. */
  dividends: v.array(RecordDividendSchema),
  resolutions: v.array(RecordResolutionSchema),
})
export type RecordEntry = v.InferOutput<typeof RecordEntrySchema>

/** A file: canonical JSON (RFC 8785) of an entry, with the signature of the entry's canonical JSON. */
export const RecordFileSchema = v.strictObject({
  entry: RecordEntrySchema,
  key: RecordKeySchema,
  signature: base64url,
})
export type RecordFile = v.InferOutput<typeof RecordFileSchema>

/** Maximum number of entries in a response. */
export const maxRecordEntries = 200
const limitExpected = `expected a whole number from 1 to ${maxRecordEntries}`

export const RecordQuerySchema = v.object({
  series: v.optional(series),
  /** Only entries of earlier nights than this day. */
  before: v.optional(v.pipe(v.string(), v.isoDate('expected a day such as 2026-11-20'))),
  limit: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[1-9]\d{0,2}$/, limitExpected),
      v.transform(Number),
      v.maxValue(maxRecordEntries, limitExpected),
    ),
  ),
})
export type RecordQuery = v.InferOutput<typeof RecordQuerySchema>

export const RecordListEntrySchema = v.object({
  series,
  number: positive,
  night: day,
  publishedAt: datetime,
  /** SHA-256 of the file. */
  sha256,
  previousSha256: v.nullable(sha256),
  keyId,
  ideas: integer,
  picks: integer,
  resolutions: integer,
  /** Path of the file. */
  path: v.string(),
})
export type RecordListEntry = v.InferOutput<typeof RecordListEntrySchema>

export const RecordListSchema = v.object({
  /** Newest night first; nights of several series by the name of the series. */
  entries: v.array(RecordListEntrySchema),
  /** Value of `before` for the next page; null on the last. */
  next: v.nullable(day),
})
export type RecordList = v.InferOutput<typeof RecordListSchema>
