/**
 * What all feed connections share: one subscription to the market per symbol, one timer, one check of sessions.
 *
 * The latest quote of each symbol is serialised once per flush, however many connections get it.
 */
import type { MarketFrame, Quote } from '#contract/feed.ts'
import { flushMs } from '#contract/feed.ts'
import type { Market, Stop } from '#service/market/market.ts'
import type { WidgetSessions } from '#service/access/widget-sessions.ts'
import type { Log } from '#service/settings/log.ts'

export type HubParts = {
  readonly market: Pick<Market, 'status' | 'watch' | 'quote'>
  readonly access: Pick<WidgetSessions, 'liveSessions' | 'onSessionEnded'>
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
  join(member: Member): Stop
  /** Calls `onChange` with the symbol whenever it trades, until stopped. */
  follow(symbol: string, onChange: (symbol: string) => void): Stop
  /** The latest quote of a symbol; undefined where it is unknown. */
  quote(symbol: string): Promise<Quote | undefined>
  /** The latest quote followed, as JSON. */
  text(symbol: string): string | undefined
  market(): MarketFrame
  now(): number
}

/** Sessions ended elsewhere, by expiry or by the operator, are noticed within this time. */
const sessionCheckMs = 2000

export function createFeedHub({ market, access, clock, log }: HubParts): FeedHub {
  const members = new Set<Member>()
  const followed = new Map<string, { stop: Stop; listeners: Set<(symbol: string) => void> }>()
  const latest = new Map<string, Quote>()
  const texts = new Map<string, string>()
  let stopSharing: Stop | undefined
  let lastMarket = ''
  let checkedAt = 0

  const keep = (quote: Quote) => {
    latest.set(quote.symbol, quote)
    texts.delete(quote.symbol)
  }
  const marketFrame = (): MarketFrame => ({ type: 'market', ...market.status() })
  const end = (gone: (id: string) => boolean) => {
    for (const member of members) {
      const id = member.sessionId()
      if (id !== undefined && gone(id)) member.ended()
    }
  }
  const checkSessions = async () => {
    const ids = [
      ...new Set([...members].map((member) => member.sessionId()).filter((id) => id !== undefined)),
    ]
    if (ids.length === 0) return
    const live = await access.liveSessions(ids)
    // Only those asked about: a connection may have joined while the store was answering.
    const gone = new Set(ids.filter((id) => !live.has(id)))
    end((id) => gone.has(id))
  }
  const tick = () => {
    const now = clock()
    const frame = marketFrame()
    const text = JSON.stringify(frame)
    const changed = lastMarket !== '' && text !== lastMarket
    lastMarket = text
    for (const member of members) member.tick(now, frame, changed)
    if (now - checkedAt < sessionCheckMs) return
    checkedAt = now
    checkSessions().catch(() => log('warn', 'feed-session-check-failed'))
  }
  const share = (): Stop => {
    lastMarket = JSON.stringify(marketFrame())
    checkedAt = clock()
    const timer = setInterval(tick, flushMs)
    const unsubscribe = access.onSessionEnded((ended) => end((id) => id === ended))
    return () => {
      clearInterval(timer)
      unsubscribe()
    }
  }

  return {
    join(member) {
      members.add(member)
      stopSharing ??= share()
      return () => {
        members.delete(member)
        if (members.size > 0) return
        stopSharing?.()
        stopSharing = undefined
      }
    },
    follow(symbol, onChange) {
      let one = followed.get(symbol)
      if (!one) {
        const listeners = new Set<(symbol: string) => void>()
        const stop = market.watch([symbol], (quote) => {
          keep(quote)
          for (const listener of listeners) listener(quote.symbol)
        })
        followed.set(symbol, (one = { stop, listeners }))
      }
      const { stop, listeners } = one
      listeners.add(onChange)
      return () => {
        if (!listeners.delete(onChange) || listeners.size > 0) return
        stop()
        followed.delete(symbol)
        latest.delete(symbol)
        texts.delete(symbol)
      }
    },
    async quote(symbol) {
      const known = latest.get(symbol)
      if (known) return known
      const quote = await market.quote(symbol)
      // A trade may have come in while the market was asked; it is the newer one.
      if (quote && followed.has(symbol) && !latest.has(symbol)) keep(quote)
      return latest.get(symbol) ?? quote
    },
    text(symbol) {
      const quote = latest.get(symbol)
      if (!quote) return undefined
      let text = texts.get(symbol)
      if (text === undefined) texts.set(symbol, (text = JSON.stringify(quote)))
      return text
    },
    market: marketFrame,
    now: clock,
  }
}
