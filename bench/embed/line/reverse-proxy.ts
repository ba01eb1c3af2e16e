/**
 * A reverse proxy in front of the service. It serves the bare embed's two files at the service's
 * address, forwards all other requests, and records every request.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createSecureServer } from 'node:http2'
import { createServer as createTlsServer } from 'node:https'
import { connect, type AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeAuthority } from '#service/server/http/certificates.fixture.ts'
import type { Transport } from './transport.ts'
import { barePath, bareScript } from '#bench/embed/bare.ts'
import type { FakeFeed } from '#bench/embed/fake-feed.ts'

/** One request as the proxy received it. */
export type LoggedRequest = {
  path: string
  status: number
  /** Media type of the response, without parameters. */
  type: string
  /** Time of arrival, milliseconds of the epoch. */
  receivedAt: number
}

export type ReverseProxy = {
  port: number
  /** Returns the requests since the last call. */
  takeRequests: () => LoggedRequest[]
  /** Routes later feed connections to this fake feed. */
  useFeed: (feed: FakeFeed) => void
  stop: () => void
}

const readBareFile = (name: string) => readFileSync(new URL(`../bare/${name}`, import.meta.url))

/** Media type and content by path. */
const bareFiles = new Map([
  [barePath, { type: 'text/html', body: readBareFile('frame.html') }],
  [bareScript, { type: 'text/javascript', body: readBareFile('frame.js') }],
])

/** Headers that are invalid in HTTP/2. */
const http1OnlyHeaders = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade'])
const pickHeaders = (headers: IncomingHttpHeaders, isIncluded: (name: string) => boolean) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => isIncluded(name)))

function makeServer(transport: Transport, listener: RequestListener): Server {
  if (transport === 'plain') return createServer(listener)
  const folder = mkdtempSync(join(tmpdir(), 'bench-embed-'))
  const { certificate, key } = makeAuthority(folder).issue('widget.localhost')
  const tlsOptions = { cert: readFileSync(certificate), key: readFileSync(key) }
  rmSync(folder, { recursive: true })
  if (transport === 'h1') return createTlsServer(tlsOptions, listener)
  const server = createSecureServer({ ...tlsOptions, allowHTTP1: true }) as unknown as Server
  server.on('request', listener)
  return server
}

export async function startReverseProxy(
  servicePort: number,
  transport: Transport = 'plain',
): Promise<ReverseProxy> {
  const agent = new Agent({ keepAlive: true })
  let requests: LoggedRequest[] = []
  let feed: FakeFeed | undefined

  function logRequest({ url = '/' }: IncomingMessage): LoggedRequest {
    const path = url.split('?')[0]!
    const logged = { path, status: 200, type: '', receivedAt: performance.timeOrigin + performance.now() }
    requests.push(logged)
    return logged
  }

  function forward(incoming: IncomingMessage, outgoing: ServerResponse, logged: LoggedRequest): void {
    const { method, url: path } = incoming
    const host = incoming.headers.host ?? (incoming.headers[':authority'] as string)
    const headers = { ...pickHeaders(incoming.headers, (name) => !name.startsWith(':')), host }
    const upstream = request(
      { host: '127.0.0.1', port: servicePort, method, path, headers, agent },
      (response) => {
        logged.status = response.statusCode ?? 0
        logged.type = (response.headers['content-type'] ?? '').split(';')[0]!
        const isHttp2 = incoming.httpVersionMajor === 2
        outgoing.writeHead(
          logged.status,
          pickHeaders(response.headers, (name) => !isHttp2 || !http1OnlyHeaders.has(name)),
        )
        response.pipe(outgoing)
      },
    )
    upstream.on('error', () => outgoing.destroy())
    outgoing.on('close', () => upstream.destroy())
    incoming.pipe(upstream)
  }

  const server = makeServer(transport, (incoming, outgoing) => {
    const logged = logRequest(incoming)
    const file = bareFiles.get(logged.path)
    if (!file) return forward(incoming, outgoing, logged)
    logged.type = file.type
    outgoing.writeHead(200, {
      'Content-Type': `${file.type}; charset=utf-8`,
      'Content-Length': file.body.length,
    })
    outgoing.end(file.body)
  })
  server.on('upgrade', (incoming: IncomingMessage, client: Duplex, head: Buffer) => {
    logRequest(incoming)
    if (feed) feed.accept(incoming, client, head)
    else forwardSocket(servicePort, incoming, client, head)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    takeRequests() {
      const recordedRequests = requests
      requests = []
      return recordedRequests
    },
    useFeed: (fakeFeed) => (feed = fakeFeed),
    stop() {
      feed?.stop()
      server.close()
      server.closeAllConnections?.()
      agent.destroy()
    },
  }
}

/** Forwards an upgrade request, and connects the client's socket with a socket to the service. */
function forwardSocket(servicePort: number, incoming: IncomingMessage, client: Duplex, head: Buffer): void {
  const upstream = connect(servicePort, '127.0.0.1', () => {
    const { method, url, rawHeaders } = incoming
    const headerLines = rawHeaders.map((text, index) => (index % 2 ? `${text}\r\n` : `${text}: `)).join('')
    upstream.write(`${method} ${url} HTTP/1.1\r\n${headerLines}\r\n`)
    upstream.write(head)
    upstream.pipe(client)
    client.pipe(upstream)
  })
  const pairs: readonly (readonly [Duplex, Duplex])[] = [
    [upstream, client],
    [client, upstream],
  ]
  for (const [source, target] of pairs) {
    source.on('error', () => target.destroy())
    source.on('close', () => target.destroy())
  }
}
