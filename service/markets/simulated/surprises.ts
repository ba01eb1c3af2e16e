/**
 * Daily surprises and the response of volatility to them.
 *
 * Daily stock returns have fat tails, fall faster than they rise, and volatile days cluster, more so after
 * falls. Surprises are skewed Student t with rare shocks; volatility is an EGARCH(1,1) (Nelson 1991,
 * Econometrica 59): ln sigma depends on the surprises themselves, which do not depend on sigma, so any year
 * can be computed from its own surprises and those of the year before.
 */
import { uniforms } from '#service/markets/random.ts'

/** How one kind of path is surprised. */
export type Surprise = {
  /** How much longer the tail of falls is than that of rises, decimal. */
  readonly skew: number
  /** Probability of a shock on a day, and its mean and standard deviation in usual daily moves. */
  readonly shock: { readonly chance: number; readonly mean: number; readonly deviation: number }
  /** In typical daily moves; an upper bound of observed moves. */
  readonly most: number
}

/** Degrees of freedom: excess kurtosis 3, to which the shocks and changing volatility add. */
const freedom = 6
/** Mean magnitude of a Student t of six degrees of freedom and variance 1: exactly 3/4. */
const meanMagnitude = 0.75
/** The maximum effect of one surprise on volatility: a crash does not cause years of crisis. */
const heard = 3

/**
 * A year's surprises, a number a session, mean 0 and variance 1 (Bailey 1994, Mathematics of Computation 62, for t; each half
 * stretched for skew).
 */
export function surprisesOf(seed: number, sessions: number, { skew, shock, most }: Surprise): Float64Array {
  const next = uniforms(seed)
  const unit = Math.sqrt((freedom - 2) / freedom)
  // Mean and variance of the stretched t, then of the shock on top.
  const centre = -skew * meanMagnitude
  const spread = 1 + skew * skew * (1 - meanMagnitude * meanMagnitude)
  const mean = shock.chance * shock.mean
  const scale = 1 / Math.sqrt(1 + shock.chance * (shock.mean ** 2 + shock.deviation ** 2) - mean * mean)
  const surprises = new Float64Array(sessions)
  for (let k = 0; k < sessions; k++) {
    const radius = Math.sqrt(freedom * (next() ** (-2 / freedom) - 1))
    const plain = unit * radius * Math.cos(2 * Math.PI * next())
    let z = (plain * (plain < 0 ? 1 + skew : 1 - skew) - centre) / Math.sqrt(spread)
    // Three uniforms make a bell that is good enough for the size of a shock.
    if (next() < shock.chance) z += shock.mean + shock.deviation * 2 * (next() + next() + next() - 1.5)
    surprises[k] = Math.max(-most, Math.min(most, (z - mean) * scale))
  }
  return surprises
}

/** How volatility answers to surprises. */
export type Answer = {
  /** Share of a disturbance that remains a session later. */
  readonly persistence: number
  /** Change of ln sigma by a surprise of one; negative: falls frighten (leverage). */
  readonly leverage: number
  /** Change of ln sigma by a surprise that is one larger than usual, up or down. */
  readonly size: number
}

/** Variance of {@link statesOf} in the long run: the squares of its terms over 1 - persistence². */
export const stateVariance = ({ persistence, leverage, size }: Answer): number =>
  (leverage ** 2 + size ** 2 * (1 - meanMagnitude ** 2)) / (1 - persistence ** 2)

/**
 * The response of ln sigma to the surprises up to the day before, session by session of a year, from the
 * `current` year's surprises and the `previous` one's, which starts from calm: long decayed.
 */
export function statesOf(previous: Float64Array, current: Float64Array, answer: Answer): Float64Array {
  const { persistence, leverage, size } = answer
  const states = new Float64Array(current.length)
  let state = 0
  const hear = (surprise: number) => {
    const z = Math.max(-heard, Math.min(heard, surprise))
    state = persistence * state + leverage * z + size * (Math.abs(z) - meanMagnitude)
  }
  for (const z of previous) hear(z)
  for (let k = 0; k < current.length; k++) {
    states[k] = state
    hear(current[k] as number)
  }
  return states
}
