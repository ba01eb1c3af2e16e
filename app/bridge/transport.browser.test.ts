/** Requirements of every transport, and the specifics of each. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { bridgeNamespace, type ToFrame } from '#contract/bridge/bridge.ts'
import { type Listener, openBridge, transportOf, type OpenTransport, type Page } from './bridge.ts'
import { makeFakeTransport } from '#app/testing/fake-transport.ts'
import { openHandshake } from './handshake.ts'
import { findShell, openNative } from './native.ts'
import type { Stop } from '#app/state/stop.ts'

const id = '0123456789abcdef0123456789abcdef'
const partner = location.ancestorOrigins?.[0] ?? location.origin

/** The embedding side of one transport. */
type Side = {
  open: OpenTransport
  /** Received messages. */
  said: unknown[]
  tell: (message: unknown) => void
  /** Does what this side can do wrong. */
  misbehave: (tell: (message: ToFrame) => void) => void
  origin: string
}

const garbage = [null, undefined, 0, 'hello', '{', '[]', 'null', '7', [], {}, { type: 'none' }, '{"type":{}}']

/** A shell that hands over text, and takes it in by `deliver`. */
function shellSide(deliver: (data: unknown) => void, inject: (post: (text: string) => void) => void): Side {
  const said: unknown[] = []
  inject((text) => said.push(JSON.parse(text)))
  return {
    open: transportOf(openNative(findShell()!)),
    said,
    tell: (message) => deliver(JSON.stringify(message)),
    misbehave: (tell) => {
      garbage.forEach(deliver)
      // Text only: an object is no shell's.
      deliver({ type: 'destroy' })
      tell({ type: 'ping' })
    },
    origin: location.origin,
  }
}
const dispatchTo = (target: EventTarget) => (data: unknown) =>
  target.dispatchEvent(new MessageEvent('message', { data }))

