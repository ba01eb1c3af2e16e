/**
 * Routes of the frame's document, the help pages of the widget, the documentation and the OpenAPI
 * document.
 */
import { framePath } from '#contract/api/paths.ts'
import { Problem } from '#contract/api/problem.ts'
import type { Config } from '#service/shared/config.ts'
import { createDocsRoutes } from './docs.ts'
import { createDocumentHints } from './document-hints.ts'
import { frameDocument } from './frame-document.ts'
import { helpPage } from './help-pages.ts'
import { openApi } from '#service/http/openapi/openapi.ts'
import { createOpenApiResponder } from '#service/http/openapi/openapi-response.ts'
import type { RequestHeaders, RequestUrl } from '#service/http/request/request.ts'
import type { Route } from '#service/http/route.ts'
import { requireBuilt } from './site-files.ts'
import type { AppFiles, SiteFiles } from './site-files.ts'

/** Configuration of the documents: version of the service and host names of its doors. */
export type DocumentsParts = { readonly config: Pick<Config, 'version' | 'hosts'> }

/** Returns the routes of these documents. */
export function createDocumentRoutes(
  { config: { version, hosts } }: DocumentsParts,
  files: SiteFiles,
): Route[] {
  const builtFrame = createFrame(files)
  const keptFrames = new Map([...files.keptApps].map(([kept, app]) => [kept, createFrame(app)]))
  const respondWithOpenApi = createOpenApiResponder((requestUrl) => openApi(version, { requestUrl, hosts }))
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
  return [
    get('frame', framePath, 'widget', ({ headers, url }) =>
      isTopLevel(headers, url) ? helpResponse('frame') : builtFrame(url, headers),
    ),
    // A loader pinned by its version opens the app of that version. Up to 1.2.0, loaders open `framePath`.
    get('releasedFrame', `${framePath}/{release}`, 'widget', ({ headers, url, parameters }) =>
      isTopLevel(headers, url)
        ? helpResponse('frame')
        : (keptFrames.get(parameters['release'] ?? '') ?? builtFrame)(url, headers),
    ),
    get('help', '/help/{topic}', 'widget', ({ parameters }) => helpResponse(parameters['topic'] ?? '')),
    get('openapi', '/openapi.json', 'any', ({ headers, url }) => respondWithOpenApi(url, headers)),
    ...createDocsRoutes(hosts, files),
  ]
}

/** Returns a function that responds with the document of an app. */
function createFrame({ frame, manifest, skeletons }: AppFiles) {
  const hints = createDocumentHints(frame ?? '', manifest)
  return (url: RequestUrl, headers: RequestHeaders) =>
    frameDocument({ template: requireBuilt(frame), skeletons, hints }, url, headers)
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
