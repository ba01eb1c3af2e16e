import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Problem } from '#contract/api/problem.ts'
import { type Client, makeClient, problemOf } from './client.ts'
import { type Asked, fakeService, fakeWindow, type Reply, settings } from '#app/testing/fake-network.ts'
import { openSession, type SessionAccess } from './session.ts'
import { askForSession } from './session-requests.ts'

const instance = 'abcdef0123456789'
let page: EventTarget
let client: Client
const ended = vi.fn<(reason: Problem) => void>()
const credentials = { credential: { apiKey: 'key' }, userId: 'user-1' }
const withToken = (authToken: string) => ({ credential: { authToken }, userId: 'user-1' })

/** A service that knows what a session is. `cookies`: whether the browser keeps them. */
function service({
  cookies = true,
  token,
  cookie,
  data,
}: {
  cookies?: boolean
  token?: (asked: Asked) => Reply | undefined
  cookie?: Reply
  data?: () => Reply | undefined
} = {}) {
  const state = { tokens: 0, valid: '', loggedIn: false }
  const log = fakeService((asked) => {
    const bearer = asked.headers.get('Authorization')
    if (asked.path === '/Token') {
      const special = token?.(asked)
      if (special) return special
      state.valid = `token-${++state.tokens}`
      return { body: { access_token: state.valid, token_type: 'Bearer', expires_in: 86_400 } }
    }
    if (asked.path === '/setCookie') {
      if (cookie) return cookie
      state.loggedIn = cookies
      return { body: { expires_in: 86_400, settings } }
    }
    const trouble = data?.()
    if (trouble) return trouble
    const allowed = state.loggedIn || bearer === `Bearer ${state.valid}`
    if (!allowed) return 'credential-missing'
    if (asked.path === '/session') return { body: {} }
    return asked.path.includes('/symbols') ? { body: { symbols: [] } } : { body: {} }
  })
  return { log, state }
}

const open = (change: Partial<SessionAccess> = {}) =>
  openSession({ client, credentials, instance, origin: 'https://partner.example', onEnded: ended, ...change })
const ask = () => client.get('symbols', { query: { query: 'a' } })
const bearers = (log: Asked[]) => log.map(({ headers }) => headers.get('Authorization'))
const paths = (log: Asked[]) =>
  log.map(({ method, path }) => `${method} ${path.replace('/api/v1/platform', '')}`)

/** Resolves with the promise, however long it pauses in between. */
async function hurried<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined)
  await vi.advanceTimersByTimeAsync(10_000)
  return promise
}