const sides: Record<string, () => Side> = {
  'a port of the embedding page': () => {
    const said: unknown[] = []
    const { port1, port2 } = new MessageChannel()
    vi.spyOn(window.parent, 'postMessage').mockImplementation((message: unknown) => {
      said.push(message)
      queueMicrotask(() =>
        dispatchEvent(
          new MessageEvent('message', {
            data: { ns: bridgeNamespace, type: 'init', id, protocol: 1 },
            source: window.parent,
            origin: partner,
            ports: [port2],
          }),
        ),
      )
    })
    port1.onmessage = ({ data }) => said.push(data)
    return {
      open: (hear) => transportOf(openHandshake())(hear),
      said,
      tell: (message) => port1.postMessage(message),
      misbehave: () => garbage.forEach((one) => port1.postMessage(one)),
      origin: partner,
    }
  },
  iOS: () =>
    shellSide(dispatchTo(window), (postMessage) =>
      vi.stubGlobal('webkit', { messageHandlers: { serviceWidget: { postMessage } } }),
    ),
  Android: () => {
    const injected = { onmessage: null as ((event: object) => void) | null }
    return shellSide(
      (data) => injected.onmessage?.({ data }),
      (postMessage) => vi.stubGlobal('serviceWidget', Object.assign(injected, { postMessage })),
    )
  },
  'React Native on iOS': () =>
    shellSide(dispatchTo(window), (postMessage) => vi.stubGlobal('ReactNativeWebView', { postMessage })),
  'React Native on Android': () =>
    shellSide(dispatchTo(document), (postMessage) => vi.stubGlobal('ReactNativeWebView', { postMessage })),
  'the one for tests': () => {
    const fake = makeFakeTransport('https://partner.example')
    return { ...fake, misbehave: () => garbage.forEach(fake.tell), origin: 'https://partner.example' }
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
  remark: vi.fn<Listener['remark']>(),
  destroy: vi.fn<Listener['destroy']>(),
}
let stop: Stop | undefined
let name: string
let address: string

beforeEach(() => {
  name = window.name
  address = location.href
  window.name = id
})
afterEach(() => {
  stop?.()
  stop = undefined
  window.name = name
  history.replaceState(null, '', address)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.clearAllMocks()
})

async function begin(side: Side, first: unknown = start): Promise<Page> {
  stop = openBridge(listener, side.open)
  await expect.poll(() => side.said.length).toBe(1)
  side.tell(first)
  await expect.poll(() => listener.start.mock.calls.length).toBe(1)
  return listener.start.mock.calls[0]![2]
}

describe.each(Object.entries(sides))('%s', (_name, make) => {
  let side: Side
  beforeEach(() => {
    side = make()
  })

  test('hears hello first, then hands over options and credentials', async () => {
    await begin(side)
    expect(side.said).toEqual([
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

  test('a page starts once: another start is not heard', async () => {
    await begin(side)
    side.tell({ ...start, widgetType: 'pro' })
    side.tell({ type: 'ping' })
    await expect.poll(() => side.said).toContainEqual({ type: 'pong' })
    expect(listener.start).toHaveBeenCalledOnce()
  })

  test('commands, pings and the end arrive in order', async () => {
    await begin(side)
    const order: string[] = []
    listener.command.mockImplementation((command) => order.push(command.name))
    listener.destroy.mockImplementation(() => order.push('destroy'))
    const symbol = { type: 'command', name: 'SET_SYMBOL', payload: { symbol: 'MSFT', sentiment: 'Bearish' } }
    side.tell(symbol)
    side.tell({ type: 'command', name: 'SET_THEME', payload: { theme: 'dark' } })
    side.tell({ type: 'ping' })
    side.tell({ type: 'destroy' })
    await expect.poll(() => order).toEqual(['SET_SYMBOL', 'SET_THEME', 'destroy'])
    expect(listener.command.mock.calls[0]).toEqual([symbol])
    await expect.poll(() => side.said).toContainEqual({ type: 'pong' })
  })

  test('ready is said once; events and errors as they happen', async () => {
    const page = await begin(side)
    page.ready()
    page.ready()
    page.emit('SYMBOL_CHANGED', 'MSFT')
    page.fail('AUTH', 'no')
    await expect.poll(() => side.said.length).toBe(4)
    expect(side.said.slice(1)).toEqual([
      { type: 'ready', state: 'ready' },
      { type: 'event', name: 'SYMBOL_CHANGED', payload: 'MSFT' },
      {
        type: 'event',
        name: 'ERROR',
        payload: { code: 'AUTH', message: 'AUTH: no', docs: `${location.origin}/docs/errors#AUTH` },
      },
    ])
  })

  test('is asked for a token and gives one, or says why not', async () => {
    const page = await begin(side)
    const token = page.needToken()
    await expect.poll(() => side.said).toContainEqual({ type: 'need-token' })
    side.tell({ type: 'token', authToken: 'fresh' })
    await expect(token).resolves.toBe('fresh')
    const none = page.needToken()
    side.tell({ type: 'token', reason: 'signed out' })
    await expect(none).rejects.toThrow('signed out')
  })

  test('whatever else it says changes nothing', async () => {
    await begin(side)
    side.misbehave(side.tell)
    side.tell({ type: 'ping' })
    await expect.poll(() => side.said).toContainEqual({ type: 'pong' })
    expect(listener.start).toHaveBeenCalledOnce()
    expect(listener.command).not.toHaveBeenCalled()
    expect(listener.destroy).not.toHaveBeenCalled()
  })

  test('after the end nothing is heard or said', async () => {
    const page = await begin(side)
    stop!()
    page.emit('SYMBOL_CHANGED', 'MSFT')
    side.tell({ type: 'destroy' })
    // A message of another channel takes a whole turn, as the ones above would.
    await new Promise((done) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = done
      port2.postMessage(0)
    })
    expect(side.said).toHaveLength(1)
    expect(listener.destroy).not.toHaveBeenCalled()
  })
})

describe('in an app', () => {
  test('what the address says and the loader would add need not be said', async () => {
    history.replaceState(null, '', '?toplevel=1&type=proStrategies&theme=dark&locale=de')
    const side = sides['iOS']!()
    await begin(side, { type: 'start', options: { authToken: 't', userId: 'u' } })
    expect(listener.start.mock.calls[0]![0]).toEqual({
      type: 'start',
      widgetType: 'proStrategies',
      options: { destinationId: 'root', theme: 'dark', locale: 'de', authToken: 't', userId: 'u' },
      canRenew: false,
      loader: '',
    })
  })

  test('the session has an id, and a reload has the same', async () => {
    window.name = ''
    const first = sides['iOS']!()
    await begin(first)
    const given = window.name
    expect(given).toMatch(/^[0-9a-f-]{36}$/)
    stop!()
    const second = sides['iOS']!()
    stop = openBridge(listener, second.open)
    expect(second.said).toMatchObject([{ id: given }])
  })

  test('what another window posts is not taken', async () => {
    const side = sides['iOS']!()
    await begin(side)
    const data = JSON.stringify({ type: 'destroy' })
    for (const from of [
      { source: window.parent, origin: location.origin },
      { source: window.parent, origin: '' },
      { source: null, origin: 'https://evil.example' },
    ])
      dispatchEvent(new MessageEvent('message', { data, ...from }))
    expect(listener.destroy).not.toHaveBeenCalled()
    dispatchEvent(new MessageEvent('message', { data, source: window, origin: location.origin }))
    expect(listener.destroy).toHaveBeenCalledOnce()
  })

  test('its own handler is preferred to React Native’s; a browser has none', () => {
    expect(findShell()).toBeUndefined()
    const [own, other] = [vi.fn(), vi.fn()]
    vi.stubGlobal('ReactNativeWebView', { postMessage: other })
    vi.stubGlobal('webkit', { messageHandlers: { ReactNativeWebView: { postMessage: other } } })
    findShell()!.post('1')
    vi.stubGlobal('webkit', { messageHandlers: { serviceWidget: { postMessage: own } } })
    findShell()!.post('2')
    expect([own.mock.calls, other.mock.calls]).toEqual([[['2']], [['1']]])
  })
})
