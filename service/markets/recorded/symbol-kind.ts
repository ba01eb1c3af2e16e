/** Determines the kind of a symbol, because recorded data does not contain it. */
import { isIndex, isLeveragedFund } from '#service/markets/kit/symbol-kind.ts'
import type { Profile } from '#service/markets/market.ts'
import type { Company } from './companies.ts'

export { styleOf } from '#service/markets/kit/symbol-kind.ts'

const fundNamePattern = /\b(ETF|Fund|Trust, Series|SPDR|Select S)/

/**
 * Determines the kind of a symbol from lists of indexes and leveraged funds, otherwise from its
 * company data.
 */
export function kindOf(symbol: string, company: Company | undefined): Profile['kind'] {
  if (isIndex(symbol)) return 'index'
  if (isLeveragedFund(symbol)) return 'leveraged-etf'
  const isFund =
    company?.isFund === true ||
    (company?.sector === undefined && fundNamePattern.test(company?.name ?? symbol))
  return isFund ? 'etf' : 'stock'
}
