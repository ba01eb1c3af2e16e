/** The bootstrap script handles `start` before the app is loaded. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { FromFrame } from '#contract/bridge/bridge.ts'
import { type Asked, fakeService, fakeWindow, type Reply, settings } from '#app/testing/fake-network.ts'
import { createPreSession } from './pre-session.ts'

const origin = 'https://partner.example'
const instance = 'abcdef0123456789'
const ideas = '/api/v1/platform/what/tradeideas'
const why = (symbol: string) => `/api/v1/platform/why/${symbol}`
const income = (symbol: string) => `/api/v1/platform/how/income/${symbol}`

let page: EventTarget
let said: FromFrame[]
let log: Asked[]

/** A service that gives sessions, but for what is answered otherwise. */
function serve(special: (path: string) => Reply | undefined = () => undefined): void {
  log = fakeService(({ path }) => {
    const reply = special(path)
    if (reply) return reply
    if (path === '/Token') return { body: { access_token: 'token-1', token_type: 'Bearer', expires_in: 60 } }
    if (path === '/setCookie') return { body: { expires_in: 60, settings, firstSymbol: 'F' } }
    return { body: {} }
  })
}

const start = (options: object = {}, more: object = {}) => ({
  type: 'start',
  widgetType: 'pro',
  canRenew: false,
  options: { apiKey: 'key', userId: 'user-1', ...options },
  ...more,
})

async function begin(message: object) {
  const first = createPreSession((message) => said.push(message))
  first.onRawMessage(message, origin)
  const preSession = first.take()
  await preSession?.answers
  return { first, preSession }
}
const asked = () => log.map(({ method, path }) => `${method} ${path}`)
const leave = (persisted = false) => page.dispatchEvent(Object.assign(new Event('pagehide'), { persisted }))
const codes = () => said.map((one) => (one.type === 'event' ? (one.payload as { code: string }).code : one))

beforeEach(() => {
  page = fakeWindow()
  said = []
  vi.stubGlobal('window', { name: instance })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  serve()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('asks at once', () => {
  test('for the ideas, and for Why and How of the one that will be shown, with the token', async () => {
    const { preSession } = await begin(start())
    expect(asked()).toEqual([
      'POST /Token',
      'POST /setCookie',
      `GET ${ideas}`,
      `GET ${why('F')}`,
      `GET ${income('F')}`,
    ])
    expect(log[0]?.body).toEqual({ apiKey: 'key', userId: 'user-1' })
    expect(log[1]?.body).toEqual({ origin, instance })
    expect(log.slice(1).every(({ headers }) => headers.get('Authorization') === 'Bearer token-1')).toBe(true)
    expect([...preSession!.pending.keys()]).toEqual([ideas, why('F'), income('F')])
    expect(said).toEqual([])
  })

  test.each([
    ['the strategies widget', start({}, { widgetType: 'proStrategies' }), 'F'],
    ['a page without the list', start({ showWhatPanel: false }), 'F'],
    ['a page that names a symbol', start({ showWhatPanel: false, symbol: ' msft ' }), 'MSFT'],
  ])('for what %s shows', async (_, message, symbol) => {
    await begin(message)
    expect(asked().slice(2)).toEqual([`GET ${why(symbol)}`, `GET ${income(symbol)}`])
  })

  test('for what was looked at before a reload', async () => {
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => (key === instance ? JSON.stringify({ symbol: 'TSLA' }) : null),
    })
    await begin(start())
    expect(asked().slice(2)).toEqual([`GET ${ideas}`, `GET ${why('TSLA')}`, `GET ${income('TSLA')}`])
  })

  test('for the ideas alone where the service knows none', async () => {
    serve((path) =>
      path === '/setCookie' ? { body: { expires_in: 60, settings, firstSymbol: null } } : undefined,
    )
    await begin(start())
    expect(asked().slice(2)).toEqual([`GET ${ideas}`])
  })

  test('once: another start changes nothing', async () => {
    const { first } = await begin(start())
    first.onRawMessage(start({ apiKey: 'another' }), origin)
    expect(asked().filter((one) => one === 'POST /Token')).toHaveLength(1)
  })

  test.each([
    ['no user', { userId: undefined }],
    ['a user who is a mail address', { userId: 'a@b.example' }],
    ['two credentials', { authToken: 'once' }],
    ['none', { apiKey: undefined }],
    ['a secret key', { apiKey: 'sk_live_1' }],
  ])('for nothing where no session can be opened: %s', async (_, options) => {
    const { preSession } = await begin(start(options))
    expect(preSession).toBeUndefined()
    expect(log).toEqual([])
  })
})

