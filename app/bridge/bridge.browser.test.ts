import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { bridgeNamespace, type FromFrame, type Init, type ToFrame } from '#contract/bridge/bridge.ts'
import { readPageOptions } from '#contract/bridge/options/options.ts'
import { type Listener, openBridge, transportOf, type Page } from './bridge.ts'
import type { Stop } from '#app/state/stop.ts'
import { makeError, openHandshake } from './handshake.ts'

const id = '0123456789abcdef0123456789abcdef'
/** The embedding page's origin as this browser asserts it: tests run in a frame too. */
const origin = location.ancestorOrigins?.[0] ?? location.origin
const init: Init = { ns: bridgeNamespace, type: 'init', id, protocol: 1 }
const start: ToFrame = {
  type: 'start',
  widgetType: 'pro',
  canRenew: true,
  loader: '1',
  options: readPageOptions({ destinationId: 'x', apiKey: 'k', userId: 'u', widgetType: 'pro' })[0],
}

let stop: Stop
let name: string
const postedToParent = vi.fn()
const listener = {
  start: vi.fn<Listener['start']>(),
  command: vi.fn<Listener['command']>(),
  rawMessage: vi.fn<Listener['rawMessage']>(),
  destroy: vi.fn<Listener['destroy']>(),
}

/** Dispatches a window message as the browser would deliver it. */
function post(
  data: unknown,
  sender: { source?: MessageEventSource | null; origin?: string; ports?: MessagePort[] } = {},
) {
  dispatchEvent(new MessageEvent('message', { data, source: window.parent, origin, ...sender }))
}
/** Sends `init`, and returns the page's end of the port and the messages that it receives. */
function connect(): { port: MessagePort; received: FromFrame[] } {
  const { port1, port2 } = new MessageChannel()
  const received: FromFrame[] = []
  port1.onmessage = ({ data }) => received.push(data)
  post(init, { ports: [port2] })
  return { port: port1, received }
}
const send = (port: MessagePort, message: ToFrame) => port.postMessage(message)
async function startBridge() {
  const { port, received } = connect()
  send(port, start)
  await expect.poll(() => listener.start.mock.calls.length).toBe(1)
  const page = listener.start.mock.calls[0]?.[2] as Page
  return { port, received, page }
}

beforeEach(() => {
  name = window.name
  window.name = id
  vi.spyOn(window.parent, 'postMessage').mockImplementation(postedToParent)
  stop = openBridge(listener, transportOf(openHandshake()))
})
afterEach(() => {
  stop()
  window.name = name
  vi.restoreAllMocks()
  vi.clearAllMocks()
})

test('sends hello first, with only its id and versions', () => {
  expect(postedToParent).toHaveBeenCalledExactlyOnceWith(
    { ns: bridgeNamespace, type: 'hello', id, protocol: 1, min: 1, app: expect.any(String) },
    '*',
  )
})

describe('accepts only the embedding page’s init', () => {
  const { port1, port2 } = new MessageChannel()
  test.each([
    ['nothing', null, {}],
    ['a string', 'hello', {}],
    ['foreign data', { type: 'init' }, {}],
    ['another id', { ...init, id: 'other' }, { ports: [port1] }],
    ['another window', init, { source: window, ports: [port1] }],
    ['no window', init, { source: null, ports: [port1] }],
    ['an origin that does not embed the widget', init, { origin: 'https://evil.example', ports: [port1] }],
    ['no port', init, {}],
  ])('refuses %s', async (_, data, sender) => {
    post(data, sender)
    port2.postMessage(start)
    // The real init is still accepted afterwards, and only that.
    const { page } = await startBridge()
    expect(page).toBeDefined()
    expect(listener.start).toHaveBeenCalledOnce()
    expect(listener.start.mock.calls[0]?.[1]).toBe(origin)
  })

  test('ignores a second init and its port', async () => {
    const { port, received } = await startBridge()
    const { port1, port2 } = new MessageChannel()
    post(init, { ports: [port2] })
    port1.postMessage(start)
    // Messages posted before the ping arrive before the pong.
    send(port, { type: 'ping' })
    await expect.poll(() => received).toContainEqual({ type: 'pong' })
    expect(listener.start).toHaveBeenCalledOnce()
  })
})

