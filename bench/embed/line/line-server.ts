/**
 * A simulated network line as a TCP server: connections to it reach the target with the line's latency and
 * bandwidth.
 */
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import type { Line } from './lines.ts'
import { packetBytes, SharedLink } from './shared-link.ts'

/** Traffic of a line since the last call of `takeTraffic`. */
export type Traffic = { connections: number; up: number; down: number }

export type LineServer = {
  port: number
  /** Traffic since the last call. */
  takeTraffic: () => Traffic
  stop: () => void
}

/** `data` for the socket; null: the other end has finished sending. */
type Packet = { target: Socket; data: Buffer | null }

/** Carries the packets of all sockets over one direction of the line. */
function openDirection(line: Line): (source: Socket, target: Socket) => void {
  const link = new SharedLink<Packet>({ megabits: line.megabits, oneWayMs: line.roundTripMs / 2 })
  const inFlight: { arrivesAt: number; packet: Packet }[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  function deliver(): void {
    const nowMs = performance.now()
    inFlight.push(...link.advance(nowMs))
    while (inFlight[0] && inFlight[0].arrivesAt <= nowMs) {
      const { target, data } = inFlight.shift()!.packet
      if (target.destroyed) continue
      if (data) target.write(data)
      else target.end()
    }
    const nextMs = Math.min(
      link.nextDepartureMs ?? Number.POSITIVE_INFINITY,
      inFlight[0]?.arrivesAt ?? Number.POSITIVE_INFINITY,
    )
    clearTimeout(timer)
    timer = Number.isFinite(nextMs) ? setTimeout(deliver, Math.max(0, nextMs - performance.now())) : undefined
  }

  return (source, target) => {
    const send = (data: Buffer | null) =>
      link.send(source, data?.length ?? 0, { target, data }, performance.now())
    source.on('data', (data: Buffer) => {
      for (let start = 0; start < data.length; start += packetBytes)
        send(data.subarray(start, start + packetBytes))
      deliver()
    })
    source.on('end', () => {
      send(null)
      deliver()
    })
  }
}

/**
 * Serves a line to a port of this machine.
 *
 * @param roundTripsBefore round trips before the first byte: one to connect, and one for TLS if it is not
 *   really used
 */
export async function serveLine(line: Line, targetPort: number, roundTripsBefore = 2): Promise<LineServer> {
  const isDelayed = line.roundTripMs > 0 || Number.isFinite(line.megabits)
  const carriers = isDelayed
    ? { up: openDirection(line), down: openDirection(line) }
    : { up: pipe, down: pipe }
  let traffic: Traffic = { connections: 0, up: 0, down: 0 }
  const openSockets = new Set<Socket>()

  function connectClient(client: Socket): void {
    if (client.destroyed) return
    const service = connect({ port: targetPort, host: '127.0.0.1', noDelay: true })
    openSockets.add(service)
    service.on('error', () => client.destroy())
    service.on('close', () => openSockets.delete(service))
    client.on('close', () => service.destroy())
    client.on('data', ({ length }) => (traffic.up += length))
    service.on('data', ({ length }) => (traffic.down += length))
    carriers.up(client, service)
    carriers.down(service, client)
  }

  const server: Server = createServer(
    { allowHalfOpen: true, noDelay: true, pauseOnConnect: isDelayed },
    (client) => {
      traffic.connections += 1
      openSockets.add(client)
      client.on('error', () => client.destroy())
      client.on('close', () => openSockets.delete(client))
      if (!isDelayed) return connectClient(client)
      setTimeout(() => {
        connectClient(client)
        client.resume()
      }, roundTripsBefore * line.roundTripMs)
    },
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    takeTraffic() {
      const totals = traffic
      traffic = { connections: 0, up: 0, down: 0 }
      return totals
    },
    stop() {
      server.close()
      for (const socket of openSockets) socket.destroy()
    },
  }
}

const pipe = (source: Socket, target: Socket) => void source.pipe(target)