describe('a page that gives tokens when it is asked need not give one', () => {
  const tokenless = start({ apiKey: undefined }, { canRenew: true })

  test('it is asked at once, and what it answers opens the session', async () => {
    const first = createPreSession((message) => said.push(message))
    first.onRawMessage(tokenless, origin)
    expect(said).toEqual([{ type: 'need-token' }])
    expect(log).toEqual([])
    // The app may be there by then, and own what has begun.
    const preSession = first.take()!
    first.onRawMessage({ type: 'token', authToken: 'at_1' }, origin)
    await preSession.answers
    expect(asked().slice(0, 2)).toEqual(['POST /Token', 'POST /setCookie'])
    expect(log[0]?.body).toEqual({ authToken: 'at_1', userId: 'user-1' })
    expect([...preSession.pending.keys()]).toEqual([ideas, why('F'), income('F')])
  })

  test.each([
    [
      'says that it has none',
      (first: ReturnType<typeof createPreSession>) =>
        first.onRawMessage({ type: 'token', reason: 'no' }, origin),
    ],
    ['says nothing for half a minute', () => vi.advanceTimersByTime(30_000)],
  ])('one that %s is left to the app, which asks again and says why', async (_, act) => {
    vi.useFakeTimers()
    serve((path) => (path === '/Token' ? 'credential-invalid' : undefined))
    const first = createPreSession((message) => said.push(message))
    first.onRawMessage(tokenless, origin)
    act(first)
    vi.useRealTimers()
    expect((await first.take()!.answers).token.status).toBe(401)
    expect(said).toEqual([{ type: 'need-token' }])
  })
})

describe('an ending is a value, and the page hears of it at once', () => {
  test.each([
    ['a refused domain', '/setCookie', 'domain-not-whitelisted', 'DOMAIN_NOT_WHITELISTED'],
    ['a key that nobody issued', '/Token', 'credential-invalid', 'AUTH'],
    ['what the service finds malformed', '/Token', 'malformed-body', 'BAD_OPTION'],
    ['a service that cannot answer', '/Token', 'unavailable', 'NETWORK'],
    ['no connection', '/setCookie', 'no connection', 'NETWORK'],
  ] as const)('%s', async (_, where, reply, code) => {
    serve((path) => (path === where ? reply : undefined))
    const { preSession } = await begin(start())
    expect(codes()).toEqual([code])
    expect(preSession!.isReported()).toBe(true)
    expect(preSession!.pending.size).toBe(0)
  })

  test('a proxy that answers in its own words', async () => {
    serve((path) => (path === '/Token' ? { status: 502, body: 'Bad gateway' } : undefined))
    await begin(start())
    expect(said).toMatchObject([
      { name: 'ERROR', payload: { code: 'NETWORK', message: 'NETWORK: unavailable' } },
    ])
  })

  test('a token that was used is the app’s to renew where the page can give another', async () => {
    serve((path) => (path === '/Token' ? 'credential-invalid' : undefined))
    const options = { apiKey: undefined, authToken: 'used' }
    const { preSession } = await begin(start(options, { canRenew: true }))
    expect(said).toEqual([])
    expect(preSession!.isReported()).toBe(false)
    expect((await preSession!.answers).token.status).toBe(401)
    await begin(start(options))
    expect(codes()).toEqual(['AUTH'])
  })
})

describe('a frame that goes before the app is there', () => {
  const goodbyes = () => log.filter(({ method }) => method === 'DELETE')

  test('ends the session that there may be', async () => {
    const first = createPreSession(() => undefined)
    first.onRawMessage(start(), origin)
    leave()
    expect(goodbyes(), 'nothing to end yet').toEqual([])
    await expect.poll(() => asked()).toContain('POST /setCookie')
    leave(true)
    expect(goodbyes(), 'it may come back').toEqual([])
    leave()
    expect(goodbyes()).toMatchObject([{ path: '/session', keepalive: true }])
    expect(goodbyes()[0]!.headers.get('Authorization')).toBe('Bearer token-1')
  })

  test('leaves it to the app once that has taken it', async () => {
    await begin(start())
    leave()
    expect(goodbyes()).toEqual([])
  })
})
