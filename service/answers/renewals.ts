/**
 * How much of the processor goes into making answers anew that are at hand and a little older than they should be. With
 * few callers each gets a new one; where hundreds of symbols are asked for at once, old ones are answered meanwhile.
 */
export type Renewals = {
  /** Whether one more may be made now; it is counted. */
  take(): boolean
  /** Milliseconds that an answer may be older than it should be while others are made. */
  readonly mostLateMs: number
}

/** At 8 ms each 4 a second are 3 % of a core: 500 symbols that are asked for all the time are made anew in two minutes. */
const perSecond = 4
/** A page of 30 symbols gets new answers at once. */
const burst = 30

/** @param elapsed monotonic milliseconds */
export function createRenewals(elapsed: () => number): Renewals {
  let left = burst
  let at = elapsed()
  return {
    mostLateMs: 120_000,
    take() {
      const now = elapsed()
      left = Math.min(burst, left + ((now - at) * perSecond) / 1000)
      at = now
      if (left < 1) return false
      left--
      return true
    },
  }
}
