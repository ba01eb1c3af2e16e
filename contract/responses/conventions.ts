/** Constants of financial figures: the service computes the figures, the widget displays and explains them. */

/** Shares per contract. */
export const sharesPerContract = 100

/** Calendar days per year for volatilities, rates and annualised returns. */
export const daysPerYear = 365

/** Horizon of a symbol's implied volatility in days, whatever expirations are listed. */
export const volatilityDays = 30

/** Maximum of `serviceScore`. */
export const maxScore = 250
/** A fair bet: the expected gain equals the expected loss. The checklist rates this score and higher ones as good. */
export const goodScore = 100
/** Minimum of a fair score; lower scores are poor. */
export const fairScore = 80

/**
 * Minimum of a wide bid-ask spread over the mid price, decimal. All warnings about spreads use it: cards, grid, lists and
 * checklist. The selection of contracts has its own limits (service/analysis/config/income.ts).
 */
export const wideSpread = 0.15

/** A commission above this share of the premium, decimal, has a warning. */
export const smallPremiumShare = 0.03

/**
 * Returns whether the commission takes much of a premium.
 *
 * @param commission dollars per contract
 * @param bid dollars per share
 */
export const isSmallPremium = (commission: number, bid: number): boolean =>
  commission > smallPremiumShare * bid * sharesPerContract

/** Returns whether a spread, rounded to hundredths of a percent as in sentences, is wide; false for an unknown one. */
export const isWideSpread = (spread: number | null): boolean =>
  spread !== null && Math.round(spread * 1e4) >= wideSpread * 1e4
