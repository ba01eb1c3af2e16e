import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Problem } from '#contract/api/problem.ts'
import { type Client, makeClient, problemOf } from './client.ts'
import {
  type FakeRequest,
  stubFetch,
  stubWindow,
  type StubbedResponse,
  settings,
} from '#app/testing/fake-network.ts'
import { openSession, type SessionAccess } from './session.ts'
import { requestSession } from './session-requests.ts'

const instance = 'abcdef0123456789'
let page: EventTarget
let client: Client
const onEnded = vi.fn<(reason: Problem) => void>()
const credentials = { credential: { apiKey: 'key' }, userId: 'user-1' }
const withToken = (authToken: string) => ({ credential: { authToken }, userId: 'user-1' })

/** Stubs a service with sessions. `respondTo…` override its responses; undefined keeps the default response. */
function stubService({
  keepsCookies = true,
  respondToToken,
  setCookieResponse,
  respondToData,
}: {
  /** Whether the browser keeps cookies. */
  keepsCookies?: boolean
  respondToToken?: (request: FakeRequest) => StubbedResponse | undefined
  setCookieResponse?: StubbedResponse
  respondToData?: () => StubbedResponse | undefined
} = {}) {
  const state = { tokensIssued: 0, validToken: '', hasCookie: false }
  const log = stubFetch((request) => {
    const bearer = request.headers.get('Authorization')
    if (request.path === '/Token') {
      const override = respondToToken?.(request)
      if (override) return override
      state.validToken = `token-${++state.tokensIssued}`
      return { body: { access_token: state.validToken, token_type: 'Bearer', expires_in: 86_400 } }
    }
    if (request.path === '/setCookie') {
      if (setCookieResponse) return setCookieResponse
      state.hasCookie = keepsCookies
      return { body: { expires_in: 86_400, settings } }
    }
    const failure = respondToData?.()
    if (failure) return failure
    const isAuthenticated = state.hasCookie || bearer === `Bearer ${state.validToken}`
    if (!isAuthenticated) return 'credential-missing'
    if (request.path === '/session') return { body: {} }
    return request.path.includes('/symbols') ? { body: { symbols: [] } } : { body: {} }
  })
  return { log, state }
}

const open = (change: Partial<SessionAccess> = {}) =>
  openSession({ client, credentials, instance, origin: 'https://partner.example', onEnded, ...change })
const getSymbols = () => client.get('symbols', { query: { query: 'a' } })
const bearers = (log: FakeRequest[]) => log.map(({ headers }) => headers.get('Authorization'))
const paths = (log: FakeRequest[]) =>
  log.map(({ method, path }) => `${method} ${path.replace('/api/v1/platform', '')}`)

/** Awaits a promise while the fake clock runs. */
async function withTimers<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined)
  await vi.advanceTimersByTimeAsync(10_000)
  return promise
}

