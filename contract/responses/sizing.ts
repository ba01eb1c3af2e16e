/** Number of contracts that cash or shares secure. Service and widget use it, so that their numbers are equal. */
import { sharesPerContract } from './conventions.ts'

/** Contracts that a position secures. */
export type TradeSize = {
  readonly contracts: number
  /** Dollars set aside for puts, or shares that calls cover. */
  readonly used: number
  /** Dollars or shares that are not used; negative if more contracts were asked for than are secured. */
  readonly left: number
}

/** Strikes and amounts have up to four decimals: as whole numbers they divide without the error of binary fractions. */
const inTenThousandths = (dollars: number): number => Math.round(dollars * 10_000)

/**
 * Returns the puts that cash secures.
 *
 * @param cash dollars
 * @param strike dollars per share
 * @param contracts the number to sell, if it is another than the cash secures
 */
export function sizeOfPuts(cash: number, strike: number, contracts?: number): TradeSize {
  const needed = inTenThousandths(strike) * sharesPerContract
  const available = inTenThousandths(cash)
  const count = contracts ?? Math.floor(available / needed)
  const used = count * needed
  return { contracts: count, used: used / 10_000, left: (available - used) / 10_000 }
}

/** Returns the calls that whole shares cover. */
export function sizeOfCalls(shares: number): TradeSize {
  const contracts = Math.floor(shares / sharesPerContract)
  const used = contracts * sharesPerContract
  return { contracts, used, left: shares - used }
}
