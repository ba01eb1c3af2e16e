/**
 * How much of the processor goes into making answers anew that are at hand and a little older than they should be. With
 * few callers each gets a new one; where hundreds of symbols are asked for at once, old ones are answered meanwhile
 * (docs/decisions/0030 and 0041).
 */
export type Renewals = {
  /** Counts one who asks, whatever he is answered. */
  asked(): void
  /** Whether so many ask that nobody waits for a new answer who has an old one at hand: the next has the new one. */
  areMany(): boolean
  /** Where one more may be made now it is counted, and what comes back is to be called once it is made; else undefined. */
  take(): (() => void) | undefined
  /** Milliseconds that an answer may be older than it should be while others are made. */
  readonly mostLateMs: number
}

/** At 8 ms each 4 a second are 3 % of a core: 500 symbols that are asked for all the time are made anew in two minutes. */
const perSecond = 4
/** A page of 30 symbols gets new answers at once. */
const burst = 30

/**
 * More than this many a second, on average since the last period began, are no few callers: then one is made at a time,
 * and nobody waits for it.
 */
const fewPerSecond = 100
const periodMs = 10_000

/** @param elapsed monotonic milliseconds */
export function createRenewals(elapsed: () => number): Renewals {
  let left = burst
  let at = elapsed()
  let underWay = 0
  let begun = at
  let asked = 0
  let before = 0

  /** Of two periods the one that has more asks counts, so that each begins with what the last one knew. */
  const areMany = (): boolean => {
    const now = elapsed()
    const periods = Math.floor((now - begun) / periodMs)
    if (periods > 0) {
      before = periods === 1 ? asked : 0
      asked = 0
      begun += periods * periodMs
    }
    return Math.max(before, asked) > (fewPerSecond * periodMs) / 1000
  }
  return {
    mostLateMs: 120_000,
    asked: () => void asked++,
    areMany,
    take() {
      const now = elapsed()
      const isBusy = areMany()
      left = Math.min(isBusy ? perSecond : burst, left + ((now - at) * perSecond) / 1000)
      at = now
      if (left < 1 || (isBusy && underWay > 0)) return undefined
      left--
      underWay++
      return () => void underWay--
    },
  }
}
