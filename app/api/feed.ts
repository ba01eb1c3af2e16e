/**
 * The real-time feed, one connection for all panels. What is subscribed to (subscriptions.ts) outlives a connection;
 * a lost connection comes back by itself (full-jitter back-off) and subscribes again. Quotes reach `state/live` once
 * per animation frame at most, latest value only; a hidden tab has no animation frames and so does nothing.
 */
import { safeParse } from 'valibot'
import {
  closeCodes,
  heartbeatMs,
  type MarketFrame,
  maxSymbols,
  type Quote,
  type ServerFrame,
  ServerFrameSchema,
} from '#contract/feed.ts'
import { FeedTicketSchema } from '#contract/access.ts'
import { accessPaths, feedPath } from '#contract/paths.ts'
import { useLive } from '#app/state/live.ts'
import { problemOf, send } from './client.ts'
import type { Stop } from '#app/state/stop.ts'
import { serveSubscriptions, subscribedSymbols } from './subscriptions.ts'

/** Without a connection for this long, what is on screen is called stale. */
const staleAfterMs = 5_000
const firstDelayMs = 500
const longestDelayMs = 30_000

/** Full jitter: anything between nothing and twice as much as last time. `attempt` counts from 0. */
export const backOff = (attempt: number, random: () => number = Math.random): number =>
  random() * Math.min(longestDelayMs, firstDelayMs * 2 ** attempt)

/** Symbols the server has been sentSymbols about on the open connection. */
let sentSymbols = new Set<string>()
let socket: WebSocket | undefined
let greeted = false

/** Tells the server the difference. */
function sync(): void {
  if (!greeted || !socket) return
  // Later subscriptions come from what is on screen now; the oldest beyond the limit give way.
  const wanted = new Set(subscribedSymbols().slice(-maxSymbols))
  const gone = [...sentSymbols].filter((symbol) => !wanted.has(symbol))
  const fresh = [...wanted].filter((symbol) => !sentSymbols.has(symbol))
  if (gone.length) socket.send(JSON.stringify({ type: 'unsubscribe', symbols: gone }))
  if (fresh.length) socket.send(JSON.stringify({ type: 'subscribe', symbols: fresh }))
  sentSymbols = wanted
}

export type FeedAccess = {
  /** Names whose cookie is meant. */
  instance: string
  /** There is no cookie: a single-use ticket opens the feed. */
  needsTicket: boolean
  /** Gets a new session after the feed was refused; false = there is none, for now or, where `over`, for good. */
  renew: () => Promise<boolean>
  over: boolean
}

const makeTicket = async () =>
  (await send(accessPaths.feedTicket, FeedTicketSchema, { method: 'POST' })).ticket

/** Opens the feed and keeps it open until stopped. */
export function openFeed(access: () => FeedAccess): Stop {
  let stopped = false
  let attempt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let watchdog: ReturnType<typeof setTimeout> | undefined
  let staleTimer: ReturnType<typeof setTimeout> | undefined
  let silence = heartbeatMs * 2
  let frame: MarketFrame | undefined
  let pending = new Map<string, Quote>()
  let painting = 0

  const live = useLive.setState

  function paint(): void {
    painting = 0
    const quotes = pending.size ? { ...useLive.getState().quotes, ...Object.fromEntries(pending) } : undefined
    pending = new Map()
    live({
      connection: 'live',
      stale: false,
      lastFrameAt: Date.now(),
      ...(quotes && { quotes }),
      ...(frame && { frame }),
    })
    frame = undefined
  }

  function heard(): void {
    clearTimeout(watchdog)
    clearTimeout(staleTimer)
    staleTimer = undefined
    watchdog = setTimeout(() => lost(), silence)
    painting ||= requestAnimationFrame(paint)
  }

  function receive(message: ServerFrame): void {
    if (message.type === 'hello') {
      silence = message.heartbeatMs * 2
      greeted = true
      attempt = 0
      sentSymbols = new Set()
      sync()
    } else if (message.type === 'quotes') for (const quote of message.quotes) pending.set(quote.symbol, quote)
    else if (message.type === 'market') frame = message
    heard()
  }

  function close(): void {
    clearTimeout(timer)
    clearTimeout(watchdog)
    cancelAnimationFrame(painting)
    painting = 0
    greeted = false
    const old = socket
    socket = undefined
    old?.close(1000)
  }

  function lost(code?: number): void {
    if (stopped) return
    close()
    live({ connection: navigator.onLine ? 'reconnecting' : 'offline' })
    staleTimer ??= setTimeout(() => live({ stale: true }), staleAfterMs)
    if (code === closeCodes.sessionEnded || code === closeCodes.unauthenticated) void renewed()
    else later()
  }

  async function renewed(): Promise<void> {
    if ((await access().renew()) || !access().over) later()
    else live({ connection: 'offline', stale: true })
  }

  function later(): void {
    clearTimeout(timer)
    timer = setTimeout(() => void connect(), backOff(attempt++))
  }

  async function connect(): Promise<void> {
    close()
    if (stopped) return
    const { instance, needsTicket } = access()
    let pass: string | undefined
    try {
      if (needsTicket) pass = await makeTicket()
    } catch (error) {
      return lost(problemOf(error).status === 401 ? closeCodes.sessionEnded : undefined)
    }
    if (stopped || socket) return
    const url = new URL(`${feedPath}?instance=${encodeURIComponent(instance)}`, location.href)
    url.protocol = url.protocol.replace('http', 'ws')
    const opened = new WebSocket(url)
    socket = opened
    opened.onopen = () => {
      if (pass) opened.send(JSON.stringify({ type: 'ticket', ticket: pass }))
    }
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

  // An open socket would keep the partner's page out of the back/forward cache.
  const hide = () => close()
  const show = (event: PageTransitionEvent) => void (event.persisted && connect())
  const online = () => void connect()
  const offline = () => lost()
  addEventListener('pagehide', hide)
  addEventListener('pageshow', show)
  addEventListener('online', online)
  addEventListener('offline', offline)
  const unserve = serveSubscriptions({ changed: sync, retry: online })
  void connect()
  // Here before it is needed: without a connection it could not be had.
  import('./session-renewal.ts').catch(() => undefined)

  return () => {
    stopped = true
    unserve()
    clearTimeout(staleTimer)
    close()
    removeEventListener('pagehide', hide)
    removeEventListener('pageshow', show)
    removeEventListener('online', online)
    removeEventListener('offline', offline)
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
