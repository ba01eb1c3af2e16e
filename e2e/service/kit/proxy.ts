/**
 * A minimal round-robin reverse proxy for requests and upgrades. If a node refuses the connection, the next one is
 * tried. It has no keep-alive connections to nodes, no health checks and no session affinity.
 */
import { once } from 'node:events'
import { createServer, request as httpRequest } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { connect } from 'node:net'

export type RoundRobin = {
  readonly url: string
  /** Replaces the nodes, by their ports on this machine. */
  readonly setNodes: (ports: readonly number[]) => void
  readonly close: () => Promise<void>
}

/** Connects to the first port that accepts; undefined if none does. */
async function connectToFirst(ports: readonly number[]): Promise<Socket | undefined> {
  for (const port of ports) {
    const socket = connect(port, '127.0.0.1')
    socket.setNoDelay(true)
    try {
      await once(socket, 'connect')
      return socket
    } catch {
      // Refused: try the next one.
    }
  }
  return undefined
}

/** Headers with the client's address appended to `X-Forwarded-For`. */
const forwarded = (headers: IncomingHttpHeaders, { remoteAddress = '' }: Socket): IncomingHttpHeaders => {
  const previous = headers['x-forwarded-for']
  return { ...headers, 'x-forwarded-for': previous ? `${String(previous)}, ${remoteAddress}` : remoteAddress }
}

/** Forwards a request over a connection to a node. */
async function forwardRequest(
  socket: Socket | undefined,
  request: IncomingMessage,
  response: ServerResponse,
) {
  if (!socket)
    return void response.writeHead(502, { 'Content-Type': 'text/plain' }).end('no node accepts connections')
  const upstream = httpRequest({
    createConnection: () => socket,
    method: request.method!,
    path: request.url!,
    headers: { ...forwarded(request.headers, request.socket), connection: 'close' },
  })
  upstream.on('response', (upstreamResponse) => {
    const { connection: _, 'keep-alive': __, ...headers } = upstreamResponse.headers
    response.writeHead(upstreamResponse.statusCode!, headers)
    upstreamResponse.pipe(response)
    upstreamResponse.on('error', () => response.destroy())
  })
  upstream.on('error', () => {
    if (response.headersSent) response.destroy()
    else response.writeHead(502, { 'Content-Type': 'text/plain' }).end('the node closed the connection')
  })
  response.on('close', () => upstream.destroy())
  request.pipe(upstream)
}

/** Forwards an upgrade request, then all data in both directions. */
function tunnel(node: Socket | undefined, request: IncomingMessage, client: Socket, head: Buffer) {
  if (!node) return client.end('HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\n\r\n')
  const lines = Object.entries(forwarded(request.headers, client)).map(
    ([name, value]) => `${name}: ${String(value)}`,
  )
  node.write(`${request.method} ${request.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  node.write(head)
  node.pipe(client).pipe(node)
  for (const [socket, peer] of [
    [node, client],
    [client, node],
  ] as const) {
    socket.on('error', () => peer.destroy())
    socket.on('close', () => peer.destroy())
  }
  return undefined
}

/** Starts the proxy on a free port of this machine. */
export async function startRoundRobin(ports: readonly number[] = []): Promise<RoundRobin> {
  let currentPorts = ports
  let connectionCount = 0
  const rotatedPorts = () => {
    const first = connectionCount++ % Math.max(currentPorts.length, 1)
    return [...currentPorts.slice(first), ...currentPorts.slice(0, first)]
  }
  const server = createServer((request, response) => {
    void connectToFirst(rotatedPorts()).then((socket) => forwardRequest(socket, request, response))
  })
  server.on('upgrade', (request, client, head) => {
    void connectToFirst(rotatedPorts()).then((node) => tunnel(node, request, client as Socket, head))
  })
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setNodes: (newPorts) => void (currentPorts = newPorts),
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
