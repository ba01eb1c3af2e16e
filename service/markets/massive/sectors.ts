/**
 * Sectors by Standard Industrial Classification, the only classification that the vendor has. The names are those of the other
 * sources, so that a change of the source does not change the sectors.
 */
import type { TickerReference } from './wire.ts'

/** First and last code of a range, and its sector. The first range that contains a code counts. */
const ranges: readonly (readonly [number, number, string])[] = [
  [1200, 1399, 'Energy'],
  [2830, 2836, 'Healthcare'],
  [2900, 2999, 'Energy'],
  [3533, 3533, 'Energy'],
  [3570, 3579, 'Technology'],
  [3660, 3679, 'Technology'],
  [3711, 3716, 'Consumer Cyclical'],
  [3820, 3829, 'Technology'],
  [3840, 3851, 'Healthcare'],
  [5122, 5122, 'Healthcare'],
  [5912, 5912, 'Healthcare'],
  [5140, 5199, 'Consumer Defensive'],
  [5400, 5499, 'Consumer Defensive'],
  [5331, 5331, 'Consumer Defensive'],
  [6324, 6324, 'Healthcare'],
  [6500, 6599, 'Real Estate'],
  [6798, 6798, 'Real Estate'],
  [7310, 7319, 'Communication Services'],
  [7370, 7379, 'Technology'],
  [7810, 7849, 'Communication Services'],
  [8000, 8099, 'Healthcare'],
  [8731, 8734, 'Healthcare'],
  [100, 999, 'Consumer Defensive'],
  [1000, 1499, 'Basic Materials'],
  [1500, 1799, 'Industrials'],
  [2000, 2199, 'Consumer Defensive'],
  [2200, 2399, 'Consumer Cyclical'],
  [2400, 2499, 'Basic Materials'],
  [2500, 2599, 'Consumer Cyclical'],
  [2600, 2699, 'Basic Materials'],
  [2700, 2799, 'Communication Services'],
  [2840, 2849, 'Consumer Defensive'],
  [2800, 2899, 'Basic Materials'],
  [3000, 3199, 'Consumer Cyclical'],
  [3200, 3399, 'Basic Materials'],
  [3400, 3999, 'Industrials'],
  [4000, 4799, 'Industrials'],
  [4800, 4899, 'Communication Services'],
  [4950, 4959, 'Industrials'],
  [4900, 4999, 'Utilities'],
  [5000, 5199, 'Industrials'],
  [5200, 5999, 'Consumer Cyclical'],
  [6000, 6799, 'Financial Services'],
  [7000, 7299, 'Consumer Cyclical'],
  [7300, 7399, 'Industrials'],
  [7400, 7999, 'Consumer Cyclical'],
  [8200, 8299, 'Consumer Defensive'],
  [8700, 8799, 'Industrials'],
]

/** Empty if the vendor does not classify the company. Without a known code, the vendor's own words in sentence case. */
export function sectorOf({
  sic_code,
  sic_description,
}: Pick<TickerReference, 'sic_code' | 'sic_description'>): string {
  const code = Number(sic_code ?? Number.NaN)
  const range = ranges.find(([first, last]) => code >= first && code <= last)
  if (range) return range[2]
  const words = (sic_description ?? '').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
