/** What people read: the frame's document, the help pages behind the widget's links, the API's description. */
import { framePath } from '#contract/paths.ts'
import { Problem } from '#contract/problem.ts'
import type { Config } from '#service/settings/config.ts'
import { docsPage } from './docs-page.ts'
import { createDocumentHints } from './document-hints.ts'
import { frameDocument } from './frame-document.ts'
import { createHelpPages, errorsPath } from './help-pages.ts'
import { openApi } from './openapi.ts'
import type { RequestContext, Route } from './route.ts'
import { built } from './site-files.ts'
import type { SiteFiles } from './site-files.ts'

/** The rows. */
export function documentsTable(
  { version }: Pick<Config, 'version'>,
  { frame, manifest, skeletons, guide }: SiteFiles,
): Route[] {
  const helpPage = createHelpPages(guide)
  const hints = createDocumentHints(frame ?? '', manifest)
  const help = (topic: string) => {
    const page = helpPage(topic)
    if (!page) throw new Problem('route-unknown')
    return page
  }
  const get = (name: string, path: string, door: Route['door'], handle: Route['handle']): Route => ({
    name,
    method: 'GET',
    path,
    door,
    handle,
  })
  return [
    get('frame', framePath, 'widget', ({ headers, url }) =>
      opensByItself(headers, url)
        ? help('frame')
        : frameDocument({ template: built(frame), skeletons, hints }, url, headers),
    ),
    get('help', '/help/{topic}', 'widget', ({ parameters }: RequestContext) =>
      help(parameters['topic'] ?? ''),
    ),
    get('help', errorsPath, 'widget', () => help('errors')),
    get('openapi', '/openapi.json', 'any', () =>
      Response.json(openApi(version), { headers: { 'Cache-Control': 'public, max-age=300' } }),
    ),
    get('docs', '/docs', 'any', () => docsPage(openApi(version))),
  ]
}

/** Opened by itself, say from the history, the frame has no page to speak to. A web view opens it so on purpose. */
function opensByItself(headers: Headers, url: URL): boolean {
  const destination = headers.get('sec-fetch-dest')
  const framed = destination === null || ['iframe', 'frame', 'embed', 'object', 'empty'].includes(destination)
  return !framed && url.searchParams.get('toplevel') !== '1'
}
