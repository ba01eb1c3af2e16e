/** What all feed connections to one world share: the quotes of its market, one timer, and one check of whose sessions are over. */
import type { MarketFrame } from '#contract/feed.ts'
import { flushMs } from '#contract/feed.ts'
import type { World } from '#service/answers/worlds.ts'
import type { Market, Stop } from '#service/market/market.ts'
import type { WidgetSessions } from '#service/access/widget-sessions.ts'
import type { Log } from '#service/settings/log.ts'
import { createSharedOptions } from './shared-options.ts'
import type { SharedOptions } from './shared-options.ts'
import { createSharedQuotes } from './shared-quotes.ts'
import type { SharedQuotes } from './shared-quotes.ts'

/** What hubs share, whichever market's they are. */
export type HubParts = {
  readonly access: Pick<WidgetSessions, 'liveSessions' | 'onSessionEnded'>
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly log: Log
}

/** A connection as the hub sees it. */
export type Member = {
  /** The session it is known by, once it is. */
  readonly sessionId: () => string | undefined
  /** Called once every flush, while the timer runs. */
  readonly tick: (now: number, market: MarketFrame, marketChanged: boolean) => void
  /** Its session is over. */
  readonly ended: () => void
}

export type FeedHub = {
  readonly symbols: SharedQuotes
  readonly options: SharedOptions
  /** Ticks the member, and tells it when its session is over, until it leaves. */
  join(member: Member): Stop
  /** State and delay of the market right now. */
  market(): MarketFrame
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** Sessions ended elsewhere, by expiry or by the operator, are noticed within this time. */
const sessionCheckMs = 2000

/** What is looked at of a world. */
export type HubWorld = {
  readonly market: Pick<Market, 'status' | 'watch' | 'quote'>
  readonly lookups: Pick<World['lookups'], 'quotedChain'>
}

/** The timer runs while there is a member. */
export function createFeedHub({ access, clock, log }: HubParts, { market, lookups }: HubWorld): FeedHub {
  const options = createSharedOptions({
    chain: lookups.quotedChain,
    stands() {
      const { asOf, now } = market.status()
      return asOf !== null || now !== undefined
    },
    now: clock,
  })
  const members = new Set<Member>()
  let stopTimer: Stop | undefined

  const marketFrame = (): MarketFrame => ({ type: 'market', ...market.status() })
  const startTimer = (): Stop => {
    let lastMarket = JSON.stringify(marketFrame())
    let checkedAt = clock()
    const tick = () => {
      const now = clock()
      const frame = marketFrame()
      const text = JSON.stringify(frame)
      const changed = text !== lastMarket
      lastMarket = text
      for (const member of members) member.tick(now, frame, changed)
      // What it finds goes out with the next flush.
      void options.look()
      if (now - checkedAt < sessionCheckMs) return
      checkedAt = now
      endGoneSessions(members, access).catch(() => log('warn', 'feed-session-check-failed'))
    }
    const timer = setInterval(tick, flushMs)
    const unsubscribe = access.onSessionEnded((ended) => endSessions(members, (id) => id === ended))
    return () => {
      clearInterval(timer)
      unsubscribe()
    }
  }

  return {
    symbols: createSharedQuotes(market),
    options,
    join(member) {
      members.add(member)
      stopTimer ??= startTimer()
      return () => {
        members.delete(member)
        if (members.size > 0) return
        stopTimer?.()
        stopTimer = undefined
      }
    },
    market: marketFrame,
    now: clock,
  }
}

/** Tells the members whose session is one of those. */
function endSessions(members: ReadonlySet<Member>, isOver: (sessionId: string) => boolean) {
  for (const member of members) {
    const id = member.sessionId()
    if (id !== undefined && isOver(id)) member.ended()
  }
}

/** Asks the store which sessions are still open, and tells the members of the others. */
async function endGoneSessions(members: ReadonlySet<Member>, access: Pick<WidgetSessions, 'liveSessions'>) {
  const ids = [...new Set([...members].map((member) => member.sessionId()).filter((id) => id !== undefined))]
  if (ids.length === 0) return
  const live = await access.liveSessions(ids)
  // Only those asked about: a connection may have joined while the store was answering.
  const gone = new Set(ids.filter((id) => !live.has(id)))
  endSessions(members, (id) => gone.has(id))
}
