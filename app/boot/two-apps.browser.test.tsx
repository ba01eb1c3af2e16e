/** Two apps in one realm, as tests and a native shell's page may have them: nothing of the one is the other's. */
import '#app/ui/base.css'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { WidgetCommand } from '#contract/bridge/bridge.ts'
import type { Quote } from '#contract/feed.ts'
import { problemDetails } from '#contract/api/problem-details.ts'
import { loadAllParts } from '#app/testing/all-parts.ts'
import { fakeAnswer } from '#app/testing/fake-responses.ts'
import { type FakeTransport, makeFakeTransport } from '#app/testing/fake-transport.ts'
import { type AppState, makeState } from '#app/state/app-state.ts'
import { closeDialog, openDialog } from '#app/state/dialogs.ts'
import { useHost } from '#app/state/host.ts'
import { useLive } from '#app/state/live.ts'
import type { Stop } from '#app/state/stop.ts'
import { setTab, useView } from '#app/state/view.ts'
import { startApp } from './start.tsx'

type Asked = { path: string; instance: string | null; bearer: string | null }
let asked: Asked[]
/** Keys that are refused from now on. */
let refused: Set<string>

/** The sockets that are open, by the instance whose they are. */
let sockets: Map<string, FakeSocket>
class FakeSocket {
  static open(url: URL) {
    return new URL(url).searchParams.get('instance')!
  }
  readonly sent: unknown[] = []
  onmessage: ((event: { data: string }) => void) | undefined
  onopen: (() => void) | undefined
  constructor(url: URL) {
    sockets.set(FakeSocket.open(url), this)
  }
  send(text: string) {
    this.sent.push(JSON.parse(text))
  }
  close() {}
  say(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
}

type Side = FakeTransport & { id: string; key: string; state: AppState; root: HTMLElement; stop: Stop }
let one: Side
let other: Side

async function open(key: string, symbol: string): Promise<Side> {
  const root = document.createElement('div')
  root.style.cssText = 'inline-size: 1280px; block-size: 768px'
  document.body.append(root)
  const transport = makeFakeTransport(`https://${key}.example`)
  const state = makeState()
  const id = `instance-of-${key}`
  const stop = await startApp({ root, state, instance: id, open: transport.open })
  transport.tell({
    type: 'start',
    widgetType: 'pro',
    options: { destinationId: 'x', apiKey: key, userId: 'u', symbol },
    canRenew: false,
    loader: '1',
  })
  return { ...transport, id, key, state, root, stop }
}
const command = ({ tell }: Side, name: WidgetCommand, payload: object) =>
  tell({ type: 'command', name, payload })
const ready = ({ root }: Side) =>
  expect
    .poll(
      () => [...root.querySelectorAll<HTMLElement>('[data-panel]')].map((panel) => panel.dataset['state']),
      { timeout: 10_000 },
    )
    .toEqual(['ready', 'ready', 'ready'])
const shown = ({ root }: Side) => root.querySelector<HTMLElement>('[data-panel="why"]')?.dataset['symbol']
const events = ({ said }: Side, name: string) =>
  said.flatMap((message) => {
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

// The clocks of the tests do not run meanwhile.
beforeAll(loadAllParts, 60_000)
beforeEach(async () => {
  asked = []
  refused = new Set()
  sockets = new Map()
  // oxlint-disable-next-line no-restricted-globals -- what was kept by the test before
  localStorage.clear()
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    const instance = headers.get('Widget-Instance')
    const bearer = headers.get('Authorization')
    asked.push({ path, instance, bearer })
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as { apiKey?: string }) : {}
    const key = body.apiKey ?? bearer?.replace('Bearer token-of-', '')
    // Without cookies, a request needs a token.
    if (!key || refused.has(key)) return Response.json(problemDetails('session-ended', {}), { status: 401 })
    if (path === '/Token')
      return Response.json({ ...(fakeAnswer(path) as object), access_token: `token-of-${key}` })
    return Response.json(fakeAnswer(path))
  })
  one = await open('one', 'AAPL')
  other = await open('other', 'MSFT')
  await Promise.all([ready(one), ready(other)])
})
afterEach(() => {
  for (const { root, stop } of [one, other]) {
    stop()
    root.remove()
  }
  vi.unstubAllGlobals()
})

