/** Helpers for tests of the simulated market. */
import type { Bars, Chain } from '#service/markets/market.ts'
import { simulatedMarket } from './simulated.ts'

export const saturday = new Date('2026-11-21T15:00:00Z')
export const marketAt = (instant: string | Date, seed = 1) =>
  simulatedMarket({ seed, clock: () => new Date(instant) })
/** The value; throws if it is undefined. */
export const defined = async <T>(value: Promise<T | undefined>): Promise<T> => {
  const result = await value
  if (result === undefined) throw new Error('unknown symbol')
  return result
}
/** Daily log returns. */
export const returns = (bars: Bars): number[] =>
  Array.from(bars.close.subarray(1), (close, i) => Math.log(close / (bars.close[i] as number)))
export const mean = (list: readonly number[]) => list.reduce((sum, x) => sum + x, 0) / list.length
export function correlation(a: readonly number[], b: readonly number[]): number {
  const [ma, mb] = [mean(a), mean(b)]
  const cov = mean(a.map((x, i) => (x - ma) * ((b[i] as number) - mb)))
  return cov / Math.sqrt(mean(a.map((x) => (x - ma) ** 2)) * mean(b.map((x) => (x - mb) ** 2)))
}
export const contractsOf = (chain: Chain, expiry: string, right: 'call' | 'put') =>
  chain.contracts.filter((contract) => contract.expiry === expiry && contract.right === right)
export const expiriesOf = (chain: Chain) => [...new Set(chain.contracts.map(({ expiry }) => expiry))]
