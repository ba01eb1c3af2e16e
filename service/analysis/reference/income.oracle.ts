/**
 * Return and risk of an income trade by their definitions (docs/data-api.md, docs/specification.md
 * 2.4), independent of the code under test. Prices are dollars per share, returns and probabilities
 * decimals.
 */
import type { IncomeOption } from '#contract/responses/income.ts'
import { daysBetween } from '#service/markets/calendar.ts'
import type { Chain, Contract, Day } from '#service/markets/market.ts'

/** The holdings that a request states. */
export type OracleHoldings = {
  readonly stockQuantity?: number
  readonly costBasis?: number
  readonly cash?: number
}

/** Commission of a sale, dollars per share: $0.65 a contract. */
export const commissionPerShare = 0.0065

/** Bid-ask spread over the mid price. */
export const spreadOf = ({ bid, ask }: { bid: number; ask: number }): number =>
  (ask - bid) / ((ask + bid) / 2)

/**
 * Expected fill: a quarter of the way from bid to mid if the spread is under a tenth of the mid,
 * otherwise the bid.
 */
export const fillOf = ({ bid, ask }: { bid: number; ask: number }): number =>
  spreadOf({ bid, ask }) < 0.1 ? bid + 0.25 * ((bid + ask) / 2 - bid) : bid

/** Return at expiry if the option expires worthless after a sale at `premium`, less the commission. */
export const returnAt = (premium: number, { right, strike }: Contract, price: number): number =>
  right === 'call'
    ? (premium - commissionPerShare - Math.max(0, price - strike)) / price
    : (premium - commissionPerShare) / strike

/** `returnAt`, multiplied by 365 / days to expiry. */
export const annualizedAt = (premium: number, contract: Contract, price: number, today: Day): number =>
  (returnAt(premium, contract, price) * 365) / daysBetween(today, contract.expiry)

/**
 * Number of contracts: one per 100 shares for calls, one per 100 x strike of cash for puts; at
 * least one.
 */
export const contractsOf = ({ right, strike }: Contract, { stockQuantity, cash }: OracleHoldings): number =>
  Math.max(
    1,
    Math.floor((right === 'call' ? (stockQuantity ?? 0) / 100 : (cash ?? 0) / (100 * strike)) + 1e-9),
  )

/**
 * Cost per share: the cost basis of the shares held, and today's price of those that must be bought
 * to have 100.
 */
const costOf = ({ stockQuantity, costBasis }: OracleHoldings, price: number): number => {
  const sharesHeld = Math.min(100, stockQuantity ?? 100)
  return (sharesHeld * (costBasis ?? price) + (100 - sharesHeld) * price) / 100
}

/** Expected values of fields of a trade. */
type Fields = Partial<Record<keyof IncomeOption, number | string | null>>

/**
 * Returns the expected values of all fields that follow from quote, price and position by
 * arithmetic.
 */
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

/**
 * Returns the expected returns until expiry, relative to the share price and, if known, to the cost
 * basis.
 */
export const expectedReturns = (
  { right, strike, bid }: Contract,
  price: number,
  position: OracleHoldings = {},
): IncomeOption['returns'] => {
  const premium = bid - commissionPerShare
  if (right === 'put')
    return {
      ifUnchanged: { onPrice: (premium - Math.max(0, strike - price)) / strike, onBasis: null },
      ifAssigned: null,
      purchasePrice: strike - bid,
    }
  const cost = position.costBasis === undefined ? undefined : costOf(position, price)
  const gainIfUnchanged = premium - Math.max(0, price - strike)
  return {
    ifUnchanged: {
      onPrice: gainIfUnchanged / price,
      onBasis: cost === undefined ? null : gainIfUnchanged / cost,
    },
    ifAssigned: {
      onPrice: (strike + premium) / price - 1,
      onBasis: cost === undefined ? null : (strike + premium) / cost - 1,
    },
    purchasePrice: null,
  }
}

/**
 * Largest rounding error of a field: half a 1e-4 for returns and spread, half a dollar for sums,
 * otherwise half a cent.
 */
const tolerance = (field: string, expected: number): number =>
  field === 'return' || field === 'annualizedReturn' || field === 'spread'
    ? 0.000_06
    : field === 'maxReward' || field === 'maxRisk'
      ? 0.5 + Math.abs(expected) * 1e-6
      : 0.0051

/** Describes the first field that differs from its expected value; `undefined` if none does. */
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

/** Range of calendar days to expiry of each time frame, a row of the grid. */
export const dayRanges = { short: [20, 49], medium: [50, 89], long: [90, 180] } as const
/**
 * Range and target of the probability of expiring worthless of each risk profile, a column of the
 * grid.
 */
export const probabilityBands = {
  conservative: { low: 0.8, high: 0.95, target: 0.85 },
  optimal: { low: 0.68, high: 0.8, target: 0.74 },
  aggressive: { low: 0.5, high: 0.68, target: 0.6 },
} as const

/** Whether an expiry in `days` belongs to the time frame. */
export const isInTimeframe = (timeframe: keyof typeof dayRanges, days: number): boolean =>
  days >= dayRanges[timeframe][0] && days <= dayRanges[timeframe][1]

/**
 * Whether a contract meets the minimum requirements for bid, spread, open interest (if known) and
 * return.
 */
export const isEligible = (contract: Contract, price: number, today: Day): boolean =>
  contract.bid >= 0.05 &&
  contract.ask > contract.bid &&
  spreadOf(contract) <= 0.6 &&
  (contract.openInterest === null || contract.openInterest >= 10) &&
  annualizedAt(contract.bid, contract, price, today) >= 0.02
