/** The feed on Node's sockets: the upgrade at `/feed`, admitted by `Origin` and cookie. */
import { STATUS_CODES } from 'node:http'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { ServerOptions } from 'ws'
import { feedPath } from '#contract/api/paths.ts'
import { Problem } from '#contract/api/problem.ts'
import { fromOwnOrigin } from '#service/access/sessions/request-source.ts'
import { openFeed } from '#service/feed/feed.ts'
import type { FeedParts } from '#service/feed/feed.ts'
import type { App } from '#service/http/app.ts'
import type { Upgrade } from '#service/http/request-handler.ts'
import { readCredentials } from '#service/http/request/read-credentials.ts'
import type { Stop } from '#service/markets/market.ts'
import type { Access } from '#service/access/access.ts'
import type { KnownSession } from '#service/access/environments.ts'
import { createFeedConnections } from './feed-connections.ts'
import type { Patience } from './feed-connections.ts'
import { askedPlainly, namesOneHost } from '../http/node-request.ts'

export type FeedSocketParts = FeedParts & { readonly access: Pick<Access, 'doorsAt' | 'cookieSession'> }

/** Its name in the metrics and the access log. */
const feedRoute = 'feed'

/** How long a client has to answer that the feed closes, or is refused. */
const partingMs = 1000

/** Why an upgrade is refused, and how that is told. */
const refusals = { malformed: 400, origin: 403, elsewhere: 404, throttled: 429, unavailable: 503 } as const
type Refusal = keyof typeof refusals

/** How the feed stands on its server. */
export type FeedPlace = {
  /** Addresses and ranges whose `X-Forwarded-For` and `Forwarded` are believed. */
  readonly trustedProxies?: readonly string[]
  readonly patience?: Patience
}

const options: ServerOptions & { closeTimeout: number } = {
  noServer: true,
  clientTracking: false,
  maxPayload: 4096,
  // It would put what a user follows and secrets into one stream, and cost memory per connection.
  perMessageDeflate: false,
  closeTimeout: partingMs,
}

/**
 * Answers upgrades of `server` by what every answer of `app` goes through; the stop closes every connection with 1001, so that clients
 * come back elsewhere.
 */
export function serveFeed(
  server: Server,
  service: FeedSocketParts,
  app: Pick<App, 'upgrade'>,
  { trustedProxies = [], patience }: FeedPlace = {},
): Stop {
  const { access, metrics } = service
  const upgrades = new WebSocketServer(options)
  const connections = createFeedConnections(service, patience)

  /** Those that are not answered yet. What ws says of one it says by its request. */
  const turns = new WeakMap<IncomingMessage, Upgrade>()

  const refuse = (request: IncomingMessage, socket: Duplex, reason: Refusal) => {
    metrics.count('service_feed_refusals_total', { reason })
    const status = refusals[reason]
    const route = reason === 'elsewhere' ? 'none' : feedRoute
    putOut(socket, status, turns.get(request)?.answered(status, route) ?? [])
  }
  upgrades.on('wsClientError', (_error, socket, request) => refuse(request, socket, 'malformed'))
  upgrades.on('headers', (lines, request) => {
    const fields = turns.get(request)?.answered(101, feedRoute) ?? []
    for (let at = 0; at < fields.length; at += 2) lines.push(`${fields[at]}: ${fields[at + 1]}`)
  })

  const upgrade = async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const asked = askedPlainly(request, trustedProxies)
    const turn = app.upgrade(asked)
    turns.set(request, turn)
    const url = addressOf(request)
    if (!url) return refuse(request, socket, 'malformed')
    const doors = access.doorsAt(url)
    if (url.pathname !== feedPath || !doors.has('widget')) return refuse(request, socket, 'elsewhere')
    const presented = readCredentials({ ...shown(asked), url, doors, requestId: turn.requestId })
    if (!fromOwnOrigin(presented)) return refuse(request, socket, 'origin')
    let session: KnownSession | undefined
    try {
      session = await access.cookieSession(presented)
    } catch (error) {
      const isThrottled = error instanceof Problem && error.code === 'rate-limited'
      return refuse(request, socket, isThrottled ? 'throttled' : 'unavailable')
    }
    const { address, origin, requestId } = presented
    upgrades.handleUpgrade(request, socket, head, (client) =>
      connections.open(client, socket, (connection) =>
        openFeed({ service, connection, session: session ?? null, from: { address, origin, requestId } }),
      ),
    )
  }
  const listener = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // A client may leave while the store is being asked.
    socket.on('error', destroy)
    void upgrade(request, socket, head)
  }
  server.on('upgrade', listener)
  return () => {
    server.off('upgrade', listener)
    connections.closeAll()
    upgrades.close()
  }
}

function destroy(this: Duplex): void {
  this.destroy()
}

/**
 * The address that is asked for: the `Host` header's, whatever the target may say of another (`//other.example/feed`, or
 * a whole address), since `Origin` is held against it. Null where there is not one host, or the target is not a path.
 */
function addressOf({ headers: { host }, rawHeaders, url = '' }: IncomingMessage): URL | null {
  return host && namesOneHost(rawHeaders) && /^\/(?!\/)/.test(url) ? URL.parse(`http://${host}${url}`) : null
}

/** Of what was sent with the upgrade, what the feed is opened by: a credential of another door is none here. */
const read = ['origin', 'cookie', 'traceparent'] as const
function shown({ headers, address }: ReturnType<typeof askedPlainly>) {
  const fields = read.map((name): [string, string | null] => [name, headers.get(name)])
  return {
    headers: new Headers(fields.filter((field): field is [string, string] => field[1] !== null)),
    address,
  }
}

/** Tells why, and waits for no farewell: a client that never closes would hold its connection for ever. */
function putOut(socket: Duplex, status: number, fields: readonly string[]): void {
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, 'Connection: close']
  for (let at = 0; at < fields.length; at += 2) lines.push(`${fields[at]}: ${fields[at + 1]}`)
  lines.push('Content-Length: 0')
  socket.end(`${lines.join('\r\n')}\r\n\r\n`)
  const impatience = setTimeout(() => socket.destroy(), partingMs).unref()
  socket.once('close', () => clearTimeout(impatience))
}
