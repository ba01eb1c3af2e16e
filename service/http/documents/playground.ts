/**
 * `/docs/playground/`: the demo page on the service, for trying every option and copying the code.
 * Its configuration has only the address of the service and public keys, like that of any other
 * page.
 */
import { Problem } from '#contract/api/problem.ts'
import type { HttpRequest } from '#service/http/request/request.ts'
import { emptyResponse, jsonResponse } from '#service/http/response/response.ts'
import type { Route } from '#service/http/route.ts'
import { policyHost } from './frame-document.ts'
import { sendFile } from './site-files.ts'
import type { SiteFiles } from './site-files.ts'

/** Public keys of the demo accounts. */
export type PlaygroundKeys = {
  readonly apiKey: string
  /** A key that reads the test market; optional. */
  readonly testKey?: string
}

export type PlaygroundParts = {
  /** Absent without a demo account; the user then enters a key. */
  readonly playground?: PlaygroundKeys
}

const path = '/docs/playground'
/** Headers of a file that pages of every origin may import. It contains no data of an account. */
const readableAnywhere = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

/**
 * Returns the Content-Security-Policy that docs/specification.md 5.5 recommends to partners, with
 * the service as 'self'.
 */
function policyFor({ protocol, host }: Pick<URL, 'protocol' | 'host'>): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ${protocol === 'https:' ? 'wss' : 'ws'}://${policyHost(host)}`,
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Returns the routes of the demo page and its files. */
export function createPlaygroundRoutes(
  { playground }: PlaygroundParts,
  { playground: files }: Pick<SiteFiles, 'playground'>,
): Route[] {
  const get = (subpath: string, handle: Route['handle']): Route => ({
    name: 'playground',
    method: 'GET',
    path: path + subpath,
    door: 'widget',
    limits: [],
    isPublicFile: true,
    handle,
  })
  const send = (name: string, { headers, url }: HttpRequest, moreHeaders: Record<string, string> = {}) => {
    const file = files.get(name)
    if (!file) throw new Problem('route-unknown')
    return sendFile(headers, file, {
      'Cache-Control': 'public, max-age=300',
      'Content-Security-Policy': policyFor(url),
      ...moreHeaders,
    })
  }
  return [
    // The page has relative links to its files.
    get('', ({ url }) => emptyResponse(308, { Location: `${path}/${url.search}` })),
    get('/', (request) => send('index.html', request)),
    get('/config.json', ({ url }) =>
      jsonResponse(
        {
          place: 'service',
          service: url.origin,
          apiKey: playground?.apiKey ?? '',
          testKey: playground?.testKey,
        },
        { 'Cache-Control': 'no-store' },
      ),
    ),
    // The demo partner's page imports the module from its own origin.
    get('/widget-colors.js', (request) => send('widget-colors.js', request, readableAnywhere)),
    get('/brand/{file}', (request) => send(`brand/${request.parameters['file']}`, request)),
    get('/{file}', (request) => send(request.parameters['file'] ?? '', request)),
  ]
}
