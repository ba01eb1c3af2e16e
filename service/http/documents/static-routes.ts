/**
 * Routes of the widget's files: the loader, its releases, and the resources of the frame's
 * document. They contain no account data.
 */
import { errorSentences } from '#contract/bridge/error-sentences.ts'
import { errorSentencesPath, loaderPath } from '#contract/api/paths.ts'
import { Problem } from '#contract/api/problem.ts'
import { releaseListFor } from './release-list.ts'
import type { HttpRequest } from '#service/http/request/request.ts'
import { jsonResponse } from '#service/http/response/response.ts'
import type { Route } from '#service/http/route.ts'
import { tradeTicketSchema } from './ticket-schema.ts'
import { requireBuilt, createFileResponder, sendFile } from './site-files.ts'
import type { SiteFiles, StaticFile } from './site-files.ts'

/** Headers of scripts and files without user data, which any page may read. */
const publicHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
}
const fiveMinutes = 'public, max-age=300'
const immutable = 'public, max-age=31536000, immutable'

/** Returns the routes of the widget's files. */
export function createStaticRoutes({ assets, loader, releases, releaseList }: SiteFiles): Route[] {
  const get = { method: 'GET', door: 'widget', limits: [], isPublicFile: true } as const
  const fileRoute = (
    name: string,
    path: string,
    cacheControl: string,
    findFile: (request: HttpRequest) => StaticFile,
  ): Route => {
    const send = createFileResponder({ ...publicHeaders, 'Cache-Control': cacheControl })
    return { ...get, name, path, handle: (request) => send(request.headers, findFile(request)) }
  }
  const jsonRoute = (name: string, path: string, type: string, content: () => object): Route => ({
    ...get,
    name,
    path,
    handle: () =>
      jsonResponse(content(), { ...publicHeaders, 'Cache-Control': fiveMinutes, 'Content-Type': type }),
  })
  return [
    fileRoute('loader', loaderPath, `${fiveMinutes}, stale-while-revalidate=86400`, () =>
      requireBuilt(loader),
    ),
    {
      ...get,
      name: 'loaderVersions',
      path: `${loaderPath}/versions.json`,
      // The list differs for each host.
      handle: ({ headers, url }) =>
        sendFile(headers, releaseListFor(url, requireBuilt(releaseList)), {
          ...publicHeaders,
          'Cache-Control': fiveMinutes,
        }),
    },
    jsonRoute('errorWords', errorSentencesPath, 'application/json', () => errorSentences),
    jsonRoute(
      'tradeTicketSchema',
      `${loaderPath}/trade-ticket.schema.json`,
      'application/schema+json',
      tradeTicketSchema,
    ),
    fileRoute('releasedLoader', `${loaderPath}/{file}`, immutable, ({ parameters }) =>
      requireFile(releases.get(parameters['file'] ?? '')),
    ),
    fileRoute('asset', '/assets/*', immutable, ({ url }) => requireFile(assets.get(url.pathname.slice(1)))),
  ]
}

function requireFile(file: StaticFile | undefined): StaticFile {
  if (!file) throw new Problem('route-unknown')
  return file
}
