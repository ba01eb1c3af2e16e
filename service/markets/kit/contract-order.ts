/** The order of a chain's contracts: expiry, strike, right. */
import type { Contract } from '#service/markets/market.ts'

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Compares two contracts for sorting. Contracts that differ in the root only are sorted by their symbols. */
export const compareContracts = (a: Contract, b: Contract): number =>
  compareText(a.expiry, b.expiry) ||
  a.strike - b.strike ||
  compareText(a.right, b.right) ||
  compareText(a.id, b.id)
