/** A split that the option chain knows and the bars do not: between the last bar and the moment of the quotes. */
import { newYorkDay } from '#service/markets/calendar.ts'
import type { Bars, Chain } from '#service/markets/market.ts'
import { config } from '../config.ts'
import { splitFactorNear, type Split } from './splits.ts'

const distance = (a: number, b: number): number => Math.abs(Math.log(a / b))

const medianStrike = ({ contracts }: Chain): number =>
  contracts.map(({ strike }) => strike).toSorted((a, b) => a - b)[contracts.length >> 1]!

/**
 * The split between bars and a newer or equally old chain; undefined without one. If the two prices differ by
 * a ratio of the list, strikes decide: an exchange divides them with the shares, so they lie around the new
 * price; after a crash they lie around the old one. `price` is the last known one. `unresolved` if the
 * evidence is contradictory.
 */
export const splitSince = (
  bars: Bars,
  chain: Chain | undefined,
  price: number | undefined,
): Split | 'unresolved' | undefined => {
  const last = bars.close.at(-1)!
  if (!chain || chain.contracts.length === 0 || !(chain.underlyingPrice > 0)) return undefined
  const chainDay = newYorkDay(chain.asOf)
  const lastDay = bars.date.at(-1)!
  if (chainDay < lastDay || distance(chain.underlyingPrice, last) < Math.log(config.bars.split.least))
    return undefined

  const isOfBars = (value: number): boolean => distance(value, last) < distance(value, chain.underlyingPrice)
  const saysBars = price !== undefined && isOfBars(price)
  const saysChain = price !== undefined && !saysBars
  if (isOfBars(medianStrike(chain))) {
    // Strikes of the old scale: the price has really moved since the last bar, or the chain's price alone is wrong.
    return saysBars || (saysChain && chainDay > lastDay) ? undefined : 'unresolved'
  }
  const factor = splitFactorNear(last / chain.underlyingPrice, config.bars.split.tolerance.most)
  return factor === undefined || saysBars ? 'unresolved' : { day: chainDay, factor }
}
