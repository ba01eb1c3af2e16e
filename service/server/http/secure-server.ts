/**
 * The server behind TLS: HTTP/2 and HTTP/1.1 on one port by ALPN. WebSockets use HTTP/1.1, which browsers
 * choose because HTTP/2's own method (RFC 8441) is not announced.
 */
import { createServer } from 'node:http'
import type { RequestListener, Server, ServerOptions } from 'node:http'
import { constants, createSecureServer } from 'node:http2'
import type { ServerHttp2Session, ServerHttp2Stream } from 'node:http2'
import type { Socket } from 'node:net'
import type { Server as TlsServer } from 'node:tls'
import type { Tls } from './tls.ts'

/** Milliseconds. */
const handshakeMs = 10_000
/** Concurrent requests of one connection: a browser sends a dozen. */
const mostStreams = 100

/** Time for a slow client to read a response, milliseconds: the same as over HTTP/1.1 (slow-readers.ts). */
const usualAnswerMs = 120_000

/** Creates a server that does not listen yet. Options of HTTP/1.1 apply to HTTP/2 as well. */
export type MakeServer = (options: ServerOptions, listener: RequestListener) => Server

export const plainServer: MakeServer = (options, listener) => createServer(options, listener)

export const secureServer =
  (tls: Tls, answerMs = usualAnswerMs): MakeServer =>
  (options, listener) => {
    const { requestTimeout = 10_000, keepAliveTimeout = 60_000, maxHeaderSize = 16_384 } = options
    const server = createSecureServer({
      ...options,
      ...tls.options,
      allowHTTP1: true,
      handshakeTimeout: handshakeMs,
      requestCert: tls.asksClients,
      // A client without a certificate, or with one of another authority, is accepted, but bound keys refuse
      // it.
      rejectUnauthorized: false,
      settings: { maxConcurrentStreams: mostStreams, maxHeaderListSize: maxHeaderSize },
    })
    // The compatible subset: what HTTP/2 lacks, such as reason phrases, is not used here.
    const alike = server as unknown as Server & { shouldUpgradeCallback?: unknown }
    // Node sets this one itself.
    if (options.shouldUpgradeCallback) alike.shouldUpgradeCallback = options.shouldUpgradeCallback
    alike.on('request', listener)
    // An idle session is closed in order; Node's default would be to destroy it.
    server.on('session', (session: ServerHttp2Session) => {
      session.setTimeout(keepAliveTimeout, () => session.close())
    })
    server.on('timeout', (idle: ServerHttp2Session | Socket) => {
      if (!('goaway' in idle)) idle.destroy()
    })
    server.on('stream', (stream: ServerHttp2Stream) => limitStream(stream, requestTimeout, answerMs))
    return alike
  }

/** Timeouts for a request to arrive and for its response to be read. */
function limitStream(stream: ServerHttp2Stream, requestMs: number, answerMs: number): void {
  const end = () => stream.close(constants.NGHTTP2_CANCEL)
  let deadline = setTimeout(end, stream.endAfterHeaders ? answerMs : requestMs)
  stream.once('end', () => {
    clearTimeout(deadline)
    deadline = setTimeout(end, answerMs)
  })
  stream.once('close', () => clearTimeout(deadline))
}

/** The same server, typed as one whose certificate can be renewed. */
export const asTlsServer = (server: Server): TlsServer => server as unknown as TlsServer
