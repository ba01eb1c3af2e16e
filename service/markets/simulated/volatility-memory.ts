/**
 * Expected variance of future sessions, given the volatility of the next one.
 *
 * The ln sigma of every path (factors.ts, bars.ts) is a sum of normal parts with means that fade:
 * the effects of past surprises, and slow waves. A {@link VolatilityMemory} has their common
 * autocorrelation and variance, so the expectation of a later sigma² follows from the sigma of
 * today alone, as an observer of prices knows it.
 */
import { stateVariance, type VolatilityResponse } from './surprises.ts'

/** Amplitude of the slow waves in ln sigma. */
export const slowWaveAmplitude = 0.26
/** Variance of `smoothNoise`: the mean of f² + (1 - f)² over its easing. */
const smoothVariance = 0.743
/** Sessions over which a slow wave fades to 1/e: a wave lasts about a hundred calendar days. */
const slowWaveSessions = 55

/** Variance and fading of the deviations of ln sigma from its mean. */
export type VolatilityMemory = {
  readonly variance: number
  /** Autocorrelation of the deviations, `sessions` apart. */
  correlation(sessions: number): number
}

/** A response to past surprises, and its share in ln sigma. */
type Part = { readonly response: VolatilityResponse; readonly share: number }

/** The memory of a path whose ln sigma has slow waves and the given responses to past surprises. */
export function createMemory(parts: readonly Part[]): VolatilityMemory {
  const slowVariance = slowWaveAmplitude ** 2 * smoothVariance
  const fading = parts.map(({ response, share }) => ({
    variance: share ** 2 * stateVariance(response),
    persistence: response.persistence,
  }))
  const variance = fading.reduce((sum, part) => sum + part.variance, slowVariance)
  return {
    variance,
    correlation: (sessions) =>
      fading.reduce(
        (sum, part) => sum + part.variance * part.persistence ** sessions,
        slowVariance * Math.exp(-sessions / slowWaveSessions),
      ) / variance,
  }
}

/**
 * Factor by which the sigma of a path with deviations of `variance` is multiplied, so that its mean
 * variance is the configured one: a lognormal variance has a mean above its median.
 */
export const medianFactor = ({ variance }: VolatilityMemory): number => Math.exp(-variance)

/** A part of a symbol's variance: that of a factor, or its own. */
export type VarianceComponent = {
  /** Square of the symbol's sensitivity. */
  readonly weight: number
  /** Daily standard deviations by session, known at the previous close. */
  readonly sigmas: Float64Array
  /** Mean of sigma² in the long run. */
  readonly longRunVariance: number
  readonly memory: VolatilityMemory
}

/** Horizons at which the expectation is computed, sessions; it is linear between them. */
const horizons = [0, 2, 6, 21, 60, 150, 350, 700]

/** Constants of a component's expected variance at every horizon. */
function prepare({ weight, sigmas, longRunVariance, memory }: VarianceComponent) {
  const correlations = horizons.map((horizon) => memory.correlation(horizon))
  return {
    sigmas,
    logLongRun: Math.log(longRunVariance),
    correlations,
    // A lognormal variance has a mean above its median: the more, the less is known of it.
    scales: correlations.map(
      (correlation) =>
        weight * longRunVariance * Math.exp(2 * memory.variance * correlation * (1 - correlation)),
    ),
  }
}

/**
 * Returns the expected sum of the variances of a number of sessions from the session `index` on. The
 * number may be fractional; the sum rises with it.
 */
export function createVarianceForecast(
  components: readonly VarianceComponent[],
): (index: number, sessions: number) => number {
  const prepared = components.map(prepare)
  /** Expected variance of the session that is `horizons[horizon]` after the session `index`. */
  const expectedAt = (index: number, horizon: number): number => {
    let sum = 0
    for (const { sigmas, logLongRun, correlations, scales } of prepared) {
      const deviation = 2 * Math.log(sigmas[index] as number) - logLongRun
      sum += (scales[horizon] as number) * Math.exp((correlations[horizon] as number) * deviation)
    }
    return sum
  }
  return (index, sessions) => {
    let sum = 0
    let start = expectedAt(index, 0)
    for (let horizon = 0; ; horizon++) {
      const [from, to] = [horizons[horizon] as number, horizons[horizon + 1]]
      if (to === undefined) return sum + start * (sessions - from)
      const end = expectedAt(index, horizon + 1)
      const length = Math.min(sessions, to) - from
      sum += length * (start + (((end - start) / (to - from)) * length) / 2)
      if (sessions <= to) return sum
      start = end
    }
  }
}
