/** A sample option chain for tests, with the stock, expiries and cells of the sample income response. */
import type { Chain, ChainExpiry, ChainOption, ChainRow } from '#contract/responses/chain.ts'
import type { LegType } from '#contract/responses/income.ts'
import { sampleOptimals } from './income.ts'

const stockPrice = 231.42
const volatility = 0.27
const cents = (value: number) => Math.round(value * 100) / 100

const expiries = [
  { expiryDate: '2026-11-20', daysUntilExpiry: 8, timeframe: null },
  { expiryDate: '2026-12-18', daysUntilExpiry: 36, timeframe: 'short' },
  { expiryDate: '2027-01-15', daysUntilExpiry: 64, timeframe: 'medium' },
  { expiryDate: '2027-03-19', daysUntilExpiry: 127, timeframe: 'long' },
  { expiryDate: '2028-01-21', daysUntilExpiry: 435, timeframe: null },
] as const
type SampleExpiry = Pick<ChainExpiry, 'expiryDate' | 'daysUntilExpiry' | 'timeframe'>

/** Standard deviation of the stock price at expiry, dollars. */
const deviationOf = ({ daysUntilExpiry }: SampleExpiry) =>
  stockPrice * volatility * Math.sqrt(daysUntilExpiry / 365)

/** The 18 contracts of the sample income response by id. */
const cellsById = new Map(
  [...sampleOptimals('call'), ...sampleOptimals('put')].map((option) => [option.id, option]),
)

/**
 * A listed option with roughly realistic prices. A contract of the sample income response keeps its
 * figures.
 */
export function sampleChainOption(expiry: SampleExpiry, strike: number, leg: LegType): ChainOption {
  const strikeDigits = String(Math.round(strike * 1000)).padStart(8, '0')
  const id = `AAPL${expiry.expiryDate.slice(2).replaceAll('-', '')}${leg[0]!.toUpperCase()}${strikeDigits}`
  // Distance out of the money, in standard deviations.
  const distance = (leg === 'call' ? strike - stockPrice : stockPrice - strike) / deviationOf(expiry)
  const probabilityWorthless = 1 / (1 + Math.exp(-1.7 * distance))
  const intrinsic = Math.max(0, -distance) * deviationOf(expiry)
  const mid =
    intrinsic + 0.4 * deviationOf(expiry) * Math.exp(-Math.abs(distance) - distance * distance * 0.3)
  const cell = cellsById.get(id)
  const bid = cell?.bid ?? Math.max(0, cents(mid - 0.05))
  const returnOnCapital = (bid - intrinsic) / (leg === 'call' ? stockPrice : strike)
  const hasReturn = bid > 0 && returnOnCapital > 0
  return {
    id,
    bid,
    ask: cell?.ask ?? cents(mid + 0.05),
    openInterest: cell?.openInterest ?? 1200,
    volume: cell?.volume ?? 85,
    impliedVolatility: cell?.impliedVolatility ?? volatility,
    delta:
      cell?.delta ??
      Math.round((leg === 'call' ? 1 - probabilityWorthless : probabilityWorthless - 1) * 100) / 100,
    probability: cell?.probability ?? probabilityWorthless,
    return: cell?.return ?? (hasReturn ? returnOnCapital : null),
    annualizedReturn:
      cell?.annualizedReturn ?? (hasReturn ? (returnOnCapital * 365) / expiry.daysUntilExpiry : null),
    refused: bid > 0 ? null : 'no-bid',
    cell: cell ? { timeframe: cell.timeframe, riskProfile: cell.riskProfile } : null,
  }
}

/** Returns `option` with its quote refused: without the figures that are derived from the quote. */
export const asRefusedOption = (option: ChainOption, refused: ChainOption['refused']): ChainOption => ({
  ...option,
  impliedVolatility: null,
  delta: null,
  probability: null,
  return: null,
  annualizedReturn: null,
  refused,
  cell: null,
})

/** Rows of an expiry: `strikes` is the number of strikes, five dollars apart and centred at the money. */
export const sampleChainRows = (expiry: SampleExpiry, strikes = 41): ChainRow[] =>
  Array.from({ length: strikes }, (_, index) => {
    const strike = 230 + 5 * (index - Math.floor(strikes / 2))
    return {
      strike,
      call: sampleChainOption(expiry, strike, 'call'),
      put: sampleChainOption(expiry, strike, 'put'),
    }
  }).filter(({ strike }) => strike > 0)

/**
 * A complete response. With `expiryDate`, as in the query, only that expiry has rows. `change` overrides
 * fields.
 */
export function sampleChain(expiryDate?: string | null, change: Partial<Chain> = {}): Chain {
  return {
    underlying: 'AAPL',
    stockPrice,
    chainPrice: stockPrice,
    commission: 0,
    optionsAsOf: '2026-11-12T20:59:00Z',
    expiries: expiries.map((day) => ({
      ...day,
      expiry: `${day.expiryDate}T21:00:00Z`,
      impliedVolatility: volatility,
      expectedMove: cents(deviationOf(day)),
      refused: null,
      rows: expiryDate == null || expiryDate === day.expiryDate ? sampleChainRows(day) : [],
    })),
    listedContracts: 410,
    unknown: [],
    dataStatus: { asOf: '2026-11-12T21:00:00Z', simulated: false, delayedSeconds: 900 },
    messageType: 'SUCCESS',
    ...change,
  }
}
