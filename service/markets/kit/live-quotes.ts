/**
 * Quotes that a vendor pushes over WebSockets, shared by all subscribers of the process.
 *
 * Symbols are subscribed in batches; a connection takes as many as the vendor allows. A lost connection is reopened with
 * back-off and full jitter, subscribes again, and a snapshot fills the gap (gap-filler.ts): the last value is never lost. Repeated and late
 * updates are dropped: by sequence number within a day, otherwise by time.
 */
import type { Log } from '#service/shared/log.ts'
import type { Stop } from '#service/shared/stop.ts'
import { errorMessage } from '#service/shared/error-message.ts'
import { createGapFiller } from './gap-filler.ts'
import type { OpenStream, QuoteStream, StreamUpdate } from './quote-stream.ts'
import { VendorError } from './vendor-error.ts'

export type LiveQuotes<Value> = {
  /** Calls `onValue` with every new value of the keys, until stopped. Stopping twice is fine. */
  watch(keys: readonly string[], onValue: (value: Value) => void): Stop
  /** The latest value of a watched key. */
  latest(key: string): Value | undefined
  /**
   * Whether a watched key may have changed unnoticed during a session: a connection is lost, a gap is not filled, or
   * nothing arrives.
   */
  isStale(): boolean
  /** Number of open connections. */
  connectionCount(): number
  close(): void
}

export type LiveQuotesOptions<Value> = {
  readonly vendor: string
  readonly openStream: OpenStream<Value>
  /** Current values, for new subscriptions and after a gap. Unknown keys are missing. */
  readonly snapshot: (keys: readonly string[]) => Promise<readonly StreamUpdate<Value>[]>
  /** A value as of `previous` and an update, which may hold a part only; undefined drops the update. */
  readonly merge: (previous: Value | undefined, update: Value) => Value | undefined
  /**
   * A value with what an older one knows in addition, such as the last trade; undefined if that is nothing. A
   * snapshot may be older than a value that was pushed while it was requested.
   */
  readonly complete?: (value: Value, older: Value) => Value | undefined
  /** Whether the exchange is open: outside of sessions silence is normal. */
  readonly isSession: () => boolean
  readonly log: Log
  /** Keys per connection. */
  readonly keysPerConnection?: number
  /** A connection without a frame for this long during a session is reopened, milliseconds. */
  readonly silenceMs?: number
  /** Values count as stale after this long without a frame during a session, milliseconds. */
  readonly staleAfterMs?: number
  /** Subscriptions are collected for this long, milliseconds. */
  readonly batchMs?: number
  readonly random?: () => number
  readonly elapsed?: () => number
}

const firstRetryMs = 250
const longestRetryMs = 30_000
/** Pause after the vendor has refused the credential: faster attempts could lock the account. */
const deniedRetryMs = 60_000
type Watched<Value> = {
  readonly listeners: Set<(value: Value) => void>
  value: Value | undefined
  seq: number | null
  timeMs: number
  /** Number of the last pushed update; 0 before the first. */
  pushedAt: number
  connection: Connection | undefined
}

/** One socket and its keys. It keeps them while it reconnects. */
type Connection = {
  readonly keys: Set<string>
  stream: QuoteStream | undefined
  lastFrameMs: number
  attempts: number
  /** Reason of the last loss in the log; undefined while values arrive. */
  loggedReason: string | undefined
  timer: ReturnType<typeof setTimeout> | undefined
}

