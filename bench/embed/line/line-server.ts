/**
 * A simulated network line as a TCP server: connections to it reach the target with the line's latency and
 * bandwidth.
 */
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import type { Line } from './lines.ts'
import { packetBytes, SharedLink } from './shared-link.ts'

/** Traffic of a line since the last reading. */
export type Traffic = { connections: number; up: number; down: number }

export type LineServer = {
  port: number
  /** What went over since the last time. */
  take: () => Traffic
  stop: () => void
}

/** `data` for the socket; null: its other end has nothing more to say. */
type Packet = { to: Socket; data: Buffer | null }

/** Carries packets of both directions' sockets over one direction of the line. */
function openDirection(line: Line): (from: Socket, to: Socket) => void {
  const link = new SharedLink<Packet>({ megabits: line.megabits, oneWayMs: line.roundTripMs / 2 })
  const underWay: { at: number; packet: Packet }[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  function work(): void {
    const now = performance.now()
    underWay.push(...link.advance(now))
    while (underWay[0] && underWay[0].at <= now) {
      const { to, data } = underWay.shift()!.packet
      if (to.destroyed) continue
      if (data) to.write(data)
      else to.end()
    }
    const next = Math.min(
      link.nextAt ?? Number.POSITIVE_INFINITY,
      underWay[0]?.at ?? Number.POSITIVE_INFINITY,
    )
    clearTimeout(timer)
    timer = Number.isFinite(next) ? setTimeout(work, Math.max(0, next - performance.now())) : undefined
  }

  return (from, to) => {
    const send = (data: Buffer | null) => link.send(from, data?.length ?? 0, { to, data }, performance.now())
    from.on('data', (data: Buffer) => {
      for (let at = 0; at < data.length; at += packetBytes) send(data.subarray(at, at + packetBytes))
      work()
    })
    from.on('end', () => {
      send(null)
      work()
    })
  }
}

/**
 * Serves a line to a port of this machine.
 *
 * @param roundTripsBefore round trips before the first byte: one to connect, and one for TLS if it is not
 *   really used
 */
export async function serveLine(line: Line, target: number, roundTripsBefore = 2): Promise<LineServer> {
  const delayed = line.roundTripMs > 0 || Number.isFinite(line.megabits)
  const carry = delayed ? { up: openDirection(line), down: openDirection(line) } : { up: pipe, down: pipe }
  let traffic: Traffic = { connections: 0, up: 0, down: 0 }
  const open = new Set<Socket>()

  function join(client: Socket): void {
    if (client.destroyed) return
    const service = connect({ port: target, host: '127.0.0.1', noDelay: true })
    open.add(service)
    service.on('error', () => client.destroy())
    service.on('close', () => open.delete(service))
    client.on('close', () => service.destroy())
    client.on('data', ({ length }) => (traffic.up += length))
    service.on('data', ({ length }) => (traffic.down += length))
    carry.up(client, service)
    carry.down(service, client)
  }

  const server: Server = createServer(
    { allowHalfOpen: true, noDelay: true, pauseOnConnect: delayed },
    (client) => {
      traffic.connections += 1
      open.add(client)
      client.on('error', () => client.destroy())
      client.on('close', () => open.delete(client))
      if (!delayed) return join(client)
      setTimeout(() => {
        join(client)
        client.resume()
      }, roundTripsBefore * line.roundTripMs)
    },
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    take() {
      const taken = traffic
      traffic = { connections: 0, up: 0, down: 0 }
      return taken
    },
    stop() {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}

const pipe = (from: Socket, to: Socket) => void from.pipe(to)
