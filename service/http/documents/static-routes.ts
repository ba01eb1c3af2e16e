/**
 * Routes of the widget's files: the loader, its releases, and the resources of the frame's
 * document. They contain no account data.
 */
import { errorSentences } from '#contract/bridge/error-sentences.ts'
import { errorSentencesPath, loaderPath } from '#contract/api/paths.ts'
import { Problem } from '#contract/api/problem.ts'
import { createChannels, nextChannel } from '#service/http/releases/channels.ts'
import type { Channels, ReleasesParts } from '#service/http/releases/channels.ts'
import { releaseList } from '#service/http/releases/release-list.ts'
import { noticeLoader } from '#service/http/releases/release-notice.ts'
import type { HttpRequest, RequestUrl } from '#service/http/request/request.ts'
import { headerList, jsonResponse, textResponse } from '#service/http/response/response.ts'
import type { HttpResponse } from '#service/http/response/response.ts'
import { thenOrNow } from '#service/shared/maybe-promise.ts'
import type { MaybePromise } from '#service/shared/maybe-promise.ts'
import { createResponseSerializer } from '#service/http/response/response-serializer.ts'
import type { Withdrawal } from '#service/shared/release-channels.ts'
import type { Route } from '#service/http/route.ts'
import { tradeTicketSchema } from './ticket-schema.ts'
import { requireBuilt, createFileResponder } from './site-files.ts'
import type { SiteFiles, StaticFile } from './site-files.ts'

/** Headers of scripts and files without user data, which any page may read. */
const publicHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
}
const fiveMinutes = 'public, max-age=300'
const immutable = 'public, max-age=31536000, immutable'

export type StaticRouteParts = ReleasesParts & {
  /** Finds a file of a build that this process does not have, by its path, for example `assets/app-1.js`. Default: none. */
  readonly findPublishedAsset?: (path: string) => Promise<StaticFile | undefined>
}

/** Returns the routes of the widget's files. */
export function createStaticRoutes(parts: StaticRouteParts, files: SiteFiles): Route[] {
  const { assets } = files
  const findAsset = (path: string) => assets.get(path) ?? parts.findPublishedAsset?.(path)
  const sendAsset = createFileResponder({ ...publicHeaders, 'Cache-Control': immutable })
  const get = { method: 'GET', door: 'widget', limits: [], isPublicFile: true } as const
  const jsonRoute = (name: string, path: string, type: string, content: () => object): Route => ({
    ...get,
    name,
    path,
    handle: () =>
      jsonResponse(content(), { ...publicHeaders, 'Cache-Control': fiveMinutes, 'Content-Type': type }),
  })
  return [
    jsonRoute('errorWords', errorSentencesPath, 'application/json', () => errorSentences),
    jsonRoute(
      'tradeTicketSchema',
      `${loaderPath}/trade-ticket.schema.json`,
      'application/schema+json',
      tradeTicketSchema,
    ),
    ...createLoaderRoutes(parts, files),
    {
      ...get,
      name: 'asset',
      path: '/assets/*',
      handle: ({ headers, url }) =>
        thenOrNow(findAsset(url.pathname.slice(1)), (file) => sendAsset(headers, requireFile(file))),
    },
  ]
}

/** Returns the routes of the loader: the channels, the versions, and their list. */
function createLoaderRoutes(parts: ReleasesParts, files: SiteFiles): Route[] {
  const { loader, loaders, releases, builtVersion } = files
  const readChannels = createChannels(parts, files)
  const sendChannel = createFileResponder({
    ...publicHeaders,
    'Cache-Control': `${fiveMinutes}, stale-while-revalidate=86400`,
  })
  const sendVersion = createFileResponder({ ...publicHeaders, 'Cache-Control': immutable })
  const serializer = createResponseSerializer()
  const listHeaders = headerList({ ...publicHeaders, 'Cache-Control': fiveMinutes })
  const sendNotice = (version: string, withdrawal: Withdrawal, url: RequestUrl) =>
    textResponse(noticeLoader({ app: 'withdrawn', version, withdrawal }, url), {
      ...publicHeaders,
      'Cache-Control': fiveMinutes,
      'Content-Type': 'text/javascript; charset=utf-8',
    })
  const route = (
    name: string,
    path: string,
    handle: (request: HttpRequest, channels: Channels) => MaybePromise<HttpResponse>,
  ): Route => ({
    method: 'GET',
    door: 'widget',
    limits: [],
    isPublicFile: true,
    name,
    path,
    handle: (request) => thenOrNow(readChannels(), (channels) => handle(request, channels)),
  })
  return [
    route('loader', loaderPath, ({ headers, url }, { stable, withdrawalOf }) => {
      if (stable === null) return sendNotice(builtVersion, withdrawalOf(builtVersion)!, url)
      const file = stable === builtVersion ? loader : releases.get(`${stable}.js`)
      return sendChannel(headers, requireBuilt(file))
    }),
    route('nextLoader', `${loaderPath}/${nextChannel}.js`, ({ headers }) =>
      sendChannel(headers, requireBuilt(loader)),
    ),
    route('loaderVersions', `${loaderPath}/versions.json`, ({ headers, url }, channels) => {
      requireBuilt(loader)
      return serializer.respond(releaseList(loaders, channels, url, builtVersion), headers, listHeaders)
    }),
    route('releasedLoader', `${loaderPath}/{file}`, ({ headers, parameters, url }, { withdrawalOf }) => {
      const name = parameters['file'] ?? ''
      const file = requireFile(releases.get(name))
      const version = name.replace(/\.js$/, '')
      const withdrawal = withdrawalOf(version)
      return withdrawal?.includesLoader ? sendNotice(version, withdrawal, url) : sendVersion(headers, file)
    }),
  ]
}

function requireFile(file: StaticFile | undefined): StaticFile {
  if (!file) throw new Problem('route-unknown')
  return file
}
