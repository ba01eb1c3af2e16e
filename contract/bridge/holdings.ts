/**
 * The user's holdings as the page passes them: the option `holdings` and the command SET_HOLDINGS. Additive
 * to the specification. Holdings stay in the user's browser; the service receives only what its look-ups need
 * (docs/embedding.md). holdings-problems.ts explains mistakes.
 */
import { isOsi, plainOsi } from '#contract/responses/osi.ts'
import { canonicalSymbol, symbolPattern } from '#contract/responses/symbols.ts'

/** An option that the user has sold and not bought back. */
export type OpenOption = {
  /** OSI symbol of the contract: `AAPL270115C00240000`. */
  id: string
  /** Contracts of 100 shares sold short: positive. */
  quantity: number
  /** Premium received when it was sold, dollars per share. */
  price?: number | undefined
}

/** One symbol that the user holds, or watches. */
export type Holding = {
  symbol: string
  /** Shares held, 0 or more; absent for a watched symbol. */
  shares?: number | undefined
  /** Average cost, dollars per share. */
  costBasis?: number | undefined
  /** Calls and puts sold short. */
  openOptions?: readonly OpenOption[] | undefined
}

/** How many holdings a list may have. */
export const mostHoldings = 500
/** How many open options one holding may have. */
export const mostOpenOptions = 50

type Fields = Readonly<Record<string, (value: never) => boolean>>

/** Nine digits, as the fields of How take them too. */
const tooMuch = 1_000_000_000
const isWholeFrom = (least: number) => (value: number) =>
  Number.isInteger(value) && value >= least && value < tooMuch
const isPrice = (value: number) => typeof value === 'number' && value >= 0.0001 && value < tooMuch
/** Prices have four decimals at most: averages of a broker's have any number. */
const rounded = (price: number) => Math.round(price * 10_000) / 10_000
const isText = (value: unknown): value is string => typeof value === 'string'
const isGiven = (value: unknown) => value !== undefined && value !== null

/** Field → whether a value may stand in it. The first must be there; any other may be left out, or null. */
export const openOptionFields = {
  id: (value: unknown) => isText(value) && isOsi(plainOsi(value)),
  quantity: isWholeFrom(1),
  price: isPrice,
} as const satisfies Fields
export const holdingFields = {
  symbol: (value: unknown) => isText(value) && symbolPattern.test(canonicalSymbol(value)),
  shares: isWholeFrom(0),
  costBasis: isPrice,
  openOptions: (value: unknown) => Array.isArray(value) && value.length <= mostOpenOptions,
} as const satisfies Fields

/** The fields that are given, where each is one of those and right, and none that is required is missing. */
function fieldsOf(value: unknown, fields: Fields, required: readonly string[]) {
  const given = Object.entries(Object(value) as object).filter(([, field]) => isGiven(field))
  const isRight =
    given.every(([name, field]) => Object.hasOwn(fields, name) && fields[name]!(field as never)) &&
    required.every((name) => given.some(([one]) => one === name))
  return isRight ? (Object.fromEntries(given) as Record<string, unknown>) : undefined
}

/** One open option, in the form it has inside; undefined where anything in it is wrong. */
export function readOpenOption(value: unknown): OpenOption | undefined {
  const option = fieldsOf(value, openOptionFields, ['id', 'quantity']) as OpenOption | undefined
  if (!option) return undefined
  const { id, price } = option
  return { ...option, id: plainOsi(id), ...(price && { price: rounded(price) }) }
}

/** One holding, in the form it has inside; undefined where anything in it is wrong. */
export function readHolding(value: unknown): Holding | undefined {
  const holding = fieldsOf(value, holdingFields, ['symbol']) as Holding | undefined
  const openOptions = holding?.openOptions?.map(readOpenOption)
  if (!holding || openOptions?.includes(undefined)) return undefined
  // Lots of one contract are one: two would each be offered alone.
  if (new Set(openOptions?.map((option) => option?.id)).size !== (openOptions?.length ?? 0)) return undefined
  const { costBasis } = holding
  return {
    ...holding,
    symbol: canonicalSymbol(holding.symbol),
    ...(costBasis && { costBasis: rounded(costBasis) }),
    ...(openOptions && { openOptions: openOptions as OpenOption[] }),
  }
}

/**
 * The list, with tickers and contracts in the form they have inside; undefined where anything in it is wrong. There is no
 * half of a list: one with a gap would read as all that the user holds.
 */
export function readHoldings(value: unknown): Holding[] | undefined {
  if (!Array.isArray(value) || value.length > mostHoldings) return undefined
  const holdings = value.map(readHolding)
  const symbols = new Set(holdings.map((holding) => holding?.symbol))
  return symbols.size === value.length && !symbols.has(undefined) ? (holdings as Holding[]) : undefined
}
