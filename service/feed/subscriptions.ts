/**
 * Subscriptions of one connection to one kind (symbols or options), with the version last sent of
 * each quote.
 */
import { closeCodes, maxOptions, maxSymbols } from '#contract/feed.ts'
import type { ServerFrame } from '#contract/feed.ts'
import { Problem } from '#contract/api/problem.ts'
import type { ProblemCode } from '#contract/api/problem.ts'
import { feedClientLimits } from '#service/shared/limits.ts'
import { quoteJson } from './shared-quote.ts'
import type { SharedQuoteSet, SharedQuote } from './shared-quote.ts'

/** A kind of subscription. */
type Kind = {
  /** Type of the frames that have its quotes. */
  readonly frameType: 'quotes' | 'options'
  /** Maximum number of subscriptions of a connection. */
  readonly maximum: number
  /** Name in problem details. */
  readonly plural: string
  /** Returns the field that identifies the item in a problem frame. */
  readonly problemField: (key: string) => { symbol: string } | { contract: string }
}

/** Keys are the symbols. */
export const symbolKind: Kind = {
  frameType: 'quotes',
  maximum: maxSymbols,
  plural: 'symbols',
  problemField: (symbol) => ({ symbol }),
}
/** Keys are those of `optionKey`. */
export const optionKind: Kind = {
  frameType: 'options',
  maximum: maxOptions,
  plural: 'options',
  problemField: (key) => ({ contract: key.slice(key.indexOf(' ') + 1) }),
}

/** Destination of the frames. */
export type Outlet = {
  /** Address block of the client (`addressBlock`). */
  readonly block: string
  send(frame: ServerFrame): void
  /** Closes the connection with a code of the contract. */
  close(code: number, reason: string): void
  /** Sends a serialised frame: `head`, the parts separated by commas, `tail`. */
  sendList(head: string, parts: readonly string[], tail: string): void
  /** Whether too many bytes are queued. Quotes then wait for the next flush. */
  isBehind(): boolean
}

/** Sent version of a quote that the next flush must send. */
const unsent = -1

/**
 * Quotes of a frame as JSON. One array for all frames, because a frame is built and sent
 * synchronously.
 */
const jsonParts: string[] = []

/** A class with two parallel lists, to save memory: there are thousands of instances. */
export class Subscriptions {
  readonly #shared: SharedQuoteSet
  readonly #outlet: Outlet
  readonly #kind: Kind
  readonly #quotes: SharedQuote[] = []
  /** The version last sent of each element of `#quotes`. */
  readonly #sentVersions: number[] = []
  #seq = 0
  /** Number of keys that were refused as `rate-limited`. */
  #rateLimitedCount = 0
  #isStopped = false

  constructor(shared: SharedQuoteSet, outlet: Outlet, kind: Kind) {
    this.#shared = shared
    this.#outlet = outlet
    this.#kind = kind
  }

  /**
   * Subscribes to the keys and sends the latest quote of each, also of those that were subscribed
   * already. Sends a problem for each key that is unknown, above the maximum, or not licensed to the
   * session. Rejects if the market fails.
   */
  async add(keys: readonly string[]): Promise<void> {
    const toSend: SharedQuote[] = []
    const rateLimitedBefore = this.#rateLimitedCount
    for (const key of new Set(keys)) {
      const quote = this.#quotes.find((subscribed) => subscribed.key === key) ?? (await this.#subscribe(key))
      if (this.#isStopped) return
      if (quote) toSend.push(quote)
    }
    if (this.#rateLimitedCount > rateLimitedBefore) this.#refuseRateLimited()
    this.#send(toSend)
  }

  remove(keys: readonly string[]): void {
    for (const key of keys) this.#removeAt(this.#quotes.findIndex((subscribed) => subscribed.key === key))
  }

  /** Sends the latest quote of each item whose quote has changed since it was last sent. */
  sendChanged(): void {
    const quotes = this.#quotes
    const sentVersions = this.#sentVersions
    jsonParts.length = 0
    for (let index = 0; index < quotes.length; index++) {
      const quote = quotes[index]!
      if (quote.version === sentVersions[index]) continue
      sentVersions[index] = quote.version
      const json = quoteJson(quote)
      if (json !== undefined) jsonParts.push(json)
    }
    this.#sendParts()
  }

  /** Ends all subscriptions. */
  stop(): void {
    this.#isStopped = true
    for (const quote of this.#quotes) this.#shared.unsubscribe(quote)
    this.#quotes.length = 0
  }

  /**
   * Returns the quote, or undefined after a problem was sent because the key cannot be subscribed
   * to.
   */
  async #subscribe(key: string): Promise<SharedQuote | undefined> {
    const { maximum, plural, problemField } = this.#kind
    if (this.#quotes.length >= maximum) {
      const detail = `A connection may follow ${maximum} ${plural} at most.`
      this.#outlet.send({ type: 'problem', code: 'malformed-parameter', ...problemField(key), detail })
      return undefined
    }
    const refuse = (code: ProblemCode) => {
      this.#outlet.send({ type: 'problem', code, ...problemField(key) })
      return undefined
    }
    const pending = this.#shared.refusalOf(key, this.#outlet.block)
    const unknown = pending instanceof Promise ? await refusalIfNotLicensed(pending) : pending
    if (this.#isStopped) return undefined
    if (unknown === 'rate-limited') {
      this.#rateLimitedCount++
      return undefined
    }
    if (unknown !== undefined) return refuse(unknown)
    // Subscribes before the query, so that no change during the query is missed.
    const quote = this.#shared.subscribe(key)
    this.#quotes.push(quote)
    this.#sentVersions.push(quote.version)
    const loading = this.#shared.load(quote)
    const refusal = await refusalIfNotLicensed(
      loading.then((exists) => (exists ? undefined : 'symbol-unknown')),
    )
    if (refusal === undefined || this.#isStopped) return quote
    this.#removeAt(this.#quotes.indexOf(quote))
    return refuse(refusal)
  }

  /** Sends one problem for all keys of a frame, so that a refusal costs little, and closes a client that continues. */
  #refuseRateLimited(): void {
    const detail = `Too many unknown ${this.#kind.plural} from this address.`
    this.#outlet.send({ type: 'problem', code: 'rate-limited', detail })
    if (this.#rateLimitedCount > feedClientLimits.rateLimitedKeys)
      this.#outlet.close(closeCodes.overloaded, `too many unknown ${this.#kind.plural}`)
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
    jsonParts.length = 0
    for (const quote of quotes) {
      this.#sentVersions[this.#quotes.indexOf(quote)] = isBehind ? unsent : quote.version
      const json = quoteJson(quote)
      if (json !== undefined) jsonParts.push(json)
    }
    if (!isBehind) this.#sendParts()
  }

  #sendParts(): void {
    if (jsonParts.length === 0) return
    const { frameType } = this.#kind
    this.#outlet.sendList(`{"type":"${frameType}","seq":${++this.#seq},"${frameType}":[`, jsonParts, ']}')
  }
}

/** Returns the refusal, or `not-licensed` if the session may not see the quotes of the market. */
async function refusalIfNotLicensed(
  refusal: Promise<ProblemCode | undefined>,
): Promise<ProblemCode | undefined> {
  try {
    return await refusal
  } catch (error) {
    if (error instanceof Problem && error.code === 'not-licensed') return error.code
    throw error
  }
}
