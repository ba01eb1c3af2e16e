/** The listing of the test market: well-known companies and funds, and its own symbols. */
import type { TestSymbol } from '#service/shared/test-market.ts'
import { type SimulatedSymbol, exchanges, sectors } from '#service/markets/simulated/companies/entry.ts'

/**
 * Symbols of the simulated market that the test market lists. A technical rank needs 100 ranked
 * symbols (`config.technicalScore.minRanked`).
 */
export const wellKnownSymbols: readonly string[] =
  `AAL AAPL ABBV ABNB ABT ACN ADBE AMAT AMC AMD AMGN AMZN ARM AVGO AXP BA BABA BAC BKNG BLK CAT CCL CMCSA COIN
  COST CRM CSCO CVS CVX DAL DE DIS DUK F FDX GE GILD GM GME GOOGL GS HD HON HOOD IBM INTC INTU ISRG IWM JNJ JPM
  KO LIN LLY LOW LRCX LYFT MA MARA MCD META MRNA MS MSFT MU NEE NFLX NIO NKE NOW NVDA ORCL PANW PEP PFE PG PLTR
  PM PYPL QCOM QQQ RIVN RTX SBUX SHOP SMCI SO SOFI SPGI SPY T TGT TMO TSLA TXN UBER UNH UNP UPS V VZ WFC WMT
  XOM XYZ`.split(/\s+/)

/**
 * An ordinary company: 100 dollars, options every Friday, no dividend. Its options imply no report,
 * because special.ts replaces the dates.
 */
const ordinary = {
  sector: sectors.T,
  exchange: exchanges.Q,
  kind: 'stock',
  price: 100,
  sharesOutstanding: 1000,
  dividendYield: 0,
  earningsMultiple: 25,
  idiosyncraticVolatility: 0.24,
  beta: 1,
  averageVolume: 12,
  listing: 'most',
  hasPricedReports: false,
} as const satisfies Partial<SimulatedSymbol>

/** Company data of the test market's own symbols. */
const testCompanies: Record<
  Exclude<TestSymbol, 'TEST.UNKNOWN'>,
  Partial<SimulatedSymbol> & { root: string; name: string }
> = {
  'TEST.OK': { root: 'TSTOK', name: 'Test All Is Well' },
  'TEST.EMPTY': { root: 'TSTEMP', name: 'Test Nobody Bids' },
  'TEST.NOOPT': { root: 'TSTNOP', name: 'Test No Options', listing: 'none' },
  'TEST.STALE': { root: 'TSTSTA', name: 'Test Old Data' },
  'TEST.SLOW': { root: 'TSTSLO', name: 'Test Slow Answers' },
  'TEST.FAIL': { root: 'TSTFAI', name: 'Test Failing Answers' },
  'TEST.EARN': { root: 'TSTEAR', name: 'Test Earnings Inside' },
  'TEST.EXDIV': { root: 'TSTEXD', name: 'Test Dividend Inside', dividendYield: 0.04 },
  'TEST.WIDE': { root: 'TSTWID', name: 'Test Wide Spreads', listing: 'weekly' },
  'TEST.TICK': { root: 'TSTTIC', name: 'Test Moving Price' },
}

export const testEntries: readonly SimulatedSymbol[] = Object.entries(testCompanies).map(
  ([symbol, entry]) => ({
    ...ordinary,
    symbol,
    ...entry,
  }),
)
