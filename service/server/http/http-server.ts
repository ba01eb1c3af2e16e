/** The HTTP surface on Node's sockets. */
import { STATUS_CODES } from 'node:http'
import type { IncomingMessage, RequestListener, Server, ServerOptions, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { HttpBindings } from '@hono/node-server'
import { callerAddress } from '#service/access/caller-address.ts'
import type { App } from '#service/http/app.ts'
import { responseOf } from '#service/http/response/kept-answer.ts'
import type { Written } from '#service/http/request-handler.ts'
import type { ProcessReadings } from '#service/http/route.ts'
import { clientCertificate } from './client-certificate.ts'
import { EnvironmentError } from '../config/environment.ts'
import type { ConnectionChoice } from '../config/environment.ts'
import { askedPlainly, createPlainReader, forwardedBy, namesOneHost } from './node-request.ts'
import { plainServer } from './secure-server.ts'
import type { MakeServer } from './secure-server.ts'
import { dropSlowReaders } from '../feed/slow-readers.ts'
import { writeTogether } from '../fast/write-batching.ts'

/** What one connection may cost. Milliseconds and bytes. */
const connectionLimits = {
  /** From the connection, or its last answer, to the end of a request's header. */
  headersTimeout: 5000,
  /** To the end of its body. */
  requestTimeout: 10_000,
  /** How often those two are looked at: a silent connection is closed that much later at most. */
  connectionsCheckingInterval: 1000,
  /** The cookies of some four hundred widgets on one page's site: they are removed long before (http/cookies.ts). */
  maxHeaderSize: 32 * 1024,
} as const satisfies ServerOptions
const maxHeadersCount = 200

export type ServerSettings = {
  /** Addresses and ranges whose `X-Forwarded-For` and `Forwarded` are believed. */
  readonly trustedProxies: readonly string[]
  readonly connections: Pick<ConnectionChoice, 'most' | 'keepAliveMs'>
}

/** A server that does not listen yet. */
export function createHttpServer(
  app: App,
  { trustedProxies, connections }: ServerSettings,
  readings: () => ProcessReadings,
  makeServer: MakeServer = plainServer,
): Server {
  const server = makeServer(
    {
      // Clients that offer HTTP/2 on every request (`Upgrade: h2c`) are answered as if they had not.
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
      ...connectionLimits,
      keepAliveTimeout: connections.keepAliveMs,
    },
    requestListener(app, trustedProxies, readings),
  )
  server.maxConnections = connections.most
  server.maxHeadersCount = maxHeadersCount
  dropSlowReaders(server)
  refuseBroken(server, app)
  return server
}

/**
 * Kept bytes are written as they are; whatever else there is goes by way of `Request` and `Response`. The two ways share
 * all that decides and all that is said.
 */
export function requestListener(
  app: App,
  trustedProxies: readonly string[],
  readings: () => ProcessReadings,
): RequestListener {
  const plain = createPlainReader(trustedProxies)
  const fetch = (request: Request, { incoming }: HttpBindings) => {
    const address = callerAddress(incoming.socket.remoteAddress, forwardedBy(request.headers), trustedProxies)
    return app.fetch(request, {
      readings,
      certificate: () => clientCertificate(incoming, trustedProxies),
      ...(address === undefined ? {} : { address }),
    })
  }
  const whole = getRequestListener(fetch as (request: Request) => Promise<Response>, {
    // No URL could be made of it.
    errorHandler: () => responseOf({ kept: app.refused(400) }),
  })
  const write = writeTogether()
  return (incoming, outgoing) => {
    const answered = (answer: Written) => write({ outgoing, answer, isHead: incoming.method === 'HEAD' })
    const asked = plain(incoming)
    const written = asked && app.written(asked)
    if (!written && !namesOneHost(incoming.rawHeaders))
      answered(app.refused(400, askedPlainly(incoming, trustedProxies)))
    else if (!written) void whole(incoming, outgoing)
    else if (written instanceof Promise) void written.then(answered)
    else answered(written)
  }
}

const statusOf: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** What Node's parser gives up is answered with the fields that every answer has, and the connection closed. */
function refuseBroken(server: Server, app: App): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
    const { status, fields } = app.refused(statusOf[error.code ?? ''] ?? 400)
    const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, 'Connection: close']
    for (let at = 0; at < fields.length; at += 2) lines.push(`${fields[at]}: ${fields[at + 1]}`)
    // Who does not read even this is gone all the same.
    socket.end(`${lines.join('\r\n')}\r\n\r\n`, () => socket.destroy())
    setTimeout(() => socket.destroy(), 1000).unref()
  })
  server.on('checkExpectation', (_request: IncomingMessage, outgoing: ServerResponse) => {
    const { status, fields } = app.refused(417)
    outgoing.writeHead(status, fields as string[]).end()
  })
}

/**
 * Listens, and tells where this machine reaches the server.
 *
 * @throws EnvironmentError where the port or the address cannot be used
 */
export async function listen(
  server: Server,
  port: number,
  host: string,
): Promise<{ url: string; port: number }> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'EADDRINUSE' ? 'the port is taken; set PORT to another one' : error.message
      reject(new EnvironmentError(`Cannot listen at ${host}:${port}: ${why}.`))
    })
    server.listen(port, host, resolve)
  })
  const bound = (server.address() as AddressInfo).port
  const name = ['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost'].includes(host) ? 'localhost' : host
  const scheme = 'setSecureContext' in server ? 'https' : 'http'
  return { url: `${scheme}://${name.includes(':') ? `[${name}]` : name}:${bound}`, port: bound }
}
