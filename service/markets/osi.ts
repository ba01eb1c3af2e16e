/** Option symbols of the Options Symbology Initiative, unpadded as vendors send them: `AAPL260918C00310000`. */
import { standardRoot } from '#contract/responses/osi.ts'
import { writeOsi } from '#contract/responses/write-osi.ts'
import type { Chain, Contract, Day } from './market.ts'

/** The parts of an option symbol; `strike` in dollars. */
export type OsiParts = {
  readonly root: string
  readonly expiry: Day
  readonly right: Contract['right']
  readonly strike: number
}

/** Builds an option symbol: root, date, C or P, strike in thousandths of a dollar. */
export const osiSymbol = (symbol: string, expiry: Day, right: Contract['right'], strike: number): string =>
  writeOsi(standardRoot(symbol), { legType: right === 'call' ? 'Call' : 'Put', expiryDate: expiry, strike })

const osiPattern = /^([A-Z0-9]{1,15}?)\s*(\d{2})(\d{2})(\d{2})([CP])(\d{8})$/

/** Parses an option symbol; undefined for other text. */
export function parseOsi(id: string): OsiParts | undefined {
  const match = osiPattern.exec(id)
  if (!match) return undefined
  const [, root = '', year, month, date, right, strike] = match
  return {
    root,
    expiry: `20${year}-${month}-${date}`,
    right: right === 'C' ? 'call' : 'put',
    strike: Number(strike) / 1000,
  }
}

/** An option symbol without the spaces that pad its root. */
const unpadded = (id: string): string => id.replaceAll(' ', '')

/** The contract with an unpadded option symbol; undefined if the chain does not list it. */
export const listedContract = (chain: Chain | undefined, id: string): Contract | undefined =>
  chain?.contracts.find((contract) => unpadded(contract.id) === id)

/**
 * The root of an option symbol: usually the ticker without dots, plus a digit if the contract was
 * adjusted.
 */
export const rootOf = (id: string): string => unpadded(id).slice(0, -15)

/**
 * Whether an option symbol, possibly of an adjusted contract (`AAPL1`), belongs to the underlying:
 * its root is the ticker or a root in the chain. Roots of indexes and of merged companies differ
 * from their tickers.
 */
export const isContractOf = (symbol: string, chain: Chain | undefined, id: string): boolean => {
  const expectedRoot = standardRoot(symbol)
  const unadjustedRoot = (optionSymbol: string): string => rootOf(optionSymbol).replace(/\d$/, '')
  const root = unadjustedRoot(id)
  return (
    rootOf(id) === expectedRoot ||
    root === expectedRoot ||
    (chain?.contracts.some((contract) => unadjustedRoot(contract.id) === root) ?? false)
  )
}
