/**
 * Routes of the frame's document, the help pages of the widget, the documentation and the OpenAPI
 * document.
 */
import { framePath } from '#contract/api/paths.ts'
import { Problem } from '#contract/api/problem.ts'
import type { Config } from '#service/shared/config.ts'
import { countedDocument } from './counted-documents.ts'
import { createDocsRoutes } from './docs.ts'
import { createDocumentHints } from './document-hints.ts'
import { frameDocument } from './frame-document.ts'
import { helpPage } from './help-pages.ts'
import { openApi } from '#service/http/openapi/openapi.ts'
import { createOpenApiResponder } from '#service/http/openapi/openapi-response.ts'
import { createChannels } from '#service/http/releases/channels.ts'
import type { FrameChoice, ReleasesParts } from '#service/http/releases/channels.ts'
import { noticeDocument } from '#service/http/releases/release-notice.ts'
import type { HttpRequest, RequestHeaders, RequestUrl } from '#service/http/request/request.ts'
import { withHeaders } from '#service/http/response/response.ts'
import type { HttpResponse } from '#service/http/response/response.ts'
import { thenOrNow } from '#service/shared/maybe-promise.ts'
import type { Route } from '#service/http/route.ts'
import { requireBuilt } from './site-files.ts'
import type { AppFiles, SiteFiles } from './site-files.ts'

/** Configuration of the documents: version of the service and host names of its doors. */
export type DocumentsParts = ReleasesParts & { readonly config: Pick<Config, 'version' | 'hosts'> }

/** Returns the routes of these documents. */
export function createDocumentRoutes(parts: DocumentsParts, files: SiteFiles): Route[] {
  const { version, hosts } = parts.config
  const readChannels = createChannels(parts, files)
  const respondWithFrame = createFrameResponder(files)
  const respondWithOpenApi = createOpenApiResponder((protocol) => openApi(version, { protocol, hosts }))
  const helpResponse = (topic: string) => {
    const page = helpPage(topic)
    if (!page) throw new Problem('route-unknown')
    return page
  }
  const get = (name: string, path: string, door: Route['door'], handle: Route['handle']): Route => ({
    name,
    method: 'GET',
    path,
    door,
    limits: [],
    handle,
  })
  const frameAt =
    (nameOf: (request: HttpRequest) => string | undefined): Route['handle'] =>
    (request) =>
      isTopLevel(request.headers, request.url)
        ? helpResponse('frame')
        : thenOrNow(readChannels(), ({ frame }) => respondWithFrame(frame(nameOf(request)), request))
  return [
    get(
      'frame',
      framePath,
      'widget',
      frameAt(() => undefined),
    ),
    // A loader pinned by its version opens the app of that version. Up to 1.2.0, loaders open `framePath`.
    get(
      'releasedFrame',
      `${framePath}/{release}`,
      'widget',
      frameAt(({ parameters }) => parameters['release']),
    ),
    get('help', '/help/{topic}', 'widget', ({ parameters }) => helpResponse(parameters['topic'] ?? '')),
    countedDocument({
      name: 'openapi',
      method: 'GET',
      path: '/openapi.json',
      door: 'any',
      handle: ({ headers, url }) => respondWithOpenApi(url, headers),
    }),
    ...createDocsRoutes(parts, files),
  ]
}

/** Returns a function that responds with the document of the chosen app. */
function createFrameResponder(files: SiteFiles) {
  const frameOf = ({ frame, manifest, skeletons }: AppFiles) => {
    const hints = createDocumentHints(frame ?? '', manifest)
    return ({ url, headers }: HttpRequest) =>
      frameDocument({ template: requireBuilt(frame), skeletons, hints }, url, headers)
  }
  const built = frameOf(files)
  const kept = new Map([...files.keptApps].map(([version, app]) => [version, frameOf(app)]))
  return (choice: FrameChoice, request: HttpRequest): HttpResponse => {
    if (choice.app === 'built') return built(request)
    // The service recognises sessions of this frame by the `Referer` of their requests.
    if (choice.app === 'next') return withHeaders(built(request), ['Referrer-Policy', 'same-origin'])
    if (choice.app === 'kept') return kept.get(choice.version)!(request)
    return noticeDocument(choice, request.url)
  }
}

/**
 * Whether the frame is opened as a top-level page without an embedding page, for example from the
 * history. Web views do so on purpose, with `toplevel=1`.
 */
function isTopLevel(headers: RequestHeaders, url: RequestUrl): boolean {
  const destination = headers.get('sec-fetch-dest')
  const isFramed =
    destination === null || ['iframe', 'frame', 'embed', 'object', 'empty'].includes(destination)
  return !isFramed && url.searchParams.get('toplevel') !== '1'
}