describe('once connected', () => {
  test('passes on commands and destroy, and responds to pings', async () => {
    const { port, received } = await startBridge()
    send(port, { type: 'command', name: 'SET_SYMBOL', payload: { symbol: 'msft' } })
    send(port, { type: 'ping' })
    send(port, { type: 'destroy' })
    await expect.poll(() => listener.destroy.mock.calls.length).toBe(1)
    expect(listener.command).toHaveBeenCalledExactlyOnceWith({
      type: 'command',
      name: 'SET_SYMBOL',
      payload: { symbol: 'MSFT' },
    })
    await expect.poll(() => received).toContainEqual({ type: 'pong' })
  })

  test('sends ready once, and events', async () => {
    const { received, page } = await startBridge()
    page.ready()
    page.ready()
    page.emit('SYMBOL_CHANGED', 'MSFT')
    page.reportError('AUTH', 'no')
    await expect.poll(() => received.length).toBe(3)
    expect(received).toEqual([
      { type: 'ready', state: 'ready' },
      { type: 'event', name: 'SYMBOL_CHANGED', payload: 'MSFT' },
      {
        type: 'event',
        name: 'ERROR',
        payload: { code: 'AUTH', message: 'AUTH: no', docs: expect.stringContaining('/docs/errors#AUTH') },
      },
    ])
  })

  test('requests a token from the page and passes on its response', async () => {
    const { port, received, page } = await startBridge()
    const token = page.requestToken()
    await expect.poll(() => received).toContainEqual({ type: 'need-token' })
    send(port, { type: 'token', authToken: 'fresh' })
    await expect(token).resolves.toBe('fresh')
    const refused = page.requestToken()
    send(port, { type: 'token', reason: 'rejected' })
    await expect(refused).rejects.toThrow('rejected')
  })
})

test.each([
  ['too old', { protocol: 0 }, 'supports protocol 0, which is too old'],
  ['missing', { protocol: undefined }, 'supports protocol 0, which is too old'],
  ['too new', { protocol: 3, min: 2 }, 'supports protocol 2 to 3, which is too new'],
])('reports VERSION to a loader whose protocol is %s', async (_, versions, cause) => {
  const { port1, port2 } = new MessageChannel()
  const received: FromFrame[] = []
  port1.onmessage = ({ data }) => received.push(data)
  post({ ...init, ...versions }, { ports: [port2] })
  port1.postMessage(start)
  await expect.poll(() => received.length).toBe(1)
  const expected = `VERSION: the loader on this page ${cause}: the widget `
  expect(received[0]).toMatchObject({
    type: 'event',
    name: 'ERROR',
    payload: {
      code: 'VERSION',
      message: expect.stringContaining(expected) as string,
    },
    state: 'error',
  })
  expect((received[0] as { payload: { message: string } }).payload.message).toMatch(
    / supports protocol 1\. Use the script tag of http/,
  )
  expect(document.body.textContent).toBe('ERROR VERSION')
  expect(listener.start).not.toHaveBeenCalled()
})

test('starts with a later loader that still supports this protocol', async () => {
  const { port1, port2 } = new MessageChannel()
  post({ ...init, protocol: 3, min: 1 }, { ports: [port2] })
  port1.postMessage(start)
  await expect.poll(() => listener.start.mock.calls.length).toBe(1)
})

describe('before the app is loaded', () => {
  /** Stops the app's bridge, so that only the first script's handshake runs. */
  const openHandshakeOnly = () => {
    stop()
    postedToParent.mockClear()
    const handshake = openHandshake()
    stop = handshake.stop
    return handshake
  }

  test('sends hello, responds to pings, and buffers other messages', async () => {
    const handshake = openHandshakeOnly()
    expect(postedToParent).toHaveBeenCalledOnce()
    const { port, received } = connect()
    send(port, start)
    send(port, { type: 'ping' })
    send(port, { type: 'command', name: 'SET_SYMBOL', payload: { symbol: 'MSFT' } })
    send(port, { type: 'ping' })
    await expect.poll(() => received).toEqual([{ type: 'pong' }, { type: 'pong' }])
    expect(listener.start).not.toHaveBeenCalled()

    const order: string[] = []
    listener.start.mockImplementation(() => order.push('start'))
    listener.command.mockImplementation(({ name }) => order.push(name))
    stop = openBridge(listener, transportOf(handshake))
    send(port, { type: 'command', name: 'SET_THEME', payload: { theme: 'dark' } })
    await expect.poll(() => order).toEqual(['start', 'SET_SYMBOL', 'SET_THEME'])
    expect(listener.start.mock.calls[0]!.slice(0, 2)).toEqual([start, origin])
    expect(postedToParent, 'no second hello').toHaveBeenCalledOnce()
  })

  test('sends messages from before the connection once it is open', async () => {
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const handshake = openHandshakeOnly()
    handshake.send(makeError('NETWORK', 'The widget’s script could not be loaded.'))
    const { received } = connect()
    await expect
      .poll(() => received)
      .toMatchObject([{ type: 'event', name: 'ERROR', payload: { code: 'NETWORK' } }])
    expect(consoleError).toHaveBeenCalledOnce()
  })
})

test('logs every error to the console with a link to its documentation', async () => {
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { page } = await startBridge()
  page.reportError('DOMAIN_NOT_WHITELISTED', 'Submit this origin.')
  expect(consoleError).toHaveBeenCalledExactlyOnceWith(
    'DOMAIN_NOT_WHITELISTED: Submit this origin.',
    `${location.origin}/docs/errors#DOMAIN_NOT_WHITELISTED`,
  )
})
