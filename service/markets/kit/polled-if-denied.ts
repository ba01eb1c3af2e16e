/** A stream for values whose socket the operator's plan may lack. */
import type { Log } from '#service/shared/log.ts'
import type { OpenStream } from './quote-stream.ts'
import { VendorError } from './vendor-error.ts'

export type PolledIfDeniedOptions<Value> = {
  readonly open: OpenStream<Value>
  /** The same values by REST, see `polled-stream.ts`. */
  readonly polled: OpenStream<Value>
  /** Whether REST calls are allowed: a refused key must not be tried again at once. */
  readonly canPoll: () => boolean
  /** Name of the values in the log. */
  readonly data: string
  readonly vendor: string
  readonly log: Log
}

/** Opens the socket. If the vendor refuses it, polls instead, until polling fails. */
export const polledIfDenied =
  <Value>({ open, polled, canPoll, data, vendor, log }: PolledIfDeniedOptions<Value>): OpenStream<Value> =>
  async (events) => {
    try {
      return await open(events)
    } catch (error) {
      if (!(error instanceof VendorError && error.kind === 'denied' && canPoll())) throw error
      log('warn', 'market-stream-refused', { vendor, data, reason: error.message, instead: 'polling' })
      return polled(events)
    }
  }
