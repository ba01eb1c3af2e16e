/** Option symbols of the Options Symbology Initiative, unpadded as vendors send them: `AAPL260918C00310000`. */
import type { Contract, Day } from './market.ts'

export type Osi = {
  readonly root: string
  readonly expiry: Day
  readonly right: Contract['right']
  readonly strike: number
}

/** Root without dots (BRK.B is BRKB), date, C or P, strike in thousandths of a dollar. */
export const osiSymbol = (symbol: string, expiry: Day, right: Contract['right'], strike: number): string =>
  `${symbol.replaceAll(/[^A-Z0-9]/g, '')}${expiry.slice(2, 4)}${expiry.slice(5, 7)}${expiry.slice(8, 10)}` +
  `${right === 'call' ? 'C' : 'P'}${String(Math.round(strike * 1000)).padStart(8, '0')}`

const form = /^([A-Z0-9]{1,6}?)\s*(\d{2})(\d{2})(\d{2})([CP])(\d{8})$/

/** The parts of an option symbol; undefined where it is none. */
export function parseOsi(id: string): Osi | undefined {
  const match = form.exec(id)
  if (!match) return undefined
  const [, root = '', year, month, date, right, strike] = match
  return {
    root,
    expiry: `20${year}-${month}-${date}`,
    right: right === 'C' ? 'call' : 'put',
    strike: Number(strike) / 1000,
  }
}
