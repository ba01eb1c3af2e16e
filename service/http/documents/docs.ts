/** `/docs`: the documentation, which docs/site builds from docs/*.md. Contains no account data. */
import { Problem } from '#contract/api/problem.ts'
import type { Config } from '#service/shared/config.ts'
import { thenOrNow } from '#service/shared/maybe-promise.ts'
import type { MaybePromise } from '#service/shared/maybe-promise.ts'
import { createChannels } from '#service/http/releases/channels.ts'
import type { ReleasesParts } from '#service/http/releases/channels.ts'
import { countedDocument } from './counted-documents.ts'
import { placeholdersFor } from './docs-placeholders.ts'
import type { DocsPlaceholders } from './docs-placeholders.ts'
import { createKnownHosts } from './known-hosts.ts'
import type { HttpRequest } from '#service/http/request/request.ts'
import { bytesResponse, emptyResponse } from '#service/http/response/response.ts'
import type { HttpResponse } from '#service/http/response/response.ts'
import type { Route } from '#service/http/route.ts'
import { requireBuilt, createFileResponder, sendFile } from './site-files.ts'
import type { SiteFiles } from './site-files.ts'

export type DocsParts = ReleasesParts & { readonly config: Pick<Config, 'hosts'> }

const rootPath = '/docs'
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
export function createDocsRoutes(parts: DocsParts, files: SiteFiles): Route[] {
  const { docs, loaders } = files
  const readChannels = createChannels(parts, files)
  const knownHost = createKnownHosts(parts.config.hosts)
  const docsRoute = (name: string, path: string, handle: Route['handle']): Route =>
    countedDocument({ name, method: 'GET', path, door: 'any', handle })
  const sendAsset = createFileResponder({ 'Cache-Control': 'public, max-age=31536000, immutable' })
  const respondWithPage = (name: string, request: HttpRequest) =>
    thenOrNow(readChannels(), ({ stable }) =>
      pageWithLoader(
        name,
        request,
        loaders.find(({ version }) => version === stable),
      ),
    )
  const pageWithLoader = (
    name: string,
    { headers, url }: HttpRequest,
    loader: DocsPlaceholders['loader'],
  ): MaybePromise<HttpResponse> => {
    const { page: findPage } = requireBuilt(docs, notBuilt)
    const placeholders = placeholdersFor(knownHost(url.host), parts.config.hosts, loader)
    const file = findPage(name, placeholders)
    if (file) return sendFile(headers, file, pageHeaders)
    const notFoundPage = requireBuilt(findPage('not-found', placeholders), notBuilt)
    const notFoundHeaders = { ...pageHeaders, 'Cache-Control': 'no-store', 'Content-Type': notFoundPage.type }
    return bytesResponse(notFoundPage.bytes, notFoundHeaders, 404)
  }
  return [
    docsRoute('docs', rootPath, (request) => respondWithPage('index', request)),
    docsRoute('docsAsset', `${rootPath}/assets/{file}`, ({ headers, parameters }) => {
      const file = requireBuilt(docs, notBuilt).assets.get(parameters['file'] ?? '')
      if (!file) throw new Problem('route-unknown')
      return sendAsset(headers, file)
    }),
    docsRoute('docs', `${rootPath}/*`, (request) => {
      const path = request.url.pathname
      // Each page has one address; its other spellings redirect there.
      const canonical = canonicalPath(path)
      if (canonical !== path) return emptyResponse(308, { Location: canonical + request.url.search })
      return respondWithPage(path.slice(rootPath.length + 1), request)
    }),
  ]
}

const redundantSuffixes = ['.md', '.html', '/index', '/'] as const

/**
 * Removes all redundant suffixes from the end of a path, for example `/docs/mobile.md/` →
 * `/docs/mobile`.
 *
 * Linear in the length of the path; a regular expression with a repeated group backtracks for
 * seconds on a path that consists of slashes.
 */
export function canonicalPath(path: string): string {
  let endIndex = path.length
  for (;;) {
    const suffix = redundantSuffixes.find((candidate) => path.endsWith(candidate, endIndex))
    if (suffix === undefined) return path.slice(0, endIndex)
    endIndex -= suffix.length
  }
}
