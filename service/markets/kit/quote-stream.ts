/** A stream of pushed values, as a vendor's connection implements it for `live-quotes.ts`. */
import type { MaybePromise } from '#service/shared/maybe-promise.ts'

/** A pushed value. */
export type StreamUpdate<Value> = {
  readonly key: string
  /** Increases with each update of a key during a day; null if the vendor numbers none. */
  readonly seq: number | null
  /** Time of the value, milliseconds since the epoch. */
  readonly timeMs: number
  readonly value: Value
}

/** Callbacks of an open stream. */
export type StreamEvents<Value> = {
  readonly onUpdate: (update: StreamUpdate<Value>) => void
  /** Any frame, heartbeats included. */
  readonly onActivity: () => void
  /** The connection is lost. Not called after `close`. */
  readonly onLost: (reason: string) => void
}

export type QuoteStream = {
  /**
   * Subscribes to keys. The promise, if there is one, resolves once the vendor has confirmed it: values that
   * change before that are not pushed.
   */
  subscribe(keys: readonly string[]): MaybePromise<void>
  unsubscribe(keys: readonly string[]): void
  close(): void
}

/**
 * Opens a connection; resolves once it is authenticated.
 *
 * @throws VendorError `denied` if the vendor refuses the credential: the next attempt is then a minute later
 */
export type OpenStream<Value> = (events: StreamEvents<Value>) => Promise<QuoteStream>
