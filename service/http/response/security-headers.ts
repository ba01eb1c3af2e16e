/** Security headers of every response, from a route or from the transport. */
import { headerList } from './response.ts'
import type { HeaderList } from './response.ts'

/** Headers of every response. Browsers ignore HSTS over plain HTTP. */
const everywhere = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
} as const
/** Disables everything if a browser displays a response as a document. */
const denyAll = { 'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'" } as const

const fileHeaders = Object.entries(everywhere)
const responseHeaders = Object.entries({ ...everywhere, ...denyAll })

/** The headers of a response that sets none of them. */
export const securityHeaders: HeaderList = headerList({ ...everywhere, ...denyAll })

/** Caches the completed list for all responses that share a header list. */
const completed = new WeakMap<HeaderList, HeaderList>()

/** Adds missing security headers. `isFile` marks a resource that other pages may use. */
export function completeHeaders(headers: HeaderList, isFile: boolean): HeaderList {
  let list = completed.get(headers)
  if (!list) completed.set(headers, (list = withSecurityHeaders(headers, isFile)))
  return list
}

function withSecurityHeaders(headers: HeaderList, isFile: boolean): HeaderList {
  const present = new Set(headers.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase()))
  const defaults = isFile ? fileHeaders : responseHeaders
  return [...headers, ...defaults.filter(([name]) => !present.has(name.toLowerCase())).flat()]
}
