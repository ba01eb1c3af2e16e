/**
 * Detects a split between the last bar and the option quotes, which the bars do not include yet.
 */
import { newYorkDay } from '#service/markets/calendar.ts'
import type { Bars, Chain } from '#service/markets/market.ts'
import { config } from '../config.ts'
import { splitFactorNear, type Split } from './splits.ts'

const logDistance = (a: number, b: number): number => Math.abs(Math.log(a / b))

const medianStrike = ({ contracts }: Chain): number =>
  contracts.map(({ strike }) => strike).toSorted((a, b) => a - b)[contracts.length >> 1]!

/**
 * Returns the split between the last bar and a chain of the same or a later day; `undefined` if
 * there is none, and `unresolved` if the evidence is contradictory. If the chain's price and the
 * last close differ by a jump, the strikes decide: exchanges adjust strikes in a split, so that
 * they are around the new price; after a crash they are around the old price. `price` is the last
 * price, dollars.
 */
export const findSplitAfterBars = (
  bars: Bars,
  chain: Chain | undefined,
  price: number | undefined,
): Split | 'unresolved' | undefined => {
  const lastClose = bars.close.at(-1)!
  if (!chain || chain.contracts.length === 0 || !(chain.underlyingPrice > 0)) return undefined
  const chainDay = newYorkDay(chain.asOf)
  const lastDay = bars.date.at(-1)!
  if (
    chainDay < lastDay ||
    logDistance(chain.underlyingPrice, lastClose) < Math.log(config.bars.split.minJump)
  )
    return undefined

  const isNearBars = (value: number): boolean =>
    logDistance(value, lastClose) < logDistance(value, chain.underlyingPrice)
  const priceConfirmsBars = price !== undefined && isNearBars(price)
  const priceConfirmsChain = price !== undefined && !priceConfirmsBars
  if (isNearBars(medianStrike(chain))) {
    // The strikes have the old scale: the price has moved since the last bar, or only the chain's price is wrong.
    return priceConfirmsBars || (priceConfirmsChain && chainDay > lastDay) ? undefined : 'unresolved'
  }
  const factor = splitFactorNear(lastClose / chain.underlyingPrice, config.bars.split.tolerance.max)
  return factor === undefined || priceConfirmsBars ? 'unresolved' : { day: chainDay, factor }
}
