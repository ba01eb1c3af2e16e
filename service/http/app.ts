/**
 * The HTTP surface as one function, `Request → Response`. Web-standard APIs only: `node/` puts it behind a socket,
 * the mock behind the page's own `fetch`.
 */
import { dataTable } from './routes/data.ts'
import type { DataParts } from './routes/data.ts'
import { documentsTable } from './documents/documents.ts'
import type { DocumentsParts } from './documents/documents.ts'
import { createMiddleware } from './request-handler.ts'
import type { Middleware, MiddlewareParts, Written } from './request-handler.ts'
import { playgroundTable } from './documents/playground.ts'
import type { PlaygroundParts } from './documents/playground.ts'
import { operationsTable } from './routes/operations.ts'
import type { OperationsParts } from './routes/operations.ts'
import { policyReportsTable } from './routes/policy-reports.ts'
import type { Asked, Route, SocketContext } from './route.ts'
import { createRowFinder } from './route-matcher.ts'
import { noFiles } from './documents/site-files.ts'
import type { SiteFiles } from './documents/site-files.ts'
import { problemPagesTable } from './problems/problem-pages.ts'
import { staticTable } from './documents/static-responses.ts'
import { widgetTable } from './routes/widget.ts'
import type { WidgetParts } from './routes/widget.ts'

export type App = {
  fetch(request: Request, socket?: SocketContext): Promise<Response>
  /**
   * The same answer for who can write bytes, without a `Request` or a `Response`. Undefined, and nothing has happened, where
   * it is not made of kept bytes. A GET or HEAD without a body, whose path is written plainly: no `%`, no dots to resolve.
   */
  written(asked: Asked): Written | Promise<Written> | undefined
  /** What every answer goes through, for those that are none of the table's: an upgrade's, and that to what was no request. */
  readonly upgrade: Middleware['upgrade']
  readonly refused: Middleware['refused']
}

export type AppParts = DataParts &
  DocumentsParts &
  MiddlewareParts &
  OperationsParts &
  PlaygroundParts &
  WidgetParts

/** The one table: whatever the service answers is a row of it. A path is found in the order of the rows. */
function routeTable(parts: AppParts, files: SiteFiles): readonly Route[] {
  return [
    ...dataTable(parts),
    ...widgetTable(parts),
    ...operationsTable(parts),
    // Its pages lie below those of the documentation.
    ...playgroundTable(parts, files),
    ...documentsTable(parts, files),
    ...staticTable(files),
    ...problemPagesTable(),
    ...policyReportsTable(parts),
  ]
}

/** Builds the table once. A router only finds the rows of a path: all else is done by what every answer goes through. */
export function createApp(parts: AppParts, files: SiteFiles = noFiles): App {
  const { answer, written, upgrade, refused } = createMiddleware(parts)
  const find = createRowFinder(routeTable(parts, files))
  return {
    async fetch(request, socket = {}) {
      const response = await answer(find(new URL(request.url).pathname), request, socket)
      return request.method === 'HEAD' ? new Response(null, response) : response
    },
    written: (asked) => written(find(asked.url.pathname), asked),
    upgrade,
    refused,
  }
}
