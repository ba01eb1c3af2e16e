/** A feed over a fake WebSocket, for tests of the feed and its subscriptions. */
import { afterEach, beforeEach, vi } from 'vitest'
import type { ServerFrame } from '#contract/feed.ts'
import { makeState } from '#app/state/app-state.ts'
import { useLive } from '#app/state/live.ts'
import type { Stop } from '#app/state/stop.ts'
import { stubWindow } from '#app/testing/fake-network.ts'
import type { Api } from '#app/api/api.ts'
import { makeClient } from '#app/api/client.ts'
import { openFeed } from './feed.ts'
import { makeSubscriptions } from './subscriptions.ts'

/** A WebSocket without a server: the test sends the frames. */
export class FakeSocket {
  static opened: FakeSocket[] = []
  readonly url: string
  readonly sent: unknown[] = []
  closed = false
  onopen: (() => void) | undefined
  onmessage: ((event: { data: string }) => void) | undefined
  onclose: ((event: { code: number }) => void) | undefined

  constructor(url: URL) {
    this.url = url.href
    FakeSocket.opened.push(this)
  }
  send(text: string) {
    this.sent.push(JSON.parse(text))
  }
  close() {
    this.closed = true
  }
  receive(frame: ServerFrame) {
    this.onmessage?.({ data: JSON.stringify(frame) })
  }
  /** Opens the connection and sends `hello`, as the server does. */
  accept() {
    this.onopen?.()
    this.receive({ type: 'hello', protocol: 1, heartbeatMs: 15_000 })
  }
}

export const quote = (symbol: string, price: number) => ({
  symbol,
  last: price,
  change: 1,
  percentageChange: 1,
  volume: 1,
  time: '2026-11-20T20:00:00Z',
})
export const quotes = (...list: ReturnType<typeof quote>[]): ServerFrame => ({
  type: 'quotes',
  seq: 1,
  quotes: list,
})

/** The symbol whose quotes are shown at once. */
export const selectedSymbol = 'AAPL'
export const live = useLive.of(makeState())
/** The session of the feed. */
export const session = { renew: vi.fn<() => Promise<boolean>>(), isSessionOver: false }
/** Told when displayed values must be removed, because the partner may not show them any more. */
export const onRevoked = vi.fn<() => void>()
/** The target of the window's events; new for each test. */
export let page: EventTarget
let api: Api
let paintCallbacks: (() => void)[] = []
let stops: Stop[] = []

/** Runs the callbacks that wait for an animation frame. */
export const paint = () => {
  for (const callback of paintCallbacks.splice(0)) callback()
}
/** The socket that was opened last. */
export const socket = () => FakeSocket.opened.at(-1) as FakeSocket
export const settle = () => vi.advanceTimersByTimeAsync(0)
export const stopLater = (stop: Stop) => void stops.push(stop)

export async function open(needsTicket = false) {
  const access = () => ({ instance: 'abc', needsTicket, ...session })
  stopLater(openFeed({ api, live, isImmediate: (symbol) => symbol === selectedSymbol, access, onRevoked }))
  await settle()
}
export async function subscribe(...symbols: string[]) {
  const stop = api.subscriptions.subscribe(symbols)
  stopLater(stop)
  await settle()
  return stop
}

/** Replaces the window, sockets and animation frames. Random delays have their maximum. */
function resetFeed(): void {
  vi.spyOn(Math, 'random').mockReturnValue(1)
  page = stubWindow()
  api = { client: makeClient(), subscriptions: makeSubscriptions() }
  FakeSocket.opened = []
  paintCallbacks = []
  stops = []
  session.renew.mockReset().mockResolvedValue(true)
  session.isSessionOver = false
  onRevoked.mockReset()
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => paintCallbacks.push(callback))
  vi.stubGlobal('cancelAnimationFrame', () => (paintCallbacks = []))
  vi.stubGlobal('navigator', { onLine: true })
  live.setState(live.getInitialState(), true)
}

export function stopFeed(): void {
  for (const stop of stops.splice(0)) stop()
}

/** Gives each test of the file a new feed and fake timers. */
export function setUpFeed(): void {
  beforeEach(() => {
    vi.useFakeTimers()
    resetFeed()
  })
  afterEach(() => {
    stopFeed()
    vi.useRealTimers()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
}
