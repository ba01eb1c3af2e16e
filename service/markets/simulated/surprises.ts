/**
 * Daily surprises and the response of volatility to them.
 *
 * Daily stock returns have fat tails, fall faster than they rise, and volatile days cluster, more so after
 * falls. Surprises are skewed Student t with rare shocks; volatility is an EGARCH(1,1) (Nelson 1991,
 * Econometrica 59): ln sigma depends on the surprises themselves, which do not depend on sigma, so any year
 * can be computed from its own surprises and those of the year before.
 */
import { uniforms } from '#service/markets/random.ts'

/** Distribution of the surprises of one kind of path. */
export type Surprise = {
  /** Excess length of the tail of falls over that of rises, decimal. */
  readonly skew: number
  /** Probability of a shock on a day, and its mean and standard deviation in usual daily moves. */
  readonly shock: { readonly chance: number; readonly mean: number; readonly deviation: number }
  /** Largest surprise, in typical daily moves: an upper bound of observed moves. */
  readonly limit: number
}

/** Degrees of freedom: excess kurtosis 3, to which the shocks and changing volatility add. */
const freedom = 6
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
  const unit = Math.sqrt((freedom - 2) / freedom)
  // Mean and variance of the stretched t, then of the shock on top.
  const centre = -skew * meanMagnitude
  const spread = 1 + skew * skew * (1 - meanMagnitude * meanMagnitude)
  const mean = shock.chance * shock.mean
  const scale = 1 / Math.sqrt(1 + shock.chance * (shock.mean ** 2 + shock.deviation ** 2) - mean * mean)
  const surprises = new Float64Array(sessions)
  for (let k = 0; k < sessions; k++) {
    const radius = Math.sqrt(freedom * (random() ** (-2 / freedom) - 1))
    const plain = unit * radius * Math.cos(2 * Math.PI * random())
    let z = (plain * (plain < 0 ? 1 + skew : 1 - skew) - centre) / Math.sqrt(spread)
    // Three uniforms make a bell that is good enough for the size of a shock.
    if (random() < shock.chance)
      z += shock.mean + shock.deviation * 2 * (random() + random() + random() - 1.5)
    surprises[k] = Math.max(-limit, Math.min(limit, (z - mean) * scale))
  }
  return surprises
}

/** Response of volatility to surprises. */
export type VolatilityResponse = {
  /** Share of a disturbance that remains a session later. */
  readonly persistence: number
  /** Change of ln sigma by a surprise of one; negative: falls raise volatility (leverage effect). */
  readonly leverage: number
  /** Change of ln sigma by a surprise that is one larger than usual, up or down. */
  readonly size: number
}

/** Variance of {@link statesOf} in the long run: the squares of its terms over 1 - persistence². */
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
