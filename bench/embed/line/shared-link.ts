/**
 * One direction of a line whose bandwidth all connections share: packet by packet, round-robin. Knows no
 * sockets and no clock; times are monotonic milliseconds.
 */

/** Bytes per packet of one connection: about the size of a network packet. */
export const packetBytes = 1460

export type Arrival<T> = { at: number; packet: T }

type Waiting<T> = { bytes: number; packet: T }

export class SharedLink<T> {
  readonly #bytesPerMs: number
  readonly #oneWayMs: number
  /** Pending data of each connection, the one whose packet is leaving first. */
  readonly #queues = new Map<unknown, Waiting<T>[]>()
  #leaving: { at: number; packet: T } | undefined
  #freeAt = 0

  /** `megabits` a second; Infinity: a packet takes no time to leave. `oneWayMs` is how long it is under way. */
  constructor({ megabits, oneWayMs }: { megabits: number; oneWayMs: number }) {
    this.#bytesPerMs = (megabits * 1e6) / 8 / 1000
    this.#oneWayMs = oneWayMs
  }

  /** Takes a packet of a connection; those of one connection keep their order. */
  send(connection: unknown, bytes: number, packet: T, now: number): void {
    const queue = this.#queues.get(connection)
    if (queue) queue.push({ bytes, packet })
    else this.#queues.set(connection, [{ bytes, packet }])
    if (!this.#leaving) this.#leave(Math.max(now, this.#freeAt))
  }

  /** When the packet that is leaving will have left; undefined where nothing is. */
  get nextAt(): number | undefined {
    return this.#leaving?.at
  }

  /** The packets that have left by now, in order, with when each arrives. */
  advance(now: number): Arrival<T>[] {
    const arrivals: Arrival<T>[] = []
    while (this.#leaving && this.#leaving.at <= now) {
      const { at, packet } = this.#leaving
      arrivals.push({ at: at + this.#oneWayMs, packet })
      this.#freeAt = at
      this.#leave(at)
    }
    return arrivals
  }

  /** Sends the next packet from `start` on. Its connection then goes to the end of the queue. */
  #leave(start: number): void {
    const [last] = this.#leaving ? this.#queues : []
    if (last) {
      const [connection, queue] = last
      this.#queues.delete(connection)
      if (queue.length > 0) this.#queues.set(connection, queue)
    }
    const [next] = this.#queues.values()
    const first = next?.shift()
    this.#leaving = first && { at: start + first.bytes / this.#bytesPerMs, packet: first.packet }
  }
}
