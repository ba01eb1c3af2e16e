/**
 * Daily surprises and the response of volatility to them.
 *
 * Daily stock returns have fat tails, fall faster than they rise, and are volatile in clusters,
 * especially after falls. A surprise is a daily return divided by its standard deviation sigma.
 * Surprises have a skewed Student t distribution with rare shocks. Volatility is an EGARCH(1,1)
 * (Nelson 1991, Econometrica 59): ln sigma depends on past surprises, which do not depend on sigma.
 * Any year can therefore be computed from its own surprises and those of the previous year.
 */
import { uniforms } from '#service/markets/random.ts'

/** Distribution of the surprises of one kind of path. */
export type Surprise = {
  /** Falls are stretched by 1 + skew, rises by 1 - skew. */
  readonly skew: number
  /** Probability of a shock on a day; its mean and standard deviation in typical daily moves. */
  readonly shock: { readonly chance: number; readonly mean: number; readonly deviation: number }
  /** Upper bound of the size of a surprise, in typical daily moves. */
  readonly limit: number
}

/**
 * Degrees of freedom of the Student t: excess kurtosis 3, which shocks and changing volatility
 * increase.
 */
const degreesOfFreedom = 6
/** Mean magnitude of a Student t of six degrees of freedom and variance 1: exactly 3/4. */
const meanMagnitude = 0.75
/** The maximum effect of one surprise on volatility: a crash does not cause years of crisis. */
const maxEffect = 3

/**
 * A year's surprises, one number per session, mean 0 and variance 1 (Bailey 1994, Mathematics of Computation 62, for
 * Student t; each half is stretched for skew).
 */
export function surprisesOf(seed: number, sessions: number, { skew, shock, limit }: Surprise): Float64Array {
  const random = uniforms(seed)
  const unitVarianceScale = Math.sqrt((degreesOfFreedom - 2) / degreesOfFreedom)
  // Mean and variance of the stretched Student t, then of the shock that is added to it.
  const skewedMean = -skew * meanMagnitude
  const skewedVariance = 1 + skew * skew * (1 - meanMagnitude * meanMagnitude)
  const shockMean = shock.chance * shock.mean
  const scale =
    1 / Math.sqrt(1 + shock.chance * (shock.mean ** 2 + shock.deviation ** 2) - shockMean * shockMean)
  const surprises = new Float64Array(sessions)
  for (let k = 0; k < sessions; k++) {
    const radius = Math.sqrt(degreesOfFreedom * (random() ** (-2 / degreesOfFreedom) - 1))
    const studentT = unitVarianceScale * radius * Math.cos(2 * Math.PI * random())
    let z = (studentT * (studentT < 0 ? 1 + skew : 1 - skew) - skewedMean) / Math.sqrt(skewedVariance)
    // The sum of three uniform numbers approximates a normal number well enough for the size of a shock.
    if (random() < shock.chance)
      z += shock.mean + shock.deviation * 2 * (random() + random() + random() - 1.5)
    surprises[k] = Math.max(-limit, Math.min(limit, (z - shockMean) * scale))
  }
  return surprises
}

/** Response of volatility to surprises. */
export type VolatilityResponse = {
  /** Share of the response that remains one session later. */
  readonly persistence: number
  /**
   * Change of ln sigma per unit of a surprise; negative: falls raise volatility (leverage effect).
   */
  readonly leverage: number
  /** Change of ln sigma per unit by which the size of a surprise exceeds the mean, up or down. */
  readonly size: number
}

/** Long-run variance of {@link statesOf}: the variance of its terms divided by 1 - persistence². */
export const stateVariance = ({ persistence, leverage, size }: VolatilityResponse): number =>
  (leverage ** 2 + size ** 2 * (1 - meanMagnitude ** 2)) / (1 - persistence ** 2)

/**
 * The response of ln sigma to the surprises up to the day before, session by session of the `current` year. The
 * `previous` year starts from 0, because the response to earlier surprises has decayed by its end.
 */
export function statesOf(
  previous: Float64Array,
  current: Float64Array,
  response: VolatilityResponse,
): Float64Array {
  const { persistence, leverage, size } = response
  const states = new Float64Array(current.length)
  let state = 0
  const applySurprise = (surprise: number) => {
    const z = Math.max(-maxEffect, Math.min(maxEffect, surprise))
    state = persistence * state + leverage * z + size * (Math.abs(z) - meanMagnitude)
  }
  for (const z of previous) applySurprise(z)
  for (let k = 0; k < current.length; k++) {
    states[k] = state
    applySurprise(current[k] as number)
  }
  return states
}
