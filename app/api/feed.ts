/**
 * The real-time feed, one connection for all panels. Subscriptions (subscriptions.ts) outlive a connection; a
 * lost connection is reopened (back-off with full jitter) and subscribes again. feed-painter.ts copies its
 * data to `state/live`; a hidden tab has no animation frames and does no work.
 */
import { safeParse } from 'valibot'
import type { StoreApi } from 'zustand'
import { closeCodes, heartbeatMs, type ServerFrame, ServerFrameSchema } from '#contract/feed.ts'
import { FeedTicketSchema } from '#contract/api/access.ts'
import { accessPaths, feedPath } from '#contract/api/paths.ts'
import type { Live } from '#app/state/live.ts'
import type { Stop } from '#app/state/stop.ts'
import type { Api } from './api.ts'
import { backOff } from './back-off.ts'
import { problemOf } from './client.ts'
import { makePainter } from './feed-painter.ts'
import { makeSubscriptionSync } from './subscription-sync.ts'

/** Without a connection for this long, what is on screen is called stale. */
const staleAfterMs = 5_000

export type FeedAccess = {
  /** Names whose cookie is meant. */
  instance: string
  /** There is no cookie: a single-use ticket opens the feed. */
  needsTicket: boolean
  /**
   * Renews the session after the feed was refused; false on failure, which is temporary or, with `over`,
   * permanent.
   */
  renew: () => Promise<boolean>
  over: boolean
}

export type FeedParts = {
  api: Api
  /** Where the quotes go. */
  live: StoreApi<Live>
  access: () => FeedAccess
}

/** Opens the feed and keeps it open until stopped. */
export function openFeed({ api: { client, subscriptions }, live, access }: FeedParts): Stop {
  let stopped = false
  let attempt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let watchdog: ReturnType<typeof setTimeout> | undefined
  let staleTimer: ReturnType<typeof setTimeout> | undefined
  let silence = heartbeatMs * 2
  let socket: WebSocket | undefined
  /** There from the server's greeting on. */
  let sendChanges: ((socket: WebSocket) => void) | undefined
  const painter = makePainter(live)

  const sync = () => {
    if (socket) sendChanges?.(socket)
  }

  function receive(message: ServerFrame): void {
    if (message.type === 'hello') {
      silence = message.heartbeatMs * 2
      attempt = 0
      sendChanges = makeSubscriptionSync(subscriptions)
      // Not with the next frame, which a widget that is out of sight does not get.
      live.setState({ connection: 'live', stale: false })
      sync()
    }
    clearTimeout(watchdog)
    clearTimeout(staleTimer)
    staleTimer = undefined
    watchdog = setTimeout(() => lost(), silence)
    painter.take(message)
  }

  function close(): void {
    clearTimeout(timer)
    clearTimeout(watchdog)
    painter.stop()
    sendChanges = undefined
    const old = socket
    socket = undefined
    old?.close(1000)
  }

  function lost(code?: number): void {
    if (stopped) return
    close()
    live.setState({ connection: navigator.onLine ? 'reconnecting' : 'offline' })
    staleTimer ??= setTimeout(() => live.setState({ stale: true }), staleAfterMs)
    if (code === closeCodes.sessionEnded || code === closeCodes.unauthenticated) void renewed()
    else reconnect()
  }

  async function renewed(): Promise<void> {
    if ((await access().renew()) || !access().over) reconnect()
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
      return lost(problemOf(error).status === 401 ? closeCodes.sessionEnded : undefined)
    }
    if (stopped || socket) return
    const opened = openSocket(instance, ticket)
    socket = opened
    opened.onmessage = ({ data }) => {
      if (opened !== socket) return
      const message = read(data)
      if (message) receive(message)
    }
    opened.onclose = ({ code }) => {
      if (opened === socket) lost(code)
    }
    // A socket that never opens nor closes is as dead as one that falls silent.
    clearTimeout(watchdog)
    watchdog = setTimeout(() => lost(), silence)
  }

  const stops = [
    followPage({ hide: close, show: () => void connect(), offline: () => lost() }),
    subscriptions.serve({ changed: sync, retry: () => void connect() }),
  ]
  void connect()
  // Here before it is needed: without a connection it could not be had.
  import('./session-renewal.ts').catch(() => undefined)

  return () => {
    stopped = true
    for (const stop of stops) stop()
    clearTimeout(staleTimer)
    close()
  }
}

/** A socket that sends its ticket first, if there is one. */
function openSocket(instance: string, ticket: string | undefined): WebSocket {
  const url = new URL(`${feedPath}?instance=${encodeURIComponent(instance)}`, location.href)
  url.protocol = url.protocol.replace('http', 'ws')
  const socket = new WebSocket(url)
  socket.onopen = () => {
    if (ticket) socket.send(JSON.stringify({ type: 'ticket', ticket }))
  }
  return socket
}

/** What happens to the page that the feed has to follow. */
function followPage(feed: { hide: () => void; show: () => void; offline: () => void }): Stop {
  // An open socket would keep the partner's page out of the back/forward cache.
  const show = ({ persisted }: PageTransitionEvent) => persisted && feed.show()
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

function read(data: unknown): ServerFrame | undefined {
  try {
    const parsed = safeParse(ServerFrameSchema, JSON.parse(String(data)))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined
  }
}
