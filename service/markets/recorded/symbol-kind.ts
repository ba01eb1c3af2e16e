/** Determines the kind of a symbol, because recorded data does not contain it. */
import type { Chain, Profile } from '#service/markets/market.ts'
import type { Company } from './companies.ts'

/** Cash-settled indexes, whose options are European. */
const indexSymbols: ReadonlySet<string> = new Set([
  'SPX',
  'XSP',
  'NDX',
  'XND',
  'RUT',
  'MRUT',
  'VIX',
  'DJX',
  'OEX',
  'XEO',
  '^SPX',
  '^NDX',
  '^RUT',
  '^VIX',
  '^GSPC',
])

/** Leveraged and inverse funds. */
const leveragedSymbols = new Set([
  'TQQQ',
  'SQQQ',
  'SOXL',
  'SOXS',
  'UPRO',
  'SPXU',
  'SPXL',
  'SPXS',
  'TNA',
  'TZA',
  'UVXY',
  'SVXY',
  'TSLL',
  'NVDL',
  'LABU',
  'LABD',
  'QLD',
  'QID',
  'SSO',
  'SDS',
  'SH',
  'PSQ',
  'FAS',
  'FAZ',
  'TMF',
  'TMV',
  'BOIL',
  'KOLD',
  'NUGT',
  'DUST',
])
const fundNamePattern = /\b(ETF|Fund|Trust, Series|SPDR|Select S)/

/**
 * Determines the kind of a symbol from lists of indexes and leveraged funds, otherwise from its
 * company data.
 */
export function kindOf(symbol: string, company: Company | undefined): Profile['kind'] {
  if (indexSymbols.has(symbol)) return 'index'
  if (leveragedSymbols.has(symbol)) return 'leveraged-etf'
  const isFund =
    company?.isFund === true ||
    (company?.sector === undefined && fundNamePattern.test(company?.name ?? symbol))
  return isFund ? 'etf' : 'stock'
}

/** Exercise style of a symbol's options: European for indexes. */
export const styleOf = (symbol: string): Chain['style'] =>
  indexSymbols.has(symbol) ? 'european' : 'american'
