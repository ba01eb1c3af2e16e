/** Compares the quotes of an expiry with the fair values of its fitted smile. */
import type { Contract } from '#service/markets/market.ts'
import type { Right } from '#service/analysis/pricing/black-scholes.ts'
import { config } from '../config.ts'
import type { ExpiryQuotes } from './expiry-volatilities.ts'
import type { Smile } from './smile.ts'
import { isQuoted, midOf } from './strike-pairs.ts'

/**
 * Standard error of the discounted price of an option, dollars per share: that of its European price, and a share of its
 * early-exercise premium.
 */
export const priceErrorOf = (
  smile: Smile,
  { discount, earlyExercise }: ExpiryQuotes,
  right: Right,
  strike: number,
): number =>
  Math.hypot(
    discount * smile.errorAt(strike),
    config.surface.earlyExercise.premiumShareError * earlyExercise(right, strike),
  )

/** Quotes that do not fit the smile. */
type Residuals = {
  /** Contracts with a bid or an ask that the smile makes implausible, although no other quote contradicts it. */
  readonly far: readonly Contract[]
  /** Whether so many certain quotes are outside the fit that the smile does not have their shape. */
  readonly isMisfit: boolean
}

/** Whether the quote is near the money, out of the money and tight. `z`: standard deviations from the money. */
const isCertain = (contract: Contract, z: number): boolean => {
  const { deviations, maxSpread } = config.surface.screen.misfit
  const { right, bid, ask } = contract
  return (
    z >= 0 === (right === 'call') && Math.abs(z) <= deviations && ask - bid <= maxSpread * midOf(contract)
  )
}

/** Returns the quotes that do not fit the smile; none without a smile. */
export const residualsOf = (
  contracts: readonly Contract[],
  quotes: ExpiryQuotes,
  smile: Smile | undefined,
): Residuals => {
  if (!smile) return { far: [], isMisfit: false }
  const { forward, discount, years, earlyExercise } = quotes
  const { far, misfit } = config.surface.screen
  const unit = smile.volatilityAt(forward) * Math.sqrt(years)
  const farContracts: Contract[] = []
  let certainOutside = 0
  // The put price is cached for the next contract, which is usually the other right of the same strike.
  let cachedStrike = 0
  let cachedPut = 0
  for (const contract of contracts) {
    if (!isQuoted(contract)) continue
    const { strike, right, bid, ask } = contract
    if (strike !== cachedStrike) cachedPut = smile.undiscountedPut((cachedStrike = strike))
    const european = discount * (right === 'put' ? cachedPut : cachedPut - strike + forward)
    const fair = european + earlyExercise(right, strike)
    const outside = Math.max(bid - fair, fair - ask)
    if (outside <= 0) continue
    // Computed only if it matters: most fair values are between bid and ask.
    const errors = outside / priceErrorOf(smile, quotes, right, strike)
    const z = Math.log(strike / forward) / unit
    const isAbove = Math.abs(z) <= far.deviations && bid > fair + far.excess && errors > far.errors
    if (isAbove || bid > far.ratio * fair + far.dollars || ask < fair / far.ratio - far.dollars)
      farContracts.push(contract)
    if (errors > misfit.errors && isCertain(contract, z)) certainOutside++
  }
  return { far: farContracts, isMisfit: certainOutside >= misfit.quotes }
}
