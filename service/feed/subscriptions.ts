/** The symbols one connection follows, and those of them that traded since they were last sent. */
import { maxSymbols } from '#contract/feed.ts'
import type { Stop } from '#service/market/market.ts'
import type { Sender } from './connection.ts'
import type { SharedQuotes } from './shared-quotes.ts'

export type Subscriptions = {
  /**
   * Follows the symbols and sends the latest quote of each, also of those followed already. One that is unknown, or
   * one too many, is answered with a problem instead. Rejects where the market fails.
   */
  add(symbols: readonly string[]): Promise<void>
  remove(symbols: readonly string[]): void
  /** Sends the latest quote of every symbol that traded since it was last sent. */
  sendChanged(): void
  /** Follows nothing any more and sends nothing more. */
  stop(): void
}

export function createSubscriptions(quotes: SharedQuotes, sender: Sender): Subscriptions {
  const followed = new Map<string, Stop>()
  const changed = new Set<string>()
  let stopped = false
  let seq = 0

  const sendQuotes = (symbols: Iterable<string>) => {
    const texts = [...symbols].map((symbol) => quotes.text(symbol)).filter((text) => text !== undefined)
    if (texts.length > 0) sender.sendText(`{"type":"quotes","seq":${++seq},"quotes":[${texts.join(',')}]}`)
  }
  const unfollow = (symbol: string) => {
    followed.get(symbol)?.()
    followed.delete(symbol)
    changed.delete(symbol)
  }
  /** Whether the market knows the symbol; it is followed then. */
  const follow = async (symbol: string): Promise<boolean> => {
    // Before it is asked for, so that no trade is missed meanwhile.
    followed.set(
      symbol,
      quotes.follow(symbol, (traded) => changed.add(traded)),
    )
    const known = (await quotes.quote(symbol)) !== undefined
    if (!known && !stopped) unfollow(symbol)
    return known
  }

  return {
    async add(symbols) {
      const toSend: string[] = []
      for (const symbol of new Set(symbols)) {
        if (followed.has(symbol)) {
          toSend.push(symbol)
        } else if (followed.size >= maxSymbols) {
          const detail = `A connection may follow ${maxSymbols} symbols at most.`
          sender.send({ type: 'problem', code: 'malformed-parameter', symbol, detail })
        } else {
          const known = await follow(symbol)
          if (stopped) return
          if (known) toSend.push(symbol)
          else sender.send({ type: 'problem', code: 'symbol-unknown', symbol })
        }
      }
      for (const symbol of toSend) changed.delete(symbol)
      sendQuotes(toSend)
    },
    remove(symbols) {
      for (const symbol of symbols) unfollow(symbol)
    },
    sendChanged() {
      sendQuotes(changed)
      changed.clear()
    },
    stop() {
      stopped = true
      for (const unfollowed of followed.values()) unfollowed()
      followed.clear()
    },
  }
}
