/** Detects a split that is in the option chain but not in the bars: between the last bar and the quotes. */
import { newYorkDay } from '#service/markets/calendar.ts'
import type { Bars, Chain } from '#service/markets/market.ts'
import { config } from '../config.ts'
import { splitFactorNear, type Split } from './splits.ts'

const distance = (a: number, b: number): number => Math.abs(Math.log(a / b))

const medianStrike = ({ contracts }: Chain): number =>
  contracts.map(({ strike }) => strike).toSorted((a, b) => a - b)[contracts.length >> 1]!

/**
 * Returns the split between the last bar and a chain of the same or a later day; undefined without one. If the two
 * prices differ by a ratio of the list, the strikes decide: exchanges adjust them in a split, so they are around the
 * new price; after a crash they are around the old one. `price` is the last known price. `unresolved` if the evidence
 * is contradictory.
 */
export const splitSince = (
  bars: Bars,
  chain: Chain | undefined,
  price: number | undefined,
): Split | 'unresolved' | undefined => {
  const lastClose = bars.close.at(-1)!
  if (!chain || chain.contracts.length === 0 || !(chain.underlyingPrice > 0)) return undefined
  const chainDay = newYorkDay(chain.asOf)
  const lastDay = bars.date.at(-1)!
  if (chainDay < lastDay || distance(chain.underlyingPrice, lastClose) < Math.log(config.bars.split.minJump))
    return undefined

  const isNearBars = (value: number): boolean =>
    distance(value, lastClose) < distance(value, chain.underlyingPrice)
  const priceConfirmsBars = price !== undefined && isNearBars(price)
  const priceConfirmsChain = price !== undefined && !priceConfirmsBars
  if (isNearBars(medianStrike(chain))) {
    // Strikes on the old scale: the price has moved since the last bar, or only the price in the chain is wrong.
    return priceConfirmsBars || (priceConfirmsChain && chainDay > lastDay) ? undefined : 'unresolved'
  }
  const factor = splitFactorNear(lastClose / chain.underlyingPrice, config.bars.split.tolerance.max)
  return factor === undefined || priceConfirmsBars ? 'unresolved' : { day: chainDay, factor }
}
