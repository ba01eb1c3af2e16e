/** Static facts of a symbol, as far as Tradier's quotes have them: neither sector nor fundamentals nor dividends. */
import { isLeveragedFund } from '#service/markets/kit/symbol-kind.ts'
import { unknownDividends, type Day, type Profile } from '#service/markets/market.ts'
import type { QuoteRow } from './wire.ts'

/** Tradier's codes of listing exchanges. */
const exchanges: Readonly<Record<string, string>> = {
  A: 'NYSE American',
  N: 'NYSE',
  P: 'NYSE Arca',
  Q: 'NASDAQ',
  V: 'IEX',
  Z: 'Cboe BZX',
}

/** Names of leveraged and inverse funds. `Ultra Short` of bond funds is a maturity. */
const leveragedName =
  /\b(?:-?\d(?:\.\d+)?x|ultrapro|ultrashort|ultra(?![-\s]*short)|inverse|leveraged|bull|bear)\b|^proshares short\b/i

const kindOf = (symbol: string, { type, description }: QuoteRow): Profile['kind'] => {
  if (type === 'index') return 'index'
  if (type !== 'etf') return 'stock'
  return isLeveragedFund(symbol) || leveragedName.test(description) ? 'leveraged-etf' : 'etf'
}

/** @param lastClosed day of the latest session that has closed, up to which the 52-week range is compared with bars */
export function profileOf(symbol: string, row: QuoteRow, lastClosed: Day): Profile {
  const { week_52_low: low, week_52_high: high } = row
  return {
    symbol,
    companyName: row.description || symbol,
    sector: '',
    exchange: exchanges[row.exch] ?? '',
    region: 'US',
    marketCap: null,
    eps: null,
    dividendYield: 0,
    dividends: unknownDividends,
    ...(low !== null &&
      high !== null &&
      low > 0 &&
      low <= high && { yearRange: { low, high, day: lastClosed } }),
    kind: kindOf(symbol, row),
  }
}
