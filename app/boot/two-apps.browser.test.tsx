/** Two apps in one realm, such as a test page, share no state. */
import '#app/ui/base.css'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { WidgetCommand } from '#contract/bridge/bridge.ts'
import type { Quote } from '#contract/feed.ts'
import { problemDetails } from '#contract/api/problem-details.ts'
import { loadLazyModules } from '#app/testing/lazy-modules.ts'
import { fakeResponse } from '#app/testing/fake-responses.ts'
import { type FakeTransport, makeFakeTransport } from '#app/testing/fake-transport.ts'
import { type AppState, makeState } from '#app/state/app-state.ts'
import { closeDialog, openDialog } from '#app/state/dialogs.ts'
import { useHost } from '#app/state/host.ts'
import { useLive } from '#app/state/live.ts'
import type { Stop } from '#app/state/stop.ts'
import { setTab, useView } from '#app/state/view.ts'
import { startApp } from './start.tsx'

type SentRequest = { path: string; instance: string | null; bearer: string | null }
let requests: SentRequest[]
let refusedKeys: Set<string>

/** Open sockets by instance. */
let sockets: Map<string, FakeSocket>
class FakeSocket {
  static instanceIdOf(url: URL) {
    return new URL(url).searchParams.get('instance')!
  }
  readonly sent: unknown[] = []
  onmessage: ((event: { data: string }) => void) | undefined
  onopen: (() => void) | undefined
  constructor(url: URL) {
    sockets.set(FakeSocket.instanceIdOf(url), this)
  }
  send(text: string) {
    this.sent.push(JSON.parse(text))
  }
  close() {}
  receive(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
}

type RunningApp = FakeTransport & { id: string; key: string; state: AppState; root: HTMLElement; stop: Stop }
let first: RunningApp
let second: RunningApp

async function open(key: string, symbol: string): Promise<RunningApp> {
  const root = document.createElement('div')
  root.style.cssText = 'inline-size: 1280px; block-size: 768px'
  document.body.append(root)
  const transport = makeFakeTransport(`https://${key}.example`)
  const state = makeState()
  const id = `instance-of-${key}`
  const stop = await startApp({ root, state, instance: id, open: transport.open })
  transport.post({
    type: 'start',
    widgetType: 'pro',
    options: { destinationId: 'x', apiKey: key, userId: 'u', symbol },
    canRenew: false,
    loader: '1',
  })
  return { ...transport, id, key, state, root, stop }
}
const command = ({ post }: RunningApp, name: WidgetCommand, payload: object) =>
  post({ type: 'command', name, payload })
const waitUntilReady = ({ root }: RunningApp) =>
  expect
    .poll(() =>
      [...root.querySelectorAll<HTMLElement>('[data-panel]')].map((panel) => panel.dataset['state']),
    )
    .toEqual(['ready', 'ready', 'ready'])
const shownSymbol = ({ root }: RunningApp) =>
  root.querySelector<HTMLElement>('[data-panel="why"]')?.dataset['symbol']
const events = ({ sent }: RunningApp, name: string) =>
  sent.flatMap((message) => {
    const event = message as { name?: string; payload?: unknown }
    return event.name === name ? [event.payload] : []
  })
const quote = (symbol: string, last: number): Quote => ({
  symbol,
  last,
  change: 1,
  percentageChange: 1,
  volume: 1,
  time: '2026-11-20T20:00:00Z',
})

// Loaded before the tests, so that loading does not count towards their timeouts.
beforeAll(loadLazyModules, 60_000)
beforeEach(async () => {
  requests = []
  refusedKeys = new Set()
  sockets = new Map()
  // oxlint-disable-next-line no-restricted-globals -- clears choices of another test
  localStorage.clear()
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    const instance = headers.get('Widget-Instance')
    const bearer = headers.get('Authorization')
    requests.push({ path, instance, bearer })
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as { apiKey?: string }) : {}
    const key = body.apiKey ?? bearer?.replace('Bearer token-of-', '')
    // Without cookies, a request needs a token.
    if (!key || refusedKeys.has(key))
      return Response.json(problemDetails('session-ended', {}), { status: 401 })
    if (path === '/Token')
      return Response.json({ ...(fakeResponse(path) as object), access_token: `token-of-${key}` })
    return Response.json(fakeResponse(path))
  })
  first = await open('first', 'AAPL')
  second = await open('second', 'MSFT')
  await Promise.all([waitUntilReady(first), waitUntilReady(second)])
})
afterEach(() => {
  for (const { root, stop } of [first, second]) {
    stop()
    root.remove()
  }
  vi.unstubAllGlobals()
})

