/** Tests that every transport must pass, and tests of native transports only. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { bridgeNamespace, type ToFrame } from '#contract/bridge/bridge.ts'
import { type Listener, openBridge, transportOf, type OpenTransport, type Page } from './bridge.ts'
import { makeFakeTransport } from '#app/testing/fake-transport.ts'
import { openHandshake } from './handshake.ts'
import { findNativeBridge, openNative } from './native.ts'
import type { Stop } from '#app/state/stop.ts'

const id = '0123456789abcdef0123456789abcdef'
const embedderOrigin = location.ancestorOrigins?.[0] ?? location.origin

/** The page or native code at the other end of a transport. */
type EmbeddingSide = {
  open: OpenTransport
  /** Messages that the widget has sent. */
  sent: unknown[]
  post: (message: unknown) => void
  /** Sends every kind of invalid message that this side can send. */
  sendInvalid: (post: (message: ToFrame) => void) => void
  origin: string
}

const invalidMessages = [
  null,
  undefined,
  0,
  'hello',
  '{',
  '[]',
  'null',
  '7',
  [],
  {},
  { type: 'none' },
  '{"type":{}}',
]

/**
 * The native side, which exchanges text. `deliver` passes data to the widget; `installBridge` adds the native object to
 * which the widget sends.
 */
function nativeSide(
  deliver: (data: unknown) => void,
  installBridge: (send: (text: string) => void) => void,
): EmbeddingSide {
  const sent: unknown[] = []
  installBridge((text) => sent.push(JSON.parse(text)))
  return {
    open: transportOf(openNative(findNativeBridge()!)),
    sent,
    post: (message) => deliver(JSON.stringify(message)),
    sendInvalid: (post) => {
      invalidMessages.forEach(deliver)
      // Native code sends text only, never objects.
      deliver({ type: 'destroy' })
      post({ type: 'ping' })
    },
    origin: location.origin,
  }
}
const dispatchTo = (target: EventTarget) => (data: unknown) =>
  target.dispatchEvent(new MessageEvent('message', { data }))

const sides: Record<string, () => EmbeddingSide> = {
  'a port of the embedding page': () => {
    const sent: unknown[] = []
    const { port1, port2 } = new MessageChannel()
    vi.spyOn(window.parent, 'postMessage').mockImplementation((message: unknown) => {
      sent.push(message)
      queueMicrotask(() =>
        dispatchEvent(
          new MessageEvent('message', {
            data: { ns: bridgeNamespace, type: 'init', id, protocol: 1 },
            source: window.parent,
            origin: embedderOrigin,
            ports: [port2],
          }),
        ),
      )
    })
    port1.onmessage = ({ data }) => sent.push(data)
    return {
      open: (receive) => transportOf(openHandshake())(receive),
      sent,
      post: (message) => port1.postMessage(message),
      sendInvalid: () => invalidMessages.forEach((data) => port1.postMessage(data)),
      origin: embedderOrigin,
    }
  },
  iOS: () =>
    nativeSide(dispatchTo(window), (postMessage) =>
      vi.stubGlobal('webkit', { messageHandlers: { serviceWidget: { postMessage } } }),
    ),
  Android: () => {
    const injected = { onmessage: null as ((event: object) => void) | null }
    return nativeSide(
      (data) => injected.onmessage?.({ data }),
      (postMessage) => vi.stubGlobal('serviceWidget', Object.assign(injected, { postMessage })),
    )
  },
  'React Native on iOS': () =>
    nativeSide(dispatchTo(window), (postMessage) => vi.stubGlobal('ReactNativeWebView', { postMessage })),
  'React Native on Android': () =>
    nativeSide(dispatchTo(document), (postMessage) => vi.stubGlobal('ReactNativeWebView', { postMessage })),
  'the fake transport of the tests': () => {
    const fake = makeFakeTransport('https://partner.example')
    return {
      ...fake,
      sendInvalid: () => invalidMessages.forEach(fake.post),
      origin: 'https://partner.example',
    }
  },
}

const start = {
  type: 'start',
  widgetType: 'proStrategies',
  canRenew: true,
  loader: '1',
  options: { destinationId: 'x', authToken: 'secret', userId: 'u', theme: 'dark' },
}
const listener = {
  start: vi.fn<Listener['start']>(),
  command: vi.fn<Listener['command']>(),
  rawMessage: vi.fn<Listener['rawMessage']>(),
  destroy: vi.fn<Listener['destroy']>(),
}
let stop: Stop | undefined
let originalName: string
let originalUrl: string

beforeEach(() => {
  originalName = window.name
  originalUrl = location.href
  window.name = id
})
afterEach(() => {
  stop?.()
  stop = undefined
  window.name = originalName
  history.replaceState(null, '', originalUrl)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.clearAllMocks()
})

async function startWidget(side: EmbeddingSide, startMessage: unknown = start): Promise<Page> {
  stop = openBridge(listener, side.open)
  await expect.poll(() => side.sent.length).toBe(1)
  side.post(startMessage)
  await expect.poll(() => listener.start.mock.calls.length).toBe(1)
  return listener.start.mock.calls[0]![2]
}

