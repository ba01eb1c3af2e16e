/**
 * One direction of a line whose bandwidth all connections share: packet by packet, round-robin. It uses no
 * sockets and no clock; times are monotonic milliseconds.
 */

/** Bytes per packet of one connection: about the size of a network packet. */
export const packetBytes = 1460

export type Arrival<T> = { arrivesAt: number; packet: T }

type QueuedPacket<T> = { bytes: number; packet: T }

export class SharedLink<T> {
  readonly #bytesPerMs: number
  readonly #oneWayMs: number
  /** Queued packets by connection. The connection whose packet is being sent is first. */
  readonly #queues = new Map<unknown, QueuedPacket<T>[]>()
  #current: { leavesAt: number; packet: T } | undefined
  #freeAt = 0

  /** `megabits` per second (Infinity: unlimited); `oneWayMs` is the latency. */
  constructor({ megabits, oneWayMs }: { megabits: number; oneWayMs: number }) {
    this.#bytesPerMs = (megabits * 1e6) / 8 / 1000
    this.#oneWayMs = oneWayMs
  }

  /** Queues a packet of a connection; packets of one connection keep their order. */
  send(connection: unknown, bytes: number, packet: T, nowMs: number): void {
    const queue = this.#queues.get(connection)
    if (queue) queue.push({ bytes, packet })
    else this.#queues.set(connection, [{ bytes, packet }])
    if (!this.#current) this.#leave(Math.max(nowMs, this.#freeAt))
  }

  /** Time at which the current packet has been sent; undefined if the line is idle. */
  get nextDepartureMs(): number | undefined {
    return this.#current?.leavesAt
  }

  /** Returns the packets sent until now, in order, with their times of arrival. */
  advance(nowMs: number): Arrival<T>[] {
    const arrivals: Arrival<T>[] = []
    while (this.#current && this.#current.leavesAt <= nowMs) {
      const { leavesAt, packet } = this.#current
      arrivals.push({ arrivesAt: leavesAt + this.#oneWayMs, packet })
      this.#freeAt = leavesAt
      this.#leave(leavesAt)
    }
    return arrivals
  }

  /** Sends the next packet from `start` on. Its connection then goes to the end of the queue. */
  #leave(start: number): void {
    const [previous] = this.#current ? this.#queues : []
    if (previous) {
      const [connection, queue] = previous
      this.#queues.delete(connection)
      if (queue.length > 0) this.#queues.set(connection, queue)
    }
    const [nextQueue] = this.#queues.values()
    const nextPacket = nextQueue?.shift()
    this.#current = nextPacket && {
      leavesAt: start + nextPacket.bytes / this.#bytesPerMs,
      packet: nextPacket.packet,
    }
  }
}
