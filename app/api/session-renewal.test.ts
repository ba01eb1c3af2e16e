/** Renewal, tested through sessions. */
import { describe, expect, test, vi } from 'vitest'
import { settings } from '#app/testing/fake-network.ts'
import { client, getSymbols, onEnded, open, setUpSession, stubService, withToken } from './session.fixture.ts'

/** Awaits a promise while the fake clock runs. */
async function withTimers<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined)
  await vi.advanceTimersByTimeAsync(10_000)
  return promise
}

setUpSession()

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

  test('trims the page’s token, and names the kind of any other text without a part of it', async () => {
    const { state } = stubService()
    const texts = ['{"token":"at_secret"}', '<p>at_secret</p>', 'at_secret"']
    const session = await open({
      credentials: withToken('once'),
      requestToken: () => Promise.resolve(texts.shift()!),
    })
    state.hasCookie = false
    await expect(withTimers(session.feedAccess().renew())).resolves.toBe(false)
    const detail = onEnded.mock.calls[0]![0].message
    expect(detail).toContain('it returned no token: the text is in quotes')
    expect(detail).not.toContain('secret')

    const next = await open({
      credentials: withToken('once'),
      requestToken: () => Promise.resolve(' at_2\n'),
    })
    state.hasCookie = false
    await expect(next.feedAccess().renew()).resolves.toBe(true)
  })

  test.each([
    ['cannot supply a new token', undefined],
    ['refuses a new token', () => Promise.reject(new Error('no'))],
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
