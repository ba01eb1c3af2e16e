/** Subscriptions of one connection to one kind (symbols or options), and the versions it was sent last. */
import { maxOptions, maxSymbols } from '#contract/feed.ts'
import type { ServerFrame } from '#contract/feed.ts'
import { textOf } from './shared-quote.ts'
import type { SharedQuoteValue, SharedQuote } from './shared-quote.ts'

/** A kind of subscription: its maximum number, its frame type, and how problems name an item. */
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

/** Destination of the frames. */
export type Outlet = {
  send(frame: ServerFrame): void
  /** A frame that is JSON already: `head`, the parts with commas between them, `tail`. */
  sendList(head: string, parts: readonly string[], tail: string): void
  /** Whether earlier frames are still queued: quotes then wait for the next flush. */
  isBehind(): boolean
}

/** Version of a quote that must be sent with the next flush. */
const unsent = -1

/** Reused for every frame: a frame is built and sent synchronously. */
const texts: string[] = []

/** A class with two parallel lists, to save memory: there are thousands of instances. */
export class Subscriptions {
  readonly #shared: SharedQuoteValue
  readonly #outlet: Outlet
  readonly #kind: Kind
  readonly #followed: SharedQuote[] = []
  /** The version last sent of each of `#followed`. */
  readonly #sent: number[] = []
  #seq = 0
  #isOver = false

  constructor(shared: SharedQuoteValue, outlet: Outlet, kind: Kind) {
    this.#shared = shared
    this.#outlet = outlet
    this.#kind = kind
  }

  /**
   * Subscribes to the keys and sends the latest quote of each, also of those subscribed before. Sends a problem for
   * unknown keys and for keys above the maximum. Rejects if the market fails.
   */
  async add(keys: readonly string[]): Promise<void> {
    const toSend: SharedQuote[] = []
    for (const key of new Set(keys)) {
      const followed = this.#followed.find((one) => one.key === key) ?? (await this.#follow(key))
      if (this.#isOver) return
      if (followed) toSend.push(followed)
    }
    this.#send(toSend)
  }

  remove(keys: readonly string[]): void {
    for (const key of keys) this.#leave(this.#followed.findIndex((one) => one.key === key))
  }

  /** Sends the latest quote of everything that has changed since it was last sent. */
  sendChanged(): void {
    const followed = this.#followed
    const sent = this.#sent
    texts.length = 0
    for (let at = 0; at < followed.length; at++) {
      const one = followed[at]!
      if (one.version === sent[at]) continue
      sent[at] = one.version
      const text = textOf(one)
      if (text !== undefined) texts.push(text)
    }
    this.#sendTexts()
  }

  /** Ends all subscriptions. */
  stop(): void {
    this.#isOver = true
    for (const followed of this.#followed) this.#shared.leave(followed)
    this.#followed.length = 0
  }

  /** Undefined if the key cannot be subscribed to; the client has received a problem. */
  async #follow(key: string): Promise<SharedQuote | undefined> {
    const { most, plural, named } = this.#kind
    if (this.#followed.length >= most) {
      const detail = `A connection may follow ${most} ${plural} at most.`
      this.#outlet.send({ type: 'problem', code: 'malformed-parameter', ...named(key), detail })
      return undefined
    }
    // Before the query, so that no change is missed during it.
    const followed = this.#shared.follow(key)
    this.#followed.push(followed)
    this.#sent.push(followed.version)
    const isKnown = await this.#shared.ask(followed)
    if (isKnown || this.#isOver) return followed
    this.#leave(this.#followed.indexOf(followed))
    this.#outlet.send({ type: 'problem', code: 'symbol-unknown', ...named(key) })
    return undefined
  }

  #leave(at: number): void {
    const followed = this.#followed[at]
    if (!followed) return
    this.#followed.splice(at, 1)
    this.#sent.splice(at, 1)
    this.#shared.leave(followed)
  }

  #send(all: readonly SharedQuote[]): void {
    const isBehind = this.#outlet.isBehind()
    texts.length = 0
    for (const followed of all) {
      this.#sent[this.#followed.indexOf(followed)] = isBehind ? unsent : followed.version
      const text = textOf(followed)
      if (text !== undefined) texts.push(text)
    }
    if (!isBehind) this.#sendTexts()
  }

  #sendTexts(): void {
    if (texts.length === 0) return
    const { frame } = this.#kind
    this.#outlet.sendList(`{"type":"${frame}","seq":${++this.#seq},"${frame}":[`, texts, ']}')
  }
}
