/**
 * Return and risk of an income trade, directly from the definitions (docs/data-api.md, docs/specification.md
 * 2.4), independent of the code. Prices in dollars per share, returns and probabilities as decimals.
 */
import type { IncomeOption } from '#contract/responses/income.ts'
import { daysBetween, tradingDaysBetween } from '#service/markets/calendar.ts'
import type { Chain, Contract, Day } from '#service/markets/market.ts'

export type OracleHoldings = {
  readonly stockQuantity?: number
  readonly costBasis?: number
  readonly cash?: number
}

export const spreadOf = ({ bid, ask }: { bid: number; ask: number }): number =>
  (ask - bid) / ((ask + bid) / 2)

/** Expected fill: a quarter of the way from the bid to the mid if the spread is under a tenth of the mid. */
export const fillOf = ({ bid, ask }: { bid: number; ask: number }): number =>
  spreadOf({ bid, ask }) < 0.1 ? bid + 0.25 * ((bid + ask) / 2 - bid) : bid

/** Return at expiry if it expires worthless, at a premium. */
export const returnAt = (premium: number, { right, strike }: Contract, price: number): number =>
  right === 'call' ? (premium - Math.max(0, price - strike)) / price : premium / strike

export const annualizedAt = (premium: number, contract: Contract, price: number, today: Day): number =>
  (returnAt(premium, contract, price) * 365) / daysBetween(today, contract.expiry)

/** One contract per 100 shares held, or per 100 strikes of cash; at least one. */
export const contractsOf = ({ right, strike }: Contract, { stockQuantity, cash }: OracleHoldings): number =>
  Math.max(
    1,
    Math.floor((right === 'call' ? (stockQuantity ?? 0) / 100 : (cash ?? 0) / (100 * strike)) + 1e-9),
  )

/** Cost of a share of the position: the cost basis, today's price for shares missing to one contract. */
const costOf = ({ stockQuantity, costBasis }: OracleHoldings, price: number): number => {
  const sharesHeld = Math.min(100, stockQuantity ?? 100)
  return (sharesHeld * (costBasis ?? price) + (100 - sharesHeld) * price) / 100
}

type Fields = Partial<Record<keyof IncomeOption, number | string | null>>

/** Everything about a recommended contract that is arithmetic. */
export const expectedFields = (
  contract: Contract,
  chain: Chain,
  today: Day,
  position: OracleHoldings = {},
): Fields => {
  const { right, strike, bid, ask } = contract
  const price = chain.underlyingPrice
  const cost = costOf(position, price)
  const contracts = contractsOf(contract, position)
  const shares = 100 * contracts
  const isCall = right === 'call'
  return {
    id: contract.id,
    strike,
    legType: isCall ? 'Call' : 'Put',
    expiryDate: contract.expiry,
    daysUntilExpiry: daysBetween(today, contract.expiry),
    bid,
    ask,
    premium: bid,
    openInterest: contract.openInterest,
    volume: contract.volume,
    return: returnAt(bid, contract, price),
    annualizedReturn: annualizedAt(bid, contract, price, today),
    breakeven: isCall ? cost - bid : strike - bid,
    contracts,
    maxReward: isCall ? (strike - cost + bid) * shares : bid * shares,
    maxRisk: isCall ? (cost - bid) * shares : (strike - bid) * shares,
    spread: spreadOf(contract),
    fillPrice: fillOf(contract),
  }
}

/** Returns by expiry: relative to the stock's price, and to the position's cost if known. */
export const expectedReturns = (
  { right, strike, bid }: Contract,
  price: number,
  position: OracleHoldings = {},
): IncomeOption['returns'] => {
  if (right === 'put')
    return {
      ifUnchanged: { onPrice: (bid - Math.max(0, strike - price)) / strike, onBasis: null },
      ifAssigned: null,
      purchasePrice: strike - bid,
    }
  const paid = position.costBasis === undefined ? undefined : costOf(position, price)
  const gainIfUnchanged = bid - Math.max(0, price - strike)
  return {
    ifUnchanged: {
      onPrice: gainIfUnchanged / price,
      onBasis: paid === undefined ? null : gainIfUnchanged / paid,
    },
    ifAssigned: {
      onPrice: (strike + bid) / price - 1,
      onBasis: paid === undefined ? null : (strike + bid) / paid - 1,
    },
    purchasePrice: null,
  }
}

/** How far the answer may stand off by rounding: cents (per share or of the position), or four digits. */
const tolerance = (field: string, expected: number): number =>
  field === 'return' || field === 'annualizedReturn' || field === 'spread'
    ? 0.000_06
    : field === 'maxReward' || field === 'maxRisk'
      ? 0.5 + Math.abs(expected) * 1e-6
      : 0.0051

/** The first field that is not as expected, in words. */
export const fieldDisagreement = (option: IncomeOption, expected: Fields): string | undefined => {
  for (const [field, expectedValue] of Object.entries(expected)) {
    const actual = option[field as keyof IncomeOption]
    const agrees =
      typeof expectedValue === 'number' && typeof actual === 'number'
        ? Math.abs(actual - expectedValue) <= tolerance(field, expectedValue)
        : actual === expectedValue
    if (!agrees) return `${option.id} ${field} is ${JSON.stringify(actual)}, not ${expectedValue}`
  }
  return undefined
}

/** Sessions from now to an expiry, as many as the realised volatility looks back over: 20 to 60. */
export const realizedSessions = (today: Day, expiry: Day): number[] =>
  [0, 1].map((last) => Math.max(20, Math.min(60, tradingDaysBetween(today, expiry) + last)))

/** Calendar days to expiry of each row. */
export const rows = { short: [20, 49], medium: [50, 89], long: [90, 180] } as const
/** Probability of expiring worthless of each column, and the value aimed at. */
export const columns = {
  conservative: { low: 0.8, high: 0.95, target: 0.85 },
  optimal: { low: 0.68, high: 0.8, target: 0.74 },
  aggressive: { low: 0.5, high: 0.68, target: 0.6 },
} as const

export const isInRow = (timeframe: keyof typeof rows, days: number): boolean =>
  days >= rows[timeframe][0] && days <= rows[timeframe][1]

/** Minimum requirements of a contract: a bid, a market, some open interest if known, two per cent a year. */
export const isOffered = (contract: Contract, price: number, today: Day): boolean =>
  contract.bid >= 0.05 &&
  contract.ask > contract.bid &&
  spreadOf(contract) <= 0.6 &&
  (contract.openInterest === null || contract.openInterest >= 10) &&
  annualizedAt(contract.bid, contract, price, today) >= 0.02

/** The third Friday of a month: the standard monthly expiry. */
export const isMonthly = (day: Day): boolean => {
  const date = new Date(`${day}T12:00:00Z`)
  return date.getUTCDay() === 5 && date.getUTCDate() >= 15 && date.getUTCDate() <= 21
}
