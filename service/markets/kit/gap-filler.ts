/**
 * Fills the gaps of pushed values, before a subscription and after a lost connection: subscribes, then requests
 * the current values once the vendor has confirmed the subscription, and again until a request succeeds.
 */
import type { Log } from '#service/shared/log.ts'
import { errorMessage } from '#service/shared/error-message.ts'
import type { QuoteStream, StreamUpdate } from './quote-stream.ts'

/** A connection: its stream while it is open, and the keys that it has subscriptions for. */
export type GapConnection = {
  readonly keys: ReadonlySet<string>
  readonly stream: QuoteStream | undefined
}

export type GapFillerOptions<Value> = {
  readonly vendor: string
  /** Current values. Unknown keys are missing. */
  readonly snapshot: (keys: readonly string[]) => Promise<readonly StreamUpdate<Value>[]>
  /** Called before a request; returns the function that applies the values of its response. */
  readonly startRequest: () => (update: StreamUpdate<Value>) => void
  readonly log: Log
  readonly random: () => number
}

export type GapFiller = {
  /** Subscribes an open connection to keys, and fills their gap. Never rejects. */
  subscribe(connection: GapConnection, keys: readonly string[]): Promise<void>
  /** Whether a request has failed, and its gap is not filled yet. */
  hasGap(): boolean
  close(): void
}

type Gap = {
  readonly connection: GapConnection
  readonly stream: QuoteStream
  readonly keys: readonly string[]
  failures: number
  timer: ReturnType<typeof setTimeout> | undefined
}

const firstRetryMs = 1_000
const longestRetryMs = 30_000

export function createGapFiller<Value>(options: GapFillerOptions<Value>): GapFiller {
  const { vendor, snapshot, startRequest, log, random } = options
  /** Gaps whose last request failed. */
  const failed = new Set<Gap>()
  /** Reasons that were logged since the last request that succeeded: an outage has one line for each. */
  const loggedReasons = new Set<string>()

  const retryLater = (gap: Gap, error: unknown) => {
    const waitMs = random() * Math.min(longestRetryMs, firstRetryMs * 2 ** gap.failures++)
    const reason = errorMessage(error)
    if (!loggedReasons.has(reason))
      log('warn', 'market-snapshot-failed', {
        vendor,
        keys: gap.keys.length,
        reason,
        retryMs: Math.round(waitMs),
      })
    loggedReasons.add(reason)
    failed.add(gap)
    gap.timer = setTimeout(() => void fill(gap), waitMs)
  }
  const fill = async (gap: Gap): Promise<void> => {
    const isCurrent = () => gap.connection.stream === gap.stream
    const keys = gap.keys.filter((key) => gap.connection.keys.has(key))
    failed.delete(gap)
    // The next stream of a lost connection has its own gap.
    if (!isCurrent() || keys.length === 0) return
    const apply = startRequest()
    try {
      for (const update of await snapshot(keys)) apply(update)
      loggedReasons.clear()
    } catch (error) {
      if (isCurrent()) retryLater(gap, error)
    }
  }

  return {
    async subscribe(connection, keys) {
      const { stream } = connection
      if (!stream) return
      await stream.subscribe(keys)
      await fill({ connection, stream, keys, failures: 0, timer: undefined })
    },
    hasGap: () => failed.size > 0,
    close() {
      for (const { timer } of failed) clearTimeout(timer)
      failed.clear()
    },
  }
}
