/**
 * Server with TLS: HTTP/2 and HTTP/1.1 on one port, selected by ALPN. WebSockets use HTTP/1.1, because the server does
 * not announce the HTTP/2 method (RFC 8441).
 */
import { createServer } from 'node:http'
import type { RequestListener, Server, ServerOptions } from 'node:http'
import { constants, createSecureServer } from 'node:http2'
import type { ServerHttp2Session, ServerHttp2Stream } from 'node:http2'
import type { Socket } from 'node:net'
import type { Server as TlsServer } from 'node:tls'
import type { Tls } from './tls.ts'

/** Maximum duration of a TLS handshake, milliseconds. */
const handshakeMs = 10_000
/** Maximum number of concurrent requests of one connection. A browser sends a dozen. */
const maxStreams = 100

/** Time for a slow client to read a response, milliseconds: the same as over HTTP/1.1 (slow-readers.ts). */
const defaultResponseMs = 120_000

/** Creates a server that does not listen yet. Options of HTTP/1.1 apply to HTTP/2 as well. */
export type MakeServer = (options: ServerOptions, listener: RequestListener) => Server

export const plainServer: MakeServer = (options, listener) => createServer(options, listener)

/** Returns a factory of servers with TLS. `responseMs`: maximum time to read a response, milliseconds. */
export const secureServer =
  (tls: Tls, responseMs = defaultResponseMs): MakeServer =>
  (options, listener) => {
    const { requestTimeout = 10_000, keepAliveTimeout = 60_000, maxHeaderSize = 16_384 } = options
    const server = createSecureServer({
      ...options,
      ...tls.options,
      allowHTTP1: true,
      handshakeTimeout: handshakeMs,
      requestCert: tls.requestsClientCertificate,
      // A client without a certificate of the authority is accepted; only keys that are bound to a certificate
      // refuse it.
      rejectUnauthorized: false,
      settings: { maxConcurrentStreams: maxStreams, maxHeaderListSize: maxHeaderSize },
    })
    // The service uses only the common subset of both APIs, without reason phrases, for example.
    const httpServer = server as unknown as Server & { shouldUpgradeCallback?: unknown }
    // Node overwrites this option.
    if (options.shouldUpgradeCallback) httpServer.shouldUpgradeCallback = options.shouldUpgradeCallback
    httpServer.on('request', listener)
    // Closes an idle session gracefully; Node would destroy it.
    server.on('session', (session: ServerHttp2Session) => {
      session.setTimeout(keepAliveTimeout, () => session.close())
    })
    server.on('timeout', (connection: ServerHttp2Session | Socket) => {
      if (!('goaway' in connection)) connection.destroy()
    })
    server.on('stream', (stream: ServerHttp2Stream) => limitStream(stream, requestTimeout, responseMs))
    return httpServer
  }

/** Timeouts for a request to arrive and for its response to be read. */
function limitStream(stream: ServerHttp2Stream, requestMs: number, responseMs: number): void {
  const cancel = () => stream.close(constants.NGHTTP2_CANCEL)
  let deadline = setTimeout(cancel, stream.endAfterHeaders ? responseMs : requestMs)
  stream.once('end', () => {
    clearTimeout(deadline)
    deadline = setTimeout(cancel, responseMs)
  })
  stream.once('close', () => clearTimeout(deadline))
}

/** Returns the same server, typed as one whose certificate can be replaced. */
export const asTlsServer = (server: Server): TlsServer => server as unknown as TlsServer
