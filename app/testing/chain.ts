/** A sample option chain for tests, with the stock, expiries and cells of the sample income response. */
import type { Chain, ChainExpiry, ChainOption, ChainRow } from '#contract/responses/chain.ts'
import type { LegType } from '#contract/responses/income.ts'
import { madeUpNine } from './income.ts'

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
type Day = Pick<ChainExpiry, 'expiryDate' | 'daysUntilExpiry' | 'timeframe'>

const deviationOf = ({ daysUntilExpiry }: Day) => stockPrice * volatility * Math.sqrt(daysUntilExpiry / 365)

/** Every contract of the sample grid by its id. */
const cells = new Map([...madeUpNine('call'), ...madeUpNine('put')].map((option) => [option.id, option]))

/** One listed option with roughly realistic prices. */
export function madeUpChainOption(day: Day, strike: number, leg: LegType): ChainOption {
  const dollars = String(Math.round(strike * 1000)).padStart(8, '0')
  const id = `AAPL${day.expiryDate.slice(2).replaceAll('-', '')}${leg[0]!.toUpperCase()}${dollars}`
  const away = (leg === 'call' ? strike - stockPrice : stockPrice - strike) / deviationOf(day)
  const worthless = 1 / (1 + Math.exp(-1.7 * away))
  const intrinsic = Math.max(0, -away) * deviationOf(day)
  const mid = intrinsic + 0.4 * deviationOf(day) * Math.exp(-Math.abs(away) - away * away * 0.3)
  const filled = cells.get(id)
  const bid = filled?.bid ?? Math.max(0, cents(mid - 0.05))
  const gain = (bid - intrinsic) / (leg === 'call' ? stockPrice : strike)
  const isSold = bid > 0 && gain > 0
  return {
    id,
    bid,
    ask: filled?.ask ?? cents(mid + 0.05),
    openInterest: filled?.openInterest ?? 1200,
    volume: filled?.volume ?? 85,
    impliedVolatility: filled?.impliedVolatility ?? volatility,
    delta: filled?.delta ?? Math.round((leg === 'call' ? 1 - worthless : worthless - 1) * 100) / 100,
    probability: filled?.probability ?? worthless,
    return: filled?.return ?? (isSold ? gain : null),
    annualizedReturn: filled?.annualizedReturn ?? (isSold ? (gain * 365) / day.daysUntilExpiry : null),
    refused: bid > 0 ? null : 'no-bid',
    cell: filled ? { timeframe: filled.timeframe, riskProfile: filled.riskProfile } : null,
  }
}

/** A contract whose quote is refused as implausible, and which therefore has no figures. */
export const madeUpRefused = (option: ChainOption, refused: ChainOption['refused']): ChainOption => ({
  ...option,
  impliedVolatility: null,
  delta: null,
  probability: null,
  return: null,
  annualizedReturn: null,
  refused,
  cell: null,
})

/** Rows of an expiry: strikes five dollars apart, centred at the money. */
export const madeUpChainRows = (day: Day, strikes = 41): ChainRow[] =>
  Array.from({ length: strikes }, (_, index) => {
    const strike = 230 + 5 * (index - Math.floor(strikes / 2))
    return {
      strike,
      call: madeUpChainOption(day, strike, 'call'),
      put: madeUpChainOption(day, strike, 'put'),
    }
  }).filter(({ strike }) => strike > 0)

/** A complete response; `expiry` limits the rows as the query does. `change` overrides fields. */
export function madeUpChain(expiry?: string | null, change: Partial<Chain> = {}): Chain {
  return {
    underlying: 'AAPL',
    stockPrice,
    chainPrice: stockPrice,
    optionsAsOf: '2026-11-12T20:59:00Z',
    expiries: expiries.map((day) => ({
      ...day,
      expiry: `${day.expiryDate}T21:00:00Z`,
      impliedVolatility: volatility,
      expectedMove: cents(deviationOf(day)),
      refused: null,
      rows: expiry == null || expiry === day.expiryDate ? madeUpChainRows(day) : [],
    })),
    listedContracts: 410,
    unknown: [],
    dataStatus: { asOf: '2026-11-12T21:00:00Z', simulated: false, delayedSeconds: 900 },
    messageType: 'SUCCESS',
    ...change,
  }
}
