import { noDividends, unknownDividends, type Day, type Profile } from '#service/markets/market.ts'
import { dividendsFrom } from './corporate-actions.ts'
import type { Reference } from './reference.ts'
import { kindOf } from './symbol-kind.ts'

/** The profile of a recorded symbol; unrecorded fields are null or empty. */
export function profileOf(
  symbol: string,
  { companies, dividends }: Pick<Reference, 'companies' | 'dividends'>,
  today: Day,
): Profile {
  const company = companies.get(symbol)
  const kind = company?.recorded?.kind ?? kindOf(symbol, company)
  const declared = dividends?.get(symbol)
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
    dividends: declared
      ? dividendsFrom(declared, today)
      : company?.dividendYield === 0
        ? noDividends
        : unknownDividends,
    yearRange: company?.yearRange,
    kind,
    ...company?.recorded,
  }
}