export function createLiveQuotes<Value>(options: LiveQuotesOptions<Value>): LiveQuotes<Value> {
  const { vendor, openStream, snapshot, merge, complete, isSession, log } = options
  const { keysPerConnection = 1000, silenceMs = 30_000, staleAfterMs = 15_000, batchMs = 20 } = options
  const { random = Math.random, elapsed = () => performance.now() } = options
  const watched = new Map<string, Watched<Value>>()
  const connections = new Set<Connection>()
  const added = new Set<string>()
  const removed = new Map<Connection, string[]>()
  let batchTimer: ReturnType<typeof setTimeout> | undefined
  let isClosed = false
  /** Numbers the pushed updates of all keys. */
  let pushCount = 0

  const deliver = (entry: Watched<Value>, value: Value | undefined) => {
    if (value === undefined) return
    entry.value = value
    for (const listener of entry.listeners) listener(value)
  }
  const apply = (entry: Watched<Value>, update: StreamUpdate<Value>) => {
    const value = merge(entry.value, update.value)
    // Also if the value is unchanged: an update between the two that arrives late is older.
    entry.seq = update.seq ?? entry.seq
    entry.timeMs = update.timeMs
    deliver(entry, value)
  }
  const applyPushed = (update: StreamUpdate<Value>) => {
    const entry = watched.get(update.key)
    if (!entry) return
    entry.pushedAt = ++pushCount
    if (isNewer(update, entry)) apply(entry, update)
  }
  /** Applies a value of a snapshot that was requested after `requestedAt` pushed updates. */
  const applySnapshot = (update: StreamUpdate<Value>, requestedAt: number) => {
    const entry = watched.get(update.key)
    if (!entry) return
    // The stream was subscribed when the request was sent: of two values of one time, the pushed one is the later.
    const isOvertaken = entry.pushedAt > requestedAt && update.timeMs <= entry.timeMs
    if (isNewer(update, entry) && !isOvertaken) apply(entry, update)
    else if (entry.value !== undefined) deliver(entry, complete?.(entry.value, update.value))
  }
  const gaps = createGapFiller<Value>({
    vendor,
    snapshot,
    startRequest() {
      const requestedAt = pushCount
      return (update) => applySnapshot(update, requestedAt)
    },
    log,
    random,
  })

  const reconnect = (connection: Connection, reason: string, delayMs?: number) => {
    connection.stream?.close()
    connection.stream = undefined
    clearTimeout(connection.timer)
    if (isClosed || !connections.has(connection)) return
    const ceilingMs = Math.min(longestRetryMs, firstRetryMs * 2 ** connection.attempts++)
    const waitMs = delayMs ?? random() * ceilingMs
    // One line for each reason of an outage, and not for each attempt.
    if (connection.loggedReason !== reason)
      log('warn', 'market-stream-lost', { vendor, reason, retryMs: Math.round(waitMs) })
    connection.loggedReason = reason
    connection.timer = setTimeout(() => void connect(connection), waitMs)
  }
  const connect = async (connection: Connection) => {
    let stream: QuoteStream
    let isLost = false
    try {
      stream = await openStream({
        onActivity: () => (connection.lastFrameMs = elapsed()),
        onUpdate: (update) => {
          if (connection.loggedReason !== undefined) log('info', 'market-stream-recovered', { vendor })
          connection.loggedReason = undefined
          connection.attempts = 0
          applyPushed(update)
        },
        onLost: (reason) => {
          isLost = true
          // Before the stream is open, its promise rejects as well.
          if (connection.stream) reconnect(connection, reason)
        },
      })
    } catch (error) {
      const isDenied = error instanceof VendorError && error.kind === 'denied'
      return reconnect(connection, errorMessage(error), isDenied ? deniedRetryMs : undefined)
    }
    if (isClosed || !connections.has(connection)) return stream.close()
    if (isLost) {
      stream.close()
      return reconnect(connection, 'closed at once')
    }
    connection.stream = stream
    connection.lastFrameMs = elapsed()
    if (connection.keys.size > 0) await gaps.subscribe(connection, [...connection.keys])
  }
  const watchSilence = setInterval(
    () => {
      if (!isSession()) return
      for (const connection of connections)
        if (connection.stream && elapsed() - connection.lastFrameMs > silenceMs)
          reconnect(connection, `no frame for ${Math.round(silenceMs / 1000)} s`)
    },
    Math.min(silenceMs, 5_000),
  )

  const connectionWithRoom = (): Connection => {
    for (const connection of connections) if (connection.keys.size < keysPerConnection) return connection
    const connection: Connection = {
      keys: new Set(),
      stream: undefined,
      lastFrameMs: elapsed(),
      attempts: 0,
      loggedReason: undefined,
      timer: undefined,
    }
    connections.add(connection)
    void connect(connection)
    return connection
  }
  const sendBatch = () => {
    batchTimer = undefined
    for (const [connection, keys] of removed) connection.stream?.unsubscribe(keys)
    removed.clear()
    const keysByConnection = new Map<Connection, string[]>()
    for (const key of added) {
      const entry = watched.get(key)
      if (!entry) continue
      const connection = connectionWithRoom()
      connection.keys.add(key)
      entry.connection = connection
      keysByConnection.set(connection, [...(keysByConnection.get(connection) ?? []), key])
    }
    added.clear()
    // A connection that is not open yet subscribes to all its keys when it is.
    for (const [connection, keys] of keysByConnection) void gaps.subscribe(connection, keys)
    for (const connection of connections) if (connection.keys.size === 0) drop(connection)
  }
  const scheduleBatch = () => (batchTimer ??= setTimeout(sendBatch, batchMs))
  const drop = (connection: Connection) => {
    connections.delete(connection)
    clearTimeout(connection.timer)
    connection.stream?.close()
  }
  const unwatch = (key: string, listener: (value: Value) => void) => {
    const entry = watched.get(key)
    if (!entry?.listeners.delete(listener) || entry.listeners.size > 0) return
    watched.delete(key)
    added.delete(key)
    const { connection } = entry
    if (!connection?.keys.delete(key)) return
    removed.set(connection, [...(removed.get(connection) ?? []), key])
    scheduleBatch()
  }

  return {
    watch(keys, onValue) {
      // The same function may be passed twice: each call is a separate listener.
      const listener = (value: Value) => onValue(value)
      for (const key of new Set(keys)) {
        const entry = watched.get(key)
        if (entry) {
          entry.listeners.add(listener)
          continue
        }
        watched.set(key, {
          listeners: new Set([listener]),
          value: undefined,
          seq: null,
          timeMs: -Infinity,
          pushedAt: 0,
          connection: undefined,
        })
        added.add(key)
        scheduleBatch()
      }
      return () => {
        for (const key of keys) unwatch(key, listener)
      }
    },
    latest: (key) => watched.get(key)?.value,
    isStale: () =>
      isSession() &&
      (gaps.hasGap() ||
        [...connections].some(
          ({ stream, keys, lastFrameMs }) =>
            keys.size > 0 && (!stream || elapsed() - lastFrameMs > staleAfterMs),
        )),
    connectionCount: () => [...connections].filter(({ stream }) => stream).length,
    close() {
      isClosed = true
      clearInterval(watchSilence)
      clearTimeout(batchTimer)
      gaps.close()
      for (const connection of connections) drop(connection)
      watched.clear()
    },
  }
}

const dayMs = 86_400_000

/** Sequence numbers start again every day. A value without one, such as a snapshot, counts by its time. */
function isNewer<Value>(update: StreamUpdate<Value>, last: Pick<Watched<Value>, 'seq' | 'timeMs'>): boolean {
  const isSameDay = Math.floor(update.timeMs / dayMs) === Math.floor(last.timeMs / dayMs)
  if (update.seq !== null && last.seq !== null && isSameDay) return update.seq > last.seq
  return update.timeMs >= last.timeMs
}