test('each asks with its own session, and the end of one is not the end of the other', async () => {
  for (const { id, key } of [one, other]) {
    const own = asked.filter(({ instance }) => instance === id)
    expect(new Set(own.map(({ bearer }) => bearer))).toEqual(new Set([null, `Bearer token-of-${key}`]))
    expect(own.some(({ path }) => path.includes('/tradeideas'))).toBe(true)
  }
  one.tell({ type: 'destroy' })
  expect(one.root.childElementCount).toBe(0)
  expect(asked.filter(({ path }) => path === '/session')).toEqual([
    { path: '/session', instance: one.id, bearer: 'Bearer token-of-one' },
  ])
  asked = []
  command(other, 'SET_SYMBOL', { symbol: 'KO' })
  await expect.poll(() => shown(other)).toBe('KO')
  await expect.poll(() => asked.some(({ path }) => path.includes('/why/KO'))).toBe(true)
  expect(new Set(asked.map(({ bearer }) => bearer))).toEqual(new Set(['Bearer token-of-other']))
})

test('a session that is lost is lost by one', async () => {
  refused.add('one')
  command(one, 'SET_SYMBOL', { symbol: 'KO' })
  await expect.poll(() => useHost.of(one.state).getState().phase).toBe('ended')
  expect(useHost.of(other.state).getState().phase).toBe('ready')
  expect(events(other, 'ERROR')).toEqual([])
})

test('each has its own feed: what one subscribes to is asked for, and what comes is shown, there only', async () => {
  await expect.poll(() => [...sockets.keys()].toSorted()).toEqual([one.id, other.id].toSorted())
  for (const { id } of [one, other]) sockets.get(id)!.say({ type: 'hello', protocol: 1, heartbeatMs: 15_000 })
  const wanted = ({ id }: Side) => JSON.stringify(sockets.get(id)!.sent)
  await expect.poll(() => wanted(one)).toContain('"AAPL"')
  await expect.poll(() => wanted(other)).toContain('"MSFT"')
  expect(wanted(one)).not.toContain('"MSFT"')
  sockets.get(one.id)!.say({ type: 'quotes', seq: 1, quotes: [quote('AAPL', 123.45)] })
  await expect.poll(() => one.root.textContent).toContain('123.45')
  expect(useLive.of(other.state).getState().quotes).toEqual({})
  expect(other.root.textContent).not.toContain('123.45')
})

test('symbol, tab, dialogs and language are each one’s own, and each tells its own page', async () => {
  command(one, 'SET_SYMBOL', { symbol: 'KO', sentiment: 'Bearish' })
  await expect.poll(() => shown(one)).toBe('KO')
  setTab(one.state, 'how')
  expect(shown(other)).toBe('MSFT')
  expect(useView.of(other.state).getState()).toMatchObject({
    symbol: 'MSFT',
    sentimentOverride: null,
    tab: 'why',
  })
  await expect
    .poll(() => [events(one, 'SYMBOL_CHANGED'), events(other, 'SYMBOL_CHANGED')])
    .toEqual([['KO'], []])

  openDialog(one.state, 'disclaimer')
  const dialogs = ({ root }: Side) => root.querySelectorAll('dialog').length
  await expect.poll(() => dialogs(one)).toBe(1)
  expect(dialogs(other)).toBe(0)
  closeDialog(one.state)

  command(one, 'SET_LOCALE', { locale: 'de' })
  await expect.poll(() => one.root.textContent).toContain('Scan-Ergebnisse')
  expect(other.root.textContent).toContain('Scan results')
})

test('each is remembered under its own id', async () => {
  // oxlint-disable-next-line no-restricted-globals -- what the widgets keep
  const kept = ({ id }: Side) => sessionStorage.getItem(id)
  await expect.poll(() => kept(one)).toContain('"AAPL"')
  await expect.poll(() => kept(other)).toContain('"MSFT"')
  one.stop()
  expect(kept(one)).toBeNull()
  expect(kept(other)).toContain('"MSFT"')
})
