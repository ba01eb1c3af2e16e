/**
 * One direction of a simulated network link. All connections share its bandwidth round-robin, packet by packet. It
 * uses no sockets and no clock: callers pass the time, monotonic milliseconds.
 */

/** Bytes of a packet: the payload of a TCP segment on Ethernet. */
export const packetBytes = 1460

export type Arrival<T> = { arrivesAt: number; packet: T }

type QueuedPacket<T> = { bytes: number; packet: T }

export class SharedLink<T> {
  readonly #bytesPerMs: number
  readonly #oneWayMs: number
  /**
   * Queued packets by connection, in the order of sending. The first connection's packet is being
   * sent.
   */
  readonly #queues = new Map<unknown, QueuedPacket<T>[]>()
  #current: { leavesAt: number; packet: T } | undefined
  /** Time at which the last packet had been sent. */
  #freeAt = 0

  /** `megabitsPerSecond` is Infinity for an unlimited link; `oneWayMs` is the latency. */
  constructor({ megabitsPerSecond, oneWayMs }: { megabitsPerSecond: number; oneWayMs: number }) {
    this.#bytesPerMs = (megabitsPerSecond * 1e6) / 8 / 1000
    this.#oneWayMs = oneWayMs
  }

  /** Queues a packet of a connection; packets of one connection keep their order. */
  send(connection: unknown, bytes: number, packet: T, nowMs: number): void {
    const queue = this.#queues.get(connection)
    if (queue) queue.push({ bytes, packet })
    else this.#queues.set(connection, [{ bytes, packet }])
    if (!this.#current) this.#startNext(Math.max(nowMs, this.#freeAt))
  }

  /** Time at which the current packet will have been sent; undefined if the link is idle. */
  get nextDepartureMs(): number | undefined {
    return this.#current?.leavesAt
  }

  /**
   * Removes and returns the packets that were sent until `nowMs`, in order, with their times of
   * arrival.
   */
  advance(nowMs: number): Arrival<T>[] {
    const arrivals: Arrival<T>[] = []
    while (this.#current && this.#current.leavesAt <= nowMs) {
      const { leavesAt, packet } = this.#current
      arrivals.push({ arrivesAt: leavesAt + this.#oneWayMs, packet })
      this.#freeAt = leavesAt
      this.#startNext(leavesAt)
    }
    return arrivals
  }

  /**
   * Moves the connection of the packet that was sent to the end of the order, and starts the next
   * packet.
   */
  #startNext(startMs: number): void {
    const [previous] = this.#current ? this.#queues : []
    if (previous) {
      const [connection, queue] = previous
      this.#queues.delete(connection)
      if (queue.length > 0) this.#queues.set(connection, queue)
    }
    const [nextQueue] = this.#queues.values()
    const nextPacket = nextQueue?.shift()
    this.#current = nextPacket && {
      leavesAt: startMs + nextPacket.bytes / this.#bytesPerMs,
      packet: nextPacket.packet,
    }
  }
}
