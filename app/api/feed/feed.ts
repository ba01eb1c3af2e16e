/**
 * The real-time feed: one WebSocket for all panels. Subscriptions (subscriptions.ts) outlive a
 * connection: the feed reopens a lost connection after a back-off with full jitter, and subscribes again.
 * feed-painter.ts copies the quotes to `state/live` in animation frames, which a hidden tab does not
 * have.
 */
import { safeParse } from 'valibot'
import type { StoreApi } from 'zustand'
import { closeCodes, heartbeatMs, type ServerFrame, ServerFrameSchema } from '#contract/feed.ts'
import { FeedTicketSchema } from '#contract/api/access.ts'
import { accessPaths, feedPath } from '#contract/api/paths.ts'
import type { Live } from '#app/state/live.ts'
import type { Stop } from '#app/state/stop.ts'
import type { Api } from '#app/api/api.ts'
import { backOff } from '#app/api/back-off.ts'
import { problemOf } from '#app/api/client.ts'
import { makePainter, refusedIdOf } from './feed-painter.ts'
import { makeSubscriptionSync, type SubscriptionSync } from './subscription-sync.ts'

/** Time without a connection after which the displayed data is marked stale. */
const staleAfterMs = 5_000

export type FeedAccess = {
  /** The instance id, which selects the cookie. */
  instance: string
  /** Whether a single-use ticket opens the feed: there is no cookie, or it has not been checked yet. */
  needsTicket: boolean
  /** Renews the session after the feed was refused. Resolves with false if that fails. */
  renew: () => Promise<boolean>
  /** Whether the session has ended permanently; otherwise a failed renewal may be retried. */
  isSessionOver: boolean
}

export type FeedDependencies = {
  api: Api
  /** Receives the quotes and the state of the connection, and has the pause of the user. */
  live: StoreApi<Live>
  /** Whether the quotes of a symbol are shown at once; those of other symbols may wait for up to a second. */
  isImmediate: (symbol: string) => boolean
  /** Returns the current credentials. */
  access: () => FeedAccess
  /** Called if quotes that were shown may no longer be shown. */
  onRevoked: () => void
}

