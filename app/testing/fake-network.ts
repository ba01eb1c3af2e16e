/** Stubs of `fetch` and of the window, for tests without a network and without a DOM. */
import { vi } from 'vitest'
import { problemDetails } from '#contract/api/problem-details.ts'
import type { ProblemCode } from '#contract/api/problem.ts'
import type { PartnerSettings } from '#contract/api/access.ts'

export type FakeRequest = {
  method: string
  path: string
  headers: Headers
  body: unknown
  keepalive: boolean
}
export type StubbedResponse =
  | { status?: number; body?: unknown; headers?: Record<string, string> }
  | ProblemCode
  | 'no connection'

export const settings: PartnerSettings = {
  faqUrl: '/faq',
  supportUrl: '/support',
  feedbackUrl: '/feedback',
  businessUrl: '/business',
  shareUrl: '/',
  disclosureUrl: 'https://www.theocc.com/',
  disclaimer: null,
  notice: {},
  conflicts: {},
  hideAnnualised: false,
  hideRecord: false,
}

/**
 * Replaces the global `fetch`. Returns the log of requests, to which each request is appended. `respond`
 * returns the response to a request; undefined becomes the problem `route-unknown`.
 */
export function stubFetch(
  respond: (request: FakeRequest) => StubbedResponse | Promise<StubbedResponse> | undefined,
): FakeRequest[] {
  const log: FakeRequest[] = []
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const request: FakeRequest = {
      method: init.method ?? 'GET',
      path: input,
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      keepalive: init.keepalive ?? false,
    }
    log.push(request)
    const response = (await respond(request)) ?? 'route-unknown'
    if (response === 'no connection') throw new TypeError('Failed to fetch')
    const {
      status = 200,
      body,
      headers = {},
    } = typeof response === 'string'
      ? { status: problemDetails(response).status, body: problemDetails(response), headers: {} }
      : response
    return new Response(JSON.stringify(body ?? {}), { status, headers })
  })
  return log
}

/** Replaces the global window: its event listeners and its location. Returns the target of its events. */
export function stubWindow(): EventTarget {
  const target = new EventTarget()
  vi.stubGlobal('addEventListener', target.addEventListener.bind(target))
  vi.stubGlobal('removeEventListener', target.removeEventListener.bind(target))
  vi.stubGlobal('location', new URL('https://widget.example/widget'))
  return target
}
