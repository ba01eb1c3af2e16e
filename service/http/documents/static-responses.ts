/**
 * Routes of the widget's files: the loader, its releases, and the resources of the frame's document. They contain no
 * account data.
 */
import { errorSentences } from '#contract/bridge/error-words.ts'
import { errorSentencesPath, loaderPath } from '#contract/api/paths.ts'
import { Problem } from '#contract/api/problem.ts'
import { releaseListFor } from './release-list.ts'
import type { HttpRequest } from '#service/http/request/request.ts'
import { jsonResponse } from '#service/http/response/response.ts'
import type { Route } from '#service/http/route.ts'
import { tradeTicketSchema } from './ticket-schema.ts'
import { built, fileResponses, sendFile } from './site-files.ts'
import type { SiteFiles, StaticFile } from './site-files.ts'

/** Headers of scripts and files without user data, which any page may read. */
const publicHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
}
const fiveMinutes = 'public, max-age=300'
const immutable = 'public, max-age=31536000, immutable'

/** Returns the routes. */
export function createStaticRoutes({ assets, loader, releases, releaseList }: SiteFiles): Route[] {
  const get = { method: 'GET', door: 'widget', limits: [], file: true } as const
  const row = (
    name: string,
    path: string,
    cacheControl: string,
    find: (request: HttpRequest) => StaticFile,
  ): Route => {
    const send = fileResponses({ ...publicHeaders, 'Cache-Control': cacheControl })
    return { ...get, name, path, handle: (request) => send(request.headers, find(request)) }
  }
  const table = (name: string, path: string, type: string, make: () => object): Route => ({
    ...get,
    name,
    path,
    handle: () =>
      jsonResponse(make(), { ...publicHeaders, 'Cache-Control': fiveMinutes, 'Content-Type': type }),
  })
  return [
    row('loader', loaderPath, `${fiveMinutes}, stale-while-revalidate=86400`, () => built(loader)),
    {
      ...get,
      name: 'loaderVersions',
      path: `${loaderPath}/versions.json`,
      // The list differs for each host.
      handle: ({ headers, url }) =>
        sendFile(headers, releaseListFor(url, built(releaseList)), {
          ...publicHeaders,
          'Cache-Control': fiveMinutes,
        }),
    },
    table('errorWords', errorSentencesPath, 'application/json', () => errorSentences),
    table(
      'tradeTicketSchema',
      `${loaderPath}/trade-ticket.schema.json`,
      'application/schema+json',
      tradeTicketSchema,
    ),
    row('releasedLoader', `${loaderPath}/{file}`, immutable, ({ parameters }) =>
      requireFile(releases.get(parameters['file'] ?? '')),
    ),
    row('asset', '/assets/*', immutable, ({ url }) => requireFile(assets.get(url.pathname.slice(1)))),
  ]
}

function requireFile(file: StaticFile | undefined): StaticFile {
  if (!file) throw new Problem('route-unknown')
  return file
}
