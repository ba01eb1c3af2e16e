/** The feed on Node's sockets: upgrades at `/feed`, authorized by `Origin` and cookie. */
import { STATUS_CODES } from 'node:http'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { TLSSocket } from 'node:tls'
import { WebSocketServer } from 'ws'
import type { ServerOptions } from 'ws'
import { feedPath } from '#contract/api/paths.ts'
import { Problem } from '#contract/api/problem.ts'
import { sessionCaller } from '#service/access/sessions/session-recognition.ts'
import { isFromWidgetOrigin } from '#service/access/sessions/request-source.ts'
import { openFeed } from '#service/feed/feed.ts'
import type { FeedParts } from '#service/feed/feed.ts'
import type { App } from '#service/http/app.ts'
import type { RefusalReason, Upgrade } from '#service/http/request-handler.ts'
import type { RequestHead } from '#service/http/request/request.ts'
import type { HeaderList } from '#service/http/response/response.ts'
import { problemOf } from '#service/http/problems/problem-response.ts'
import { readCredentials } from '#service/http/request/read-credentials.ts'
import { feedClientLimits } from '#service/shared/limits.ts'
import type { Stop } from '#service/shared/stop.ts'
import type { Access } from '#service/access/access.ts'
import type { SessionIdentity } from '#service/access/environments.ts'
import { createFeedConnections } from './feed-connections.ts'
import type { FeedTimeouts } from './feed-connections.ts'
import { readRequestHead, namesOneHost } from '#service/server/http/node-request.ts'

export type FeedSocketParts = FeedParts & { readonly access: Pick<Access, 'doorsAt' | 'cookieSession'> }

/** Name of the route in metrics and the access log. */
const feedRoute = 'feed'

/** Milliseconds within which a client must close its side after the feed closes or is refused. */
const closeTimeoutMs = 1000

/** Reasons to refuse an upgrade, and their statuses. */
const refusals = {
  malformed: 400,
  origin: 403,
  elsewhere: 404,
  throttled: 429,
  failed: 500,
  unavailable: 503,
} as const
type Refusal = keyof typeof refusals

/** Settings of the feed on its server. */
export type FeedOptions = {
  /** Addresses and ranges of proxies whose `X-Forwarded-For` and `Forwarded` are trusted. */
  readonly trustedProxies?: readonly string[]
  readonly timeouts?: FeedTimeouts
}

const webSocketOptions: ServerOptions & { closeTimeout: number } = {
  noServer: true,
  clientTracking: false,
  maxPayload: feedClientLimits.frameLength,
  // Disabled, because it would compress subscriptions and secrets in one stream and cost memory per connection.
  perMessageDeflate: false,
  closeTimeout: closeTimeoutMs,
}

/**
 * Handles upgrades of `server`. The returned function closes every connection with 1001, so that clients
 * reconnect to another node.
 */
export function serveFeed(
  server: Server,
  service: FeedSocketParts,
  app: Pick<App, 'upgrade'>,
  { trustedProxies = [], timeouts }: FeedOptions = {},
): Stop {
  const { access, metrics } = service
  const webSocketServer = new WebSocketServer(webSocketOptions)
  const connections = createFeedConnections(service, timeouts)

  /** Upgrades in progress. Events of ws identify one by its request. */
  const upgrades = new WeakMap<IncomingMessage, Upgrade>()

  const refuse = (request: IncomingMessage, socket: Duplex, reason: Refusal, details: RefusalReason = {}) => {
    metrics.count('service_feed_refusals_total', { reason })
    const status = refusals[reason]
    const route = reason === 'elsewhere' ? 'none' : feedRoute
    sendRefusal(socket, status, upgrades.get(request)?.recordRefused(status, route, details) ?? [])
  }
  webSocketServer.on('wsClientError', (cause, socket, request) =>
    refuse(request, socket, 'malformed', { cause }),
  )
  webSocketServer.on('headers', (lines, request) => {
    lines.push(...headerLines(upgrades.get(request)?.recordAccepted(feedRoute) ?? []))
  })

  const processUpgrade = async (request: IncomingMessage, socket: Duplex, firstBytes: Buffer) => {
    const head = readRequestHead(request, trustedProxies)
    const upgrade = app.upgrade(head)
    upgrades.set(request, upgrade)
    const url = urlOf(request)
    if (!url) return refuse(request, socket, 'malformed')
    const doors = access.doorsAt(url)
    if (url.pathname !== feedPath || !doors.has('widget'))
      return refuse(request, socket, 'elsewhere', { problem: new Problem('route-unknown') })
    const { requestId } = upgrade
    const credentials = readCredentials({ ...feedHead(head), url, doors, requestId })
    if (!isFromWidgetOrigin(credentials))
      return refuse(request, socket, 'origin', { problem: new Problem('origin-refused') })
    let session: SessionIdentity | undefined
    try {
      session = await access.cookieSession(credentials)
    } catch (error) {
      const problem = problemOf(error)
      if (problem.code === 'rate-limited') return refuse(request, socket, 'throttled', { problem })
      if (problem.code === 'unavailable') return refuse(request, socket, 'unavailable', { problem })
      // Any other problem is as unexpected here as an exception.
      return refuse(request, socket, 'failed', { problem: new Problem('internal'), cause: error })
    }
    if (session) upgrade.caller = sessionCaller(session, credentials)
    const { address, origin } = credentials
    const clientInfo = { address, origin, requestId }
    webSocketServer.handleUpgrade(request, socket, firstBytes, (client) =>
      connections.open(client, socket, (connection) =>
        openFeed({ service, connection, session: session ?? null, sender: clientInfo }),
      ),
    )
  }
  const listener = (request: IncomingMessage, socket: Duplex, firstBytes: Buffer) => {
    // The client may disconnect during the store query.
    socket.on('error', destroy)
    void processUpgrade(request, socket, firstBytes)
  }
  server.on('upgrade', listener)
  return () => {
    server.off('upgrade', listener)
    connections.closeAll()
    webSocketServer.close()
  }
}

function destroy(this: Duplex): void {
  this.destroy()
}

/**
 * Returns the requested address with the host of the `Host` header, which `Origin` is compared with, and not with a
 * host in the target (`//other.example/feed`, or an absolute URL). Null if there is not exactly one host, or the
 * target is not a path.
 */
function urlOf({ headers: { host }, rawHeaders, socket, url = '' }: IncomingMessage): URL | null {
  const scheme = (socket as Partial<TLSSocket>).encrypted === true ? 'https' : 'http'
  return host && namesOneHost(rawHeaders) && /^\/(?!\/)/.test(url)
    ? URL.parse(`${scheme}://${host}${url}`)
    : null
}

/** Headers that the feed reads. Credentials of other doors are ignored. */
const feedHeaders: ReadonlySet<string> = new Set(['origin', 'cookie', 'traceparent'])

const feedHead = ({ headers, address }: RequestHead): Pick<RequestHead, 'headers' | 'address'> => ({
  headers: { get: (name) => (feedHeaders.has(name) ? headers.get(name) : null) },
  address,
})

const headerLines = (headers: HeaderList): string[] =>
  headers.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${headers[index + 1]}`] : []))

/** Sends the refusal and closes the connection, even if the client never closes its side. */
function sendRefusal(socket: Duplex, status: number, headers: HeaderList): void {
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    ...headerLines(headers),
    'Content-Length: 0',
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n`)
  const timer = setTimeout(() => socket.destroy(), closeTimeoutMs).unref()
  socket.once('close', () => clearTimeout(timer))
}
