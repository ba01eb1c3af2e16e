/** The price a quote would have without the right to exercise early. */
import type { Contract } from '#service/market/market.ts'
import { middle } from './strike-pairs.ts'

/**
 * The European price that the middle of a quote stands for, dollars per share, discounted. American options out of the
 * money and near it are worth hardly more; what they are worth more is still in it.
 */
export const europeanMid = (contract: Contract, _market: unknown): number => middle(contract)