test('each app uses its own session and ends only that', async () => {
  for (const { id, key } of [first, second]) {
    const ownRequests = requests.filter(({ instance }) => instance === id)
    expect(new Set(ownRequests.map(({ bearer }) => bearer))).toEqual(
      new Set([null, `Bearer token-of-${key}`]),
    )
    expect(ownRequests.some(({ path }) => path.includes('/tradeideas'))).toBe(true)
  }
  first.post({ type: 'destroy' })
  expect(first.root.childElementCount).toBe(0)
  expect(requests.filter(({ path }) => path === '/session')).toEqual([
    { path: '/session', instance: first.id, bearer: 'Bearer token-of-first' },
  ])
  requests = []
  command(second, 'SET_SYMBOL', { symbol: 'KO' })
  await expect.poll(() => shownSymbol(second)).toBe('KO')
  await expect.poll(() => requests.some(({ path }) => path.includes('/why/KO'))).toBe(true)
  expect(new Set(requests.map(({ bearer }) => bearer))).toEqual(new Set(['Bearer token-of-second']))
})

test('a lost session affects one app only', async () => {
  refusedKeys.add('first')
  command(first, 'SET_SYMBOL', { symbol: 'KO' })
  await expect.poll(() => useHost.of(first.state).getState().phase).toBe('ended')
  expect(useHost.of(second.state).getState().phase).toBe('ready')
  expect(events(second, 'ERROR')).toEqual([])
})

test('each app has its own feed, subscriptions and quotes', async () => {
  await expect.poll(() => [...sockets.keys()].toSorted()).toEqual([first.id, second.id].toSorted())
  for (const { id } of [first, second])
    sockets.get(id)!.receive({ type: 'hello', protocol: 1, heartbeatMs: 15_000 })
  const subscriptions = ({ id }: RunningApp) => JSON.stringify(sockets.get(id)!.sent)
  await expect.poll(() => subscriptions(first)).toContain('"AAPL"')
  await expect.poll(() => subscriptions(second)).toContain('"MSFT"')
  expect(subscriptions(first)).not.toContain('"MSFT"')
  sockets.get(first.id)!.receive({ type: 'quotes', seq: 1, quotes: [quote('AAPL', 123.45)] })
  await expect.poll(() => first.root.textContent).toContain('123.45')
  expect(useLive.of(second.state).getState().quotes).toEqual({})
  expect(second.root.textContent).not.toContain('123.45')
})

test('each app has its own symbol, tab, dialogs and language, and reports to its own page', async () => {
  command(first, 'SET_SYMBOL', { symbol: 'KO', sentiment: 'Bearish' })
  await expect.poll(() => shownSymbol(first)).toBe('KO')
  setTab(first.state, 'how')
  expect(shownSymbol(second)).toBe('MSFT')
  expect(useView.of(second.state).getState()).toMatchObject({
    symbol: 'MSFT',
    sentimentOverride: null,
    tab: 'why',
  })
  await expect
    .poll(() => [events(first, 'SYMBOL_CHANGED'), events(second, 'SYMBOL_CHANGED')])
    .toEqual([['KO'], []])

  openDialog(first.state, 'disclaimer')
  const dialogs = ({ root }: RunningApp) => root.querySelectorAll('dialog').length
  await expect.poll(() => dialogs(first)).toBe(1)
  expect(dialogs(second)).toBe(0)
  closeDialog(first.state)

  command(first, 'SET_LOCALE', { locale: 'de' })
  await expect.poll(() => first.root.textContent).toContain('Scan-Ergebnisse')
  expect(second.root.textContent).toContain('Scan results')
})

test('each app stores its view under its own id', async () => {
  // oxlint-disable-next-line no-restricted-globals -- the widgets' stored views
  const stored = ({ id }: RunningApp) => sessionStorage.getItem(id)
  await expect.poll(() => stored(first)).toContain('"AAPL"')
  await expect.poll(() => stored(second)).toContain('"MSFT"')
  first.stop()
  expect(stored(first)).toBeNull()
  expect(stored(second)).toContain('"MSFT"')
})
