/** How many connections one session may have open. */
import type { Stop } from '#service/market/market.ts'

/** A session's connections beyond this many close its oldest. */
const maxPerSession = 4

/**
 * Counts a connection of a session until the returned function is called. Where the session has its most already,
 * `close` of its oldest is called first, which is expected to stop counting that one.
 */
export type CountConnection = (sessionId: string, close: () => void) => Stop

export function createConnectionLimit(): CountConnection {
  const open: { readonly sessionId: string; readonly close: () => void }[] = []
  return (sessionId, close) => {
    const own = open.filter((one) => one.sessionId === sessionId)
    if (own.length >= maxPerSession) own[0]!.close()
    const counted = { sessionId, close }
    open.push(counted)
    return () => void open.splice(open.indexOf(counted), 1)
  }
}
