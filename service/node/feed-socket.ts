/** The feed on Node's sockets: the upgrade at `/feed`, admitted by `Origin` and cookie. */
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { WebSocket } from 'ws'
import { closeCodes } from '#contract/feed.ts'
import { feedPath } from '#contract/paths.ts'
import { fromOwnOrigin } from '#service/access/own-page.ts'
import type { Door } from '#service/access/presented.ts'
import { openFeed } from '#service/feed/feed.ts'
import type { FeedParts } from '#service/feed/feed.ts'
import { readCredentials } from '#service/http/credentials.ts'
import type { Stop } from '#service/market/market.ts'
import type { Access } from '#service/access/access.ts'
import type { KnownSession } from '#service/access/worlds.ts'

export type FeedSocketParts = FeedParts & { readonly access: Pick<Access, 'doorsAt' | 'cookieSession'> }

/** How long a client has to answer that the feed closes, or is refused. */
const partingMs = 1000

/** Answers upgrades of `server`; the stop closes every connection with 1001, so that clients come back elsewhere. */
export function serveFeed(server: Server, service: FeedSocketParts): Stop {
  // No compression: it would put what a user follows and secrets into one stream, and cost memory per connection.
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 4096, perMessageDeflate: false })

  const upgrade = async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const url = addressOf(request)
    const doors = url ? service.access.doorsAt(url) : new Set<Door>()
    if (url?.pathname !== feedPath || !doors.has('widget')) return refuse(socket, 404, 'Not Found')
    const { origin, cookie } = request.headers
    const headers = new Headers({ ...(origin && { origin }), ...(cookie && { cookie }) })
    const presented = readCredentials({ headers, url, address: undefined, doors })
    if (!fromOwnOrigin(presented)) return refuse(socket, 403, 'Forbidden')
    let session: KnownSession | undefined
    try {
      session = await service.access.cookieSession(presented)
    } catch {
      return refuse(socket, 503, 'Service Unavailable')
    }
    sockets.handleUpgrade(request, socket, head, (client) => connect(client, session ?? null))
  }
  const connect = (client: WebSocket, session: KnownSession | null) => {
    const connection = {
      send: (text: string) => client.send(text),
      close: (code: number, reason: string) => client.close(code, reason),
      buffered: () => client.bufferedAmount,
    }
    const feed = openFeed({ service, connection, session })
    client.on('message', (data, binary) => {
      if (binary) client.close(1003, 'text frames only')
      else feed.receive((data as Buffer).toString('utf8'))
    })
    client.on('close', () => feed.closed())
    // What went wrong is followed by `close`; ws answers a frame that is too big with 1009 by itself.
    client.on('error', () => {})
  }
  const listener = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // A client may leave while the store is being asked.
    socket.on('error', () => socket.destroy())
    void upgrade(request, socket, head)
  }
  server.on('upgrade', listener)
  return () => {
    server.off('upgrade', listener)
    for (const client of sockets.clients) client.close(closeCodes.goingAway, 'the service is stopping')
    sockets.close()
    // A client that does not answer would hold the server open.
    setTimeout(() => {
      for (const client of sockets.clients) client.terminate()
    }, partingMs).unref()
  }
}

/**
 * The address that is asked for: the `Host` header's, whatever the target may say of another (`//other.example/feed`, or
 * a whole address), since `Origin` is held against it. Null where there is no host, or the target is not a path.
 */
function addressOf({ headers: { host }, url = '' }: IncomingMessage): URL | null {
  return host && /^\/(?!\/)/.test(url) ? URL.parse(`http://${host}${url}`) : null
}

/** Tells why, and waits for no farewell: a client that never closes would hold its connection for ever. */
function refuse(socket: Duplex, status: number, reason: string): void {
  socket.end(`HTTP/1.1 ${status} ${reason}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
  const impatience = setTimeout(() => socket.destroy(), partingMs).unref()
  socket.once('close', () => clearTimeout(impatience))
}
