/** Subscriptions of one connection to one kind (symbols or options), and the versions it was sent last. */
import { maxOptions, maxSymbols } from '#contract/feed.ts'
import type { ServerFrame } from '#contract/feed.ts'
import { textOf } from './shared-quote.ts'
import type { SharedQuoteSet, SharedQuote } from './shared-quote.ts'

/** A kind of subscription: its maximum number, its frame type, and how problems name an item. */
type Kind = {
  readonly frame: 'quotes' | 'options'
  readonly maximum: number
  readonly plural: string
  readonly identify: (key: string) => { symbol: string } | { contract: string }
}

/** Keys are the symbols. */
export const symbolKind: Kind = {
  frame: 'quotes',
  maximum: maxSymbols,
  plural: 'symbols',
  identify: (symbol) => ({ symbol }),
}
/** Keys as `optionKey` makes them. */
export const optionKind: Kind = {
  frame: 'options',
  maximum: maxOptions,
  plural: 'options',
  identify: (key) => ({ contract: key.slice(key.indexOf(' ') + 1) }),
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
  readonly #shared: SharedQuoteSet
  readonly #outlet: Outlet
  readonly #kind: Kind
  readonly #quotes: SharedQuote[] = []
  /** The version last sent of each of `#quotes`. */
  readonly #sentVersions: number[] = []
  #seq = 0
  #isStopped = false

  constructor(shared: SharedQuoteSet, outlet: Outlet, kind: Kind) {
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
      const quote = this.#quotes.find((subscribed) => subscribed.key === key) ?? (await this.#subscribe(key))
      if (this.#isStopped) return
      if (quote) toSend.push(quote)
    }
    this.#send(toSend)
  }

  remove(keys: readonly string[]): void {
    for (const key of keys) this.#removeAt(this.#quotes.findIndex((subscribed) => subscribed.key === key))
  }

  /** Sends the latest quote of everything that has changed since it was last sent. */
  sendChanged(): void {
    const quotes = this.#quotes
    const sentVersions = this.#sentVersions
    texts.length = 0
    for (let index = 0; index < quotes.length; index++) {
      const quote = quotes[index]!
      if (quote.version === sentVersions[index]) continue
      sentVersions[index] = quote.version
      const text = textOf(quote)
      if (text !== undefined) texts.push(text)
    }
    this.#sendTexts()
  }

  /** Ends all subscriptions. */
  stop(): void {
    this.#isStopped = true
    for (const quote of this.#quotes) this.#shared.unsubscribe(quote)
    this.#quotes.length = 0
  }

  /** Undefined if the key cannot be subscribed to; the client has received a problem. */
  async #subscribe(key: string): Promise<SharedQuote | undefined> {
    const { maximum, plural, identify } = this.#kind
    if (this.#quotes.length >= maximum) {
      const detail = `A connection may follow ${maximum} ${plural} at most.`
      this.#outlet.send({ type: 'problem', code: 'malformed-parameter', ...identify(key), detail })
      return undefined
    }
    // Before the query, so that no change is missed during it.
    const quote = this.#shared.subscribe(key)
    this.#quotes.push(quote)
    this.#sentVersions.push(quote.version)
    const isKnown = await this.#shared.load(quote)
    if (isKnown || this.#isStopped) return quote
    this.#removeAt(this.#quotes.indexOf(quote))
    this.#outlet.send({ type: 'problem', code: 'symbol-unknown', ...identify(key) })
    return undefined
  }

  #removeAt(index: number): void {
    const quote = this.#quotes[index]
    if (!quote) return
    this.#quotes.splice(index, 1)
    this.#sentVersions.splice(index, 1)
    this.#shared.unsubscribe(quote)
  }

  #send(quotes: readonly SharedQuote[]): void {
    const isBehind = this.#outlet.isBehind()
    texts.length = 0
    for (const quote of quotes) {
      this.#sentVersions[this.#quotes.indexOf(quote)] = isBehind ? unsent : quote.version
      const text = textOf(quote)
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
