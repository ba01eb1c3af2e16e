/** The previous close by symbol: frames of trades do not carry it, and a change is computed from it. */
import type { Day } from '#service/markets/market.ts'

export type PreviousCloses = {
  set(symbol: string, price: number): void
  /** The close before the session of `day`; null if it was learned on another day, and is then requested. */
  of(symbol: string, day: Day): number | null
}

export type PreviousClosesOptions = {
  /** Today in New York. */
  readonly today: () => Day
  /** Requests the close of a symbol, once a day; the result is passed to `set`. */
  readonly request: (symbol: string) => void
}

/** A close that was learned yesterday is that of the session before yesterday's: it would give a wrong change today. */
export function createPreviousCloses({ today, request }: PreviousClosesOptions): PreviousCloses {
  const closes = new Map<string, { readonly price: number; readonly day: Day }>()
  const requested = new Map<string, Day>()
  return {
    set: (symbol, price) => void closes.set(symbol, { price, day: today() }),
    of(symbol, day) {
      const close = closes.get(symbol)
      if (close?.day === day) return close.price
      if (day === today() && requested.get(symbol) !== day) {
        requested.set(symbol, day)
        request(symbol)
      }
      return null
    },
  }
}
