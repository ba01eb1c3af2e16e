/**
 * A simulated network line as a TCP server: connections to it reach the target with the line's
 * latency and bandwidth.
 */
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import type { Line } from './lines.ts'
import { packetBytes, SharedLink } from './shared-link.ts'

/**
 * Traffic of a line since the last call of `takeTraffic`: number of connections, and bytes per
 * direction.
 */
export type Traffic = { connections: number; up: number; down: number }

export type LineServer = {
  port: number
  /** Returns the traffic since the last call. */
  takeTraffic: () => Traffic
  stop: () => void
}

/** Data for a socket; null if the sender has ended the connection. */
type Packet = { target: Socket; data: Buffer | null }

/**
 * Opens one direction of the line, which all sockets share. Returns a function that connects two
 * sockets through it.
 */
function openDirection(line: Line): (source: Socket, target: Socket) => void {
  const link = new SharedLink<Packet>({
    megabitsPerSecond: line.megabitsPerSecond,
    oneWayMs: line.roundTripMs / 2,
  })
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
 * Starts a server that forwards its connections over the line to a port of this machine.
 *
 * @param roundTripsBefore simulated round trips before a connection's first byte: one for TCP, and
 *   one for TLS unless TLS is really used
 */
export async function serveLine(line: Line, targetPort: number, roundTripsBefore = 2): Promise<LineServer> {
  const isDelayed = line.roundTripMs > 0 || Number.isFinite(line.megabitsPerSecond)
  const connectSockets = isDelayed
    ? { up: openDirection(line), down: openDirection(line) }
    : { up: pipe, down: pipe }
  let traffic: Traffic = { connections: 0, up: 0, down: 0 }
  const openSockets = new Set<Socket>()

  function connectClient(client: Socket): void {
    if (client.destroyed) return
    const upstream = connect({ port: targetPort, host: '127.0.0.1', noDelay: true })
    openSockets.add(upstream)
    upstream.on('error', () => client.destroy())
    upstream.on('close', () => openSockets.delete(upstream))
    client.on('close', () => upstream.destroy())
    client.on('data', ({ length }) => (traffic.up += length))
    upstream.on('data', ({ length }) => (traffic.down += length))
    connectSockets.up(client, upstream)
    connectSockets.down(upstream, client)
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
