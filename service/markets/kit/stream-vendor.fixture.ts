/** A vendor of pushed values for tests. */
import type { LiveQuotesOptions } from './live-quotes.ts'
import type { StreamEvents, StreamUpdate } from './quote-stream.ts'

/** A vendor with numbered updates, whose connections a test can cut. */
export function createVendor() {
  const last = new Map<string, StreamUpdate<number>>()
  const open = new Set<{ events: StreamEvents<number>; keys: Set<string>; calls: string[][] }>()
  const connections: { calls: string[][] }[] = []
  let refusal: Error | undefined
  let seq = 0
  return {
    connections,
    snapshots: [] as string[][],
    refuse: (error: Error | undefined) => (refusal = error),
    /** Sends a value to all connections that subscribe to the key. */
    send(key: string, value: number, update: Partial<StreamUpdate<number>> = {}) {
      const full = { key, seq: ++seq, timeMs: Date.now(), value, ...update }
      last.set(key, full)
      for (const { events, keys } of open) if (keys.has(key)) events.onUpdate(full)
    },
    lastOf: (key: string) => last.get(key)?.value,
    beat: () => open.forEach(({ events }) => events.onActivity()),
    cut() {
      for (const connection of open) {
        open.delete(connection)
        connection.events.onLost('cut')
      }
    },
    options: (overrides: Partial<LiveQuotesOptions<number>> = {}) => {
      const vendor: LiveQuotesOptions<number> = {
        vendor: 'acme',
        openStream: async (events) => {
          if (refusal) throw refusal
          const connection = { events, keys: new Set<string>(), calls: [] as string[][] }
          open.add(connection)
          connections.push(connection)
          return {
            subscribe: (keys) => {
              connection.calls.push([...keys])
              for (const key of keys) connection.keys.add(key)
            },
            unsubscribe: (keys) => keys.forEach((key) => connection.keys.delete(key)),
            close: () => void open.delete(connection),
          }
        },
        snapshot: async (keys) => keys.flatMap((key) => last.get(key) ?? []),
        merge: (_previous, value) => value,
        isSession: () => true,
        log: () => {},
        random: () => 0.5,
        ...overrides,
      }
      return vendor
    },
  }
}
