/** What one connection follows of a kind, symbols or options, and what of it has changed since it was last sent. */
import { maxOptions, maxSymbols } from '#contract/feed.ts'
import type { Stop } from '#service/market/market.ts'
import type { Sender } from './connection.ts'

/** Quotes that connections share, by their keys: whatever tells one from another. */
export type Followable = {
  /** Calls `onChange` with the key whenever its quote changes, until stopped. */
  follow(key: string, onChange: (key: string) => void): Stop
  /** The latest quote; undefined where there is nothing of that key. Rejects where the market fails. */
  quote(key: string): Promise<object | undefined>
  /** The latest quote of what is followed, as JSON; undefined where there was none yet. */
  text(key: string): string | undefined
}

export type Subscriptions = {
  /**
   * Follows the keys and sends the latest quote of each, also of those followed already. One that is unknown, or
   * one too many, is answered with a problem instead. Rejects where the market fails.
   */
  add(keys: readonly string[]): Promise<void>
  remove(keys: readonly string[]): void
  /** Sends the latest quote of everything that has changed since it was last sent. */
  sendChanged(): void
  /** Follows nothing any more and sends nothing more. */
  stop(): void
}

/** What may be followed: how many of it, how its frame is called, and how a problem names one of it. */
type Kind = {
  readonly frame: 'quotes' | 'options'
  readonly most: number
  readonly plural: string
  readonly named: (key: string) => { symbol: string } | { contract: string }
}

/** Keys are the symbols. */
export const symbolKind: Kind = {
  frame: 'quotes',
  most: maxSymbols,
  plural: 'symbols',
  named: (symbol) => ({ symbol }),
}
/** Keys as `optionKey` makes them. */
export const optionKind: Kind = {
  frame: 'options',
  most: maxOptions,
  plural: 'options',
  named: (key) => ({ contract: key.slice(key.indexOf(' ') + 1) }),
}

export function createSubscriptions(
  shared: Followable,
  sender: Sender,
  { frame, most, plural, named }: Kind,
): Subscriptions {
  const followed = new Map<string, Stop>()
  const changed = new Set<string>()
  let stopped = false
  let seq = 0

  const sendQuotes = (keys: Iterable<string>) => {
    const texts = [...keys].map((key) => shared.text(key)).filter((text) => text !== undefined)
    if (texts.length > 0)
      sender.sendText(`{"type":"${frame}","seq":${++seq},"${frame}":[${texts.join(',')}]}`)
  }
  const unfollow = (key: string) => {
    followed.get(key)?.()
    followed.delete(key)
    changed.delete(key)
  }
  /** Whether the market knows it; it is followed then. */
  const follow = async (key: string): Promise<boolean> => {
    // Before it is asked for, so that no change is missed meanwhile.
    followed.set(
      key,
      shared.follow(key, (one) => changed.add(one)),
    )
    const known = (await shared.quote(key)) !== undefined
    if (!known && !stopped) unfollow(key)
    return known
  }

  return {
    async add(keys) {
      const toSend: string[] = []
      for (const key of new Set(keys)) {
        if (followed.has(key)) {
          toSend.push(key)
        } else if (followed.size >= most) {
          const detail = `A connection may follow ${most} ${plural} at most.`
          sender.send({ type: 'problem', code: 'malformed-parameter', ...named(key), detail })
        } else {
          const known = await follow(key)
          if (stopped) return
          if (known) toSend.push(key)
          else sender.send({ type: 'problem', code: 'symbol-unknown', ...named(key) })
        }
      }
      for (const key of toSend) changed.delete(key)
      sendQuotes(toSend)
    },
    remove(keys) {
      for (const key of keys) unfollow(key)
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
