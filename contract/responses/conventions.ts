/** What figures are counted in: the service works them out with these, and the widget explains and draws them with these. */

/** Shares one contract stands for. */
export const sharesPerContract = 100

/** Calendar days of the year that volatilities, rates and annualised returns are of. */
export const daysPerYear = 365

/** Horizon of a symbol's implied volatility in days, whatever expirations are listed. */
export const volatilityDays = 30

/** The most a `serviceScore` may be. */
export const bestScore = 250
/** A score is good from here on, which is a fair bet. */
export const goodScore = 100
/** And fair from here on; poor under it. */
export const fairScore = 80
