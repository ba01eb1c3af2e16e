/**
 * The user's holdings as the page passes them: the option `holdings` and the command SET_HOLDINGS.
 * Holdings stay in the user's browser; the service receives only what its look-ups need
 * (page `/docs/embedding` of the service). holdings-problems.ts explains mistakes.
 */
import { isOsi, normalizeOsi } from '#contract/responses/osi.ts'
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

/** A symbol that the user holds or watches. */
export type Holding = {
  /** Ticker: `AAPL`, `BRK.B`. */
  symbol: string
  /**
   * Shares held, 0 or more, with up to four decimals for fractional shares; absent for a watched
   * symbol. Only whole shares cover calls.
   */
  shares?: number | undefined
  /** Average cost, dollars per share. */
  costBasis?: number | undefined
  /** Calls and puts sold short. */
  openOptions?: readonly OpenOption[] | undefined
}

/** Maximum number of holdings in a list. */
export const maxHoldings = 500
/** Maximum number of open options of one holding. */
export const maxOpenOptions = 50

type Fields = Readonly<Record<string, (value: never) => boolean>>

/** Exclusive upper limit: nine digits, like the input fields of How. */
const upperLimit = 1_000_000_000
const isIntegerFrom = (minimum: number) => (value: number) =>
  Number.isInteger(value) && value >= minimum && value < upperLimit
const isShareCount = (value: number) => typeof value === 'number' && value >= 0 && value < upperLimit
const isPrice = (value: number) => typeof value === 'number' && value >= 0.0001 && value < upperLimit
/** Rounds to four decimals: average prices from brokers may have any number of them. */
const rounded = (price: number) => Math.round(price * 10_000) / 10_000
/**
 * Cuts a number of shares after four decimals, so that 99.99999 shares do not become 100. The
 * addend keeps decimals that binary numbers cannot represent: 4.35 × 10,000 is 43,499.99….
 */
const truncated = (shares: number) => Math.floor(shares * 10_000 + 1e-6) / 10_000
const isText = (value: unknown): value is string => typeof value === 'string'
const isPresent = (value: unknown) => value !== undefined && value !== null

/**
 * Field → whether its value is valid. Callers specify the required fields; the other fields may be
 * absent or null.
 */
export const openOptionFields = {
  id: (value: unknown) => isText(value) && isOsi(normalizeOsi(value)),
  quantity: isIntegerFrom(1),
  price: isPrice,
} as const satisfies Fields
export const holdingFields = {
  symbol: (value: unknown) => isText(value) && symbolPattern.test(canonicalSymbol(value)),
  shares: isShareCount,
  costBasis: isPrice,
  openOptions: (value: unknown) => Array.isArray(value) && value.length <= maxOpenOptions,
} as const satisfies Fields

/**
 * Returns the present fields if all of them are known and valid and no required field is missing;
 * otherwise undefined.
 */
function fieldsOf(value: unknown, fields: Fields, required: readonly string[]) {
  const present = Object.entries(Object(value) as object).filter(([, field]) => isPresent(field))
  const isValid =
    present.every(([name, field]) => Object.hasOwn(fields, name) && fields[name]!(field as never)) &&
    required.every((name) => present.some(([presentName]) => presentName === name))
  return isValid ? (Object.fromEntries(present) as Record<string, unknown>) : undefined
}

/** Parses one open option to its normal form; undefined if any field is invalid. */
export function readOpenOption(value: unknown): OpenOption | undefined {
  const option = fieldsOf(value, openOptionFields, ['id', 'quantity']) as OpenOption | undefined
  if (!option) return undefined
  const { id, price } = option
  return { ...option, id: normalizeOsi(id), ...(price && { price: rounded(price) }) }
}

/** Parses one holding to its normal form; undefined if any field is invalid. */
export function readHolding(value: unknown): Holding | undefined {
  const holding = fieldsOf(value, holdingFields, ['symbol']) as Holding | undefined
  const openOptions = holding?.openOptions?.map(readOpenOption)
  if (!holding || openOptions?.includes(undefined)) return undefined
  // Two entries of one contract are refused: the widget would treat each as a separate position.
  if (new Set(openOptions?.map((option) => option?.id)).size !== (openOptions?.length ?? 0)) return undefined
  const { shares, costBasis } = holding
  return {
    ...holding,
    symbol: canonicalSymbol(holding.symbol),
    ...(shares && { shares: truncated(shares) }),
    ...(costBasis && { costBasis: rounded(costBasis) }),
    ...(openOptions && { openOptions: openOptions as OpenOption[] }),
  }
}

/**
 * Parses the list, with tickers and contracts in normal form; undefined if any entry is invalid. A partial list is
 * never returned, because it would look like all that the user holds.
 */
export function readHoldings(value: unknown): Holding[] | undefined {
  if (!Array.isArray(value) || value.length > maxHoldings) return undefined
  const holdings = value.map(readHolding)
  const symbols = new Set(holdings.map((holding) => holding?.symbol))
  return symbols.size === value.length && !symbols.has(undefined) ? (holdings as Holding[]) : undefined
}
