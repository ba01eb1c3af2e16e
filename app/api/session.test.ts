import { describe, expect, test, vi } from 'vitest'
import { type FakeRequest, settings } from '#app/testing/fake-network.ts'
import { problemOf } from './client.ts'
import {
  client,
  credentials,
  getSymbols,
  instance,
  onEnded,
  open,
  page,
  setUpSession,
  stubService,
  withToken,
} from './session.fixture.ts'
import { requestSession } from './session-requests.ts'

const bearers = (log: FakeRequest[]) => log.map(({ headers }) => headers.get('Authorization'))
const paths = (log: FakeRequest[]) =>
  log.map(({ method, path }) => `${method} ${path.replace('/api/v1/platform', '')}`)

setUpSession()

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
    const failed = expect(getSymbols()).rejects.toThrow('No connection')
    await vi.advanceTimersByTimeAsync(0)
    await failed
    connected = true
    await getSymbols()
    expect(bearers(log.slice(2))).toEqual([null, null])
  })

  test('takes over a session that was opened before the app was loaded, and repeats no request', async () => {
    const { log } = stubService()
    const parameters = { ...credentials, instance, origin: 'https://partner.example' }
    const session = await open({ sentRequests: requestSession(parameters) })
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
    const sentRequests = requestSession(parameters).then(async (results) => (await released, results))
    const opening = open({ sentRequests })
    await vi.waitFor(() => expect(paths(log)).toContain('POST /setCookie'))
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

  test('has the browser end the session if the frame is removed while it is busy', async () => {
    const fetchLater = vi.fn<(url: string, init: RequestInit) => void>()
    vi.stubGlobal('fetchLater', fetchLater)
    const { log } = stubService()
    const session = await open()
    expect(fetchLater).toHaveBeenCalledTimes(1)
    const [path, init] = fetchLater.mock.lastCall!
    expect(path).toBe('/session')
    expect(init).toMatchObject({
      method: 'DELETE',
      headers: { Authorization: 'Bearer token-1', 'Widget-Instance': instance },
    })
    expect(init.signal!.aborted).toBe(false)
    dispatchPageHide(true)
    expect(init.signal!.aborted, 'a page that may come back').toBe(false)
    session.end()
    expect(init.signal!.aborted, 'a session that has ended').toBe(true)
    expect(endRequests(log)).toHaveLength(1)
  })

  test('ends only the session of the latest token', async () => {
    const fetchLater = vi.fn<(url: string, init: RequestInit) => void>()
    vi.stubGlobal('fetchLater', fetchLater)
    const { log, state } = stubService()
    await open()
    Object.assign(state, { validToken: 'other-token', hasCookie: false })
    await getSymbols()
    expect(fetchLater.mock.calls.map(([, { signal }]) => signal!.aborted)).toEqual([true, false])
    dispatchPageHide(false)
    expect(bearers(endRequests(log))).toEqual(['Bearer token-2'])
  })

  test('works if the browser defers no more requests', async () => {
    vi.stubGlobal('fetchLater', () => {
      throw new DOMException('quota', 'QuotaExceededError')
    })
    const { log } = stubService()
    await open()
    dispatchPageHide(false)
    expect(endRequests(log)).toHaveLength(1)
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