// Lazy modules load in real time, which fake timers do not control.
beforeAll(() => import('./session-renewal.ts'))
beforeEach(() => {
  vi.useFakeTimers()
  page = fakeWindow()
  client = makeClient()
  ended.mockReset()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('opening', () => {
  test('key → token → cookie; the first question that is asked tells that the cookie is kept', async () => {
    const { log } = service()
    const session = await open()
    expect(paths(log)).toEqual(['POST /Token', 'POST /setCookie'])
    expect(log[0]?.body).toEqual({ apiKey: 'key', userId: 'user-1' })
    expect(log[1]?.body).toEqual({ origin: 'https://partner.example', instance })
    expect(log[1]?.headers.get('Authorization')).toBe('Bearer token-1')
    expect(session.settings).toEqual(settings)

    expect(session.feedAccess().needsTicket).toBe(true)
    await ask()
    await ask()
    expect(bearers(log.slice(2))).toEqual([null, null])
    expect(session.feedAccess().needsTicket).toBe(false)
  })

  test('while that is not known the others go with the token', async () => {
    const { log } = service()
    await open()
    await Promise.all([ask(), ask(), ask()])
    expect(bearers(log.slice(2))).toEqual([null, 'Bearer token-1', 'Bearer token-1'])
  })

  test('where the browser keeps no cookie the token stays in memory for good, and the feed gets a ticket', async () => {
    const { log, state } = service({ cookies: false })
    const session = await open()
    await ask()
    await ask()
    expect(bearers(log.slice(2))).toEqual([null, 'Bearer token-1', 'Bearer token-1'])
    state.valid = 'forgotten'
    await ask()
    expect(bearers(log.slice(5))).toEqual(['Bearer token-1', null, 'Bearer token-2', 'Bearer token-2'])
    expect(session.feedAccess().needsTicket).toBe(true)
  })

  test('a question that is given up, or not answered, leaves it to the next one', async () => {
    let connected = false
    const { log } = service({ data: () => (connected ? undefined : 'no connection') })
    await open()
    await expect(ask()).rejects.toThrow('No connection')
    connected = true
    await ask()
    expect(bearers(log.slice(2))).toEqual([null, null])
  })

  test('a session begun before the app was there is taken over, and nothing is asked twice', async () => {
    const { log } = service()
    let token = ''
    const question = { ...credentials, instance, origin: 'https://partner.example' }
    const answers = askForSession(question, (given) => (token = given))
    const session = await open({ begun: { answers, accessToken: () => token } })
    expect(paths(log)).toEqual(['POST /Token', 'POST /setCookie'])
    expect(session.settings).toEqual(settings)
    session.end()
    expect(log.at(-1)).toMatchObject({ method: 'DELETE', path: '/session' })
  })

  test('one that ends before its answers are there is ended on the server as soon as it can be', async () => {
    const { log } = service()
    let answer!: () => void
    const held = new Promise<void>((done) => (answer = done))
    const question = { ...credentials, instance, origin: 'https://partner.example' }
    const answers = askForSession(question, () => undefined).then(async (all) => (await held, all))
    const opening = open({ begun: { answers, accessToken: () => 'token-1' } })
    page.dispatchEvent(Object.assign(new Event('pagehide'), { persisted: false }))
    expect(log.at(-1)).toMatchObject({ method: 'DELETE' })
    answer()
    await opening
    expect(bearers(log.slice(-1))).toEqual(['Bearer token-1'])
  })

  test('a one-time token is sent as such', async () => {
    const { log } = service()
    await open({ credentials: withToken('once') })
    expect(log[0]?.body).toEqual({ authToken: 'once', userId: 'user-1' })
  })

  test('a refused domain says which origin to submit, and nothing more is asked', async () => {
    const refusal = {
      type: '/problems/domain-not-whitelisted',
      code: 'domain-not-whitelisted',
      title: 'x',
      status: 403,
      origin: 'https://partner.example',
    }
    const { log } = service({ cookie: { status: 403, body: refusal } })
    const reason = await open().catch(problemOf)
    expect(reason).toMatchObject({
      code: 'domain-not-whitelisted',
      extras: { origin: 'https://partner.example' },
    })
    expect(paths(log)).toEqual(['POST /Token', 'POST /setCookie'])
  })

  test('a reloaded frame comes back with a used token and asks the page for another', async () => {
    const { log } = service({
      token: ({ body }) =>
        (body as { authToken: string }).authToken === 'used' ? 'credential-invalid' : undefined,
    })
    const needToken = vi.fn(() => Promise.resolve('fresh'))
    await open({ credentials: withToken('used'), needToken })
    expect(needToken).toHaveBeenCalledOnce()
    expect(log[1]?.body).toEqual({ authToken: 'fresh', userId: 'user-1' })
  })

  test('a used token and a page without another is a failure', async () => {
    service({ token: () => 'credential-invalid' })
    const reason = await open({ credentials: withToken('used') }).catch(problemOf)
    expect(reason).toMatchObject({ code: 'credential-invalid' })
  })
})

describe('renewing', () => {
  test('with a key the widget helps itself, once for all who noticed', async () => {
    const { state } = service()
    await open()
    state.loggedIn = false
    state.valid = 'forgotten'
    await expect(Promise.all([ask(), ask(), ask()])).resolves.toHaveLength(3)
    expect(state.tokens).toBe(2)
    expect(ended).not.toHaveBeenCalled()
  })

  test('with a one-time token the page is asked', async () => {
    const { state } = service()
    const session = await open({
      credentials: withToken('once'),
      needToken: () => Promise.resolve('again'),
    })
    state.loggedIn = false
    await expect(session.feedAccess().renew()).resolves.toBe(true)
    expect(state.tokens).toBe(2)
  })

  test.each([
    ['has none to give', undefined],
    ['refuses', () => Promise.reject(new Error('no'))],
  ])('where the page %s the session is over, and said so once', async (_, needToken) => {
    const { state } = service()
    const session = await open({ credentials: withToken('once'), needToken })
    state.loggedIn = false
    await expect(hurried(session.feedAccess().renew())).resolves.toBe(false)
    await expect(hurried(session.feedAccess().renew())).resolves.toBe(false)
    expect(session.feedAccess().over).toBe(true)
    expect(ended).toHaveBeenCalledOnce()
    expect(ended.mock.calls[0]?.[0].code).toBe('session-ended')
  })

  test('a page that stumbles once, or twice, is asked again and the session goes on', async () => {
    const { state } = service()
    const needToken = vi
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(new Error('offline'))
      .mockRejectedValueOnce(new Error('not yet'))
      .mockResolvedValue('fresh')
    const session = await open({ credentials: withToken('once'), needToken })
    state.loggedIn = false
    await expect(hurried(session.feedAccess().renew())).resolves.toBe(true)
    expect(needToken).toHaveBeenCalledTimes(3)
    expect(ended).not.toHaveBeenCalled()
  })

  test('a reloaded frame asks again as well', async () => {
    service({
      token: ({ body }) =>
        (body as { authToken: string }).authToken === 'used' ? 'credential-invalid' : undefined,
    })
    const needToken = vi
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(new Error('offline'))
      .mockResolvedValue('fresh')
    const credentials = withToken('used')
    await expect(hurried(open({ credentials, needToken }))).resolves.toMatchObject({ settings })
  })

  test.each(['rate-limited', 'internal', 'unavailable', 'no connection'] as const)(
    'a service that says %s once is asked again',
    async (hiccup) => {
      let stumbles = 0
      const { state } = service({ token: () => (stumbles-- > 0 ? hiccup : undefined) })
      const session = await open()
      stumbles = 1
      state.loggedIn = false
      await expect(hurried(session.feedAccess().renew())).resolves.toBe(true)
      expect(ended).not.toHaveBeenCalled()
    },
  )

  test.each(['rate-limited', 'internal', 'unavailable'] as const)(
    'one that keeps saying %s has ended nothing: the next request tries again',
    async (trouble) => {
      let troubled = false
      const { state, log } = service({ token: () => (troubled ? trouble : undefined) })
      const session = await open()
      troubled = true
      state.loggedIn = false
      const before = log.length
      await expect(hurried(session.feedAccess().renew())).resolves.toBe(false)
      expect(log.slice(before).filter(({ path }) => path === '/Token')).toHaveLength(3)
      expect(ended).not.toHaveBeenCalled()
      expect(session.feedAccess().over).toBe(false)
      troubled = false
      await expect(hurried(client.get('symbols', { query: { query: 'a' } }))).resolves.toEqual({
        symbols: [],
      })
    },
  )

  test('a verdict is not asked for twice', async () => {
    let revoked = false
    const { state, log } = service({ token: () => (revoked ? 'credential-invalid' : undefined) })
    const session = await open()
    revoked = true
    state.loggedIn = false
    const before = log.length
    await expect(hurried(session.feedAccess().renew())).resolves.toBe(false)
    expect(log.slice(before)).toHaveLength(1)
  })

  test('a revoked key ends the session', async () => {
    let revoked = false
    const { state } = service({ token: () => (revoked ? 'credential-invalid' : undefined) })
    await open()
    revoked = true
    state.loggedIn = false
    state.valid = 'forgotten'
    await expect(hurried(client.get('symbols', { query: { query: 'a' } }))).rejects.toThrow()
    expect(ended.mock.calls[0]?.[0].code).toBe('credential-invalid')
  })

  test('without a connection nothing is given up', async () => {
    let connected = true
    const { state } = service({ token: () => (connected ? undefined : 'no connection') })
    const session = await open()
    connected = false
    state.loggedIn = false
    await expect(hurried(session.feedAccess().renew())).resolves.toBe(false)
    expect(ended).not.toHaveBeenCalled()
    connected = true
    await expect(client.get('symbols', { query: { query: 'a' } })).resolves.toEqual({ symbols: [] })
  })
})

describe('ending', () => {
  const goodbyes = (log: Asked[]) => log.filter(({ method }) => method === 'DELETE')
  const leave = (persisted: boolean) =>
    page.dispatchEvent(Object.assign(new Event('pagehide'), { persisted }))

  test('ends on the server with a request that outlives the frame, once, and asks nothing after', async () => {
    const { log, state } = service()
    const session = await open()
    session.end()
    session.end()
    leave(false)
    expect(goodbyes(log)).toHaveLength(1)
    expect(goodbyes(log)[0]).toMatchObject({ path: '/session', keepalive: true })
    expect(goodbyes(log)[0]?.headers.get('Widget-Instance')).toBe(instance)
    state.loggedIn = false
    await expect(client.get('symbols', { query: { query: 'a' } })).rejects.toThrow()
    expect(state.tokens).toBe(1)
    expect(ended).not.toHaveBeenCalled()
  })

  test('a frame taken away while its session is being opened ends that session as well', async () => {
    const { log } = service()
    const push = log.push.bind(log)
    log.push = (asked) => {
      const length = push(asked)
      if (asked?.path === '/setCookie') leave(false)
      return length
    }
    await open()
    expect(goodbyes(log)[0]).toMatchObject({ path: '/session', keepalive: true })
    expect(goodbyes(log)[0]?.headers.get('Authorization')).toBe('Bearer token-1')
  })

  test('leaving the page ends it; going to the back/forward cache does not', async () => {
    const { log } = service({ cookies: false })
    await open()
    leave(true)
    expect(goodbyes(log)).toHaveLength(0)
    leave(false)
    expect(goodbyes(log)).toHaveLength(1)
    expect(goodbyes(log)[0]?.headers.get('Authorization')).toBe('Bearer token-1')
  })
})
