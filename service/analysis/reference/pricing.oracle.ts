/**
 * Reference prices and distributions, independent of the code under test: series, trees, bisection
 * and sums over grids.
 *
 * Sources: Breeden and Litzenberger, "Prices of state-contingent claims implicit in option prices",
 * Journal of Business 51 (1978); Black, "The pricing of commodity contracts" (1976); Cox, Ross and
 * Rubinstein (1979).
 */

/** Standard normal density. */
const normalDensity = (x: number): number => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)

/**
 * Standard normal distribution function by its Taylor series (Marsaglia, "Evaluating the normal distribution", 2004).
 */
export const normalCdf = (x: number): number => {
  if (Math.abs(x) > 9) return x > 0 ? 1 : 0
  let term = x
  let sum = x
  for (let i = 3; sum + term !== sum || i < 9; i += 2) sum += term *= (x * x) / i
  return 0.5 + sum * normalDensity(x)
}

type OptionTerms = {
  readonly right: 'call' | 'put'
  readonly strike: number
  readonly forward: number
  readonly years: number
  readonly volatility: number
}

/** Undiscounted price by the formula of Black (1976), dollars per share. */
export const blackPrice = ({ right, strike, forward, years, volatility }: OptionTerms): number => {
  const deviation = volatility * Math.sqrt(years)
  const d1 = Math.log(forward / strike) / deviation + deviation / 2
  const sign = right === 'call' ? 1 : -1
  return sign * (forward * normalCdf(sign * d1) - strike * normalCdf(sign * (d1 - deviation)))
}

/** A cash dividend: years to the ex-date, and dollars per share. */
export type DividendInYears = { readonly years: number; readonly amount: number }

/**
 * Price of an American option by the binomial tree of Cox, Ross and Rubinstein (1979): the average
 * of two trees, with `steps` and `steps` + 1 steps. Cash dividends follow Hull, "Options, Futures,
 * and Other Derivatives", 21.3: the tree models the share less the present value of its dividends
 * before expiry, and exercise delivers the whole share.
 */
export const americanPrice = (
  terms: Omit<OptionTerms, 'forward'> & {
    readonly spot: number
    readonly rate: number
    readonly yield?: number
    readonly dividends?: readonly DividendInYears[]
  },
  steps = 120,
): number => (binomialPrice(terms, steps) + binomialPrice(terms, steps + 1)) / 2

const binomialPrice = (
  {
    right,
    strike,
    spot,
    years,
    volatility,
    rate,
    yield: dividendYield = 0,
    dividends = [],
  }: Parameters<typeof americanPrice>[0],
  steps: number,
): number => {
  const sign = right === 'call' ? 1 : -1
  const stepYears = years / steps
  const futureDividendsAt = (atYears: number): number =>
    dividends
      .filter((dividend) => dividend.years >= atYears && dividend.years <= years)
      .reduce((sum, { amount, years: exYears }) => sum + amount * Math.exp(-rate * (exYears - atYears)), 0)
  const strippedSpot = spot - futureDividendsAt(0)
  const up = Math.exp(volatility * Math.sqrt(stepYears))
  const upProbability = (Math.exp((rate - dividendYield) * stepYears) - 1 / up) / (up - 1 / up)
  const discount = Math.exp(-rate * stepYears)
  const priceAt = (step: number, ups: number): number => strippedSpot * up ** (2 * ups - step)
  const values = Float64Array.from({ length: steps + 1 }, (_, ups) =>
    Math.max(0, sign * (priceAt(steps, ups) - strike)),
  )
  for (let step = steps - 1; step >= 0; step--) {
    const futureDividends = futureDividendsAt(step * stepYears)
    let price = priceAt(step, 0) + futureDividends
    for (let ups = 0; ups <= step; ups++) {
      const continuation = discount * (upProbability * values[ups + 1]! + (1 - upProbability) * values[ups]!)
      values[ups] = Math.max(continuation, sign * (price - strike))
      price = (price - futureDividends) * up * up + futureDividends
    }
  }
  return values[0]!
}

