/** Constants of financial figures: the service computes the figures, the widget displays and explains them. */

/** Shares per contract. */
export const sharesPerContract = 100

/** Calendar days per year for volatilities, rates and annualised returns. */
export const daysPerYear = 365

/** Horizon of a symbol's implied volatility in days, whatever expirations are listed. */
export const volatilityDays = 30

/** Maximum of `serviceScore`. */
export const maxScore = 250
/** Minimum of a good score: the expected gain equals the expected loss. */
export const goodScore = 100
/** Minimum of a fair score; lower scores are poor. */
export const fairScore = 80
