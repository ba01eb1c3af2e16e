/** Security headers of every response, from a route or from the transport. */
import { headerList } from './response.ts'
import type { HeaderList } from './response.ts'

/** Headers of every response. Browsers ignore HSTS over plain HTTP. */
const commonHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
} as const
/** Disables everything if a browser displays a response as a document. */
const denyAll = { 'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'" } as const

const fileHeaders = Object.entries(commonHeaders)
const responseHeaders = Object.entries({ ...commonHeaders, ...denyAll })

/** All security headers, for a response that sets none of them. */
export const securityHeaders: HeaderList = headerList({ ...commonHeaders, ...denyAll })

/**
 * Cache: header list → list completed with security headers. Many responses share a header list.
 */
const completedLists = new WeakMap<HeaderList, HeaderList>()

/**
 * Returns the headers with the missing security headers. `isPublicFile`: whether other pages may
 * use the resource.
 */
export function completeHeaders(headers: HeaderList, isPublicFile: boolean): HeaderList {
  let list = completedLists.get(headers)
  if (!list) completedLists.set(headers, (list = withSecurityHeaders(headers, isPublicFile)))
  return list
}

function withSecurityHeaders(headers: HeaderList, isPublicFile: boolean): HeaderList {
  const present = new Set(headers.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase()))
  const defaults = isPublicFile ? fileHeaders : responseHeaders
  return [...headers, ...defaults.filter(([name]) => !present.has(name.toLowerCase())).flat()]
}
