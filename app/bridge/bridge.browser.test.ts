import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { bridgeNamespace, type FromFrame, type Init, type ToFrame } from '#contract/bridge/bridge.ts'
import { readPageOptions } from '#contract/bridge/options.ts'
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
const said = vi.fn()
const listener = {
  start: vi.fn<Listener['start']>(),
  command: vi.fn<Listener['command']>(),
  remark: vi.fn<Listener['remark']>(),
  destroy: vi.fn<Listener['destroy']>(),
}

/** A window message as the browser would deliver it. */
function post(
  data: unknown,
  from: { source?: MessageEventSource | null; origin?: string; ports?: MessagePort[] } = {},
) {
  dispatchEvent(new MessageEvent('message', { data, source: window.parent, origin, ...from }))
}
/** The page's end of an accepted handshake. */
function connect(): { port: MessagePort; heard: FromFrame[] } {
  const { port1, port2 } = new MessageChannel()
  const heard: FromFrame[] = []
  port1.onmessage = ({ data }) => heard.push(data)
  post(init, { ports: [port2] })
  return { port: port1, heard }
}
const tell = (port: MessagePort, message: ToFrame) => port.postMessage(message)
async function started() {
  const { port, heard } = connect()
  tell(port, start)
  await expect.poll(() => listener.start.mock.calls.length).toBe(1)
  const page = listener.start.mock.calls[0]?.[2] as Page
  return { port, heard, page }
}

beforeEach(() => {
  name = window.name
  window.name = id
  vi.spyOn(window.parent, 'postMessage').mockImplementation(said)
  stop = openBridge(listener, transportOf(openHandshake()))
})
afterEach(() => {
  stop()
  window.name = name
  vi.restoreAllMocks()
  vi.clearAllMocks()
})

test('says hello first, with its id and versions and nothing else', () => {
  expect(said).toHaveBeenCalledExactlyOnceWith(
    { ns: bridgeNamespace, type: 'hello', id, protocol: 1, min: 1, app: expect.any(String) },
    '*',
  )
})

describe('takes only the embedding page’s init', () => {
  const { port1, port2 } = new MessageChannel()
  test.each([
    ['nothing', null, {}],
    ['a string', 'hello', {}],
    ['foreign data', { type: 'init' }, {}],
    ['another id', { ...init, id: 'other' }, { ports: [port1] }],
    ['another window', init, { source: window, ports: [port1] }],
    ['no window', init, { source: null, ports: [port1] }],
    ['an origin that does not embed us', init, { origin: 'https://evil.example', ports: [port1] }],
    ['no port', init, {}],
  ])('not %s', async (_, data, from) => {
    post(data, from)
    port2.postMessage(start)
    // The real one is still taken afterwards, and it is the only one that was.
    const { page } = await started()
    expect(page).toBeDefined()
    expect(listener.start).toHaveBeenCalledOnce()
    expect(listener.start.mock.calls[0]?.[1]).toBe(origin)
  })

  test('and only once: a second port is not listened to', async () => {
    const { port, heard } = await started()
    const { port1, port2 } = new MessageChannel()
    post(init, { ports: [port2] })
    port1.postMessage(start)
    // Messages posted before the ping arrive before the pong.
    tell(port, { type: 'ping' })
    await expect.poll(() => heard).toContainEqual({ type: 'pong' })
    expect(listener.start).toHaveBeenCalledOnce()
  })
})

