/** HTTP server of the app on Node's sockets. */
import { STATUS_CODES } from 'node:http'
import type { IncomingMessage, RequestListener, Server, ServerOptions, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { pipelineLimits, requestLimits, unreadLimits } from '#service/shared/limits.ts'
import type { App } from '#service/http/app.ts'
import type { ProcessState } from '#service/http/request/request.ts'
import type { HttpResponse } from '#service/http/response/response.ts'
import { EnvironmentError } from '#service/shared/environment-error.ts'
import type { ConnectionSettings } from '#service/server/config/environment.ts'
import { createConnectionReports } from './connection-reports.ts'
import type { ConnectionReportParts } from './connection-reports.ts'
import { shareConnections } from './connection-shares.ts'
import { discardUnreadBody } from './node-body.ts'
import { createRequestReader, readRequestHead } from './node-request.ts'
import { createPipelineLimit } from './pipelined-requests.ts'
import { plainServer } from './secure-server.ts'
import type { MakeServer } from './secure-server.ts'
import { dropSlowReaders } from './slow-readers.ts'
import { createUnreadLimit } from './unread-responses.ts'
import type { CountResponse } from './unread-responses.ts'
import { batchWrites } from '#service/server/fast/write-batching.ts'

/** Limits of one connection. Milliseconds and bytes. */
const connectionLimits = {
  /** Time from the connection, or its last response, to the end of the request head. */
  headersTimeout: 5000,
  /** Time to the end of the request body. */
  requestTimeout: 10_000,
  /** Check interval of both timeouts. */
  connectionsCheckingInterval: 1000,
  maxHeaderSize: requestLimits.headerBytes,
} as const satisfies ServerOptions

export type ServerSettings = {
  /** Addresses and ranges of proxies whose `X-Forwarded-For` and `Forwarded` are trusted. */
  readonly trustedProxies: readonly string[]
  readonly connections: Pick<ConnectionSettings, 'max' | 'keepAliveMs'>
}

/**
 * Creates a server that does not listen yet.
 *
 * @param watch receives the connections that a limit refuses; by default none
 */
export function createHttpServer(
  app: App,
  { trustedProxies, connections }: ServerSettings,
  processState: () => ProcessState,
  makeServer: MakeServer = plainServer,
  watch?: ConnectionReportParts,
): Server {
  const report = watch && createConnectionReports(watch)
  const countResponse = createUnreadLimit(trustedProxies, unreadLimits, report)
  const pipelineLimit = createPipelineLimit(trustedProxies, pipelineLimits, report)
  const server = makeServer(
    {
      // Ignores the offer of HTTP/2 that some clients send with every request (`Upgrade: h2c`).
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
      ...connectionLimits,
      keepAliveTimeout: connections.keepAliveMs,
    },
    pipelineLimit.limitRequests(requestListener(app, trustedProxies, processState, countResponse)),
  )
  shareConnections(server, connections.max, trustedProxies, report)
  pipelineLimit.limitConnections(server)
  server.maxHeadersCount = requestLimits.headerCount
  dropSlowReaders(server)
  refuseMalformedRequests(server, app)
  return server
}

/**
 * Passes Node's requests to the app and writes its responses.
 *
 * @param countResponse receives each response with a body, after it was written
 */
export function requestListener(
  app: Pick<App, 'respond' | 'respondWithoutRoute'>,
  trustedProxies: readonly string[],
  processState: () => ProcessState,
  countResponse?: CountResponse,
): RequestListener {
  const readRequest = createRequestReader(trustedProxies, processState)
  const write = batchWrites(countResponse)
  return (incoming, outgoing) => {
    const isHead = incoming.method === 'HEAD'
    if (!isHead && incoming.method !== 'GET') discardUnreadBody(incoming, outgoing)
    const request = readRequest(incoming)
    const response = request
      ? app.respond(request)
      : app.respondWithoutRoute(400, readRequestHead(incoming, trustedProxies))
    if (response instanceof Promise)
      void response.then((value: HttpResponse) => write({ outgoing, response: value, isHead }))
    else write({ outgoing, response, isHead })
  }
}

const statusByErrorCode: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** Responds to requests that Node's parser rejects, with the headers of every response, and closes the connection. */
function refuseMalformedRequests(server: Server, app: App): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
    const { status, headers } = app.respondWithoutRoute(statusByErrorCode[error.code ?? ''] ?? 400)
    const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, 'Connection: close']
    for (let index = 0; index < headers.length; index += 2)
      lines.push(`${headers[index]}: ${headers[index + 1]}`)
    // Also disconnects a client that does not read the response.
    socket.end(`${lines.join('\r\n')}\r\n\r\n`, () => socket.destroy())
    setTimeout(() => socket.destroy(), 1000).unref()
  })
  server.on('checkExpectation', (_request: IncomingMessage, outgoing: ServerResponse) => {
    const { status, headers } = app.respondWithoutRoute(417)
    outgoing.writeHead(status, headers as string[]).end()
  })
}

/**
 * Starts listening. Returns the address at which this machine reaches the server.
 *
 * @throws EnvironmentError if the port or the address cannot be used
 */
export async function listen(
  server: Server,
  port: number,
  host: string,
): Promise<{ url: string; port: number }> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason =
        error.code === 'EADDRINUSE' ? 'the port is in use; set PORT to another one' : error.message
      reject(new EnvironmentError(`Cannot listen on ${host}:${port}: ${reason}.`))
    })
    server.listen(port, host, resolve)
  })
  const boundPort = (server.address() as AddressInfo).port
  const hostName = ['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost'].includes(host) ? 'localhost' : host
  const scheme = 'setSecureContext' in server ? 'https' : 'http'
  return {
    url: `${scheme}://${hostName.includes(':') ? `[${hostName}]` : hostName}:${boundPort}`,
    port: boundPort,
  }
}
