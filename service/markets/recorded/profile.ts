import { noDividends, unknownDividends, type Profile } from '#service/markets/market.ts'
import type { Company } from './companies.ts'
import { kindOf } from './symbol-kind.ts'

/** The profile of a recorded symbol; unrecorded fields are null or empty. */
export function profileOf(symbol: string, company: Company | undefined): Profile {
  const kind = kindOf(symbol, company)
  return {
    symbol,
    companyName: company?.name ?? symbol,
    sector: company?.sector ?? (kind === 'stock' ? '' : kind === 'index' ? 'Index' : 'Exchange Traded Fund'),
    exchange: '',
    region: 'US',
    marketCap: company?.marketCap ?? null,
    eps: company?.eps ?? null,
    dividendYield: company?.dividendYield ?? 0,
    // A yield shows that dividends are paid, but not when.
    dividends: company?.dividendYield === 0 ? noDividends : unknownDividends,
    yearRange: company?.yearRange,
    kind,
  }
}
