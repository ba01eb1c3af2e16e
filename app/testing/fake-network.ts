/** A fake service for the tests of this folder: responds by method and path, and records requests. */
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
export type Reply =
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
}

/** Replaces `fetch`. `respond` is called with each request; undefined is a 404. */
export function fakeService(respond: (request: FakeRequest) => Reply | undefined): FakeRequest[] {
  const log: FakeRequest[] = []
  vi.stubGlobal('fetch', (input: string, init: RequestInit = {}) => {
    const request: FakeRequest = {
      method: init.method ?? 'GET',
      path: input,
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      keepalive: init.keepalive ?? false,
    }
    log.push(request)
    const reply = respond(request) ?? 'route-unknown'
    if (reply === 'no connection') return Promise.reject(new TypeError('Failed to fetch'))
    const {
      status = 200,
      body,
      headers = {},
    } = typeof reply === 'string'
      ? { status: problemDetails(reply).status, body: problemDetails(reply), headers: {} }
      : reply
    return Promise.resolve(new Response(JSON.stringify(body ?? {}), { status, headers }))
  })
  return log
}

/** Window events without a window. */
export function fakeWindow(): EventTarget {
  const target = new EventTarget()
  vi.stubGlobal('addEventListener', target.addEventListener.bind(target))
  vi.stubGlobal('removeEventListener', target.removeEventListener.bind(target))
  vi.stubGlobal('location', new URL('https://widget.example/widget'))
  return target
}
