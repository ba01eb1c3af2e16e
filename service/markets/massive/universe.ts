/** The symbols that the nightly scan analyses, if no file names them: those with the largest dollar volume. */
import { latestClosedSession, previousTradingDay } from '#service/markets/calendar.ts'
import type { Day } from '#service/markets/market.ts'
import type { GroupedDays } from './grouped-days.ts'

const universeSize = 6_000
/** Sessions tried until one has bars: the latest is published some time after its close. */
const sessionsTried = 5

/** @throws VendorError if no day can be read; the universe of an earlier session is then returned, if there is one */
export function createUniverse(
  groupedDays: GroupedDays,
  clock: () => Date,
): () => Promise<readonly string[]> {
  let known: { readonly session: Day; readonly symbols: readonly string[] } | undefined
  let pending: Promise<readonly string[]> | undefined

  const load = async (session: Day): Promise<readonly string[]> => {
    let day = session
    for (let tried = 0; tried < sessionsTried; tried++, day = previousTradingDay(day)) {
      const symbols = await groupedDays.largest(day, universeSize)
      if (!symbols) continue
      const sorted = [...new Set(symbols)].toSorted()
      // An earlier day is replaced as soon as the session is published.
      known = { session: day, symbols: sorted }
      return sorted
    }
    return known?.symbols ?? []
  }
  return () => {
    const session = latestClosedSession(clock())
    if (known?.session === session) return Promise.resolve(known.symbols)
    pending ??= load(session)
      .catch((error: unknown) => {
        if (!known) throw error
        return known.symbols
      })
      .finally(() => (pending = undefined))
    return pending
  }
}
