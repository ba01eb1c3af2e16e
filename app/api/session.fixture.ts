/** A session over a stubbed service, for tests of sessions. */
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import type { Problem } from '#contract/api/problem.ts'
import {
  type FakeRequest,
  settings,
  stubFetch,
  type StubbedResponse,
  stubWindow,
} from '#app/testing/fake-network.ts'
import { makeClient } from './client.ts'
import { openSession, type SessionAccess } from './session.ts'

export const instance = 'abcdef0123456789'
export const onEnded = vi.fn<(reason: Problem) => void>()
export const credentials = { credential: { apiKey: 'key' }, userId: 'user-1' }
export const withToken = (authToken: string) => ({ credential: { authToken }, userId: 'user-1' })

/** New for each test. */
export let page: EventTarget
export let client = makeClient()

/** Gives each test of the file a new window and client, and fake timers. */
export function setUpSession(): void {
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
}

/** Stubs a service with sessions. `respondTo…` override its responses; undefined keeps the default response. */
export function stubService({
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

export const open = (change: Partial<SessionAccess> = {}) =>
  openSession({ client, credentials, instance, origin: 'https://partner.example', onEnded, ...change })
export const getSymbols = () => client.get('symbols', { query: { query: 'a' } })
