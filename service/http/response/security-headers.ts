/** Security headers of every response, from a route or from the transport. */
import { headerList } from './response.ts'
import type { HeaderList } from './response.ts'

/** HSTS takes effect over https only; browsers ignore it over http. */
const everywhere = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
} as const
/** Disables everything if a browser displays a response as a document. */
const nothing = { 'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'" } as const

const ofFiles = Object.entries(everywhere)
const ofAnswers = Object.entries({ ...everywhere, ...nothing })

/** The headers of a response that sets none of them. */
export const securityHeaders: HeaderList = headerList({ ...everywhere, ...nothing })

/** A header list is completed once for all responses that share it. */
const completed = new WeakMap<HeaderList, HeaderList>()

/** Adds the security headers that a response does not have. `isFile`: a resource that other pages may use. */
export function completeHeaders(headers: HeaderList, isFile: boolean): HeaderList {
  let list = completed.get(headers)
  if (!list) completed.set(headers, (list = withSecurityHeaders(headers, isFile)))
  return list
}

function withSecurityHeaders(headers: HeaderList, isFile: boolean): HeaderList {
  const present = new Set(headers.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase()))
  const wanted = isFile ? ofFiles : ofAnswers
  return [...headers, ...wanted.filter(([name]) => !present.has(name.toLowerCase())).flat()]
}