/** Opens the feed and keeps it open until stopped. */
export function openFeed({
  api: { client, subscriptions },
  live,
  isImmediate,
  access,
  onRevoked,
}: FeedDependencies): Stop {
  let stopped = false
  let attempt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let watchdog: ReturnType<typeof setTimeout> | undefined
  let staleTimer: ReturnType<typeof setTimeout> | undefined
  let silenceTimeoutMs = heartbeatMs * 2
  let socket: WebSocket | undefined
  /** Subscriptions of the connection. Defined once the server has sent `hello`. */
  let subscriptionSync: SubscriptionSync | undefined
  const painter = makePainter(live, isImmediate)

  const sync = () => {
    if (socket) subscriptionSync?.sendChanges(socket)
  }

  /** Ends a subscription that the partner's licence does not include. */
  function handleRefusal(id: string): void {
    subscriptionSync?.refuse(id)
    // The refused subscription no longer counts, so another one may fit within the limit.
    sync()
    const { quotes, options } = live.getState()
    if (quotes[id] || options[id]) onRevoked()
  }

  function receive(message: ServerFrame): void {
    if (message.type === 'hello') {
      silenceTimeoutMs = message.heartbeatMs * 2
      attempt = 0
      subscriptionSync = makeSubscriptionSync(subscriptions)
      // Written at once: a hidden widget has no animation frames. The next market frame updates `stale`.
      live.setState({ connection: 'live', stale: live.getState().market?.stale ?? false })
      sync()
    }
    clearTimeout(watchdog)
    clearTimeout(staleTimer)
    staleTimer = undefined
    watchdog = setTimeout(() => handleLoss(), silenceTimeoutMs)
    const refusedId = refusedIdOf(message)
    if (refusedId !== undefined) handleRefusal(refusedId)
    painter.add(message)
  }

  function close(): void {
    clearTimeout(timer)
    clearTimeout(watchdog)
    painter.stop()
    subscriptionSync = undefined
    const previous = socket
    socket = undefined
    previous?.close(1000)
  }

  function handleLoss(code?: number): void {
    if (stopped) return
    close()
    live.setState({ connection: navigator.onLine ? 'reconnecting' : 'offline' })
    staleTimer ??= setTimeout(() => live.setState({ stale: true }), staleAfterMs)
    if (code === closeCodes.sessionEnded || code === closeCodes.unauthenticated) void renewAndReconnect()
    else reconnect()
  }

  async function renewAndReconnect(): Promise<void> {
    if ((await access().renew()) || !access().isSessionOver) reconnect()
    else live.setState({ connection: 'offline', stale: true })
  }

  function reconnect(): void {
    clearTimeout(timer)
    timer = setTimeout(() => void connect(), backOff(attempt++))
  }

  async function connect(): Promise<void> {
    close()
    if (stopped) return
    const { instance, needsTicket } = access()
    let ticket: string | undefined
    try {
      if (needsTicket)
        ({ ticket } = await client.send(accessPaths.feedTicket, FeedTicketSchema, { method: 'POST' }))
    } catch (error) {
      return handleLoss(problemOf(error).status === 401 ? closeCodes.sessionEnded : undefined)
    }
    if (stopped || socket) return
    const opened = openSocket(instance, ticket)
    socket = opened
    opened.onmessage = ({ data }) => {
      if (opened !== socket) return
      const message = parseFrame(data)
      if (message) receive(message)
    }
    opened.onclose = ({ code }) => {
      if (opened === socket) handleLoss(code)
    }
    // The timeout also covers a socket that neither opens nor closes.
    clearTimeout(watchdog)
    watchdog = setTimeout(() => handleLoss(), silenceTimeoutMs)
  }

  const stops = [
    watchPageState({ hide: close, show: () => void connect(), offline: () => handleLoss() }),
    subscriptions.setSource({ onChange: sync, retry: () => void connect() }),
    live.subscribe((now, before) => {
      if (now.pausedSince === undefined && before.pausedSince !== undefined) painter.schedule()
    }),
  ]
  void connect()
  // Loaded in advance: the network may be down when the session must be renewed.
  import('#app/api/session-renewal.ts').catch(() => undefined)

  return () => {
    stopped = true
    for (const stop of stops) stop()
    clearTimeout(staleTimer)
    close()
  }
}

/** Opens a socket. Once open, it sends the ticket, if there is one. */
function openSocket(instance: string, ticket: string | undefined): WebSocket {
  const url = new URL(`${feedPath}?instance=${encodeURIComponent(instance)}`, location.href)
  url.protocol = url.protocol.replace('http', 'ws')
  const socket = new WebSocket(url)
  socket.onopen = () => {
    if (ticket) socket.send(JSON.stringify({ type: 'ticket', ticket }))
  }
  return socket
}

/**
 * Calls the handlers when the page enters or leaves the back/forward cache or the browser goes online or
 * offline.
 */
function watchPageState(feed: { hide: () => void; show: () => void; offline: () => void }): Stop {
  const show = ({ persisted }: PageTransitionEvent) => persisted && feed.show()
  // An open socket would keep the partner's page out of the back/forward cache.
  addEventListener('pagehide', feed.hide)
  addEventListener('pageshow', show)
  addEventListener('online', feed.show)
  addEventListener('offline', feed.offline)
  return () => {
    removeEventListener('pagehide', feed.hide)
    removeEventListener('pageshow', show)
    removeEventListener('online', feed.show)
    removeEventListener('offline', feed.offline)
  }
}

function parseFrame(data: unknown): ServerFrame | undefined {
  try {
    const parsed = safeParse(ServerFrameSchema, JSON.parse(String(data)))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined
  }
}
