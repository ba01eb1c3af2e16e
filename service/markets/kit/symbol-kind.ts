/** Kinds of symbols that no source reports: lists of indexes, and of leveraged and inverse funds. */
import type { Chain, Profile } from '#service/markets/market.ts'
import { unknownDividends } from '#service/markets/market.ts'

/** Cash-settled indexes with options. A caret may precede their names. */
const indexes: ReadonlySet<string> = new Set([
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
  'GSPC',
])

/** Leveraged and inverse funds. */
const leveragedFunds: ReadonlySet<string> = new Set([
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

/** Whether the symbol is an index. Only indexes begin with a caret. */
export const isIndex = (symbol: string): boolean => symbol.startsWith('^') || indexes.has(symbol)

export const isLeveragedFund = (symbol: string): boolean => leveragedFunds.has(symbol)

/**
 * Exercise style of a symbol's options: European for indexes, except for the S&P 100 (OEX; XEO is its
 * European twin).
 */
export const styleOf = (symbol: string): Chain['style'] =>
  isIndex(symbol) && symbol.replace('^', '') !== 'OEX' ? 'european' : 'american'

/** The profile of a symbol of which the source knows nothing but its options. */
export const bareProfile = (symbol: string): Profile => ({
  symbol,
  companyName: symbol,
  sector: isIndex(symbol) ? 'Index' : '',
  exchange: '',
  region: 'US',
  marketCap: null,
  eps: null,
  dividendYield: 0,
  dividends: unknownDividends,
  kind: isIndex(symbol) ? 'index' : isLeveragedFund(symbol) ? 'leveraged-etf' : 'stock',
})
