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
async function reach(ports: readonly number[]): Promise<Socket | undefined> {
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

const forwarded = (headers: IncomingHttpHeaders, { remoteAddress = '' }: Socket): IncomingHttpHeaders => {
  const before = headers['x-forwarded-for']
  return { ...headers, 'x-forwarded-for': before ? `${String(before)}, ${remoteAddress}` : remoteAddress }
}

async function passOn(socket: Socket | undefined, request: IncomingMessage, answer: ServerResponse) {
  if (!socket) return void answer.writeHead(502, { 'Content-Type': 'text/plain' }).end('no node')
  const onward = httpRequest({
    createConnection: () => socket,
    method: request.method!,
    path: request.url!,
    headers: { ...forwarded(request.headers, request.socket), connection: 'close' },
  })
  onward.on('response', (given) => {
    const { connection: _, 'keep-alive': __, ...headers } = given.headers
    answer.writeHead(given.statusCode!, headers)
    given.pipe(answer)
    given.on('error', () => answer.destroy())
  })
  onward.on('error', () => {
    if (answer.headersSent) answer.destroy()
    else answer.writeHead(502, { 'Content-Type': 'text/plain' }).end('a node broke off')
  })
  answer.on('close', () => onward.destroy())
  request.pipe(onward)
}

function tunnel(node: Socket | undefined, request: IncomingMessage, client: Socket, head: Buffer) {
  if (!node) return client.end('HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\n\r\n')
  const lines = Object.entries(forwarded(request.headers, client)).map(
    ([name, value]) => `${name}: ${String(value)}`,
  )
  node.write(`${request.method} ${request.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  node.write(head)
  node.pipe(client).pipe(node)
  for (const [one, other] of [
    [node, client],
    [client, node],
  ] as const) {
    one.on('error', () => other.destroy())
    one.on('close', () => other.destroy())
  }
  return undefined
}

/** Starts the proxy on a free port of this machine. */
export async function startRoundRobin(ports: readonly number[] = []): Promise<RoundRobin> {
  let nodes = ports
  let turn = 0
  const inTurn = () => {
    const first = turn++ % Math.max(nodes.length, 1)
    return [...nodes.slice(first), ...nodes.slice(0, first)]
  }
  const server = createServer((request, answer) => {
    void reach(inTurn()).then((socket) => passOn(socket, request, answer))
  })
  server.on('upgrade', (request, client, head) => {
    void reach(inTurn()).then((node) => tunnel(node, request, client as Socket, head))
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
    setNodes: (next) => void (nodes = next),
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