// Lazy modules load in real time, which fake timers do not control.
beforeAll(() => import('./session-renewal.ts'))
beforeEach(() => {
  vi.useFakeTimers()
  page = stubWindow()
  client = makeClient()
  onEnded.mockReset()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('opening', () => {
  test('exchanges the key for a token and a cookie, and checks the cookie with the first data request', async () => {
    const { log } = stubService()
    const session = await open()
    expect(paths(log)).toEqual(['POST /Token', 'POST /setCookie'])
    expect(log[0]?.body).toEqual({ apiKey: 'key', userId: 'user-1' })
    expect(log[1]?.body).toEqual({ origin: 'https://partner.example', instance })
    expect(log[1]?.headers.get('Authorization')).toBe('Bearer token-1')
    expect(session.settings).toEqual(settings)

    expect(session.feedAccess().needsTicket).toBe(true)
    await getSymbols()
    await getSymbols()
    expect(bearers(log.slice(2))).toEqual([null, null])
    expect(session.feedAccess().needsTicket).toBe(false)
  })

  test('sends the token with concurrent requests until the cookie is checked', async () => {
    const { log } = stubService()
    await open()
    await Promise.all([getSymbols(), getSymbols(), getSymbols()])
    expect(bearers(log.slice(2))).toEqual([null, 'Bearer token-1', 'Bearer token-1'])
  })

  test('without cookies, keeps the token in memory and uses a ticket for the feed', async () => {
    const { log, state } = stubService({ keepsCookies: false })
    const session = await open()
    await getSymbols()
    await getSymbols()
    expect(bearers(log.slice(2))).toEqual([null, 'Bearer token-1', 'Bearer token-1'])
    state.validToken = 'other-token'
    await getSymbols()
    expect(bearers(log.slice(5))).toEqual(['Bearer token-1', null, 'Bearer token-2', 'Bearer token-2'])
    expect(session.feedAccess().needsTicket).toBe(true)
  })

  test('repeats the cookie check with the next request if the first request fails', async () => {
    let connected = false
    const { log } = stubService({ respondToData: () => (connected ? undefined : 'no connection') })
    await open()
    await expect(getSymbols()).rejects.toThrow('No connection')
    connected = true
    await getSymbols()
    expect(bearers(log.slice(2))).toEqual([null, null])
  })

  test('takes over a session that was opened before the app was loaded, and repeats no request', async () => {
    const { log } = stubService()
    let token = ''
    const parameters = { ...credentials, instance, origin: 'https://partner.example' }
    const responses = requestSession(parameters, (issued) => (token = issued))
    const session = await open({ startedSession: { responses, accessToken: () => token } })
    expect(paths(log)).toEqual(['POST /Token', 'POST /setCookie'])
    expect(session.settings).toEqual(settings)
    session.end()
    expect(log.at(-1)).toMatchObject({ method: 'DELETE', path: '/session' })
  })

  test('ends the session with the token of the pending requests if the frame is removed before they finish', async () => {
    const { log } = stubService()
    let release!: () => void
    const released = new Promise<void>((resolve) => (release = resolve))
    const parameters = { ...credentials, instance, origin: 'https://partner.example' }
    const responses = requestSession(parameters, () => undefined).then(
      async (results) => (await released, results),
    )
    const opening = open({ startedSession: { responses, accessToken: () => 'token-1' } })
    page.dispatchEvent(Object.assign(new Event('pagehide'), { persisted: false }))
    expect(log.at(-1)).toMatchObject({ method: 'DELETE' })
    release()
    await opening
    expect(bearers(log.slice(-1))).toEqual(['Bearer token-1'])
  })

  test('sends a one-time token as authToken', async () => {
    const { log } = stubService()
    await open({ credentials: withToken('once') })
    expect(log[0]?.body).toEqual({ authToken: 'once', userId: 'user-1' })
  })

  test('the problem of a refused domain contains the origin to whitelist, and no request follows', async () => {
    const refusal = {
      type: '/problems/domain-not-whitelisted',
      code: 'domain-not-whitelisted',
      title: 'x',
      status: 403,
      origin: 'https://partner.example',
    }
    const { log } = stubService({ setCookieResponse: { status: 403, body: refusal } })
    const reason = await open().catch(problemOf)
    expect(reason).toMatchObject({
      code: 'domain-not-whitelisted',
      extras: { origin: 'https://partner.example' },
    })
    expect(paths(log)).toEqual(['POST /Token', 'POST /setCookie'])
  })

  test('after a reload of the frame, requests another token because the first has been used', async () => {
    const { log } = stubService({
      respondToToken: ({ body }) =>
        (body as { authToken: string }).authToken === 'used' ? 'credential-invalid' : undefined,
    })
    const requestToken = vi.fn(() => Promise.resolve('fresh'))
    await open({ credentials: withToken('used'), requestToken })
    expect(requestToken).toHaveBeenCalledOnce()
    expect(log[1]?.body).toEqual({ authToken: 'fresh', userId: 'user-1' })
  })

  test('fails if the token has been used and the page cannot supply another', async () => {
    stubService({ respondToToken: () => 'credential-invalid' })
    const reason = await open({ credentials: withToken('used') }).catch(problemOf)
    expect(reason).toMatchObject({ code: 'credential-invalid' })
  })
})

describe('renewing', () => {
  test('with a key, renews once for concurrent requests', async () => {
    const { state } = stubService()
    await open()
    state.hasCookie = false
    state.validToken = 'other-token'
    await expect(Promise.all([getSymbols(), getSymbols(), getSymbols()])).resolves.toHaveLength(3)
    expect(state.tokensIssued).toBe(2)
    expect(onEnded).not.toHaveBeenCalled()
  })

  test('with a one-time token, requests another from the page', async () => {
    const { state } = stubService()
    const session = await open({
      credentials: withToken('once'),
      requestToken: () => Promise.resolve('again'),
    })
    state.hasCookie = false
    await expect(session.feedAccess().renew()).resolves.toBe(true)
    expect(state.tokensIssued).toBe(2)
  })

  test.each([
    ['cannot supply one', undefined],
    ['refuses', () => Promise.reject(new Error('no'))],
  ])('if the page %s, ends the session and reports it once', async (_, requestToken) => {
    const { state } = stubService()
    const session = await open({ credentials: withToken('once'), requestToken })
    state.hasCookie = false
    await expect(withTimers(session.feedAccess().renew())).resolves.toBe(false)
    await expect(withTimers(session.feedAccess().renew())).resolves.toBe(false)
    expect(session.feedAccess().isSessionOver).toBe(true)
    expect(onEnded).toHaveBeenCalledOnce()
    expect(onEnded.mock.calls[0]?.[0].code).toBe('session-ended')
  })

  test('retries a page that fails twice', async () => {
    const { state } = stubService()
    const requestToken = vi
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(new Error('offline'))
      .mockRejectedValueOnce(new Error('not yet'))
      .mockResolvedValue('fresh')
    const session = await open({ credentials: withToken('once'), requestToken })
    state.hasCookie = false
    await expect(withTimers(session.feedAccess().renew())).resolves.toBe(true)
    expect(requestToken).toHaveBeenCalledTimes(3)
    expect(onEnded).not.toHaveBeenCalled()
  })

  test('retries a page that fails once after a reload of the frame', async () => {
    stubService({
      respondToToken: ({ body }) =>
        (body as { authToken: string }).authToken === 'used' ? 'credential-invalid' : undefined,
    })
    const requestToken = vi
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(new Error('offline'))
      .mockResolvedValue('fresh')
    const credentials = withToken('used')
    await expect(withTimers(open({ credentials, requestToken }))).resolves.toMatchObject({ settings })
  })

  test.each(['rate-limited', 'internal', 'unavailable', 'no connection'] as const)(
    'retries a service that fails once with %s',
    async (failure) => {
      let failures = 0
      const { state } = stubService({ respondToToken: () => (failures-- > 0 ? failure : undefined) })
      const session = await open()
      failures = 1
      state.hasCookie = false
      await expect(withTimers(session.feedAccess().renew())).resolves.toBe(true)
      expect(onEnded).not.toHaveBeenCalled()
    },
  )

  test.each(['rate-limited', 'internal', 'unavailable'] as const)(
    'keeps the session if the service repeatedly fails with %s, and retries with the next request',
    async (failure) => {
      let isFailing = false
      const { state, log } = stubService({ respondToToken: () => (isFailing ? failure : undefined) })
      const session = await open()
      isFailing = true
      state.hasCookie = false
      const before = log.length
      await expect(withTimers(session.feedAccess().renew())).resolves.toBe(false)
      expect(log.slice(before).filter(({ path }) => path === '/Token')).toHaveLength(3)
      expect(onEnded).not.toHaveBeenCalled()
      expect(session.feedAccess().isSessionOver).toBe(false)
      isFailing = false
      await expect(withTimers(client.get('symbols', { query: { query: 'a' } }))).resolves.toEqual({
        symbols: [],
      })
    },
  )

  test('does not retry a refusal', async () => {
    let revoked = false
    const { state, log } = stubService({ respondToToken: () => (revoked ? 'credential-invalid' : undefined) })
    const session = await open()
    revoked = true
    state.hasCookie = false
    const before = log.length
    await expect(withTimers(session.feedAccess().renew())).resolves.toBe(false)
    expect(log.slice(before)).toHaveLength(1)
  })

  test('ends the session if the key is revoked', async () => {
    let revoked = false
    const { state } = stubService({ respondToToken: () => (revoked ? 'credential-invalid' : undefined) })
    await open()
    revoked = true
    state.hasCookie = false
    state.validToken = 'other-token'
    await expect(withTimers(client.get('symbols', { query: { query: 'a' } }))).rejects.toThrow()
    expect(onEnded.mock.calls[0]?.[0].code).toBe('credential-invalid')
  })

  test('keeps the session without a connection', async () => {
    let connected = true
    const { state } = stubService({ respondToToken: () => (connected ? undefined : 'no connection') })
    const session = await open()
    connected = false
    state.hasCookie = false
    await expect(withTimers(session.feedAccess().renew())).resolves.toBe(false)
    expect(onEnded).not.toHaveBeenCalled()
    connected = true
    await expect(client.get('symbols', { query: { query: 'a' } })).resolves.toEqual({ symbols: [] })
  })
})

describe('ending', () => {
  const endRequests = (log: FakeRequest[]) => log.filter(({ method }) => method === 'DELETE')
  const dispatchPageHide = (persisted: boolean) =>
    page.dispatchEvent(Object.assign(new Event('pagehide'), { persisted }))

  test('sends one `keepalive` request, and none after it', async () => {
    const { log, state } = stubService()
    const session = await open()
    session.end()
    session.end()
    dispatchPageHide(false)
    expect(endRequests(log)).toHaveLength(1)
    expect(endRequests(log)[0]).toMatchObject({ path: '/session', keepalive: true })
    expect(endRequests(log)[0]?.headers.get('Widget-Instance')).toBe(instance)
    state.hasCookie = false
    await expect(client.get('symbols', { query: { query: 'a' } })).rejects.toThrow()
    expect(state.tokensIssued).toBe(1)
    expect(onEnded).not.toHaveBeenCalled()
  })

  test('ends a session whose frame is removed while it is being opened', async () => {
    const { log } = stubService()
    const push = log.push.bind(log)
    log.push = (request) => {
      const length = push(request)
      if (request?.path === '/setCookie') dispatchPageHide(false)
      return length
    }
    await open()
    expect(endRequests(log)[0]).toMatchObject({ path: '/session', keepalive: true })
    expect(endRequests(log)[0]?.headers.get('Authorization')).toBe('Bearer token-1')
  })

  test('ends the session when the page is left, unless it enters the back/forward cache', async () => {
    const { log } = stubService({ keepsCookies: false })
    await open()
    dispatchPageHide(true)
    expect(endRequests(log)).toHaveLength(0)
    dispatchPageHide(false)
    expect(endRequests(log)).toHaveLength(1)
    expect(endRequests(log)[0]?.headers.get('Authorization')).toBe('Bearer token-1')
  })
})