/**
 * Volatility at which the undiscounted Black price is `price`, by bisection; `undefined` if no
 * volatility from 0.0001 to 6 gives that price.
 */
export const impliedVolatilityOf = (
  price: number,
  terms: Omit<OptionTerms, 'volatility'>,
): number | undefined => {
  let low = 1e-4
  let high = 6
  if (blackPrice({ ...terms, volatility: low }) > price || blackPrice({ ...terms, volatility: high }) < price)
    return undefined
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2
    if (blackPrice({ ...terms, volatility: middle }) < price) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** A distribution of the price at expiry: probabilities `weight` of the prices of a fine grid. */
export type GridDensity = { readonly price: Float64Array; readonly weight: Float64Array }

/** The lognormal distribution with mean `forward`, on a grid of 20,000 cells. */
export const lognormal = (forward: number, deviation: number): GridDensity => {
  const cells = 20_000
  const reach = 9
  const price = new Float64Array(cells)
  const weight = new Float64Array(cells)
  for (let i = 0; i < cells; i++) {
    const z = -reach + ((i + 0.5) * 2 * reach) / cells
    price[i] = forward * Math.exp(deviation * z - (deviation * deviation) / 2)
    weight[i] = (normalDensity(z) * 2 * reach) / cells
  }
  return { price, weight }
}

/**
 * The density of the cumulative distribution `below`: its differences over the cells of a
 * log-spaced grid of prices. Probability outside of the grid is placed at the ends of the grid.
 */
export const densityOf = (
  below: (price: number) => number | undefined,
  { from: lower, to: upper, cells = 8_000 }: { from: number; to: number; cells?: number },
): GridDensity => {
  const step = Math.log(upper / lower) / cells
  const price = new Float64Array(cells + 2)
  const weight = new Float64Array(cells + 2)
  let previous = below(lower) ?? 0
  price[0] = lower
  weight[0] = previous
  for (let i = 1; i <= cells; i++) {
    const current = below(lower * Math.exp(step * i)) ?? previous
    price[i] = lower * Math.exp(step * (i - 0.5))
    weight[i] = current - previous
    previous = current
  }
  price[cells + 1] = upper
  weight[cells + 1] = 1 - previous
  return { price, weight }
}

/** Expected payoff under a density. */
export const expectation = (payoff: (price: number) => number, { price, weight }: GridDensity): number => {
  let sum = 0
  for (let i = 0; i < price.length; i++) sum += payoff(price[i]!) * weight[i]!
  return sum
}

/** Expected gain and loss, dollars per share, both at least 0. */
export type Outcome = { readonly gain: number; readonly loss: number }

/** Expected gain and loss of a profit function under a density. */
export const outcomeOf = (profit: (price: number) => number, density: GridDensity): Outcome => ({
  gain: expectation((price) => Math.max(0, profit(price)), density),
  loss: expectation((price) => Math.max(0, -profit(price)), density),
})

/**
 * The outcome under a mixture of two distributions: `share` of the first, 1 - `share` of the
 * second.
 */
export const mixOutcomes = (share: number, first: Outcome, second: Outcome): Outcome => ({
  gain: share * first.gain + (1 - share) * second.gain,
  loss: share * first.loss + (1 - share) * second.loss,
})

/** The score of a trade: 100 x gain / loss, unrounded, 0 to 250. */
export const scoreOf = ({ gain, loss }: Outcome): number =>
  loss <= 0 ? 250 : Math.min(250, Math.max(0, (100 * gain) / loss))

/**
 * Returns the profit function of a covered call or a cash-secured put sold at `premium`, after the commission: dollars per
 * share by the price at expiry. Money grows by the factor `growth` until then.
 */
export const profitOf =
  ({
    right,
    strike,
    premium,
    forward,
    growth,
  }: {
    right: 'call' | 'put'
    strike: number
    premium: number
    forward: number
    growth: number
  }): ((price: number) => number) =>
  (price) =>
    right === 'put'
      ? premium * growth - Math.max(0, strike - price)
      : Math.min(price, strike) - (forward - premium * growth)
