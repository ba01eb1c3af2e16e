/** `/docs`: the documentation, which docs/site builds from docs/*.md. Contains no account data. */
import { Problem } from '#contract/api/problem.ts'
import type { Hosts } from '#service/shared/config.ts'
import { placeholdersFor } from './docs-placeholders.ts'
import type { HttpRequest } from '#service/http/request/request.ts'
import { bytesResponse, emptyResponse } from '#service/http/response/response.ts'
import type { Route } from '#service/http/route.ts'
import { built, fileResponses, sendFile } from './site-files.ts'
import type { SiteFiles } from './site-files.ts'

const root = '/docs'
const notBuilt = 'The documentation has not been built. Run npm run build.'

/** Content-Security-Policy: scripts and styles of this origin only, none inline. */
const pageHeaders = {
  // Revalidated on each request, because a page of an earlier build would load scripts that no longer exist.
  'Cache-Control': 'public, no-cache',
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'Cross-Origin-Opener-Policy': 'same-origin',
}

/** Returns the routes of the documentation. Other routes below `/docs/` must come before these. */
export function createDocsRoutes(
  hosts: Hosts,
  { docs, newestLoader }: Pick<SiteFiles, 'docs' | 'newestLoader'>,
): Route[] {
  const row = (name: string, path: string, handle: Route['handle']): Route => ({
    name,
    method: 'GET',
    path,
    door: 'any',
    limits: [],
    handle,
  })
  const sendAsset = fileResponses({ 'Cache-Control': 'public, max-age=31536000, immutable' })
  const respondWithPage = (name: string, { headers, url }: HttpRequest) => {
    const { page: find } = built(docs, notBuilt)
    const placeholders = placeholdersFor(url, hosts, newestLoader)
    const file = find(name, placeholders)
    if (file) return sendFile(headers, file, pageHeaders)
    const missing = built(find('not-found', placeholders), notBuilt)
    const headersOfMissing = { ...pageHeaders, 'Cache-Control': 'no-store', 'Content-Type': missing.type }
    return bytesResponse(missing.bytes, headersOfMissing, 404)
  }
  return [
    row('docs', root, (context) => respondWithPage('index', context)),
    {
      name: 'docsAsset',
      method: 'GET',
      path: `${root}/assets/{file}`,
      door: 'any',
      limits: [],
      handle({ headers, parameters }) {
        const file = built(docs, notBuilt).assets.get(parameters['file'] ?? '')
        if (!file) throw new Problem('route-unknown')
        return sendAsset(headers, file)
      },
    },
    row('docs', `${root}/*`, (context) => {
      const path = context.url.pathname
      // Each page has one address; its other spellings redirect there.
      const plain = canonicalPath(path)
      if (plain !== path) return emptyResponse(308, { Location: plain + context.url.search })
      return respondWithPage(path.slice(root.length + 1), context)
    }),
  ]
}

const redundantSuffixes = ['.md', '.html', '/index', '/'] as const

/**
 * Removes all redundant suffixes from the end of a path, for example `/docs/mobile.md/` → `/docs/mobile`.
 *
 * Linear in the length of the path; a regular expression with a repeated group backtracks for seconds on a path that
 * consists of slashes.
 */
export function canonicalPath(path: string): string {
  let end = path.length
  for (;;) {
    const suffix = redundantSuffixes.find((text) => path.endsWith(text, end))
    if (suffix === undefined) return path.slice(0, end)
    end -= suffix.length
  }
}