describe.each(Object.entries(sides))('%s', (_name, createSide) => {
  let side: EmbeddingSide
  beforeEach(() => {
    side = createSide()
  })

  test('sends hello first, then passes the options and credentials of `start` to the app', async () => {
    await startWidget(side)
    expect(side.sent).toEqual([
      {
        ns: bridgeNamespace,
        type: 'hello',
        id: expect.stringMatching(/^[\w-]{4,64}$/),
        protocol: 1,
        min: 1,
        app: expect.stringMatching(/^\d+\.\d+\.\d+/),
      },
    ])
    expect(listener.start.mock.calls[0]!.slice(0, 2)).toEqual([start, side.origin])
  })

  test('ignores a second start', async () => {
    await startWidget(side)
    side.post({ ...start, widgetType: 'pro' })
    side.post({ type: 'ping' })
    await expect.poll(() => side.sent).toContainEqual({ type: 'pong' })
    expect(listener.start).toHaveBeenCalledOnce()
  })

  test('handles commands and destroy in order, and responds to pings', async () => {
    await startWidget(side)
    const order: string[] = []
    listener.command.mockImplementation((command) => order.push(command.name))
    listener.destroy.mockImplementation(() => order.push('destroy'))
    const symbol = { type: 'command', name: 'SET_SYMBOL', payload: { symbol: 'MSFT', sentiment: 'Bearish' } }
    side.post(symbol)
    side.post({ type: 'command', name: 'SET_THEME', payload: { theme: 'dark' } })
    side.post({ type: 'ping' })
    side.post({ type: 'destroy' })
    await expect.poll(() => order).toEqual(['SET_SYMBOL', 'SET_THEME', 'destroy'])
    expect(listener.command.mock.calls[0]).toEqual([symbol])
    await expect.poll(() => side.sent).toContainEqual({ type: 'pong' })
  })

  test('sends ready once, and events and errors as they occur', async () => {
    const page = await startWidget(side)
    page.ready()
    page.ready()
    page.emit('SYMBOL_CHANGED', 'MSFT')
    page.reportError('AUTH', 'no')
    await expect.poll(() => side.sent.length).toBe(4)
    expect(side.sent.slice(1)).toEqual([
      { type: 'ready', state: 'ready' },
      { type: 'event', name: 'SYMBOL_CHANGED', payload: 'MSFT' },
      {
        type: 'event',
        name: 'ERROR',
        payload: { code: 'AUTH', message: 'AUTH: no', docs: `${location.origin}/docs/errors#AUTH` },
      },
    ])
  })

  test('requests a token and passes on the token or the reason of a refusal', async () => {
    const page = await startWidget(side)
    const token = page.requestToken()
    await expect.poll(() => side.sent).toContainEqual({ type: 'need-token' })
    side.post({ type: 'token', authToken: 'fresh' })
    await expect(token).resolves.toBe('fresh')
    const refused = page.requestToken()
    side.post({ type: 'token', reason: 'signed out' })
    await expect(refused).rejects.toThrow('signed out')
  })

  test('ignores invalid messages', async () => {
    await startWidget(side)
    side.sendInvalid(side.post)
    side.post({ type: 'ping' })
    await expect.poll(() => side.sent).toContainEqual({ type: 'pong' })
    expect(listener.start).toHaveBeenCalledOnce()
    expect(listener.command).not.toHaveBeenCalled()
    expect(listener.destroy).not.toHaveBeenCalled()
  })

  test('neither receives nor sends after it was stopped', async () => {
    const page = await startWidget(side)
    stop!()
    page.emit('SYMBOL_CHANGED', 'MSFT')
    side.post({ type: 'destroy' })
    // Messages are delivered in the order of posting: once this message has arrived, all earlier ones have arrived too.
    await new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = resolve
      port2.postMessage(0)
    })
    expect(side.sent).toHaveLength(1)
    expect(listener.destroy).not.toHaveBeenCalled()
  })
})

describe('in a native app', () => {
  test('adds the options of the URL, and the fields that a loader would send, to `start`', async () => {
    history.replaceState(null, '', '?toplevel=1&type=proStrategies&theme=dark&locale=de')
    const side = sides['iOS']!()
    await startWidget(side, { type: 'start', options: { authToken: 't', userId: 'u' } })
    expect(listener.start.mock.calls[0]![0]).toEqual({
      type: 'start',
      widgetType: 'proStrategies',
      options: { destinationId: 'root', theme: 'dark', locale: 'de', authToken: 't', userId: 'u' },
      canRenew: false,
      loader: '',
    })
  })

  test('keeps its id through a reload', async () => {
    window.name = ''
    const beforeReload = sides['iOS']!()
    await startWidget(beforeReload)
    const instance = window.name
    expect(instance).toMatch(/^[0-9a-f-]{36}$/)
    stop!()
    const afterReload = sides['iOS']!()
    stop = openBridge(listener, afterReload.open)
    expect(afterReload.sent).toMatchObject([{ id: instance }])
  })

  test('ignores messages of other windows', async () => {
    const side = sides['iOS']!()
    await startWidget(side)
    const data = JSON.stringify({ type: 'destroy' })
    for (const sender of [
      { source: window.parent, origin: location.origin },
      { source: window.parent, origin: '' },
      { source: null, origin: 'https://evil.example' },
    ])
      dispatchEvent(new MessageEvent('message', { data, ...sender }))
    expect(listener.destroy).not.toHaveBeenCalled()
    dispatchEvent(new MessageEvent('message', { data, source: window, origin: location.origin }))
    expect(listener.destroy).toHaveBeenCalledOnce()
  })

  test('prefers the handler `serviceWidget` to React Native’s, and finds no native bridge in a browser', () => {
    expect(findNativeBridge()).toBeUndefined()
    const [ownHandler, reactNative] = [vi.fn(), vi.fn()]
    vi.stubGlobal('ReactNativeWebView', { postMessage: reactNative })
    vi.stubGlobal('webkit', { messageHandlers: { ReactNativeWebView: { postMessage: reactNative } } })
    findNativeBridge()!.post('1')
    vi.stubGlobal('webkit', { messageHandlers: { serviceWidget: { postMessage: ownHandler } } })
    findNativeBridge()!.post('2')
    expect([ownHandler.mock.calls, reactNative.mock.calls]).toEqual([[['2']], [['1']]])
  })
})