describe('once connected', () => {
  test('passes on commands and the end, answers pings', async () => {
    const { port, heard } = await started()
    tell(port, { type: 'command', name: 'SET_SYMBOL', payload: { symbol: 'msft' } })
    tell(port, { type: 'ping' })
    tell(port, { type: 'destroy' })
    await expect.poll(() => listener.destroy.mock.calls.length).toBe(1)
    expect(listener.command).toHaveBeenCalledExactlyOnceWith({
      type: 'command',
      name: 'SET_SYMBOL',
      payload: { symbol: 'MSFT' },
    })
    await expect.poll(() => heard).toContainEqual({ type: 'pong' })
  })

  test('says ready once, and events', async () => {
    const { heard, page } = await started()
    page.ready()
    page.ready()
    page.emit('SYMBOL_CHANGED', 'MSFT')
    page.fail('AUTH', 'no')
    await expect.poll(() => heard.length).toBe(3)
    expect(heard).toEqual([
      { type: 'ready', state: 'ready' },
      { type: 'event', name: 'SYMBOL_CHANGED', payload: 'MSFT' },
      {
        type: 'event',
        name: 'ERROR',
        payload: { code: 'AUTH', message: 'AUTH: no', docs: expect.stringContaining('/docs/errors#AUTH') },
      },
    ])
  })

  test('asks the page for a token and hears yes or no', async () => {
    const { port, heard, page } = await started()
    const token = page.needToken()
    await expect.poll(() => heard).toContainEqual({ type: 'need-token' })
    tell(port, { type: 'token', authToken: 'fresh' })
    await expect(token).resolves.toBe('fresh')
    const none = page.needToken()
    tell(port, { type: 'token', reason: 'rejected' })
    await expect(none).rejects.toThrow('rejected')
    const errorPage = page.needToken()
    tell(port, { type: 'token', authToken: '<h1>Oops</h1> internal error' })
    await expect(errorPage).rejects.toThrow('it gave a text that is no token: "<h1>Oops</h1> internal error"')
  })
})

test('a loader from before our time is told so', async () => {
  const { port1, port2 } = new MessageChannel()
  const heard: FromFrame[] = []
  port1.onmessage = ({ data }) => heard.push(data)
  post({ ...init, protocol: 0 }, { ports: [port2] })
  port1.postMessage(start)
  await expect.poll(() => heard.length).toBe(1)
  expect(heard[0]).toMatchObject({ type: 'event', name: 'ERROR', payload: { code: 'VERSION' } })
  expect(listener.start).not.toHaveBeenCalled()
})

describe('before the app is there', () => {
  /** The app's own bridge ends, and the first script alone is in the frame. */
  const alone = () => {
    stop()
    said.mockClear()
    const handshake = openHandshake()
    stop = handshake.stop
    return handshake
  }

  test('hello is said, pings are answered, and what the page says waits', async () => {
    const handshake = alone()
    expect(said).toHaveBeenCalledOnce()
    const { port, heard } = connect()
    tell(port, start)
    tell(port, { type: 'ping' })
    tell(port, { type: 'command', name: 'SET_SYMBOL', payload: { symbol: 'MSFT' } })
    tell(port, { type: 'ping' })
    await expect.poll(() => heard).toEqual([{ type: 'pong' }, { type: 'pong' }])
    expect(listener.start).not.toHaveBeenCalled()

    const order: string[] = []
    listener.start.mockImplementation(() => order.push('start'))
    listener.command.mockImplementation(({ name }) => order.push(name))
    stop = openBridge(listener, transportOf(handshake))
    tell(port, { type: 'command', name: 'SET_THEME', payload: { theme: 'dark' } })
    await expect.poll(() => order).toEqual(['start', 'SET_SYMBOL', 'SET_THEME'])
    expect(listener.start.mock.calls[0]!.slice(0, 2)).toEqual([start, origin])
    expect(said, 'hello again').toHaveBeenCalledOnce()
  })

  test('what is said before anybody listens is said once somebody does', async () => {
    const blame = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const handshake = alone()
    handshake.say(makeError('NETWORK', 'The widget’s script did not come.'))
    const { heard } = connect()
    await expect
      .poll(() => heard)
      .toMatchObject([{ type: 'event', name: 'ERROR', payload: { code: 'NETWORK' } }])
    expect(blame).toHaveBeenCalledOnce()
  })
})

test('what the page is told of an error is on the console as well, with where to read on', async () => {
  const blame = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { page } = await started()
  page.fail('DOMAIN_NOT_WHITELISTED', 'Submit this origin.')
  expect(blame).toHaveBeenCalledExactlyOnceWith(
    'DOMAIN_NOT_WHITELISTED: Submit this origin.',
    `${location.origin}/docs/errors#DOMAIN_NOT_WHITELISTED`,
  )
})
